"""Going to a record of a file without decoding those before it.

The items passed over are those that a Walk would give. What stands between the starts of two
records and is one well-formed value is one item, whatever it holds. Other values are looked at as
far as it takes to tell records, headers and events apart. Where something is not well-formed, the
Walk itself goes on from there.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from cardlog.records.formats._assemble import Item, Walk
from cardlog.records.formats._scan import OVERLAP, Fault
from cardlog.records.game import MAX_BYTES

RECORD, HEADER, EVENT = range(3)
# In MessagePack a map that was cut off takes the records after it for its own parts.
INNER: Final = re.compile(rb"[\xa7\x07]cardlog")
KEYS: Final = re.compile(rb"[\xa7\x07]cardlog|[\xa6\x06]events")
TYPE: Final = b"\xa4type"
START: Final = b'{"cardlog"'
LIST_32: Final = b"\xdd"

_raw_lines: Final = msgspec.json.Decoder(msgspec.Raw).decode_lines


def _one_a_line(data: bytes, at: int, last: int, lines: list[memoryview]) -> bool:
    """Whether each value has a line to itself: looking for newlines is faster than counting."""
    for each in lines:
        end = at + len(each)
        if data.find(b"\n", at) != end:
            return False
        at = end + 1
    return at == last


def reach(walk: Walk, index: int) -> tuple[Item | None, int]:
    """The item of this number of a walk that has not begun, and how many there are before it.

    None where there is none; then that is how many there are.
    """
    left = _Skipper(walk).skip(index)
    for item in walk:
        if not left:
            return item, index
        left -= 1
    return None, index - left


class _Probe(msgspec.Struct):
    """The keys that say what a map is; their values are passed over."""

    cardlog: msgspec.Raw | UnsetType = UNSET
    events: msgspec.Raw | UnsetType = UNSET
    type: msgspec.Raw | UnsetType = UNSET


class _Skipper:
    """Moves the window of a walk on; places in it are counted from where the window is."""

    def __init__(self, walk: Walk) -> None:
        self._syntax = walk.scanner.syntax
        self._window = walk.scanner.window
        self._start = walk.scanner.start_in_window
        self._probe = self._syntax.decoder(_Probe)

    def skip(self, count: int) -> int:
        """Pass over so many items, or up to where the walk has to go on; how many are left then."""
        if self._syntax.lines:
            count = self._lines(count)
        while count and self._window.skip(self._syntax.space):
            count = self._up_to_starts(count)
            if not count or not self._in_pieces():
                break
            count -= 1
        return count

    def _lines(self, count: int) -> int:
        """The usual case of JSON Lines, a window at a time: every line is a record as written.

        The last line of a window stays: it may be a header, with its events in the next one.
        """
        window = self._window
        while count and len(window.data) - window.pos <= MAX_BYTES:
            end = window.data.rfind(b"\n", window.pos) + 1
            last = window.data.rfind(b"\n", window.pos, max(end - 1, 0)) + 1
            if last > window.pos:
                if window.data[last : last + len(START)] != START:
                    break
                try:
                    found = _raw_lines(window.view[window.pos : last])
                except (msgspec.DecodeError, RecursionError):
                    break
                lines = [memoryview(each) for each in found]
                if len(lines) > count or any(bytes(each[:10]) != START for each in lines):
                    break
                plain = _one_a_line(window.data, window.pos, last, lines)
                window.advance(last, len(lines) if plain else None)
                count -= len(lines)
            if not window.fill():
                break
        return count

    def _up_to_starts(self, count: int) -> int:
        """The usual case: records, or headers and their events, each up to the next one's start."""
        window, syntax = self._window, self._syntax
        search, before, raw = syntax.marks.search, syntax.before, syntax.raw
        own = search(window.data, window.pos) if self._begins(window.pos) else None
        while count and own:
            pos, passed = window.pos, own.end()
            following = search(window.data, passed)
            if not following:
                if len(window.data) - pos > MAX_BYTES or not window.fill():
                    break
                own = search(window.data, window.pos)
                continue
            end = before(window.data, following.start())
            if end <= pos or end - pos > MAX_BYTES:
                break
            try:
                raw(window.view[pos:end])
            except (msgspec.DecodeError, RecursionError):
                if not self._is_header_with_events(end):
                    break
            window.advance(end)
            own = following
            count -= 1
        return count

    def _is_header_with_events(self, end: int) -> bool:
        """Whether a header stands here and nothing up to `end` could be a record of its own.

        Then it is one item, even if an event is damaged: that costs the record, and the walk goes
        on at the next mark. For that `end` has to be a place between two values. In JSON it is one
        after a brace, for within a value a brace is never followed by one that opens. MessagePack
        is walked over in one go, as the list that it would be with so many events.
        """
        pos = self._window.pos
        first = self._syntax.end(self._window.view[pos:end])
        if isinstance(first, Fault) or self._kind(pos, pos + first) != HEADER:
            return False
        rest = self._window.data[pos + first : end]
        if self._syntax.lines:
            hidden = b'"events"' in rest or b"\\u" in rest
            return not hidden and rest.rstrip().endswith(b"}")
        if KEYS.search(rest):
            return False
        count = rest.count(TYPE)
        try:
            self._syntax.raw(LIST_32 + count.to_bytes(4, "big") + rest)
        except (msgspec.DecodeError, RecursionError):
            return False
        return True

    def _in_pieces(self) -> bool:
        """An item value by value: a record, or a header (or none) with the events after it.

        False, and nothing is passed over, where something is not well-formed.
        """
        kind, at = self._value(0)
        while kind in (HEADER, EVENT):
            at = self._space(at)
            if self._window.pos + at == len(self._window.data):
                break
            following, end = self._value(at)
            if following in (RECORD, HEADER):
                # Events are not decoded here. After one that cannot be, the walk would go to the
                # next record that begins as they should, and no other.
                if not self._begins(self._window.pos + at):
                    return False
                break
            kind, at = following, end
        if kind is None or at > MAX_BYTES:
            return False
        self._window.advance(self._window.pos + at)
        return True

    def _value(self, at: int) -> tuple[int | None, int]:
        """What the value there is, and its end; None where it is nothing that belongs there."""
        window, syntax = self._window, self._syntax
        while True:
            start = window.pos + at
            view = window.view[start:]
            if view[0] not in syntax.opens or at > MAX_BYTES:
                return None, at
            end = syntax.end(view)
            if not isinstance(end, Fault):
                break
            if not end.incomplete or len(view) > MAX_BYTES or not window.fill():
                return None, at
        return (self._kind(start, start + end) if end <= MAX_BYTES else None), at + end

    def _kind(self, start: int, end: int) -> int | None:
        data = self._window.data
        begins = self._begins(start)
        if not self._syntax.lines:
            # The mark of the record itself is the first of them.
            own = INNER.search(data, start, end) if begins else None
            if INNER.search(data, own.end() if own else start, end):
                return None
        view = self._window.view[start:end]
        try:
            keys = self._probe(view)
            if begins or (keys.type is UNSET and keys.cardlog is not UNSET):
                self._syntax.any(view)
                return HEADER if keys.events is UNSET else RECORD
        except (msgspec.DecodeError, RecursionError):
            return None
        if keys.cardlog is UNSET and keys.events is UNSET and keys.type is not UNSET:
            return EVENT
        return None

    def _begins(self, start: int) -> bool:
        """Whether what starts there begins as a record does."""
        return self._start(start, start + OVERLAP) == start

    def _space(self, at: int) -> int:
        """The end of the space there."""
        window, space = self._window, self._syntax.space
        while True:
            if space and (match := space.match(window.data, window.pos + at)):
                at = match.end() - window.pos
            left = len(window.data) - window.pos - at
            if left > 2 or (left and window.data[window.pos + at] != 0xEF) or not window.fill():
                return at
