"""What can be wrong with an event: one small number a kind of fault (0 is legal).

Rule functions return these numbers; findings carry their names. Which clause a fault breaks in a
game is written there, beside the clause (`Rule.faults`).
"""

from __future__ import annotations

from typing import Final

LEGAL: Final = 0

# whose turn, and whom to ask
TURN_ORDER: Final = 1
WRONG_NEIGHBOUR: Final = 2
DEALER_ASKS: Final = 3
DEALER_ONLY: Final = 4
# the King and the low card
KING_MUST_BLOCK: Final = 5
BLOCK_NO_KING: Final = 6
BLOCK_NOT_HELD: Final = 7
LOW_NOT_SHOWN: Final = 8
# the stock
NOT_IN_STOCK: Final = 9
NOT_TOP: Final = 10
DRAW_ORDER: Final = 11
# the showdown
REVEAL_NOT_HELD: Final = 12
EARLY_REVEAL: Final = 13
REVEAL_TWICE: Final = 14
LATE_TURN: Final = 15
# the deal and the match
INCOMPLETE: Final = 16
DUPLICATE_CARD: Final = 17
WRONG_COUNT: Final = 18
DEALT_OUT: Final = 19
WRONG_DEALER: Final = 20
FIRST_DEALER: Final = 21
OVER: Final = 22
# tricks
REVOKE: Final = 23
NOT_HELD: Final = 24
WRONG_LEADER: Final = 25
TRICK_SIZE: Final = 26
NO_TURN_UP: Final = 27
MISSING_DRAW: Final = 28
EXTRA_DRAW: Final = 29
STRICT_FOLLOW: Final = 30
MUST_TRUMP: Final = 31
# calls: the auction, and the beg
CALL_TURN: Final = 32
CALL_KIND: Final = 33
LOW_BID: Final = 34
STUCK: Final = 35
GIFT_OUT: Final = 36
# discards after a run
DISCARD_COUNT: Final = 37
DISCARD_NOT_HELD: Final = 38
# claims
CLAIM: Final = 39
CLAIM_HIGH: Final = 40
CLAIM_LOW: Final = 41
CLAIM_JACK: Final = 42
CLAIM_GAME: Final = 43
CLAIM_NINE: Final = 44
# the record's structure
CLAIM_PLACE: Final = 45
NOT_THIS_GAME: Final = 46
MISDEAL: Final = 47
NO_DEAL: Final = 48
PLAYERS: Final = 49
# not faults of the players: the fold cannot go on
UNKNOWN_KIND: Final = 50
GAP: Final = 51
RULING: Final = 52
# not a fault of the game at all: a seat or a card that does not exist here
UNREADABLE: Final = 53

NAMES: Final = {
    value: name.lower().replace("_", "-")
    for name, value in globals().items()
    if name.isupper() and type(value) is int
}

# The fold stops at these without accusing anybody.
STOPS: Final = frozenset({UNKNOWN_KIND, GAP, RULING})
# The fault of a false claim by the point's name in a `score`.
POINT_CLAIMS: Final = {
    "high": CLAIM_HIGH,
    "low": CLAIM_LOW,
    "jack": CLAIM_JACK,
    "game": CLAIM_GAME,
    "nine": CLAIM_NINE,
}
# A false claim leaves the fold as it was; anything else ends it.
CLAIMS: Final = frozenset(range(CLAIM, CLAIM_NINE + 1))
