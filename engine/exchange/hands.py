"""What is known of a card in a hand: a card that is shown may have been seen before, or in part."""

from __future__ import annotations

from cardlog.engine.exchange.state import ExchangeState
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, known_part


def may_be(s: ExchangeState, seat: int, card: int) -> int:
    """What is known of a player's card once it is shown as this one; -1 where it cannot be it."""
    held = known_part(s.hand[seat], card)
    if held == s.hand[seat]:
        return held
    if card >= SPECIAL or (0 <= held < FULLY_KNOWN and (s.full | s.stocked) >> held & 1):
        return -1  # no such card here, or all copies of it are elsewhere
    return held


def learn(s: ExchangeState, seat: int, held: int) -> None:
    """Note what is known of a player's card, and that it is not in the stock."""
    s.hand[seat] = held
    if held < FULLY_KNOWN and s.copies == 1:
        s.full |= 1 << held
