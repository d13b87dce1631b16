"""Counting cards: could these have come from the packs in play?

The common case, every card seen, is one sum. With one pack the bits of distinct cards add up
without a carry, so that the sum has as many ones as there are cards exactly when no card comes
twice. With two packs every card has two bits, and no pair of bits may come to three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN_RANK, UNKNOWN_SUIT, Card
from cardlog.records.events import AnyEvent

ONES: Final = sum(1 << 2 * code for code in range(FULLY_KNOWN))


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of the fully known cards; a card that comes twice spoils it (see `distinct`)."""
    return sum([card.bit for card in cards])


def distinct(mask: int, cards: int) -> bool:
    """True where a sum of this many cards' bits is of distinct, fully known cards."""
    return mask.bit_count() == cards


def fit(cards: Sequence[Card], packs: int) -> bool:
    """False where so many packs of 52 cannot hold these cards, half-known ones counted."""
    if packs > 2:
        return _fit_unseen([card.code for card in cards], packs)
    pairs = sum([card.pair for card in cards])
    once, twice = pairs & ONES, pairs >> 1 & ONES
    if once.bit_count() + 2 * twice.bit_count() == len(cards):  # all known, and no carry
        return not (once & twice if packs == 2 else twice)
    return _fit_unseen([card.code for card in cards], packs)


def _fit_unseen(codes: list[int], packs: int) -> bool:
    """The same, card by card: by what was seen of them, ranks and suits must not run out."""
    copies = Counter(code for code in codes if code < FULLY_KNOWN)
    ranks = Counter(code & 15 for code in codes)
    suits = Counter(code >> 4 if code >> 4 <= UNKNOWN_SUIT else (code >> 4) - 5 for code in codes)
    return (
        all(code < SPECIAL for code in codes)
        and all(n <= packs for n in copies.values())
        and all(n <= 4 * packs for rank, n in ranks.items() if rank != UNKNOWN_RANK)
        and all(n <= 13 * packs for suit, n in suits.items() if suit != UNKNOWN_SUIT)
    )


def exhausted(cards: Iterable[Card], packs: int) -> int:
    """The mask of the cards all of whose copies are among these."""
    copies = Counter(card.code for card in cards if card.code < FULLY_KNOWN)
    return sum(1 << code for code, n in copies.items() if n >= packs)


def has_unseen(events: Iterable[AnyEvent]) -> bool:
    """Whether a card of these events was not wholly seen."""
    for event in events:
        for name in ("hands", "stock", "cards", "card"):
            if _unseen(getattr(event, name, None)):
                return True
    return False


def _unseen(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_unseen, value))
    code = getattr(value, "code", None)
    return type(code) is int and FULLY_KNOWN <= code < SPECIAL
