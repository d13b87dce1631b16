"""The records of a file in the notation, one after another.

A record begins at its first line (`cardlog 1: pitch`) and ends at `end`, at the first line of the
next one or with the file. What is wrong in it costs the whole record: reading goes on at the next
first line, or after `end`. Outside of records any text may stand, as in a mail.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent
from cardlog.records.formats._assemble import EMPTY
from cardlog.records.formats._notation import header as h
from cardlog.records.formats._notation.actions import Events
from cardlog.records.formats._notation.lines import Block, Lines
from cardlog.records.formats._notation.place import excerpt, shown
from cardlog.records.formats._notation.quick import Quick, quick_at
from cardlog.records.formats._notation.stray import ENDS, is_of_record
from cardlog.records.formats._notation.texts import json_line, opening, text_line
from cardlog.records.formats._notation.tokens import LIKE_FIRST, MARK, Fault
from cardlog.records.formats._scan import TOO_BIG
from cardlog.records.game import MAX_BYTES, Record

STRAY: Final = 2**20  # bytes of a line that are kept where no record is read
RECENT: Final = 8  # blocks in which the line of an event is looked up
MANY: Final = MAX_BYTES // 8  # events of one record: no format holds more in its 64 MiB

NO_RECORD: Final = "no record here: expected a line like `cardlog 1: chase-the-ace`, then its lines"
UTF_16: Final = "the text is UTF-16: save it as UTF-8"
FIRST_LINE: Final = "expected the first line of a record, like `cardlog 1: chase-the-ace`"
STRAY_LINES: Final = (
    "lines of a record without its first line: expected a line like `cardlog 1: chase-the-ace`"
)
NOT_UTF_8: Final = "a byte that is no UTF-8: save the text as UTF-8"
NUL: Final = "a NUL, which is in no text: restore what stood here, or remove it"
NO_TEXT: Final = "a line of more than 1 MiB, and no record in it: remove it"
END_ALONE: Final = "expected nothing after the word that ends a record"


Item = Record | RecordError


def events_of(quick: Quick, line: str, index: int) -> Events | None:
    """The events of any line after the header; None where it ends the record. Raises Fault."""
    if line == quick.end:
        return None
    table = quick.table
    keyword, after = opening(table, line)
    if keyword is None:
        made = quick.read(line)
        return table.events(line) if made is None else made
    if keyword == "{":
        return (json_line(line, index),)
    if keyword != "end":
        return text_line(table, line, keyword)
    if not ENDS.match(line):
        raise Fault(END_ALONE, column=after)
    return None


def begins_record(line: str) -> bool:
    """Whether a record begins this line, or something that is meant to be one."""
    match = MARK.search(line) if "ardlog" in line else None
    if match:
        return not line[: match.start()].strip()
    return LIKE_FIRST.match(line) is not None


class _Draft:
    """A record as far as it was read; where it has an `error`, the rest is passed over."""

    def __init__(self, byte: int, line: int) -> None:
        self.byte = byte
        self.line = line
        self.header: h.Header | None = None
        self.quick: Quick | None = None  # once the header has ended, and while nothing is wrong
        self.first = 0  # the line of the first event
        self.events: list[AnyEvent] = []
        self.error: RecordError | None = None


class Reader:
    """Iterate for the records of a file, and a located RecordError for each that is none.

    `places` holds the first byte and the end of what `items` gives next. A record that begins a
    line at `stop` or after it ends the reading; then `next` is its place, else the file's end.
    """

    def __init__(
        self, file: BinaryIO, check: game.Check, byte: int = 0, stop: int | None = None
    ) -> None:
        self._lines = Lines(file, STRAY, byte)
        self._stop = stop
        self._stopped = False
        self.next = byte
        self.newlines = 0  # before `next`
        self.places: deque[tuple[int, int]] = deque()
        self._check = check
        self._draft: _Draft | None = None
        self._recent: deque[Block] = deque(maxlen=RECENT)
        self._first = ""  # of the text outside of records

    def __iter__(self) -> Iterator[Item]:
        index = -1
        for index, item in enumerate(self.items()):
            self.places.clear()
            yield item.located(index=index) if isinstance(item, RecordError) else item
        if index < 0:
            wide = self._first.startswith(("\udcff\udcfe", "\udcfe\udcff"))
            message = UTF_16 if wide else NO_RECORD if self._first else EMPTY
            yield RecordError(message, index=0, byte=0, line=1 if self._first else None)

    def items(self) -> Iterator[Item]:
        """The same without their numbers, and nothing where nothing is."""
        line = 1
        for block in self._lines:
            self._recent.append(block)
            yield from self._block(block)
            if self._stopped:
                return
            self.next, line = block.end, block.line + len(block.lines)
            self.newlines = line - 1
            self._hold_to_size(self.next)
        yield from self._close(self.next, line)

    def _block(self, block: Block) -> Iterator[Item]:
        at, lines = 0, block.lines
        while at < len(lines) and not self._stopped:
            draft = self._draft
            if draft and draft.quick:
                at = draft.quick.take(lines, at, draft.events)
            elif draft and draft.header and not draft.error:
                at = draft.header.again(lines, at)
            if at < len(lines):
                yield from self._line(block, at, lines[at])
                at += 1

    def _line(self, block: Block, n: int, line: str) -> Sequence[Item]:
        """What a line completes. A record may begin in it, behind the last line of another."""
        if "ardlog" not in line:
            return self._part(block, n, line)
        match = MARK.search(line)
        if match is None and LIKE_FIRST.match(line) is None:
            return self._part(block, n, line)
        before = line[: match.start()] if match else ""
        if self._is_stop(block, n, before):
            return self._close(self.next, self.newlines + 1)
        byte = block.byte_of(n)
        items: list[Item] = []
        if before.strip():
            byte = block.byte_at(n, len(before))
            items += self._part(block, n, before, byte)
        items += self._close(byte, block.line + n)
        draft = self._draft = _Draft(byte, block.line + n)
        self._lines.limit = MAX_BYTES
        try:
            if match is None:
                raise Fault(FIRST_LINE, column=0)
            draft.header = h.opened(match[1], match[2])
        except Fault as fault:
            if fault.column is None:
                fault.column = match.start(2) if match and match[2] else len(line)
            self._fail(draft, block, n, line, fault)
        return items

    def _is_stop(self, block: Block, n: int, before: str) -> bool:
        """Whether the record that begins in this line is one of the part that follows.

        One that begins behind another one's end is not: its line would be no whole one there.
        """
        byte = block.byte_of(n)
        if self._stop is not None and byte >= self._stop and not before.strip():
            self._stopped = not block.lost or n > 0
        if self._stopped:
            self.next, self.newlines = byte, block.line + n - 1
        return self._stopped

    def _part(self, block: Block, n: int, line: str, end: int | None = None) -> Sequence[Item]:
        """What a line completes, or the beginning of one before the byte `end`."""
        draft = self._draft
        if draft is None:
            draft = self._outside(block, n, line)
        if draft is None:
            return ()
        if draft.error is None:
            try:
                if self._taken(draft, block, n, line):
                    return ()
            except Fault as fault:
                self._fail(draft, block, n, line, fault)
                return ()
            return self._close(end or block.byte_of(n + 1), block.line + n + 1)
        if ENDS.match(line):
            return self._close(end or block.byte_of(n + 1), block.line + n + 1)
        return ()

    def _taken(self, draft: _Draft, block: Block, n: int, line: str) -> bool:
        """Take a line into the record; False where it ends the record. Raises Fault."""
        column = block.undecoded(n)
        if column is not None:
            raise Fault(NOT_UTF_8, column=column)
        if block.lost and not n:
            raise Fault(TOO_BIG, column=0)
        if draft.quick is None:
            assert draft.header, "a draft without a header has an error"
            if draft.header.take(line):
                return True
            draft.quick = quick_at(draft.header.players(), draft.header.lang)
            draft.first = block.line + n
        made = events_of(draft.quick, line, len(draft.events))
        draft.events += made or ()
        return made is not None

    def _line_of(self, draft: _Draft, event: int) -> tuple[int, str] | None:
        """The line of an event that turned out to be wrong, where it can still be looked up."""
        if draft.quick is None or draft.first < self._recent[0].line:
            return None
        count = 0
        for block in self._recent:
            for number, line in enumerate(block.lines, block.line):
                if number < draft.first:
                    continue
                try:
                    count += len(events_of(draft.quick, line, count) or ())
                except Fault:  # the next record begins in this line
                    return None
                if count > event:
                    return number, line
        return None

    def _outside(self, block: Block, n: int, line: str) -> _Draft | None:
        """Pass over text between records, unless it is what a lost first line has left."""
        self._first = self._first or line.strip()
        damaged = block.undecoded(n)
        if damaged is not None:
            fault = Fault(NOT_UTF_8, column=damaged)
        elif block.lost and not n:
            fault = Fault(NO_TEXT, column=0)
        elif "\0" in line:
            fault = Fault(NUL, column=line.index("\0"))
        elif is_of_record(line):
            fault = Fault(STRAY_LINES, column=0)
        else:
            return None
        draft = self._draft = _Draft(block.byte_of(n), block.line + n)
        self._fail(draft, block, n, line, fault)
        return draft

    def _fail(self, draft: _Draft, block: Block, n: int, line: str, fault: Fault) -> None:
        column = fault.column or 0
        told = draft.header.told() if draft.header else ""
        draft.error = RecordError(
            f"{fault.message} ({told})" if told else fault.message,
            byte=block.byte_at(n, column),
            line=block.line + n,
            column=column + 1,
            event=len(draft.events) if draft.quick else None,
            excerpt=excerpt(line, column),
        )
        draft.events, draft.quick = [], None
        self._lines.limit = STRAY

    def _hold_to_size(self, byte: int) -> None:
        draft = self._draft
        if (
            draft
            and not draft.error
            and (byte - draft.byte > MAX_BYTES or len(draft.events) > MANY)
        ):
            draft.error = RecordError(TOO_BIG, byte=draft.byte, line=draft.line)
            draft.events, draft.quick = [], None
            self._lines.limit = STRAY

    def _close(self, byte: int, line: int) -> Sequence[Item]:
        """The record that ends before this place, if one is open."""
        draft, self._draft = self._draft, None
        self._lines.limit = STRAY
        if draft is None:
            return ()
        self.places.append((draft.byte, byte))
        if draft.error is None:
            try:
                return (self._record(draft, byte),)
            except RecordError as error:
                found = None if error.event is None else self._line_of(draft, error.event)
                line, text = found or (draft.line, None)
                return (error.located(byte=draft.byte, line=line, excerpt=text and shown(text)),)
        draft.error.skipped = byte - draft.byte
        lines, above = max(1, line - draft.line), (draft.error.line or draft.line) - draft.line
        draft.error.message += f"; {lines} line{'s' * (lines != 1)} passed over"
        if above:  # by distance: the number of a line depends on where reading began
            draft.error.message += f", {above} of them before this one"
        return (draft.error,)

    def _record(self, draft: _Draft, byte: int) -> Record:
        assert draft.header, "a draft without a header has an error"
        if byte - draft.byte > MAX_BYTES or len(draft.events) > MANY:
            raise RecordError(TOO_BIG)
        try:
            draft.header.players()
        except Fault as fault:  # there was no event yet that would have asked for them
            raise RecordError(fault.message) from None
        record = game.from_wire(draft.header.wire(draft.events))
        if self._check:
            self._check(record)
        return record
