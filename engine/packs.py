"""Counting cards: could these have come from the packs in play?

The common case, one pack and every card seen, is one sum: the bits of distinct cards add up
without a carry, so the sum has as many ones as there are cards exactly when no card comes twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN_RANK, UNKNOWN_SUIT, Card

BIT: Final = attrgetter("bit")
CODE: Final = attrgetter("code")


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of the fully known cards; a card that comes twice spoils it (see `distinct`)."""
    return sum(map(BIT, cards))


def distinct(mask: int, cards: int) -> bool:
    """True where a sum of this many cards' bits is of distinct, fully known cards."""
    return mask.bit_count() == cards


def fit(cards: Iterable[Card], packs: int) -> bool:
    """False where so many packs of 52 cannot hold these cards, half-known ones counted."""
    codes = [card.code for card in cards]
    if any(code >= SPECIAL for code in codes):
        return False
    copies = Counter(code for code in codes if code < FULLY_KNOWN)
    ranks = Counter(code & 15 for code in codes)
    suits = Counter(_suit(code) for code in codes)
    return (
        len(codes) <= 52 * packs
        and all(n <= packs for n in copies.values())
        and all(n <= 4 * packs for rank, n in ranks.items() if rank != UNKNOWN_RANK)
        and all(n <= 13 * packs for suit, n in suits.items() if suit != UNKNOWN_SUIT)
    )


def exhausted(cards: Iterable[Card], packs: int) -> int:
    """The mask of the cards all of whose copies are among these."""
    copies = Counter(card.code for card in cards if card.code < FULLY_KNOWN)
    return sum(1 << code for code, n in copies.items() if n >= packs)


def _suit(code: int) -> int:
    suit = code >> 4
    return suit - 5 if suit > UNKNOWN_SUIT else suit
