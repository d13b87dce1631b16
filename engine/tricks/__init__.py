"""Tricks and a stock: the rules that the All Fours family shares (trick, draw, turn-up, pips).

    deal.py    cutting for the deal, the deal
    stock.py   the turn-up, and drawing
    play.py    a trick
    points.py  the reckoning: High, Low, Jack, Game, and who is out
    state.py   what all of them work on

A hand is a bit mask of the cards known to be in it, plus a count of cards nobody saw. `had` is
what a player was dealt or drew in this deal: High and Low go by it, whoever took the trick. An
unseen card that is played becomes one that its player had. Where a trick or a draw is itself
unseen, the fold goes on and leaves open what depends on it.

Comments name clauses of California Jack (CJ) and readings of rules.md (B, C).
"""

from __future__ import annotations

from cardlog.engine.tricks.deal import cut, deal
from cardlog.engine.tricks.play import trick
from cardlog.engine.tricks.state import (
    DRAW,
    NONE,
    PHASES,
    SUIT,
    TRICK,
    TURN_UP,
    UNCERTAIN,
    TrickState,
)
from cardlog.engine.tricks.stock import draw, expose, turn

__all__ = [
    "DRAW",
    "NONE",
    "PHASES",
    "SUIT",
    "TRICK",
    "TURN_UP",
    "UNCERTAIN",
    "TrickState",
    "cut",
    "deal",
    "draw",
    "expose",
    "trick",
    "turn",
]
