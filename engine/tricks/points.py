"""The reckoning: High, Low, Jack and Game, and who is out."""

from __future__ import annotations

from typing import Final

from cardlog.engine.state import DONE, OPEN, OVER
from cardlog.engine.tricks.state import NONE, RANKS, UNCERTAIN, TrickState
from cardlog.records.cards import UNKNOWN_SUIT

ONE_A_SUIT: Final = 1 | 1 << 16 | 1 << 32 | 1 << 48
ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8


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
        for seat in range(s.seats):
            if s.had[seat] >> card & 1:
                return seat
        if missing:
            return UNCERTAIN  # it may have been one of those
    return NONE


def taker_of(s: TrickState, rank: int) -> int:
    """CJ-4.3: who captured the trump of this rank."""
    if s.trump == UNKNOWN_SUIT:
        return UNCERTAIN
    for seat in range(s.seats):
        if s.taken[seat] >> s.trump * 16 + rank & 1:
            return seat
    return UNCERTAIN if s.blind else NONE


def most_pips(s: TrickState) -> int:
    """CJ-4.4, B-13, C-05: the greatest captured value, alone; a tie is nobody's."""
    best = -1
    winner = NONE
    for seat in range(s.seats):
        s.pips[seat] = pips_of(s.taken[seat])
        if s.pips[seat] > best:
            best = s.pips[seat]
            winner = seat
        elif s.pips[seat] == best:
            winner = NONE
    return UNCERTAIN if s.blind else winner


def pips_of(mask: int) -> int:
    """CJ-1.3: Ten 10, Ace 4, King 3, Queen 2, Jack 1."""
    return (
        in_all_suits(mask, TEN) * 10
        + in_all_suits(mask, ACE) * 4
        + in_all_suits(mask, KING) * 3
        + in_all_suits(mask, QUEEN) * 2
        + in_all_suits(mask, JACK)
    )


def in_all_suits(mask: int, rank: int) -> int:
    """How many cards of a rank a mask holds: its four bits are summed by one multiplication."""
    return ((mask >> rank & ONE_A_SUIT) * ONE_A_SUIT) >> 48 & 7
