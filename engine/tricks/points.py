"""The reckoning: High, Low, Jack and Game, and who is out."""

from __future__ import annotations

from typing import Final

from cardlog.engine.state import DONE, OPEN, OVER
from cardlog.engine.tricks.state import NONE, RANKS, TAKEN, UNCERTAIN, TrickState
from cardlog.records.cards import UNKNOWN_SUIT

JACK: Final = 9
PIPS: Final = (0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4)  # CJ-1.3, by rank: Ten 10 ... Ace 4
HONOURS: Final = tuple(suit * 16 + rank for suit in range(4) for rank in range(8, 13))


def reckon(s: TrickState) -> None:
    """CJ-4.1 to CJ-4.5, CJ-5.1, CJ-5.2: the four points, and who is out."""
    seats = s.seats
    s.high = holder_of_end(s, 1)
    s.low = holder_of_end(s, 0)
    s.jack = taker_of(s, JACK)
    s.game = most_pips(s)
    open_points = 0
    for point in (s.high, s.low, s.jack, s.game):
        if point >= 0:
            s.changes[point] += 1
        elif point == UNCERTAIN:
            open_points += 1
    s.next_dealer = s.dealer + 1 if s.dealer + 1 < seats else 0
    s.phase = DONE
    if open_points:
        for side in range(len(s.changes)):
            s.changes[side] = OPEN
            s.doubt[side] += open_points
        return
    count_out(s)


def count_out(s: TrickState) -> None:
    """B-14: points are counted in order, and the first side to reach the target has won."""
    for point in (s.high, s.low, s.jack, s.game):
        if point >= 0:
            s.standing[point] += 1
            if s.standing[point] >= s.target and not s.doubt[point] and s.phase != OVER:
                s.phase = OVER
                s.winner_mask = 1 << point


def holder_of_end(s: TrickState, highest: int) -> int:
    """CJ-4.1, CJ-4.2: who had the highest (or lowest) trump that appeared."""
    if s.trump == UNKNOWN_SUIT:
        return UNCERTAIN
    shift = s.trump * 16
    missing = 0  # unseen cards that were in play
    for seat in range(s.seats):
        missing += s.unseen_had[seat]
    for step in range(RANKS):
        card = shift + (RANKS - 1 - step if highest else step)
        if s.had[card] >= 0:
            return s.had[card]
        if missing:
            return UNCERTAIN  # it may have been one of those
    return NONE


def taker_of(s: TrickState, rank: int) -> int:
    """CJ-4.3: who captured the trump of this rank."""
    if s.trump == UNKNOWN_SUIT:
        return UNCERTAIN
    where = s.place[s.trump * 16 + rank]
    if where >= TAKEN:
        return where - TAKEN
    return UNCERTAIN if s.blind else NONE


def most_pips(s: TrickState) -> int:
    """CJ-4.4, B-13, C-05: the greatest captured value, alone; a tie is nobody's."""
    pips = s.pips
    for seat in range(s.seats):
        pips[seat] = 0
    for card in HONOURS:
        where = s.place[card]
        if where >= TAKEN:
            pips[where - TAKEN] += PIPS[card & 15]
    best = -1
    winner = NONE
    for seat in range(s.seats):
        if pips[seat] > best:
            best = pips[seat]
            winner = seat
        elif pips[seat] == best:
            winner = NONE
    return UNCERTAIN if s.blind else winner
