"""The records of a table in the layout of CSV.md.

What is wrong in a record costs it whole: reading goes on at the next `header` row.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent
from cardlog.records.formats._assemble import EMPTY
from cardlog.records.formats._csv import cells as c
from cardlog.records.formats._csv import columns as col
from cardlog.records.formats._csv.event import Cells, event_of, header_of
from cardlog.records.formats._csv.rows import Row, Rows, cells_of, place_of
from cardlog.records.formats._notation.place import excerpt
from cardlog.records.formats._notation.tokens import Fault
from cardlog.records.formats._scan import TOO_BIG
from cardlog.records.game import MAX_BYTES, Record

MANY: Final = MAX_BYTES // 8  # events of one record: no format holds more in its 64 MiB
NO_HEADER: Final = "a row outside of any record: expected a `header` row before the events"
ENDED: Final = "a row after the `end` of its record: expected a `header` row"
OTHER: Final = "a row of another record, without its `header` row"
ORDER: Final = "a row is missing, or they stand in another order (an empty cell is right too)"

# A line that begins a record in the usual order of columns, whatever quote is open before it.
_START: Final = re.compile(r"\d*([,;\t])\1\1\"?header\"?\1|record[,;\t]deal[,;\t]")
_NAMES: Final = ",".join(col.PLACE)

Item = Record | RecordError


def _starts(line: str) -> bool:
    return _START.match(line) is not None


class _Draft:
    """A record as far as it was read; where it has an `error`, the rest is passed over."""

    def __init__(self, row: Row) -> None:
        self.byte = row.byte
        self.line = row.line
        self.number = ""
        self.header: game.Wire | None = None
        self.deals = 0
        self.events: list[AnyEvent] = []
        self.lines = array("Q")  # that the events stand on
        self.error: RecordError | None = None


class Reader:
    """Iterate for the records of a file, and a located RecordError for each that is none."""

    def __init__(self, file: BinaryIO, check: game.Check) -> None:
        self._rows = Rows(file, _starts)
        self._check = check
        self._head: col.Head | None = None
        self._draft: _Draft | None = None
        self._stray = NO_HEADER  # what is wrong with rows that stand here
        self._block = 0

    def __iter__(self) -> Iterator[Item]:
        index = -1
        for index, item in enumerate(self._items()):
            yield item.located(index=index) if isinstance(item, RecordError) else item
        if index < 0:
            yield RecordError(EMPTY, index=0, byte=0)

    def _items(self) -> Iterator[Item]:
        for row in self._rows:
            if row.fault or row.text.strip(' ,;\t"'):
                yield from self._row(row)
        yield from self._close(self._rows.end, self._rows.next_line)

    def _row(self, row: Row) -> Iterator[Item]:
        if self._head is None and (at := row.text.find(_NAMES)) > 0:
            row = row._replace(text=row.text[at:], fault=None)  # behind what was no table
        cells, fault = self._cells(row)
        if not fault and self._may_be_head(row, cells):
            if (yield from self._new_head(row)):
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
            self._hold_to_size(row.byte)

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
        if not cells and _starts(row.text):
            return col.HEAD
        return c.unshielded(cells[at].strip()).casefold() if at < len(cells) else ""

    def _may_be_head(self, row: Row, cells: list[str]) -> bool:
        """Whether it may name columns: the first row, or a later one where files were joined."""
        if self._head is None or row.text[:7].lstrip('"').casefold().startswith("record"):
            return True
        return self._kind(row, cells) == "type"

    def _new_head(self, row: Row) -> Iterator[Item]:
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
        draft.events.append(event_of(cells, kind, draft.header.players, len(draft.events)))
        draft.lines.append(row.line)
        draft.deals = deals

    def _fail(self, draft: _Draft, row: Row, fault: Fault) -> None:
        text, column = row.text, fault.column
        if column is None:
            column = place_of(text, self._separator(text), fault.at)
        before = text[:column]
        start = before.rfind("\n") + 1
        draft.error = RecordError(
            fault.message,
            byte=row.byte + len(before.encode(errors="surrogateescape")),
            line=row.line + before.count("\n"),
            column=column - start + 1,
            event=len(draft.events) if draft.header else None,
            excerpt=excerpt(text[start:].partition("\n")[0], column - start),
        )
        draft.events, draft.lines = [], array("Q")

    def _separator(self, text: str) -> str:
        return self._head.separator if self._head else max(",;\t", key=text.count)

    def _hold_to_size(self, byte: int) -> None:
        draft = self._draft
        if draft and not draft.error and self._too_big(draft, byte):
            draft.error = RecordError(TOO_BIG, byte=draft.byte, line=draft.line)
            draft.events, draft.lines = [], array("Q")

    def _too_big(self, draft: _Draft, byte: int) -> bool:
        return byte - draft.byte > MAX_BYTES or len(draft.events) > MANY

    def _close(self, byte: int, line: int) -> Iterator[Item]:
        """The record that ends before this place, if one is open."""
        draft, self._draft = self._draft, None
        if draft is None:
            return
        if draft.error is None:
            yield self._record(draft, byte)
            return
        draft.error.skipped = byte - draft.byte
        lines = line - draft.line
        told = f"{lines} line{'s' * (lines != 1)} passed over, from line {draft.line}"
        draft.error.message += f"; {told}"
        yield draft.error

    def _record(self, draft: _Draft, byte: int) -> Item:
        assert draft.header, "a draft without a header has an error"
        try:
            if self._too_big(draft, byte):
                raise RecordError(TOO_BIG)
            wire = msgspec.structs.replace(draft.header, events=tuple(draft.events))
            record = game.from_wire(wire)
            if self._check:
                self._check(record)
        except RecordError as error:
            at = draft.line if error.event is None else draft.lines[error.event]
            return error.located(byte=draft.byte, line=at)
        return record
