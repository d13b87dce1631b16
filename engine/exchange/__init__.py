"""Exchanging one card: the rules that the Cuckoo family shares (swap, block, cut, reveal).

Every player holds one card. From the dealer's left each keeps it or forces an exchange on the
next player still in the match; a King refuses. The dealer, last, may take from the stock. Then
all show, and the lowest rank loses a life.

    deal.py      choosing the first dealer, the deal
    turns.py     stay, swap, block, cut, draw
    showdown.py  reveal, and the reckoning after the last one
    state.py     what all of them work on

Cards are codes (records/cards.py); a hand may hold an unseen or half-seen card, and a rule then
says no more than is certain: an exchange with an unseen card is never called illegal for a King
that might be there. Comments name clauses of the two rule books (CC: cuckoo, CP: compendium).
"""

from __future__ import annotations

from cardlog.engine.exchange.deal import deal
from cardlog.engine.exchange.showdown import reveal
from cardlog.engine.exchange.state import (
    KING,
    LOW_RANKS,
    NO_CARD,
    PHASES,
    SEVERAL,
    SHOWDOWN,
    TURNS,
    ExchangeState,
)
from cardlog.engine.exchange.turns import block, cut, draw, stay, swap

__all__ = [
    "KING",
    "LOW_RANKS",
    "NO_CARD",
    "PHASES",
    "SEVERAL",
    "SHOWDOWN",
    "TURNS",
    "ExchangeState",
    "block",
    "cut",
    "deal",
    "draw",
    "reveal",
    "stay",
    "swap",
]
