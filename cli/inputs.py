"""Files to records, for every command that reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.records.errors import RecordError
    from cardlog.records.game import Record

Files = typer.Argument(..., help="Files of records, patterns, or - for standard input.")
Format = typer.Option(
    None, "--from", help="Read this format, whatever the file is called: msgpack, json, jsonl."
)


def records(
    files: list[str], format: str | None, *, check: bool = False
) -> Iterator[tuple[str, int, Record | RecordError]]:
    """(file, the record's number in it, record or located error), file after file.

    A file that cannot be opened is an error of its own and does not keep the others from being
    read. `check` as in `formats.read`.
    """
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    for name in show.expand(files):
        source = "<stdin>" if name == "-" else name
        try:
            for index, item in enumerate(
                formats.read(name, format=format, check=check, name=source)
            ):
                yield source, index, item
        except OSError as error:
            yield source, 0, RecordError(f"cannot be read: {error.strerror}", source=source)
        except RecordError as error:  # an unknown format
            raise show.fail(error.message) from None
