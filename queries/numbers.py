"""Cards as small integers: the number of a card in every table.

As `Card.code`: suit * 16 + rank for the cards of the standard pack (`n // 16` is the suit, c d h s,
and `n % 16` the rank, 2 to A), 64 to 143 for cards that were not wholly seen, so that a number
below 64 is a card that is fully known. The cards of the special packs follow from 160 on. 255 is
no card.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardlog.records.cards import SPECIAL, Card

FIRST_SPECIAL: Final = 160
NONE: Final = 255

# By card; None, which stands where an event has no card, is NONE.
NUMBER: Final[dict[Any, int]] = {
    card: card.code if card.code < SPECIAL else card.code - SPECIAL + FIRST_SPECIAL for card in Card
} | {None: NONE}
CARD: Final[dict[int, Card]] = {number: card for card, number in NUMBER.items() if card is not None}


class Packed(NamedTuple):
    """Several lists of cards in one: each ends where the next begins."""

    cards: bytes
    sizes: list[int]
