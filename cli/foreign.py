"""`--mapping`: somebody's own table, read as a TOML file says (records/formats/FOREIGN.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.records.formats._csv.mapped import Mapped

Option = typer.Option(
    None, "--mapping", help="Read a table of your own, as this TOML file says what it means."
)


def mapping(path: str | None, format: str | None) -> Mapped | None:
    """What the option names, to be used as the format. Ends the command where it is no mapping."""
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    if path is None:
        return None
    if format is not None:
        raise show.fail("--mapping says how to read IN: leave --from out")
    try:
        return formats.mapping(path)
    except RecordError as error:
        raise show.fail(str(error)) from None
    except OSError as error:
        raise show.fail(f"{path} cannot be read: {error.strerror or error}") from None


def tell_kept(mapped: Any) -> None:
    """Say which columns the mapping says nothing of: what they hold was kept as it is."""
    if mapped is not None and mapped.kept:
        listed = ", ".join(f"{name} ({count})" for name, count in mapped.kept.items())
        show.complain(f"kept in `x-row` events, as the mapping does not name them: {listed}")
