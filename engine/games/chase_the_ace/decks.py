"""The packs of Chase the Ace.

The rules (engine/exchange/) know the standard pack only. A card of a special pack is played as a
*stand-in*, a card of the standard pack that no rule takes for anything it is not: the cuckoo as a
King, since it blocks as the King does, and the others as cards below the Jack. How they rank is
written in the state. No other card has a power, whatever the pack's own game gives it.

The cucu pack is Italian, gnav is played in Norway and Denmark, kille in Sweden. S3/S4 speak of a
Scandinavian pack of 40 cards; there is none: gnav and kille have 42 cards, the Italian pack has 40.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine.exchange.state import KING, RANKED
from cardlog.records.cards import (
    CUCU40,
    FULLY_KNOWN,
    GNAV42,
    KILLE42,
    RANKS,
    UNKNOWN,
    Card,
    card_of,
)
from cardlog.records.events import Block, Cut, Deal, Draw, Reveal

A_SUIT: Final = 9  # stand-ins of one suit: Two to Ten
NO_CARD_HERE: Final = Card["cuckoo"]  # as a stand-in, it is foreign to the rules


class Deck:
    """One pack. `ranks` are from low to high; `cards` are those it has, each once."""

    def __init__(self, name: str, ranks: tuple[str, ...]) -> None:
        self.name = name
        self.special = name != "standard52"
        self.ranks = ranks
        self.copies = 2 if self.special else 1  # of each card
        self.alike = 2 if self.special else 4  # cards of one rank
        self.strength = RANKED
        self.blocker = "cuckoo" if self.special else "K"
        self.cards = [card for card in Card if card.code < FULLY_KNOWN]
        if self.special:
            self.cards = [Card[rank] for rank in ranks]
            plain = [suit * 16 + k for suit in range(4) for k in range(A_SUIT)]
            codes = dict(zip(self.cards, plain, strict=False)) | {Card["cuckoo"]: KING}
            self.strength = [-1] * len(RANKED)
            for strength, card in enumerate(self.cards):
                self.strength[codes[card]] = strength
            self.stand_ins = {c: card_of(code) for c, code in codes.items()}
            self.stand_ins[Card["??"]] = Card["??"]
            self.by_code = {stand_in.code: card for card, stand_in in self.stand_ins.items()}
        self.size = len(self.cards) * self.copies
        self.highest = len(ranks) - 1

    def card(self, code: int) -> Card:
        """The card that the rules know by this code."""
        return self.by_code[code] if self.special else card_of(code)

    def has(self, code: int) -> bool:
        """Whether a card with this code can be written where this pack is used."""
        if self.special:
            return code == UNKNOWN or card_of(code) in self.stand_ins
        return code < NO_CARD_HERE.code

    def translated(self, event: Any) -> Any:
        """The event with a stand-in for every card of a special pack."""
        kind = type(event)
        if kind is Reveal:
            return replace(event, cards=self._stand_ins(event.cards))
        if kind in (Block, Cut, Draw):
            return replace(event, card=self._stand_ins((event.card,))[0])
        if kind is Deal:
            stock = event.stock if event.stock is UNSET else self._stand_ins(event.stock)
            return replace(event, hands=tuple(map(self._stand_ins, event.hands)), stock=stock)
        return event

    def _stand_ins(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(self.stand_ins.get(card, NO_CARD_HERE) for card in cards)


DECKS: Final = (
    Deck("standard52", tuple("A" + RANKS[:-1])),
    Deck("cucu40", CUCU40[::-1]),
    Deck("gnav42", GNAV42[::-1]),
    Deck("kille42", KILLE42[::-1]),
)
NUMBERS: Final = {deck.name: number for number, deck in enumerate(DECKS)}  # as in the state
