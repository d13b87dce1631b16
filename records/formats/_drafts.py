"""Records put together line by line: one is open at a time, and a bad line costs it whole."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

import msgspec

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent
from cardlog.records.formats._assemble import EMPTY
from cardlog.records.formats._notation.place import excerpt
from cardlog.records.formats._notation.tokens import Fault
from cardlog.records.formats._scan import TOO_BIG
from cardlog.records.game import MAX_BYTES, Record

MANY: Final = MAX_BYTES // 8  # events of one record: no format holds more in its 64 MiB

Item = Record | RecordError


class Line(Protocol):
    """A line, or a row of several, and where it stands: `byte` from 0 and `line` from 1."""

    @property
    def text(self) -> str: ...
    @property
    def byte(self) -> int: ...
    @property
    def line(self) -> int: ...


class Draft:
    """A record as far as it was read; where it has an `error`, the rest is passed over."""

    def __init__(self, line: Line) -> None:
        self.byte = line.byte
        self.line = line.line
        self.header: game.Wire | None = None
        self.deals = 0
        self.events: list[AnyEvent] = []
        self.lines = array("Q")  # that the events stand on
        self.error: RecordError | None = None

    def add(self, event: AnyEvent, line: int) -> None:
        """One more event, which stands on this line."""
        self.events.append(event)
        self.lines.append(line)

    def give_up(self, error: RecordError) -> None:
        """Keep the error, and nothing that was read."""
        self.error = error
        self.events, self.lines = [], array("Q")


def fail(draft: Draft, at: Line, fault: Fault, column: int) -> None:
    """What is wrong in this line, at a column (from 0) of its text, costs the record."""
    before = at.text[:column]
    start = before.rfind("\n") + 1
    error = RecordError(
        fault.message,
        byte=at.byte + len(before.encode(errors="surrogateescape")),
        line=at.line + before.count("\n"),
        column=column - start + 1,
        event=len(draft.events) if draft.header else None,
        excerpt=excerpt(at.text[start:].partition("\n")[0], column - start),
    )
    draft.give_up(error)


def hold_to_size(draft: Draft | None, byte: int) -> None:
    """Give a record up that has become too big before this byte."""
    if draft and not draft.error and _too_big(draft, byte):
        draft.give_up(RecordError(TOO_BIG, byte=draft.byte, line=draft.line))


def closed(draft: Draft, byte: int, line: int, check: game.Check) -> Item:
    """The record that ends before this byte and this line, or what is wrong with it."""
    if draft.error is None:
        return _record(draft, byte, check)
    draft.error.skipped = byte - draft.byte
    lines = line - draft.line
    told = f"{lines} line{'s' * (lines != 1)} passed over, from line {draft.line}"
    draft.error.message += f"; {told}"
    return draft.error


def counted(items: Iterable[Item]) -> Iterator[Item]:
    """The items with their numbers in the file; an error where there is none."""
    index = -1
    for index, item in enumerate(items):
        yield item.located(index=index) if isinstance(item, RecordError) else item
    if index < 0:
        yield RecordError(EMPTY, index=0, byte=0)


def _record(draft: Draft, byte: int, check: game.Check) -> Item:
    assert draft.header, "a draft without a header has an error"
    try:
        if _too_big(draft, byte):
            raise RecordError(TOO_BIG)
        record = game.from_wire(msgspec.structs.replace(draft.header, events=tuple(draft.events)))
        if check:
            check(record)
    except RecordError as error:
        at = draft.line if error.event is None else draft.lines[error.event]
        return error.located(byte=draft.byte, line=at)
    return record


def _too_big(draft: Draft, byte: int) -> bool:
    return byte - draft.byte > MAX_BYTES or len(draft.events) > MANY
