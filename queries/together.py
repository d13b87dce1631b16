"""Segments put together again: the events of a record, from the columns of its deals."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardlog.queries.numbers import CARD, NONE
from cardlog.queries.segments import WORDS, Segment
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import (
    AT_PATTERN,
    AnyEvent,
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Gap,
    Misdeal,
    Points,
    Reveal,
    Score,
    Stay,
    Swap,
    Trick,
)
from cardlog.records.flat import NOBODY, POINTS, TURN_UP, Piles
from cardlog.records.game import event_of

_is_time: Final = re.compile(AT_PATTERN).search
_ANY: Final = "n"  # a letter for an event that stands whole in `extras`


def put_together(segments: Iterable[Segment]) -> tuple[AnyEvent, ...]:
    """The events of a record's segments. Raises RecordError where they are no events."""
    events: list[AnyEvent] = []
    for each in segments:
        try:
            events += _events(each, len(events))
        except (ValueError, KeyError, TypeError) as error:
            why = str(error) if type(error) is ValueError else "a card, letter or seat that is none"
            raise RecordError(
                f"the columns of a deal do not fit together: {why}", event=len(events)
            ) from None
    return tuple(events)


class _Simple(dict[int, Any]):
    """Events that a letter, a seat, a card and a target determine: made once, for they are frozen.

    A key has a byte for each. Those that take more from other columns are None.
    """

    def __missing__(self, key: int) -> Any:
        if len(self) >= 2**16:
            self.clear()  # a stranger's file may hold anything
        letter, seat, card, target = key.to_bytes(4, sys.byteorder)
        made = self[key] = _made(chr(letter), seat, card, target)
        return made


_simple: Final = _Simple()


def _made(letter: str, seat: int, card: int, target: int) -> Any:
    if letter == "d":
        return Draw(seat=_seat(seat), card=CARD[card])
    if letter == "r" and card != NONE:
        return Reveal(seat=_seat(seat), cards=(CARD[card],))
    if letter == TURN_UP and card != NONE:
        return Reveal(cards=(CARD[card],))
    if letter == "x":
        return Swap(seat=_seat(seat), target=_seat(target))
    if letter == "s":
        return Stay(seat=_seat(seat))
    if letter == "c":
        return Cut(seat=_seat(seat), card=CARD[card])
    if letter == "b":
        return Block(seat=_seat(seat), target=_seat(target), card=CARD[card])
    if letter == "m":
        return Misdeal() if seat == NONE else Misdeal(seat=seat)
    return Gap() if letter == "g" else None


class _Calls(dict[tuple[int, Any], Call]):
    """Calls by seat and word."""

    def __missing__(self, key: tuple[int, Any]) -> Call:
        seat, word = key
        if word not in WORDS:
            raise ValueError("a call without its word")
        made = self[key] = Call(seat=_seat(seat), call=word)
        return made


_call: Final = _Calls()


def _seat(seat: int) -> int:
    if seat == NONE:
        raise ValueError("an event without its seat")
    return seat


def _events(s: Segment, before: int) -> list[AnyEvent]:
    size = len(s.kinds)
    extras = {} if s.extras is None else _whole(s.extras, size, before)
    kinds = s.kinds
    if extras:
        kinds = "".join([_ANY if k in extras else kind for k, kind in enumerate(kinds)])
    targets = kinds if s.targets is None else s.targets
    for name, column in (("seats", s.seats), ("cards", s.cards), ("targets", targets)):
        if len(column) != size:
            raise ValueError(f"{size} letters in `kinds`, and {len(column)} values in `{name}`")
    keys = bytearray(b"\xff") * (4 * size)
    keys[::4], keys[1::4], keys[2::4] = kinds.encode("latin-1"), s.seats, s.cards
    if s.targets is not None:
        keys[3::4] = s.targets
    events: list[Any] = [_simple[key] for key in memoryview(keys).cast("I")]
    for place, event in extras.items():
        events[place] = event
    missing = [place for place, event in enumerate(events) if event is None]
    if missing:
        _fill(events, missing, s)
    if s.at is not None or s.auto is not None:
        _set_times(events, s, extras)
    return events


def _whole(text: str, size: int, before: int) -> dict[int, AnyEvent]:
    """The events that stand in `extras`, by their place in the segment."""
    found: dict[int, AnyEvent] = {}
    for place, data in msgspec.json.decode(text, type=list[tuple[int, dict[str, Any]]]):
        if not 0 <= place < size:
            raise ValueError(f"`extras` holds an event {place} of {size}")
        found[place] = event_of(data, before + place)
    return found


def _fill(events: list[Any], missing: list[int], s: Segment) -> None:
    """Put in the events that take from other columns, in their order."""
    tricks, packets, calls = _hands(s.tricks), _hands(s.packets), iter(s.calls or ())
    scored = s.claim is None
    kinds, seats = s.kinds, s.seats
    for place in missing:
        letter, seat = kinds[place], seats[place]
        if letter == "t":
            event: Any = Trick(leader=_seat(seat), cards=next(tricks))
        elif letter == "a":
            event = _call[seat, next(calls, None)]
        elif letter == "S" and not scored:
            event = _score(s)
            scored = True
        elif letter == "D" and place == 0:
            event = _deal(s, seat)
        elif letter == "p":
            event = Discard(seat=_seat(seat), cards=next(packets))
        elif letter == "r":
            event = Reveal(seat=_seat(seat), cards=next(packets))
        elif letter == TURN_UP:
            event = Reveal(cards=next(packets))
        else:
            raise ValueError(f"`{letter}` in `kinds` is not told elsewhere")
        events[place] = event


def _hands(packed: Piles | None) -> Iterator[Any]:
    """Lists of cards, one after another. Raises ValueError where there are no more."""
    if packed is not None:
        cards = _cards(packed.cards)
        end = 0
        for size in packed.sizes:
            start, end = end, end + size
            yield cards[start:end]
    raise ValueError("fewer lists of cards than `kinds` says")


def _cards(numbers: bytes) -> tuple[Card, ...]:
    return tuple([CARD[number] for number in numbers])


def _deal(s: Segment, dealer: int) -> Deal:
    if s.hands is None:
        raise ValueError("a deal without `hands`")
    hands = _hands(s.hands)
    return Deal(
        dealer=_seat(dealer),
        hands=tuple([next(hands) for _ in s.hands.sizes]),
        stock=UNSET if s.stock is None else _cards(s.stock),
    )


def _score(s: Segment) -> Score:
    claim: Any = s.claim
    if None in claim:
        raise ValueError("`claim` holds a null")
    if s.points is None:
        return Score(changes=tuple(claim))
    if len(s.points) != len(POINTS) or any(side is not None and side < NOBODY for side in s.points):
        raise ValueError("`points` holds no five sides")
    named: dict[str, Any] = {
        name: None if side == NOBODY else side
        for name, side in zip(POINTS, s.points, strict=True)
        if side is not None
    }
    return Score(changes=tuple(claim), points=Points(**named))


def _set_times(events: list[Any], s: Segment, extras: dict[int, AnyEvent]) -> None:
    size = len(events)
    at, auto = s.at or [None] * size, s.auto or [None] * size
    for place, (time, by_machine) in enumerate(zip(at, auto, strict=True)):
        if place in extras or (time is None and by_machine is None):
            continue
        if time is not None and not _is_time(time):
            raise ValueError("`at` holds no time with a zone")
        events[place] = msgspec.structs.replace(
            events[place],
            at=UNSET if time is None else time,
            auto=UNSET if by_machine is None else by_machine,
        )
    if len(at) != size:
        raise ValueError("`at` has another length than `kinds`")
