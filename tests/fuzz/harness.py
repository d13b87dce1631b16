"""What must hold of any bytes at all, in every format: the one target of the fuzzer.

A reader gives records and located errors and raises nothing; what it takes for a record, every
format that holds all of a record gives back, with its id.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cardlog.records.formats import FORMATS
from cardlog.records.game import Record
from tests.records.samples import check_places, from_bytes, lossless, to_bytes

# A format that needs a file on a disk takes too long here: the kept inputs are read as such too.
QUICK: Final = [name for name, module in FORMATS.items() if not hasattr(module, "read_path")]
WRITTEN: Final = 2  # records of one input that are written again: more tell nothing new


def check(data: bytes, names: Collection[str] = QUICK) -> None:
    """Read the bytes as each format, and as the one that they look like."""
    for format in (None, *names):
        items = from_bytes(data, format)
        if format is None or format in QUICK:
            check_places(items, data)
        read = [item for item in items if isinstance(item, Record)]
        for record in read[:WRITTEN]:
            check_written(record, [name for name in lossless() if name in names])


def check_written(record: Record, names: Collection[str]) -> None:
    """Each of these formats gives the record back with its id."""
    for format in names:
        (back,) = from_bytes(to_bytes(record, format), format)
        assert isinstance(back, Record), f"{format}: {back}"
        assert back.id == record.id, format
