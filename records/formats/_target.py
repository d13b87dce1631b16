"""Where records are written to: a path, standard output or an open file, packed or not."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from cardlog.records.errors import RecordError
from cardlog.records.formats._packed import Packing, packed
from cardlog.records.formats._source import Source
from cardlog.records.formats._write import Checked, replacing, replacing_path
from cardlog.records.game import Record


@contextlib.contextmanager
def opened(target: Source, packing: Packing | None, checked: Checked = None) -> Iterator[BinaryIO]:
    """A file to write to; what goes to a path is there in the end or not at all.

    Raises OSError, and RecordError where there will be no file for `checked` (_write.py).
    """
    if isinstance(target, (str, Path)) and target != "-":
        with replacing(str(target), checked) as file, packed(file, packing) as out:
            yield out
        return
    if checked:
        raise RecordError("it is no file that could be read back and checked")
    file = sys.stdout.buffer if target == "-" else _open_file(target)
    with packed(file, packing) as out:
        yield out
    if target == "-":
        file.flush()


def write_path(
    put: Callable[[Iterable[Record], Any], int],
    records: Iterable[Record],
    target: Source,
    suffix: str,
    packing: Packing | None,
    checked: Checked = None,
) -> int:
    """The same for what writes to a path of its own, which is then copied if it must be."""
    if isinstance(target, (str, Path)) and target != "-" and packing is None:
        with replacing_path(str(target), checked) as path:
            return put(records, path)
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, f"new{suffix}")
        count = put(records, made)
        with open(made, "rb") as file, opened(target, packing, checked) as out:
            shutil.copyfileobj(file, out)
    return count


def _open_file(target: Source) -> BinaryIO:
    assert not isinstance(target, (str, Path))
    return target
