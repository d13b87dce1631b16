"""What a compiled fold writes down of each deal: one row of numbers, in these places."""

from __future__ import annotations

from typing import Final

# The letters of events (records/flat.py), as the numbers that they are in bytes.
DEAL: Final = ord("D")
STAY: Final = ord("s")
SWAP: Final = ord("x")
BLOCK: Final = ord("b")
CUT: Final = ord("c")
DRAW: Final = ord("d")
REVEAL: Final = ord("r")
TURNED: Final = ord("u")
CALL: Final = ord("a")
DISCARD: Final = ord("p")
TRICK: Final = ord("t")
MISDEAL: Final = ord("m")
SCORE: Final = ord("S")
NOTE: Final = ord("n")
EXTENSION: Final = ord("e")

NONE: Final = 255  # no seat, no card, no stock written down
# The points that a score may claim, as bytes: the side, or one of these.
POINTS: Final = 5  # high, low, jack, game, nine
NOBODYS: Final = 255
UNSAID: Final = 128

# Places in a row.
FIRST: Final = 0  # index of the first event
LAST: Final = 1  # of the last that counted, -1 while the deal goes on
DEALER: Final = 2
HOW: Final = 3  # one of the next three
GOES_ON: Final = 0
COMPLETE: Final = 1
VOIDED: Final = 2
LOWEST: Final = 4
IN_HANDS: Final = 5  # tokens that the players have together
TRUMP: Final = 4
HIGH: Final = 5
LOW: Final = 6
JACK: Final = 7
GAME: Final = 8
NINE: Final = 9
BID: Final = 10
BIDDER: Final = 11
MADE: Final = 12
BY_SIDE: Final = 13  # from here on the changes, one a side,
PIPS: Final = BY_SIDE + 7  # and in games of tricks, which seven can play, what each has captured
WIDTH: Final = BY_SIDE + 20  # of a row

NOT_PLAIN: Final = -1  # instead of a number of rows: to be looked at event by event
