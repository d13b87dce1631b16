"""What a fold of an All Fours game knows, and the numbers its rules use."""

from __future__ import annotations

from typing import Final

from cardlog.engine.state import NOBODY, State
from cardlog.records.cards import UNKNOWN

# Phases of a deal.
TURN_UP: Final = 10
TRICK: Final = 11
DRAW: Final = 12
PHASES: Final = {TURN_UP: "turn-up", TRICK: "trick", DRAW: "draw"}

RANKS: Final = 13
SUIT: Final = 0b1_1111_1111_1111  # all ranks of clubs; shift by 16 for each further suit

# What a point is worth knowing: the side that has it, or one of these.
NONE: Final = -1
UNCERTAIN: Final = -2


class TrickState(State):
    """What a fold of an All Fours game knows. `standing` is points by side."""

    __slots__ = (
        "blind", "cuts", "cutters", "drawing", "game", "had", "hand", "high", "jack", "leader",
        "low", "pips", "placed", "pos", "stock", "stock_size", "taken", "target", "trump",
        "unseen", "unseen_had",
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
        self.drawing = 0  # draws still due before the next trick
        self.hand = [0] * seats  # mask of the known cards held
        self.unseen = [0] * seats  # how many more are held
        self.had = [0] * seats  # mask of the known cards dealt or drawn
        self.unseen_had = [0] * seats  # how many more were
        self.taken = [0] * seats  # mask of the cards captured
        self.placed = 0  # mask of the cards whose place in this deal is known
        self.blind = 0  # tricks whose cards or winner are not all known
        self.stock = [UNKNOWN] * 52  # top first
        self.stock_size = 0
        self.pos = 0  # cards drawn from it
        # the reckoning of the last deal
        self.high = NONE
        self.low = NONE
        self.jack = NONE
        self.game = NONE
        self.pips = [0] * seats
