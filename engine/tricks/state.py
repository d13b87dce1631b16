"""What a fold of an All Fours game knows, and the numbers its rules use."""

from __future__ import annotations

from typing import Final

from cardlog.engine.state import NOBODY, State
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN

# Phases of a deal.
TURN_UP: Final = 10
TRICK: Final = 11
DRAW: Final = 12
PHASES: Final = {TURN_UP: "turn-up", TRICK: "trick", DRAW: "draw"}

RANKS: Final = 13

# Where a card is: with the player of that number, or
TAKEN: Final = 16  # captured by player 0, TAKEN + 1 by player 1, and so on
NOWHERE: Final = -1  # not seen in this deal
IN_STOCK: Final = -2
HELD: Final = -3  # with the player who had it, or played among cards nobody saw
EMPTY: Final = [NOWHERE] * FULLY_KNOWN

# What a point is worth knowing: the side that has it, or one of these.
NONE: Final = -1
UNCERTAIN: Final = -2


class TrickState(State):
    """What a fold of an All Fours game knows. `standing` is points by side."""

    __slots__ = (
        "blind", "cuts", "cutters", "game", "had", "high", "jack", "leader", "low", "pips",
        "place", "pos", "rest", "stock", "stock_size", "target", "trump", "unseen", "unseen_had",
    )  # fmt: skip

    def __init__(self, seats: int, standing: list[int]) -> None:
        super().__init__(seats, standing)
        # options
        self.target = 10
        # cutting for the deal
        self.cuts = [NONE] * seats  # rank cut in this round
        self.cutters = (1 << seats) - 1  # bit per seat: cuts in this round
        # the deal
        self.trump = NONE
        self.leader = NOBODY
        self.rest = 0  # tricks still to be played
        self.place = EMPTY.copy()  # by card: who holds it, or what became of it
        self.had = EMPTY.copy()  # by card: who was dealt it or drew it, or NOWHERE
        self.unseen = [0] * seats  # how many cards nobody saw a player holds besides
        self.unseen_had = [0] * seats  # how many of those that a player had are not known yet
        self.blind = 0  # 1 once a trick's cards or winner were not all seen
        self.stock = [UNKNOWN] * 52  # top first
        self.stock_size = 0
        self.pos = 0  # cards drawn from it
        # the reckoning of the last deal
        self.high = NONE
        self.low = NONE
        self.jack = NONE
        self.game = NONE
        self.pips = [0] * seats
