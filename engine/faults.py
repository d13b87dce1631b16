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
DEALER_KING: Final = 9
TURN_TAKEN: Final = 10
# the stock
NOT_IN_STOCK: Final = 11
NOT_TOP: Final = 12
DRAW_ORDER: Final = 13
# the showdown
REVEAL_NOT_HELD: Final = 14
EARLY_REVEAL: Final = 15
REVEAL_TWICE: Final = 16
LATE_TURN: Final = 17
# the deal and the match
INCOMPLETE: Final = 18
DUPLICATE_CARD: Final = 19
WRONG_COUNT: Final = 20
DEALT_OUT: Final = 21
WRONG_DEALER: Final = 22
FIRST_DEALER: Final = 23
OVER: Final = 24
# tricks
REVOKE: Final = 25
NOT_HELD: Final = 26
WRONG_LEADER: Final = 27
TRICK_SIZE: Final = 28
NO_TURN_UP: Final = 29
MISSING_DRAW: Final = 30
EXTRA_DRAW: Final = 31
STRICT_FOLLOW: Final = 32
MUST_TRUMP: Final = 33
# calls: the auction, and the beg
CALL_TURN: Final = 34
CALL_KIND: Final = 35
LOW_BID: Final = 36
STUCK: Final = 37
GIFT_OUT: Final = 38
# discards after a run
DISCARD_COUNT: Final = 39
DISCARD_NOT_HELD: Final = 40
# claims
CLAIM: Final = 41
CLAIM_HIGH: Final = 42
CLAIM_LOW: Final = 43
CLAIM_JACK: Final = 44
CLAIM_GAME: Final = 45
CLAIM_NINE: Final = 46
CLAIM_KING: Final = 47
# the record's structure
CLAIM_PLACE: Final = 48
NOT_THIS_GAME: Final = 49
MISDEAL: Final = 50
NO_DEAL: Final = 51
PLAYERS: Final = 52
# not faults of the players: the fold cannot go on
UNKNOWN_KIND: Final = 53
RULING: Final = 54
# not a fault of the game at all: a seat or a card that does not exist here
UNREADABLE: Final = 55
# not of one event: no cards that nobody saw make several of them right (engine/unseen/)
IMPOSSIBLE: Final = 56

NAMES: Final = {
    value: name.lower().replace("_", "-")
    for name, value in globals().items()
    if name.isupper() and type(value) is int
}

# The fold stops at these without accusing anybody.
STOPS: Final = frozenset({UNKNOWN_KIND, RULING})
# Faults of one player in a trick, who need not be its leader.
PLAYS: Final = frozenset({REVOKE, STRICT_FOLLOW, MUST_TRUMP, NOT_HELD})
# The fault of a false claim by the point's name in a `score`.
POINT_CLAIMS: Final = {
    "high": CLAIM_HIGH,
    "low": CLAIM_LOW,
    "jack": CLAIM_JACK,
    "game": CLAIM_GAME,
    "nine": CLAIM_NINE,
}
# A false claim leaves the fold as it was; anything else ends it.
CLAIMS: Final = frozenset({*range(CLAIM, CLAIM_NINE + 1), CLAIM_KING})
