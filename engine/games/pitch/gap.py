"""Pitch after a gap: the auction, held against what was seen since; points may have fallen."""

from __future__ import annotations

from typing import Final

from cardlog.engine import faults
from cardlog.engine.games.pitch.auction import (
    ALIEN,
    ALL_POINTS,
    BID5,
    PASS,
    SMUDGE,
    THROW_IN,
    PitchState,
    may_steal,
)
from cardlog.engine.match import out_of_sight
from cardlog.engine.state import NOBODY
from cardlog.engine.tricks import gap, trick_unseen, tricks_to_come

FAR: Final = 10**9  # points, more than any match sees


def gap_in_pitch(s: PitchState) -> int:
    """Something was not recorded: any number of bids may have failed in it."""
    code = gap(s)
    if code:
        s.bid = 0
        s.bidder = NOBODY
        s.below_target = 1 - s.pitchers_only  # only a pitcher's points end the match (PI-15)
        for side in range(s.sides):
            s.standing[side] = -FAR
            s.doubt[side] = 2 * FAR
    return code


def call_unseen(s: PitchState, seat: int, value: int) -> int:
    """PI-3: once round, and each bid is higher than the last, unless the dealer takes it over."""
    fault = out_of_sight(s)
    if fault:
        return fault
    if seat >= s.seats or s.played or s.calls == s.seats or (s.turn >= 0 and seat != s.turn):
        return faults.CALL_TURN
    if value == ALIEN:
        return faults.CALL_KIND
    if value == SMUDGE and s.smudge != BID5:
        value = ALL_POINTS
    if value != PASS:
        if value < s.min_bid or value > s.max_bid or value < s.bid:
            return faults.LOW_BID
        if value == s.bid:
            if not may_steal(s, s.bid):
                return faults.LOW_BID
            s.calls = s.seats - 1  # so this is the dealer's, and the last
        s.bid = value
        s.bidder = seat
    s.calls += 1
    s.turn = seat + 1 if seat + 1 < s.seats else 0
    if s.bid or s.all_pass != THROW_IN:
        tricks_to_come(s)
    return 0


def trick_in_pitch(s: PitchState, leader: int, cards: list[int]) -> int:
    """PI-7: who bid most leads; where only passes were seen anybody may have."""
    if s.calls and not s.played:
        s.turn = s.bidder
    return trick_unseen(s, leader, cards)
