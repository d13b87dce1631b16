"""From the values of a file to its records, whole ones and those in the stream form.

A record in the stream form is a header, which is the record without `events`, followed by its
events one by one. A value is an event where it has a `type` and does not start with `cardlog`;
while such a record is open, any other map that cannot be a record counts as a broken event of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, NamedTuple, TypeVar

import msgspec

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.formats._scan import (
    CUT_OFF,
    TOO_BIG,
    TOO_DEEP,
    Damage,
    Fault,
    Scanner,
    Span,
    Syntax,
)
from cardlog.records.game import Record, Wire

EMPTY: Final = "the file is empty: expected at least one record"
NO_HEADER: Final = "an event before any record: expected a record, or the header of one, first"
NO_EVENTS: Final = (
    "no key `events`: a record needs the list of its events"
    " (to read events that follow one by one, name the format `jsonl`)"
)

Item = Record | RecordError
T = TypeVar("T")


class Part(NamedTuple):
    """A part of a file: the records that start from byte `first` on and before `stop`.

    `found` is for a `first` where no record need start: the first one after it is looked for.
    `walked` is what attempts to find a value walked over before it (see _scan.py).
    """

    first: int = 0
    stop: int | None = None
    found: bool = False
    walked: int = 0


WHOLE: Final = Part()


def records(
    file: BinaryIO, syntax: Syntax, *, check: game.Check, stream: bool = True
) -> Iterator[Item]:
    """The records of a file in order, and a RecordError with its place for each that is none.

    What `check` raises about a record is such an error too; without `stream` a record in the
    stream form is one. Raises OSError where the file cannot be read on.
    """
    index = -1
    for index, item in enumerate(Walk(file, syntax, check=check, stream=stream)):
        yield item.located(index=index) if isinstance(item, RecordError) else item
    if index < 0:
        yield RecordError(EMPTY, index=0, byte=0)


@dataclass
class _Draft:
    """A record in the stream form, as far as it was read. Without `header`: stray events."""

    header: dict[str, Any] | None
    byte: int
    line: int | None
    end: int
    events: list[Any] = field(default_factory=list)
    size: int = 0

    def add(self, event: Any, span: Span) -> None:
        self.end = span.end
        self.size += len(span.view)
        if self.header is None or self.size > game.MAX_BYTES:
            self.events.clear()  # it is an error in any case: there is no need to keep it
        else:
            self.events.append(event)


class Walk:
    """Iterate for the items of a file, or of a part of it; it knows where in the file it is.

    `start` and `end` are the bytes of the item just given, those of a record in the stream form
    (`stream`) from its header to its last event. `first` is where the part's first record starts
    and `next`, after the end, where the one after the part does; `lines` the newlines between.
    """

    def __init__(
        self,
        file: BinaryIO,
        syntax: Syntax,
        *,
        check: game.Check,
        stream: bool = True,
        part: Part = WHOLE,
    ) -> None:
        self.scanner = Scanner(file, syntax, part.first)
        self.scanner.walked = part.walked
        self._check = check
        self._stream = stream
        self._stop = part.stop
        self._draft: _Draft | None = None
        if part.first:
            file.seek(part.first)
        if part.found:
            self.scanner.find_start()
        self.stream = False
        self.first = self.start = self.end = self.next = self.scanner.byte
        self.lines = 0

    @property
    def text(self) -> bool:
        """Whether the file is text, in which space may stand after an item before its `end`."""
        return self.scanner.syntax.lines

    @property
    def walked(self) -> int:
        """How many bytes attempts to find a value in vain walked over."""
        return self.scanner.walked

    def __iter__(self) -> Iterator[Item]:
        yield from self._items()
        yield from self._close()

    def _items(self) -> Iterator[Item]:
        stop = self._stop
        for span in self.scanner:
            if stop is not None and span.byte >= stop and self._next_part(span):
                return
            if isinstance(span, Damage):
                yield from self._damaged(span)
                continue
            value = self._value(span)
            if isinstance(value, Wire):
                yield self._made(span, game.from_wire, value)
            elif isinstance(value, Damage):
                yield from self._damaged(value)
            else:
                yield from self._take(span, value)
        self.next = self.scanner.byte
        self.lines = self.scanner.line - 1

    def _next_part(self, span: Span | Damage) -> bool:
        """Whether a record starts here that is not one of this part; then the part is at an end."""
        starts = span.of_record if isinstance(span, Damage) else self.scanner.starts_record(span)
        if starts:
            self.next = span.byte
            self.lines = 0 if span.line is None else span.line - 1
        return starts

    def _value(self, span: Span) -> Any:
        """The decoded value, typed where it is a whole record without surprises.

        Damage where it cannot be decoded; the scanner has then gone on to the next record.
        """
        syntax = self.scanner.syntax
        if self._draft is None and span.record:
            return span.record
        if self._draft is None:
            try:
                return syntax.wire(span.view)
            except (msgspec.DecodeError, RecursionError):
                pass  # the second look says what is wrong, or that nothing is
        try:
            return syntax.any(span.view)
        except RecursionError:
            return self.scanner.reject(span, Fault(TOO_DEEP))
        except msgspec.DecodeError as error:
            return self.scanner.reject(span, syntax.fault(str(error)))

    def _take(self, span: Span, value: Any) -> Iterator[Item]:
        """What a decoded value completes: a record, or the one that it puts an end to."""
        ran_on = self.scanner.syntax.ran_on
        whole = _is_record(value)
        if whole and "events" in value:
            yield from self._close()
            item = self._made(span, game.from_map, value)
            if isinstance(item, RecordError) and ran_on(value):
                yield from self._damaged(self.scanner.reject(span, Fault(CUT_OFF)))
            else:
                yield item
        elif ran_on(value):
            yield from self._damaged(self.scanner.reject(span, Fault(CUT_OFF)))
        elif whole:
            yield from self._close()
            self._draft = _Draft(value, span.byte, span.line, span.end)
        elif self._draft:
            self._draft.add(value, span)
        elif type(value) is dict and "type" in value:
            self._draft = _Draft(None, span.byte, span.line, span.end)
        else:
            yield self._made(span, self._from_value, value)

    def _from_value(self, value: Any) -> Record:
        if type(value) is list:
            raise RecordError(
                f"a {self.scanner.syntax.title} list where a record (a map) belongs:"
                " write the records one after another, without the brackets"
            )
        return game.from_map(value)

    def _close(self) -> Iterator[Item]:
        """The record whose events came one by one, now that there are no more of them."""
        draft, self._draft = self._draft, None
        if draft:
            yield self._made(draft, self._from_draft, draft)

    def _from_draft(self, draft: _Draft) -> Record:
        if draft.header is None:
            raise RecordError(NO_HEADER)
        if not self._stream:
            game.upgrade(draft.header)  # a newer version may have no `events`
            raise RecordError(NO_EVENTS)
        if draft.size > game.MAX_BYTES:
            raise RecordError(TOO_BIG)
        return game.from_map({**draft.header, "events": draft.events})

    def _damaged(self, damage: Damage) -> Iterator[Item]:
        """Damage among the events of a record in the stream form costs that record."""
        if damage.of_record:
            yield from self._close()
        draft, self._draft = self._draft, None
        self.start, self.end = draft.byte if draft else damage.byte, damage.end
        yield damage.error.located(event=len(draft.events)) if draft else damage.error

    def _made(self, place: Span | _Draft, make: Callable[[T], Record], value: T) -> Item:
        self.start, self.end, self.stream = place.byte, place.end, type(place) is _Draft
        try:
            record = make(value)
            if self._check:
                self._check(record)
        except RecordError as error:
            return error.located(byte=place.byte, line=place.line)
        return record


def _is_record(value: Any) -> bool:
    if type(value) is not dict:
        return False
    if "type" in value:  # an event, unless it starts as a record does
        return bool(next(iter(value)) == "cardlog")
    return "cardlog" in value or "events" in value
