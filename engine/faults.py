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
# claims
CLAIM: Final = 30
CLAIM_HIGH: Final = 31
CLAIM_LOW: Final = 32
CLAIM_JACK: Final = 33
CLAIM_GAME: Final = 34
CLAIM_NINE: Final = 35
# the record's structure
CLAIM_PLACE: Final = 36
NOT_THIS_GAME: Final = 37
MISDEAL: Final = 38
NO_DEAL: Final = 39
PLAYERS: Final = 40
# not faults of the players: the fold cannot go on
UNKNOWN_KIND: Final = 41
GAP: Final = 42
RULING: Final = 43
# not a fault of the game at all: a seat or a card that does not exist here
UNREADABLE: Final = 44
# house rules about Kings: the dealer may not refuse, or loses by one from the stock
DEALER_KING: Final = 45
CLAIM_KING: Final = 46
# he has had his turn by showing a King, and nobody's is left
TURN_TAKEN: Final = 47

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
CLAIMS: Final = frozenset({*range(CLAIM, CLAIM_NINE + 1), CLAIM_KING})
