"""The records of a table in the layout of CSV.md.

What is wrong in a record costs it whole: reading goes on at the next `header` row.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import BinaryIO, Final

from cardlog.records import game
from cardlog.records.formats._csv import cells as c
from cardlog.records.formats._csv import columns as col
from cardlog.records.formats._csv.event import Cells, event_of, header_of
from cardlog.records.formats._csv.rows import SEPARATORS, Row, Rows, cells_of, place_of
from cardlog.records.formats._drafts import Draft, Item, closed, counted, fail, hold_to_size
from cardlog.records.formats._notation.tokens import Fault
from cardlog.records.game import MAX_BYTES

NO_HEADER: Final = "a row outside of any record: expected a `header` row before the events"
ENDED: Final = "a row after the `end` of its record: expected a `header` row"
OTHER: Final = "a row of another record, without its `header` row"
ORDER: Final = "a row is missing, or they stand in another order (an empty cell is right too)"

# A line that begins a record in the usual order of columns, or names them.
_START: Final = re.compile(r"\d*([,;\t])\1\1\"?header\"?\1|record[,;\t]deal[,;\t]")
_NAMES: Final = ",".join(col.PLACE)


class _Draft(Draft):
    """What its `record` cells hold is its number."""

    number = ""


def _behind_noise(row: Row) -> Row:
    """The names of the columns alone, where what is no table runs into them."""
    at = row.text.find(_NAMES)
    if at < 1 or row.text[at - 1] in f'{SEPARATORS}" ':
        return row
    return row._replace(text=row.text[at:], fault=None)


class Reader:
    """Iterate for the records of a file, and a located RecordError for each that is none."""

    def __init__(self, file: BinaryIO, check: game.Check) -> None:
        self._rows = Rows(file, self._starts)
        self._check = check
        self._head: col.Head | None = None
        self._draft: _Draft | None = None
        self._stray = NO_HEADER  # what is wrong with rows that stand here
        self._block = 0

    def __iter__(self) -> Iterator[Item]:
        return counted(self._items())

    def _starts(self, line: str) -> bool:
        """Whether a record begins in this line, even where a quote was left open before it."""
        if _START.match(line):
            return True
        if self._head is None or col.HEAD not in line:
            return False
        try:
            cells = cells_of(line, self._head.separator)
        except Fault:
            return False
        return cells[self._head.type :][:1] == [col.HEAD]

    def _items(self) -> Iterator[Item]:
        for row in self._rows:
            if row.fault or row.text.strip(' ,;\t"'):
                yield from self._row(row)
        yield from self._close(self._rows.end, self._rows.next_line)

    def _row(self, row: Row) -> Iterator[Item]:
        if self._head is None:
            row = _behind_noise(row)
        cells, fault = self._cells(row)
        if not fault and self._may_be_head(row, cells) and (yield from self._new_head(row)):
            return
        if self._head is None:
            return
        kind = self._kind(row, cells)
        if kind == col.HEAD:
            yield from self._close(row.byte, row.line)
            self._open(row)
        elif self._draft is None:
            self._fail(self._open(row), row, fault or Fault(self._stray))
        draft = self._draft
        if draft and draft.error is None:
            try:
                if fault:
                    raise fault
                self._take(draft, row, Cells(cells, self._head.names), kind)
            except Fault as found:
                self._fail(draft, row, found)
        if kind == col.END:
            yield from self._close(self._rows.end, self._rows.next_line)
            self._stray = ENDED
        elif row.block.byte != self._block:
            self._block = row.block.byte
            hold_to_size(self._draft, row.byte)

    def _cells(self, row: Row) -> tuple[list[str], Fault | None]:
        try:
            if row.fault is None:
                return cells_of(row.text, self._head.separator if self._head else ","), None
        except Fault as fault:
            return [], fault if self._head else None
        return [], row.fault

    def _kind(self, row: Row, cells: list[str]) -> str:
        """The type of a row in small letters; `header` too where no more of it can be read."""
        at = self._head.type if self._head else 0
        if not cells and self._starts(row.text):
            return col.HEAD
        return c.unshielded(cells[at].strip()).casefold() if at < len(cells) else ""

    def _may_be_head(self, row: Row, cells: list[str]) -> bool:
        """Whether it may name columns: the first row, or a later one where files were joined."""
        if self._head is None or row.text[:7].lstrip('"').casefold().startswith("record"):
            return True
        if len(cells) == 1:  # what stands between cells may be another from here on
            return "record" in row.text and "type" in row.text
        return self._kind(row, cells) == "type"

    def _new_head(self, row: Row) -> Generator[Item, None, bool]:
        """Whether the row was the names of the columns, good or bad."""
        if row.text[:4] == "sep=" and len(row.text) == 5:
            return True
        try:
            head = col.head_of(row.text)
            fault = None if head or self._head else col.why_no_head(row.text)
        except Fault as found:
            head, fault = None, found
        if head:
            yield from self._close(row.byte, row.line)
            self._head, self._stray = head, NO_HEADER
            self._rows.limit = MAX_BYTES  # a header may hold as much
        elif fault and not (self._draft and self._draft.error):
            yield from self._close(row.byte, row.line)
            self._fail(self._open(row), row, fault)
        return head is not None or fault is not None

    def _open(self, row: Row) -> _Draft:
        self._draft = _Draft(row)
        return self._draft

    def _take(self, draft: _Draft, row: Row, cells: Cells, kind: str) -> None:
        """Take a row into the record. Raises Fault."""
        number = cells.get("record")
        if kind == col.HEAD:
            draft.number = number
            draft.header = header_of(cells)
            return
        if number not in ("", draft.number):
            raise cells.fault("record", f"{OTHER}: expected {draft.number or 'an empty cell'}")
        if kind == col.END:
            cells.only(("record", "type"), "an `end` row")
            return
        if not kind:
            raise cells.fault("type", f"no `type`: expected one of {', '.join(col.KEYS)}")
        assert draft.header, "a draft without a header has an error"
        deals = draft.deals + (kind == "deal")
        cells.number("event", len(draft.events), ORDER)
        cells.number("deal", deals, ORDER)
        draft.add(event_of(cells, kind, draft.header.players, len(draft.events)), row.line)
        draft.deals = deals

    def _fail(self, draft: Draft, row: Row, fault: Fault) -> None:
        column = fault.column
        if column is None:
            separator = self._head.separator if self._head else max(SEPARATORS, key=row.text.count)
            column = place_of(row.text, separator, fault.at)
        fail(draft, row, fault, column)

    def _close(self, byte: int, line: int) -> Iterator[Item]:
        """The record that ends before this place, if one is open."""
        draft, self._draft = self._draft, None
        if draft:
            yield closed(draft, byte, line, self._check)
