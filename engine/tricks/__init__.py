"""Tricks and a stock: the rules that the All Fours family shares (trick, draw, turn-up, pips).

    deal.py    cutting for the deal, the deal
    stock.py   the turn-up, and drawing
    play.py    a trick
    gap.py     what is certain where something was not recorded
    points.py  the reckoning: High, Low, Jack, Game, and who is out
    state.py   what all of them work on

`place` tells by card where it is: who holds it, who has captured it, in the stock. A hand is what
is placed with a player, plus a count of cards nobody saw. `had` tells who was dealt or drew a
card in this deal: High and Low go by it, whoever took the trick. An unseen card that is played
becomes one that its player had. Where a trick or a draw is itself
unseen, the fold goes on and leaves open what depends on it.

Comments name clauses of California Jack (CJ) and readings (B, C).
"""

from __future__ import annotations

from cardlog.engine.tricks.deal import cut, deal, misdeal
from cardlog.engine.tricks.gap import (
    claim_unseen,
    draw_unseen,
    expose_unseen,
    gap,
    not_played_out,
    trick_unseen,
    tricks_to_come,
    turn_unseen,
)
from cardlog.engine.tricks.play import four, pair, trick
from cardlog.engine.tricks.points import PIPS, count_out, reckon, score_at_once, taker_of
from cardlog.engine.tricks.state import (
    CALLS,
    DISCARD,
    DRAW,
    EMPTY,
    HAND,
    HELD,
    IN_STOCK,
    JACK,
    NONE,
    NOWHERE,
    OUT,
    PACK,
    PHASES,
    RANKS,
    RUN,
    TAKEN,
    TRICK,
    TURN_UP,
    UNCERTAIN,
    TrickState,
)
from cardlog.engine.tricks.stock import (
    cards_held,
    draw,
    expose,
    known_cards,
    may_hold,
    misplaced,
    suit_of,
    top_seen,
    turn,
    turned_jack,
    turned_out,
)

__all__ = [
    "CALLS",
    "DISCARD",
    "DRAW",
    "EMPTY",
    "HAND",
    "HELD",
    "IN_STOCK",
    "JACK",
    "NONE",
    "NOWHERE",
    "OUT",
    "PACK",
    "PHASES",
    "PIPS",
    "RANKS",
    "RUN",
    "TAKEN",
    "TRICK",
    "TURN_UP",
    "UNCERTAIN",
    "TrickState",
    "cards_held",
    "claim_unseen",
    "count_out",
    "cut",
    "deal",
    "draw",
    "draw_unseen",
    "expose",
    "expose_unseen",
    "four",
    "gap",
    "known_cards",
    "may_hold",
    "misdeal",
    "misplaced",
    "not_played_out",
    "pair",
    "reckon",
    "score_at_once",
    "suit_of",
    "taker_of",
    "top_seen",
    "trick",
    "trick_unseen",
    "tricks_to_come",
    "turn",
    "turn_unseen",
    "turned_jack",
    "turned_out",
]
