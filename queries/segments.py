"""A deal as it is kept in a table: its events as strings and lists of small numbers, and back.

`cut_up` takes a record's events apart into segments: what came before the first deal, then one
for each deal. Whatever happens at tables every day has its place in a segment's columns (SCHEMA.md
says what each holds); an event with something that has none stands whole in `extras` as well, so
that `put_together` (together.py) gives back the very same events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple, get_args

import msgspec
from msgspec import UNSET

from cardlog.queries.numbers import NONE, Packed
from cardlog.records.cards import Card
from cardlog.records.events import (
    AnyEvent,
    Block,
    Call,
    CallWord,
    Cut,
    Deal,
    Discard,
    Draw,
    Extension,
    Gap,
    Kept,
    Misdeal,
    Note,
    Reveal,
    Ruling,
    Score,
    Stay,
    Swap,
    Trick,
    Unknown,
)

# One letter an event, in `kinds`. A `reveal` without a seat turns up the top of the stock.
LETTERS: Final[dict[type[Any], str]] = {
    Deal: "D", Stay: "s", Swap: "x", Block: "b", Cut: "c", Draw: "d", Reveal: "r", Call: "a",
    Discard: "p", Trick: "t", Misdeal: "m", Score: "S", Gap: "g", Note: "n", Ruling: "j",
    Extension: "e", Unknown: "?",
}  # fmt: skip
TURN_UP: Final = "u"
POINTS: Final = ("high", "low", "jack", "game", "nine")
NOBODY: Final = -1  # among `points`: claimed for nobody
WORDS: Final[tuple[str, ...]] = get_args(CallWord)
MOST_PLAYERS: Final = 250  # whose seats fit into a byte
_points: Final = attrgetter(*POINTS)
_number: Final = attrgetter("number")
_LEAST: Final = -(2**31)
_MOST: Final = 2**31 - 1


class Segment(NamedTuple):
    """The columns of one deal; the fields and their meaning are those of SCHEMA.md."""

    kinds: str
    seats: bytes
    cards: bytes
    targets: bytes | None = None
    hands: Packed | None = None
    stock: bytes | None = None
    tricks: Packed | None = None
    packets: Packed | None = None
    calls: list[str] | None = None
    claim: list[int] | None = None
    points: list[int | None] | None = None
    at: list[str | None] | None = None
    auto: list[bool | None] | None = None
    extras: str | None = None


class Unfit(ValueError):
    """A seat that is none: such a record is kept as text."""


def starts_of(events: tuple[AnyEvent, ...]) -> list[int]:
    """Where deals begin."""
    return [index for index, event in enumerate(events) if type(event) is Deal]


def cut_up(
    events: tuple[AnyEvent, ...], starts: list[int], timed: bool
) -> Iterator[tuple[int, Segment]]:
    """The segments that begin at 0 and at `starts`, each with where it begins; none is empty.

    `timed` is False where no event has `at` or `auto`. Raises Unfit where a seat is out of range.
    """
    begin = 0
    try:
        for start in (*starts, len(events)):
            if start > begin:
                yield begin, segment(events[begin:start], timed)
            begin = start
    except (ValueError, OverflowError):  # bytes hold no other numbers
        raise Unfit from None


def segment(events: tuple[Any, ...], timed: bool) -> Segment:
    """The events of one deal as columns. Raises ValueError where a seat fits into no byte."""
    kinds: list[str] = []
    seats: list[int] = []
    cards: list[int] = []
    targets: list[tuple[int, int]] = []
    tricks: list[tuple[Card, ...]] = []
    shown: list[int] = []  # cards in packets
    packets: list[int] = []
    calls: list[str] = []
    extras: list[tuple[int, Any]] = []
    deal: Deal | None = None
    score: Score | None = None
    for event in events:
        kind = type(event)
        if kind is Draw:
            kinds.append("d")
            seats.append(event.seat)
            cards.append(event.card.number)
        elif kind is Trick:
            kinds.append("t")
            seats.append(event.leader)
            cards.append(NONE)
            tricks.append(event.cards)
        elif kind is Reveal:
            seat = event.seat
            if seat is UNSET:
                kinds.append(TURN_UP)
                seats.append(NONE)
            else:
                kinds.append("r")
                seats.append(seat)
            if len(event.cards) == 1:
                cards.append(event.cards[0].number)
            else:
                cards.append(NONE)
                shown += [card.number for card in event.cards]
                packets.append(len(event.cards))
        elif kind is Swap:
            targets.append((len(kinds), event.target))
            kinds.append("x")
            seats.append(event.seat)
            cards.append(NONE)
        elif kind is Stay:
            kinds.append("s")
            seats.append(event.seat)
            cards.append(NONE)
        elif kind is Call:
            kinds.append("a")
            seats.append(event.seat)
            cards.append(NONE)
            calls.append(event.call)
        elif kind is Score and score is None and _fits(event):
            kinds.append("S")
            seats.append(NONE)
            cards.append(NONE)
            score = event
        elif kind is Deal and deal is None:
            kinds.append("D")
            seats.append(event.dealer)
            cards.append(NONE)
            deal = event
            if event.shuffle is not UNSET:
                extras.append((len(kinds) - 1, event))
        elif kind is Cut:
            kinds.append("c")
            seats.append(event.seat)
            cards.append(event.card.number)
        elif kind is Block:
            targets.append((len(kinds), event.target))
            kinds.append("b")
            seats.append(event.seat)
            cards.append(event.card.number)
        elif kind is Discard:
            kinds.append("p")
            seats.append(event.seat)
            cards.append(NONE)
            shown += [card.number for card in event.cards]
            packets.append(len(event.cards))
        else:
            if not _plain(event):
                extras.append((len(kinds), event))
            kinds.append(LETTERS[kind])
            seat = getattr(event, "seat", UNSET) if kind is Misdeal else UNSET
            seats.append(NONE if seat is UNSET else seat)
            cards.append(NONE)
    return Segment(
        "".join(kinds),
        bytes(seats),
        bytes(cards),
        _targets(targets, len(kinds)) if targets else None,
        *_dealt(deal),
        _packed(tricks) if tricks else None,
        Packed(bytes(shown), packets) if packets else None,
        calls or None,
        *_claimed(score),
        *(_times(events) if timed else (None, None)),
        _extras(extras) if extras else None,
    )


def _packed(lists: Sequence[tuple[Card, ...]]) -> Packed:
    return Packed(bytes(map(_number, chain.from_iterable(lists))), [*map(len, lists)])


def _plain(event: AnyEvent) -> bool:
    """Whether nothing is left of an event of the rarer kinds beside what columns hold."""
    if type(event) is Misdeal:
        return event.reason is UNSET
    return type(event) is Gap and event.text is UNSET


def _fits(score: Score) -> bool:
    changes, points = score.changes, score.points
    for change in changes:
        if not _LEAST <= change <= _MOST:
            return False
    if points is UNSET:
        return True
    sides = [side for side in _points(points) if type(side) is int]
    return not sides or max(sides) < 127


def _targets(targets: list[tuple[int, int]], size: int) -> bytes:
    aligned = bytearray([NONE]) * size
    for place, target in targets:
        aligned[place] = target
    return bytes(aligned)


def _dealt(deal: Deal | None) -> tuple[Packed | None, bytes | None]:
    if deal is None:
        return None, None
    stock = deal.stock
    return (
        _packed(deal.hands),
        None if stock is UNSET else bytes(map(_number, stock)),
    )


def _claimed(score: Score | None) -> tuple[list[int] | None, list[int | None] | None]:
    if score is None:
        return None, None
    if score.points is UNSET:
        return list(score.changes), None
    return list(score.changes), [
        None if side is UNSET else NOBODY if side is None else side
        for side in _points(score.points)
    ]


def _times(
    events: tuple[AnyEvent, ...],
) -> tuple[list[str | None] | None, list[bool | None] | None]:
    at = [getattr(event, "at", UNSET) for event in events]
    auto = [getattr(event, "auto", UNSET) for event in events]
    return _absent_as_none(at), _absent_as_none(auto)


def _absent_as_none(values: list[Any]) -> list[Any] | None:
    found = [None if value is UNSET else value for value in values]
    return found if any(value is not None for value in found) else None


def _extras(extras: list[tuple[int, Any]]) -> str:
    whole = [[k, e.data if isinstance(e, Kept) else e] for k, e in extras]
    return msgspec.json.encode(whole).decode()
