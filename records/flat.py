"""The events of a record as flat columns: strings and small numbers, in the order of the events.

For whoever goes through many records at once, an archive or compiled rules: one pass takes the
events apart, and nothing has to ask again what kind each of them is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from cardlog.records.cards import Card
from cardlog.records.events import (
    AnyEvent,
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Extension,
    Gap,
    Misdeal,
    Note,
    Points,
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
NONE: Final = 255  # no seat, no card
POINTS: Final = ("high", "low", "jack", "game", "nine")
NOBODY: Final = -1  # has a point
UNSAID: Final = -128  # who has it

_sides: Final = attrgetter(*POINTS)


class Piles(NamedTuple):
    """Several lists of cards in one, as numbers: each ends where the next begins."""

    cards: bytes
    sizes: list[int]

    def after(self, count: int) -> Piles:
        """All lists but the first ones."""
        return Piles(self.cards[sum(self.sizes[:count]) :], self.sizes[count:])


NO_PILES: Final = Piles(b"", [])


class Claims(NamedTuple):
    """What the scores of a record say: how many changes each, all changes, and its points.

    Points are five small signed numbers, of high, low, jack, game and nine: a side, NOBODY, or
    UNSAID; None for a score that has none.
    """

    sizes: list[int]
    changes: array[int]
    points: list[bytes | None]


class Flat:
    """See above. `seats` and `cards` have a byte an event: who acts (deals, leads), and the card
    that the event is about (`Card.number`); NONE where there is none."""

    __slots__ = (
        "_claims", "calls", "cards", "deals", "dealt", "hands", "kinds", "others", "packets",
        "scores", "seats", "shuffled", "stock_sizes", "stocks", "targets", "tricks",
    )  # fmt: skip

    kinds: str
    seats: bytes
    cards: bytes
    deals: list[int]  # where deals begin
    targets: list[tuple[int, int]]  # of swaps and blocks: which event, and with whom
    dealt: list[int]  # how many hands, one number a deal
    hands: Piles  # all of them
    stocks: bytes  # the undealt cards of all deals, one after the other
    stock_sizes: list[int | None]  # how many of them are of each deal; None: not written down
    tricks: Piles
    packets: Piles  # one a discard, and a reveal of no card or of several
    calls: list[str]
    scores: list[Score]
    shuffled: bool  # whether a deal tells how it was shuffled
    others: list[tuple[int, Any]]  # misdeals, gaps, notes, rulings and kept events, with where

    def __init__(self, events: tuple[AnyEvent, ...]) -> None:
        """Raises ValueError where a seat fits into no byte."""
        kinds: list[str] = []
        seats: list[int] = []
        cards: list[int] = []
        self.deals, self.targets, self.others = deals, targets, others = [], [], []
        self.dealt = dealt = []
        hands: list[tuple[Card, ...]] = []
        stocks: list[Any] = []
        tricks: list[tuple[Card, ...]] = []
        packets: list[tuple[Card, ...]] = []
        self.calls, self.scores = calls, scores = [], []
        self.shuffled = False
        self._claims: Claims | None = None
        event: Any
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
                shown = event.cards
                if len(shown) == 1:
                    cards.append(shown[0].number)
                else:
                    cards.append(NONE)
                    packets.append(shown)
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
            elif kind is Score:
                kinds.append("S")
                seats.append(NONE)
                cards.append(NONE)
                scores.append(event)
            elif kind is Deal:
                deals.append(len(kinds))
                kinds.append("D")
                seats.append(event.dealer)
                cards.append(NONE)
                dealt.append(len(event.hands))
                hands += event.hands
                stocks.append(event.stock)
                if event.shuffle is not UNSET:
                    self.shuffled = True
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
                packets.append(event.cards)
            else:
                others.append((len(kinds), event))
                kinds.append(LETTERS[kind])
                seat = getattr(event, "seat", UNSET) if kind is Misdeal else UNSET
                if seat == NONE:
                    raise ValueError("this seat cannot be told from none")
                seats.append(NONE if seat is UNSET else seat)
                cards.append(NONE)
        self.kinds = "".join(kinds)
        self.seats = bytes(seats)
        self.cards = bytes(cards)
        self.hands, self.tricks, self.packets = _piles(hands), _piles(tricks), _piles(packets)
        self.stock_sizes = [None if stock is UNSET else len(stock) for stock in stocks]
        self.stocks = b"".join([_numbers(stock) for stock in stocks if stock is not UNSET])

    @property
    def claims(self) -> Claims:
        """What the scores say. Raises OverflowError where a number is too large for its place."""
        if self._claims is None:
            self._claims = claims_of(self.scores)
        return self._claims


def claims_of(scores: list[Score]) -> Claims:
    """What these scores say. Raises OverflowError where a number is too large for its place."""
    changes = [score.changes for score in scores]
    return Claims(
        [*map(len, changes)],
        array("i", chain.from_iterable(changes)),
        [None if score.points is UNSET else _small[score.points] for score in scores],
    )


class _Small(dict[Points, bytes]):
    """The points of scores as bytes: made once, for there are few different ones."""

    def __missing__(self, points: Points) -> bytes:
        if len(self) >= 2**12:
            self.clear()  # a stranger's file may hold anything
        sides = [UNSAID if s is UNSET else NOBODY if s is None else s for s in _sides(points)]
        made = self[points] = array("b", sides).tobytes()
        return made


_small: Final = _Small()


def _piles(lists: list[tuple[Card, ...]]) -> Piles:
    if not lists:
        return NO_PILES
    return Piles(_numbers(chain.from_iterable(lists)), [*map(len, lists)])


def _numbers(cards: Iterable[Card]) -> bytes:
    return bytes([card.number for card in cards])
