"""Cards as small integers: the number of a card in every table, `Card.number`.

As `Card.code`: suit * 16 + rank for the cards of the standard pack (`n // 16` is the suit, c d h s,
and `n % 16` the rank, 2 to A), 64 to 143 for cards that were not wholly seen, so that a number
below 64 is a card that is fully known. The cards of the special packs follow from 160 on. 255 is
no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from cardlog.records.cards import Card
from cardlog.records.flat import Piles

NONE: Final = 255

CARD: Final[dict[int, Card]] = {card.number: card for card in Card}


class Lists(NamedTuple):
    """The lists of a column, one after the other: `sizes` has None where there is none.

    `data` are bytes, numbers or texts, or Piles: then each is a list of lists.
    """

    sizes: Sequence[int | None]
    data: Any

    @property
    def after_first(self) -> Lists:
        """All lists but the first."""
        size = self.sizes[0] or 0
        packed = type(self.data) is Piles
        return Lists(self.sizes[1:], self.data.after(size) if packed else self.data[size:])
