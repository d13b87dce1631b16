"""What a fold of a Cuckoo game knows, and the numbers its rules use."""

from __future__ import annotations

from typing import Final

from cardlog.engine.state import NOBODY, State
from cardlog.records.cards import UNKNOWN, UNKNOWN_SUIT

# Phases of a deal.
TURNS: Final = 10
SHOWDOWN: Final = 11
PHASES: Final = {TURNS: "turns", SHOWDOWN: "showdown"}

NO_CARD: Final = -1  # a hand without a card
SEVERAL: Final = -2  # a hand with more than one

KING: Final = 11  # ranks as in card codes: 0 is a Two, 11 a King, 12 an Ace
JACK: Final = 9
A_KING: Final = UNKNOWN_SUIT * 16 + KING  # of any suit
LOW_RANKS: Final = 0b1_0000_0000_0011  # Ace, Two, Three
RANKS: Final = 13


class ExchangeState(State):
    """What a fold of a Cuckoo game knows. `standing` is lives by seat; with none, one is out."""

    __slots__ = (
        "dealt", "doubtful", "draws_top", "due", "full", "hand", "king_blocks_dealer", "left",
        "low_rule", "lowest", "maybe_jack", "once", "packs", "players", "redeal", "seated",
        "shown", "sitting", "stocked", "sudden_death", "top", "waiting", "zeros",
    )  # fmt: skip

    def __init__(self, seats: int, standing: list[int]) -> None:
        super().__init__(seats, standing)
        # options
        self.packs = 1
        self.draws_top = 0  # the dealer draws the top card (CP-4.6) instead of cutting (CC-4.1)
        self.king_blocks_dealer = 1  # a King that the dealer cuts is set aside (CC-4.3)
        self.low_rule = 0  # a low card is shown before it is handed over (CP-4.4)
        self.redeal = 1  # an exposed card always means a new deal (CC-6.3)
        self.sudden_death = 0  # all out together play on with one life each (CP-6.2)
        # who plays in this deal
        self.seated = NOBODY  # mask of them; NOBODY where somebody has gone out since
        self.sitting = [0] * seats  # 1 for each of them
        self.players = 0  # how many they are
        # the deal
        self.zeros = [0] * seats
        self.hand = [NO_CARD] * seats
        self.left = [NOBODY] * seats  # the next seat to the left that is in this deal
        # 1 + whose turn it was when the card in hand was shown; 1 + seats: exposed in the deal
        self.shown = [0] * seats
        self.due = [0] * seats  # 1 where the showdown's reveal is still to come
        self.waiting = 0  # how many those are
        self.full = 0  # bit per card: every copy of it is known to be in a hand or shown
        self.dealt = 0  # bit per card: not in the stock, whoever was dealt it
        self.stocked = 0  # bit per card: every copy of it is in the stock
        self.maybe_jack = 0  # 1 while the last card of that round was unseen
        self.once = 0  # bit per card: drawn in the round for the first dealer
        self.top = UNKNOWN  # the top card of the stock
        self.doubtful = 0  # 1 once unseen cards have left lives open
        self.lowest = -1  # strength of the lowest card of the last showdown
