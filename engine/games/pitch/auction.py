"""Pitch's own rules: the auction before the first trick, and the bid after the last.

CALLS ──call ... the dealer's call──> TRICK
            └──all have passed and throw in──> VOID
"""

from __future__ import annotations

from typing import Final

from cardlog.engine import faults
from cardlog.engine.state import DEAL_EXTENDED, DEAL_VOID, NOBODY, OPEN, OVER, VOID
from cardlog.engine.tricks import (
    CALLS,
    NONE,
    TAKEN,
    TRICK,
    UNCERTAIN,
    TrickState,
    misdeal,
    misplaced,
)

# Calls, as numbers: a bid is its number.
ALIEN: Final = -1  # a word of another game
PASS: Final = 0
SMUDGE: Final = 5
ALL_POINTS: Final = 4

# `dealer_steal`
BELOW_MAX: Final = 0
ALWAYS: Final = 1
FOUR_ONLY: Final = 2
NEVER: Final = 3
# `all_pass`
STICK_DEALER: Final = 0
FREE_LEAD: Final = 1
THROW_IN: Final = 2
# `smudge`
BID4: Final = 0
WIN_GAME: Final = 1
BID5: Final = 2
# whether the bid was made
FAILED: Final = 0
MADE: Final = 1


class PitchState(TrickState):
    """What a fold of Pitch knows besides."""

    __slots__ = (
        "all_pass", "bid", "bidder", "dealer_steal", "made", "max_bid", "min_bid",
        "pitchers_only", "smudge",
    )  # fmt: skip

    def __init__(self, seats: int, standing: list[int]) -> None:
        super().__init__(seats, standing)
        self.first_phase = CALLS
        # options
        self.min_bid = 2
        self.max_bid = 4
        self.dealer_steal = BELOW_MAX
        self.all_pass = STICK_DEALER
        self.smudge = BID4
        self.pitchers_only = 0  # only a side that made its bid can go out (PI-15)
        # the deal
        self.bid = 0  # the highest so far
        self.bidder = NOBODY  # the pitcher, once all have called
        self.made = NONE  # FAILED, MADE or UNCERTAIN, of the last deal


def call(s: PitchState, seat: int, value: int) -> int:
    """PI-3: once round from the dealer's left, each passes or bids more than the last bid."""
    if s.phase != CALLS:
        return misplaced(s, faults.CALL_TURN)
    if seat != s.turn:
        return faults.CALL_TURN
    if value == ALIEN:
        return faults.CALL_KIND
    if value == SMUDGE and s.smudge != BID5:
        value = ALL_POINTS  # PI-13: the same as a bid of four
    bid = s.bid if s.calls else 0
    if value == PASS:
        if seat == s.dealer and not bid and s.all_pass == STICK_DEALER:
            return faults.STUCK
    elif (
        value < s.min_bid
        or value > s.max_bid
        or value < bid
        or (value == bid and not (seat == s.dealer and may_steal(s, bid)))
    ):
        return faults.LOW_BID
    s.bid = value if value else bid
    if value:
        s.bidder = seat
    s.calls += 1
    if seat != s.dealer:
        s.turn = seat + 1 if seat + 1 < s.seats else 0
        return 0
    if s.bid:
        s.leader = s.bidder
    elif s.all_pass == THROW_IN:
        s.phase = VOID
        return DEAL_VOID
    s.phase = TRICK
    return 0


def thrown_in(s: PitchState) -> int:
    """PI-6: a deal that everybody passed is void as it is; a misdeal may say so once more."""
    if s.phase != VOID or not s.calls:
        return misdeal(s)
    s.calls = 0
    return DEAL_EXTENDED


def may_steal(s: PitchState, bid: int) -> bool:
    """PI-5: whether the dealer may take the contract at the highest bid already made."""
    if s.dealer_steal == FOUR_ONLY:
        return bid == ALL_POINTS
    return s.dealer_steal == ALWAYS or (s.dealer_steal == BELOW_MAX and bid < s.max_bid)


def settle(s: PitchState) -> None:
    """PI-12: the pitcher's side scores what it made or loses the bid, the others what they made."""
    changes, standing = s.changes, s.standing
    open_points = 0
    for point in (s.high, s.low, s.jack, s.game):
        if point >= 0:
            changes[point] += 1
        elif point == UNCERTAIN:
            open_points += 1
    swept = s.high if s.high >= 0 and changes[s.high] == ALL_POINTS else NONE
    pitcher = s.bidder % s.sides if s.bid else NONE
    s.made = bid_made(s, pitcher, open_points) if s.bid else NONE
    if open_points or s.made == UNCERTAIN:
        settle_open(s, pitcher, open_points)
        return
    if s.made == FAILED:
        changes[pitcher] = -s.bid
    elif s.bid == SMUDGE:
        changes[pitcher] = SMUDGE
    reached = swept != NONE and s.smudge == WIN_GAME
    for side in range(s.sides):
        if changes[side]:
            standing[side] += changes[side]
        if standing[side] >= s.target:
            reached = True
    if reached:
        go_out(s, pitcher, swept)


def settle_open(s: PitchState, pitcher: int, open_points: int) -> None:
    """The same from the least that is certain to the most that is possible."""
    for side in range(s.sides):
        least = s.changes[side]
        most = least + open_points
        if side == pitcher:
            if s.bid == SMUDGE:
                least = most = SMUDGE
            if s.made != MADE:
                least = -s.bid
            if s.made == FAILED:
                most = least
        s.changes[side] = least if least == most else OPEN
        s.standing[side] += least
        s.doubt[side] += most - least


def bid_made(s: PitchState, side: int, open_points: int) -> int:
    """PI-12, PI-13: whether the pitcher's side kept its word."""
    points = s.changes[side]
    due = ALL_POINTS if s.bid == SMUDGE else s.bid
    if points + open_points < due:
        return FAILED
    if s.bid == SMUDGE:
        for place in s.place:
            if place >= TAKEN and (place - TAKEN) % s.sides != side:
                return FAILED
    if points < due or (s.bid == SMUDGE and s.blind):
        return UNCERTAIN
    return MADE


def go_out(s: PitchState, pitcher: int, swept: int) -> None:
    """PI-13, PI-15: the match is over where it is certain who has won it."""
    winner = swept if s.smudge == WIN_GAME and swept != NONE else first_out(s, pitcher)
    if winner != NONE:
        s.phase = OVER
        s.winner_mask = 1 << winner


def first_out(s: PitchState, pitcher: int) -> int:
    """PI-15: who reached the target first; the pitcher's points count before the others'.

    A deal before this one may have left points open: who may have reached the target with them
    comes before the others, and has won only where he has reached it without them.
    """
    if s.made == MADE and s.standing[pitcher] + s.doubt[pitcher] >= s.target:
        return pitcher if s.standing[pitcher] >= s.target else NONE
    if s.pitchers_only:
        return NONE
    left = [0] * s.sides  # points of the deal that are still to be counted
    for point in (s.high, s.low, s.jack, s.game):
        if point >= 0 and point != pitcher:
            left[point] += 1
    for point in (s.high, s.low, s.jack, s.game):
        if point >= 0 and point != pitcher:
            left[point] -= 1
            if s.standing[point] + s.doubt[point] - left[point] >= s.target:
                return point if s.standing[point] - left[point] >= s.target else NONE
    return NONE
