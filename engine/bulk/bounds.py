"""What compiled code is told of a record, and what it answers: a row of numbers, in these places.

A row says where each column of its record begins and ends in the array that holds the columns of
all records. So they may lie there in any order: record after record, or column after column.
"""

from __future__ import annotations

from typing import Final

# Columns of one byte a value. What came before the first deal may lie elsewhere than the rest.
OPENING_KINDS: Final = 0
OPENING_SEATS: Final = 1
OPENING_CARDS: Final = 2
KINDS: Final = 3
SEATS: Final = 4
CARDS: Final = 5
TARGETS: Final = 6  # of swaps and blocks
HANDS: Final = 7  # cards of all hands; of stocks, of tricks, of what was put away or shown together
STOCKS: Final = 8
TRICKS: Final = 9
PACKETS: Final = 10
HAND_SIZES: Final = 11  # how many of those belong to each
STOCK_SIZES: Final = 12
TRICK_SIZES: Final = 13
PACKET_SIZES: Final = 14
CALLS: Final = 15  # as the numbers of the game
CLAIM_SIZES: Final = 16
POINTS_OF: Final = 17  # five a score
COLUMNS: Final = 18
CHANGES: Final = 18  # of all scores; in an array of their own, for they are no bytes
ROWS: Final = 19  # of what is written down (noted.py)
BOUNDED: Final = 20  # all these begin in the places above, and end so many places behind

MATCH: Final = 2 * BOUNDED  # which of the states it starts from
GAME: Final = MATCH + 1  # the number of the game in its family
COUNT: Final = MATCH + 2  # answered: how many deals there were, or NOT_PLAIN
PHASE: Final = MATCH + 3  # answered: the phase of the match after the last event
PLACES: Final = MATCH + 4
