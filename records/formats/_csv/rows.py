"""The rows of a table, and the cells of a row, as RFC 4180 has them.

A row is a line, or several where a cell in quotes holds newlines. The standard library's reader
does as much, but it knows no place in a line, and a quote that is left open takes the rest of the
file for one cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import BinaryIO, Final, NamedTuple

from cardlog.records.formats._notation.lines import Block, Lines
from cardlog.records.formats._notation.tokens import Fault

SEPARATORS: Final = ",;\t"
STRAY: Final = 2**20  # bytes of a row that are kept where no record is read
OPEN: Final = 'a quote is not closed: expected `"` at the end of the cell'
LOOSE: Final = 'a quote in the middle of a cell: put the cell in quotes, and write "" for a quote'
NOT_UTF_8: Final = "a byte that is no UTF-8: save the table as CSV UTF-8"
TOO_LONG: Final = "a row longer than a record may be: expected at most 64 MiB"

_BROKEN: Final = re.compile("[\udc80-\udcff]")


class Row(NamedTuple):
    """A row as it stands in the file; `n` is the number of its first line in its block."""

    text: str
    block: Block
    n: int
    fault: Fault | None = None

    @property
    def line(self) -> int:
        """Its first line, from 1."""
        return self.block.line + self.n

    @property
    def byte(self) -> int:
        """Where it begins in the file."""
        return self.block.byte_of(self.n)


class Rows:
    """Iterate for the rows of a file. A line that `starts` a record is never part of a cell.

    `end` and `next_line` are where the row just given ends. `limit` may be changed at any time.
    """

    def __init__(self, file: BinaryIO, starts: Callable[[str], bool]) -> None:
        self._lines = Lines(file, STRAY)
        self._starts = starts
        self._last: tuple[Block, int] | None = None

    @property
    def limit(self) -> int:
        """How many bytes of one row are kept."""
        return self._lines.limit

    @limit.setter
    def limit(self, size: int) -> None:
        self._lines.limit = size

    @property
    def end(self) -> int:
        """The byte after the row just given."""
        return self._last[0].byte_of(self._last[1] + 1) if self._last else 0

    @property
    def next_line(self) -> int:
        """The line after it."""
        return self._last[0].line + self._last[1] + 1 if self._last else 1

    def __iter__(self) -> Iterator[Row]:
        first: Row | None = None
        parts: list[str] = []
        size = 0
        for block in self._lines:
            for n, line in enumerate(block.lines):
                text = line.removesuffix("\r")
                fault = _fault(block, n, line)
                if first and (self._starts(text) or size > self.limit or fault):
                    yield self._broken(first, parts, size)
                    first = None
                self._last = block, n
                odd = not fault and '"' in text and text.count('"') % 2
                if first is None and not odd:
                    yield Row(text, block, n, fault)
                elif first is None:
                    first, parts, size = Row(text, block, n), [text], len(text)
                else:
                    parts.append(text)
                    size += len(text) + 1
                    if odd:
                        yield first._replace(text="\n".join(parts))
                        first = None
        if first:
            yield self._broken(first, parts, size)

    def _broken(self, first: Row, parts: list[str], size: int) -> Row:
        fault = Fault(TOO_LONG if size > self.limit else OPEN, column=parts[0].rfind('"'))
        return first._replace(text=parts[0], fault=fault)


def _fault(block: Block, n: int, line: str) -> Fault | None:
    if block.lost and not n:
        return Fault(TOO_LONG, column=0)
    if block.damaged and (match := _BROKEN.search(line)):
        return Fault(NOT_UTF_8, column=match.start())
    return None


def cells_of(text: str, separator: str) -> list[str]:
    """The cells of a row. Raises Fault."""
    if '"' not in text:
        return text.split(separator)
    return [cell for cell, _ in _walk(text, separator)]


def place_of(text: str, separator: str, column: int) -> int:
    """Where in its row a cell begins, in characters from 0, at its quote where it has one."""
    if '"' not in text:
        before = len(separator.join(text.split(separator)[:column])) + (column > 0)
        return min(before, len(text))
    for number, (_, place) in enumerate(_walk(text, separator)):
        if number == column:
            return place
    return len(text)


def _walk(text: str, separator: str) -> Iterator[tuple[str, int]]:
    pattern = _cell(separator)
    at = 0
    while True:
        match = pattern.match(text, at)
        if match is None:
            raise Fault(LOOSE, column=text.index('"', at + (text[at] == '"')))
        quoted, plain, end = match.groups()
        yield plain if quoted is None else quoted.replace('""', '"'), at
        if not end:
            return
        at = match.end()


@cache
def _cell(separator: str) -> re.Pattern[str]:
    sep = re.escape(separator)
    return re.compile(rf'(?:"([^"]*+(?:""[^"]*+)*+)"[ ]*+|([^"{sep}]*+))({sep}|\Z)')
