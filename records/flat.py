"""The events of a record as flat columns: strings and small numbers, in the order of the events.

For whoever goes through many records at once, an archive or compiled rules: one pass takes the
events apart, and nothing has to ask again what kind each of them is.
"""

from __future__ import annotations

from typing import Any, Final

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


class Flat:
    """See above. `seats` and `cards` have a byte an event: who acts (deals, leads), and the card
    that the event is about (`Card.number`); NONE where there is none."""

    __slots__ = (
        "calls", "cards", "deals", "hands", "kinds", "others", "packets", "scores", "seats",
        "stocks", "targets", "tricks",
    )  # fmt: skip

    kinds: str
    seats: bytes
    cards: bytes
    deals: list[int]  # where deals begin
    targets: list[tuple[int, int]]  # of swaps and blocks: which event, and with whom
    hands: list[tuple[Card, ...]]  # dealt, one a seat and deal
    stocks: list[Any]  # cards or UNSET, one a deal
    tricks: list[tuple[Card, ...]]
    packets: list[tuple[Card, ...]]  # one a discard, and a reveal of no card or of several
    calls: list[str]
    scores: list[Score]
    others: list[tuple[int, Any]]  # misdeals, gaps, notes, rulings and kept events, with where

    def __init__(self, events: tuple[AnyEvent, ...]) -> None:
        """Raises ValueError where a seat fits into no byte."""
        kinds: list[str] = []
        seats: list[int] = []
        cards: list[int] = []
        self.deals, self.targets, self.others = deals, targets, others = [], [], []
        self.hands, self.stocks, self.tricks, self.packets = hands, stocks, tricks, packets = (
            [], [], [], [],
        )  # fmt: skip
        self.calls, self.scores = calls, scores = [], []
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
                hands += event.hands
                stocks.append(event.stock)
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
                seats.append(NONE if seat is UNSET else seat)
                cards.append(NONE)
        self.kinds = "".join(kinds)
        self.seats = bytes(seats)
        self.cards = bytes(cards)


def numbers(lists: list[tuple[Card, ...]]) -> bytes:
    """The cards of several lists, one after the other."""
    return bytes([card.number for cards in lists for card in cards])
