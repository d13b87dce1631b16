"""Exchanging one card: the rules that the Cuckoo family shares (swap, block, cut, reveal).

Every player holds one card. From the dealer's left each keeps it or forces an exchange on the
next player still in the match; a King refuses. The dealer, last, may take from the stock. Then
all show, and the lowest rank loses a life.

    deal.py      choosing the first dealer, the deal
    turns.py     stay, swap, block, and who may ask on
    stock.py     cut, draw
    showdown.py  reveal
    settle.py    what the last reveal comes to, and who has won
    reckon.py    the same where cards were unseen or house rules say who loses
    gap.py       what is certain where something was not recorded
    hands.py     what is known of a card in a hand
    state.py     what all of them work on

Cards are codes (records/cards.py); a hand may hold an unseen or half-seen card, and a rule then
says no more than is certain: an exchange with an unseen card is never called illegal for a King
that might be there. Comments name clauses of the two rule books (CC: cuckoo, CP: compendium).
"""

from __future__ import annotations

from cardlog.engine.exchange.deal import deal
from cardlog.engine.exchange.gap import (
    begun,
    block_unseen,
    cannot_lose,
    claim_unseen,
    gap,
    not_all_shown,
    reveal_unseen,
    stay_unseen,
    swap_unseen,
    take_after_gap,
    void_unseen,
)
from cardlog.engine.exchange.showdown import reveal, was_showdown
from cardlog.engine.exchange.state import (
    ACE,
    BLOCKED,
    KEPT,
    KING,
    LOSES,
    LOW_RANKS,
    MAYBE,
    NO_CARD,
    NO_POT,
    NO_RANK,
    PHASES,
    SEVERAL,
    SHOWDOWN,
    TURNS,
    UNKNOWN_POT,
    UNSEEN,
    YES,
    ExchangeState,
    Settings,
)
from cardlog.engine.exchange.stock import cut, draw
from cardlog.engine.exchange.turns import block, may_ask_on, pass_over, stay, swap

__all__ = [
    "ACE",
    "BLOCKED",
    "KEPT",
    "KING",
    "LOSES",
    "LOW_RANKS",
    "MAYBE",
    "NO_CARD",
    "NO_POT",
    "NO_RANK",
    "PHASES",
    "SEVERAL",
    "SHOWDOWN",
    "TURNS",
    "UNKNOWN_POT",
    "UNSEEN",
    "YES",
    "ExchangeState",
    "Settings",
    "begun",
    "block",
    "block_unseen",
    "cannot_lose",
    "claim_unseen",
    "cut",
    "deal",
    "draw",
    "gap",
    "may_ask_on",
    "not_all_shown",
    "pass_over",
    "reveal",
    "reveal_unseen",
    "stay",
    "stay_unseen",
    "swap",
    "swap_unseen",
    "take_after_gap",
    "void_unseen",
    "was_showdown",
]
