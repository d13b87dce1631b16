"""What a fold of an All Fours game knows, and the numbers its rules use."""

from __future__ import annotations

from typing import Final

from cardlog.engine.state import NOBODY, State
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN

# Phases of a deal. A game goes through those it needs, in this order.
TURN_UP: Final = 10
CALLS: Final = 11
RUN: Final = 12  # Seven-Up: three more cards to each
DISCARD: Final = 13
TRICK: Final = 14
DRAW: Final = 15
PHASES: Final = {
    TURN_UP: "turn-up",
    CALLS: "calls",
    RUN: "run",
    DISCARD: "discard",
    TRICK: "trick",
    DRAW: "draw",
}

MOST_SEATS: Final = 7
PACK: Final = 52
HAND: Final = 6  # cards dealt to each (CJ-2.2, SU-3, PI-2)
RANKS: Final = 13
JACK: Final = 9
NINE: Final = 7

# Where a card is: with the player of that number, or
TAKEN: Final = 16  # captured by player 0, TAKEN + 1 by player 1, and so on
NOWHERE: Final = -1  # not seen in this deal
IN_STOCK: Final = -2
HELD: Final = -3  # with the player who had it, or played among cards nobody saw
OUT: Final = -4  # out of play: a turn-up that nobody draws, a discard
EMPTY: Final = [NOWHERE] * FULLY_KNOWN

# What a point is worth knowing: the side that has it, or one of these.
NONE: Final = -1
UNCERTAIN: Final = -2


class TrickState(State):
    """What a fold of an All Fours game knows. `standing` is points by side."""

    __slots__ = (
        "below_target", "blind", "calls", "cut_high", "cuts", "cutters", "first_phase", "game",
        "had", "high", "house", "jack", "leader", "low", "low_to_taker", "must_trump", "nine",
        "nine_counts", "pips", "place", "played", "pos", "refill", "refills", "rest", "sides",
        "stock", "stock_size", "strict", "target", "tie_to_elder", "trump", "turned",
        "turned_counts", "unseen", "unseen_had",
    )  # fmt: skip

    def __init__(self, seats: int, standing: list[int]) -> None:
        super().__init__(seats, standing)
        self.sides = len(standing)  # a player is of side `seat % sides`
        # options
        self.target = 10
        self.first_phase = TURN_UP  # what follows the deal
        self.refills = 0  # 1 where all draw after a trick
        self.cut_high = 1  # the highest cut deals, instead of the lowest
        self.low_to_taker = 0  # Low counts to whoever took it, instead of whoever had it
        self.turned_counts = 0  # the dealer scores a Jack that is turned up
        self.nine_counts = 0  # the Shasta nine
        self.tie_to_elder = 0  # a tied Game counts to elder hand (SU-16)
        self.house = 0  # 1 where `strict` or `must_trump` is
        self.strict = 0  # who can follow may not trump (B-11)
        self.must_trump = 0  # who cannot follow must trump (B-10)
        # after a gap
        self.below_target = 0  # 1 where it is only since a deal began that points may reach it
        self.played = 0  # 1 once a trick was seen
        # cutting for the deal
        self.cuts = [NONE] * seats  # rank cut in this round
        self.cutters = (1 << seats) - 1  # bit per seat: cuts in this round
        # the deal
        self.trump = NONE
        self.leader = NOBODY
        self.rest = 0  # tricks still to be played
        self.calls = 0  # made so far
        self.place = EMPTY.copy()  # by card: who holds it, or what became of it
        self.had = EMPTY.copy()  # by card: who was dealt it or drew it, or NOWHERE
        self.unseen = [0] * seats  # how many cards nobody saw a player holds besides
        self.unseen_had = [0] * seats  # how many of those that a player had are not known yet
        self.blind = 0  # 1 once a trick's cards or winner were not all seen
        self.stock = [UNKNOWN] * (PACK - HAND * seats)  # top first
        self.stock_size = 0
        self.pos = 0  # cards drawn from it
        self.refill = 0  # how many of them are drawn after tricks
        # the reckoning of the last deal
        self.turned = NONE  # the dealer's side where the Jack of trumps was turned up and counts
        self.high = NONE
        self.low = NONE
        self.jack = NONE
        self.game = NONE
        self.nine = NONE
        self.pips = [0] * self.sides
