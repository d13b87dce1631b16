"""The records of a part of a file, and where each of them lies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from cardlog.records import game
from cardlog.records.formats._assemble import Part
from cardlog.records.formats._notation.lines import Lines
from cardlog.records.formats._notation.read import STRAY, Item, Reader, begins_record

BEFORE: Final = 1  # bytes before a part that say whether its first line is a whole one


class Walk:
    """Iterate for the items of a file, or of a part of it; it knows where in the file it is.

    `start` and `end` are the bytes of the item just given. `first` is where the part's first
    record starts and `next`, after the end, where the one after the part does; `lines` the
    newlines between. Nothing is tried in vain here, so nothing is added to `walked`.
    """

    text: Final = True
    stream: Final = False

    def __init__(self, file: BinaryIO, *, check: game.Check, part: Part) -> None:
        self.first = _first_record(file, part.first) if part.found else part.first
        self.start = self.end = self.next = self.first
        self.lines = 0
        self.walked = part.walked
        file.seek(self.first)
        self._reader = Reader(file, check, self.first, part.stop)

    def __iter__(self) -> Iterator[Item]:
        for item in self._reader.items():
            self.start, self.end = self._reader.places.popleft()
            yield item
        self.next, self.lines = self._reader.next, self._reader.newlines


def _first_record(file: BinaryIO, byte: int) -> int:
    """Where the first record begins whose line does so at this byte or after it."""
    start = max(0, byte - BEFORE)
    file.seek(start)
    end = start
    for block in Lines(file, STRAY, start):
        for n, line in enumerate(block.lines):
            if block.byte_of(n) >= byte and not (block.lost and not n) and begins_record(line):
                return block.byte_of(n)
        end = block.end
    return end
