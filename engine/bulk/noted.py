"""What a compiled fold notes of each deal: one row of numbers, in these places."""

from __future__ import annotations

from typing import Any, Final

from cardlog.engine.state import CLAIMED, DEAL_DONE, DEAL_VOID
from cardlog.records import events, flat
from cardlog.records.flat import LETTERS, TURN_UP

# The letters of events, as the numbers that they are in bytes.
DEAL: Final = ord(LETTERS[events.Deal])
STAY: Final = ord(LETTERS[events.Stay])
SWAP: Final = ord(LETTERS[events.Swap])
BLOCK: Final = ord(LETTERS[events.Block])
CUT: Final = ord(LETTERS[events.Cut])
DRAW: Final = ord(LETTERS[events.Draw])
REVEAL: Final = ord(LETTERS[events.Reveal])
TURNED: Final = ord(TURN_UP)
CALL: Final = ord(LETTERS[events.Call])
DISCARD: Final = ord(LETTERS[events.Discard])
TRICK: Final = ord(LETTERS[events.Trick])
MISDEAL: Final = ord(LETTERS[events.Misdeal])
SCORE: Final = ord(LETTERS[events.Score])
NOTE: Final = ord(LETTERS[events.Note])
EXTENSION: Final = ord(LETTERS[events.Extension])

NONE: Final = flat.NONE  # no seat, no card, no stock written down
# The points that a score may claim, as bytes without a sign: the side, or one of these.
POINTS: Final = len(flat.POINTS)
NOBODYS: Final = flat.NOBODY & 255
UNSAID: Final = flat.UNSAID & 255

# Places in a row.
FIRST: Final = 0  # index of the first event
LAST: Final = 1  # of the last that counted, -1 while the deal goes on
DEALER: Final = 2
HOW: Final = 3  # one of the next three
GOES_ON: Final = 0
COMPLETE: Final = 1
VOIDED: Final = 2
LOWEST: Final = 4
IN_HANDS: Final = 5  # tokens that the players have together; 0 where they play for none
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


def begin(row: Any, event: int, dealer: int) -> None:
    """A deal has begun."""
    row[FIRST] = event
    row[LAST] = -1
    row[DEALER] = dealer
    row[HOW] = GOES_ON


def complete(row: Any, event: int, code: int, sides: int) -> bool:
    """Note what an event brought about for its deal; True where it has completed it."""
    row[LAST] = event
    if code == DEAL_VOID:
        row[HOW] = VOIDED
        for side in range(sides):
            row[BY_SIDE + side] = 0
    elif code == DEAL_DONE or (code == CLAIMED and row[HOW] == GOES_ON):
        row[HOW] = COMPLETE
        return True
    return False
