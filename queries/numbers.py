"""Cards as small integers: the number of a card in every table, `Card.number`.

As `Card.code`: suit * 16 + rank for the cards of the standard pack (`n // 16` is the suit, c d h s,
and `n % 16` the rank, 2 to A), 64 to 143 for cards that were not wholly seen, so that a number
below 64 is a card that is fully known. The cards of the special packs follow from 160 on. 255 is
no card.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardlog.records.cards import Card

NONE: Final = 255

CARD: Final[dict[int, Card]] = {card.number: card for card in Card}


class Packed(NamedTuple):
    """Several lists of cards in one: each ends where the next begins."""

    cards: bytes
    sizes: list[int]
