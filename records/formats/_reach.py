"""One record of a file by its number: by an index, by passing over those before it, or in order."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardlog.records.errors import RecordError
from cardlog.records.formats._assemble import EMPTY, Item
from cardlog.records.formats._format import Format
from cardlog.records.formats._look import looked_at, reader
from cardlog.records.formats._source import Source, label_of, opened, spooled
from cardlog.records.game import Check, Record

if TYPE_CHECKING:
    from cardlog.records.formats._csv.mapped import Mapped

SUFFIX: Final = ".idx"


class NoRecord(RecordError):
    """The file ends before that record; `count` is how many it holds."""

    def __init__(self, number: int, count: int) -> None:
        holds = f"{count} record{'' if count == 1 else 's'}"
        super().__init__(f"there is no record {number}: it holds {holds}")
        self.count = count


def at(
    source: Source,
    index: int,
    format: str | Mapped | None,
    check: Check,
    warn: Callable[[str], object],
) -> Record:
    """See `formats.at`."""
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(opened(source))
        seen = looked_at(file, label_of(source), format)
        is_path = isinstance(source, (str, Path)) and source != "-" and seen.packing is None
        if is_path and getattr(seen.format, "scanned", False):
            found = _by_index(str(source), index, seen.format, check, warn)
            if found is not None:
                return found
        if getattr(seen.format, "scanned", False):
            from cardlog.records.formats._skip import reach

            item, before = reach(seen.format.walk(seen.file, check=check), index)
        else:
            target: Source = seen.file
            if hasattr(seen.format, "read_path"):
                suffix = seen.format.suffixes[0]
                target = str(source) if is_path else stack.enter_context(spooled(seen.file, suffix))
            item, before = _in_order(reader(seen.format)(target, check=check), index)
    if item is None:
        if not before:
            raise RecordError(EMPTY, index=0, byte=0)
        raise NoRecord(index, before)
    if isinstance(item, RecordError):
        raise item.located(index=index)
    return item


def _in_order(items: Iterator[Item], index: int) -> tuple[Item | None, int]:
    before = 0
    for item in items:
        if before == index:
            return item, index
        before += 1
    return None, before


def _by_index(
    path: str, index: int, format: Format, check: Check, warn: Callable[[str], object]
) -> Record | None:
    if not os.path.exists(path + SUFFIX):
        return None
    from cardlog.records.formats._index import Misfit, record_at

    try:
        return record_at(path, index, format, check)
    except Misfit as error:
        warn(f"{path}{SUFFIX} is not used: {error}; make it anew (`cardlog index`)")
        return None


def index(path: str, format: str | None) -> tuple[int, int]:
    """See `formats.index`."""
    from cardlog.records.formats._index import write_index

    with open(path, "rb") as file:
        seen = looked_at(file, path, format)
        if seen.packing is not None or not getattr(seen.format, "scanned", False):
            what = f"packed with {seen.packing.name}" if seen.packing else f"in {seen.format.name}"
            raise RecordError(f"nobody can go to a byte of a file {what}: there is no index to it")
    return write_index(path, seen.format)
