"""A ruling added to a record where it stands: its other lines stay as somebody wrote them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Final

from cardlog.records.events import AnyEvent, Ruling
from cardlog.records.formats._notation import header as h
from cardlog.records.formats._notation.actions import Events
from cardlog.records.formats._notation.lines import Block
from cardlog.records.formats._notation.quick import quick_at
from cardlog.records.formats._notation.read import Reader, events_of
from cardlog.records.formats._notation.tokens import MARK, uncommented
from cardlog.records.formats._notation.write import line_of, lines
from cardlog.records.game import Record

SPACE: Final = b" \t\r\n"


def amended(data: bytes, before: Record, after: Record) -> bytes:
    """The text of `before`, with the ruling that `after` has more, in the language of the text.

    A line changes only where its events do: a ruling that names an event which moves up, and
    players on one line with the ruling between them.
    """
    place = _place(before.events, after.events)
    text = _Text(data)
    made = b"\n".join(text.with_event(place, after))
    if list(Reader(io.BytesIO(made), None)) == [after]:
        return made
    written = "\n".join(lines(after, text.header.lang)).encode()
    return written + data[len(data.rstrip(SPACE)) :]


def _place(before: Sequence[AnyEvent], after: Sequence[AnyEvent]) -> int:
    """Where the ruling was put. Other rulings may have changed with it."""
    for place in range(len(after) - 1, 0, -1):
        if type(after[place]) is Ruling and all(
            old == new or type(old) is type(new) is Ruling
            for old, new in zip(before, (*after[:place], *after[place + 1 :]), strict=True)
        ):
            return place
    return 0


class _Text:
    """The lines of a record that can be read, as bytes, and the events that each of them holds."""

    def __init__(self, data: bytes) -> None:
        self.raw = data.split(b"\n")
        self.lines = Block(data, 0, 1, 0).lines
        first = MARK.search(self.lines[0])
        assert first, "a record begins with its first line"
        self.header = h.opened(first[1], first[2])
        start = 1
        while start < len(self.lines) and self.header.take(self.lines[start]):
            start += 1
        self.held: dict[int, tuple[int, Events]] = {}  # line -> its first event, and all of them
        self.end = start + len(b"\n".join(self.raw[start:]).rstrip(SPACE).splitlines())
        self._read_events(start)

    def _read_events(self, start: int) -> None:
        quick = quick_at(self.header.players(), self.header.lang)
        count = 0
        for n in range(start, len(self.lines)):
            made = events_of(quick, self.lines[n], count)
            if made is None:
                self.end = n
                return
            if made:
                self.held[n] = count, made
                count += len(made)

    def with_event(self, place: int, after: Record) -> Iterator[bytes]:
        """The lines with one more event of `after` among them, and the others as they are there."""
        where, changed = self.end, {}
        for n, (start, made) in self.held.items():
            indexes = [k + (k >= place) for k in range(start, start + len(made))]
            if start == place:
                where = n
            elif start < place < start + len(made):
                indexes.insert(place - start, place)
                where = -1
            now = tuple([after.events[k] for k in indexes])
            if now != made:
                changed[n] = self._written(n, after, now)
        if place and where > 0:  # a deal keeps the empty line before it
            while not self.raw[where - 1].strip():
                where -= 1
        for n, raw in enumerate(self.raw):
            if n == where:
                yield from self._written(n, after, after.events[place : place + 1])
            yield from changed.get(n, (raw,))
        if where == len(self.raw):
            yield from self._written(where - 1, after, after.events[place : place + 1])

    def _written(self, n: int, after: Record, events: Events) -> list[bytes]:
        """The lines of events, with the end of line n, and its comment where it is written anew."""
        made = [line_of(after, event, self.header.lang) for event in events]
        if n in self.held and len(events) >= len(self.held[n][1]) > 1:
            line = self.lines[n]
            made[-1] += line[len(uncommented(line).rstrip()) :].rstrip()
        end = b"\r" if self.raw[n].endswith(b"\r") else b""
        return [line.encode() + end for line in made]
