"""The reckoning: High, Low, Jack and Game, and who is out."""

from __future__ import annotations

from typing import Final

from cardlog.engine.state import DONE, OPEN, OVER
from cardlog.engine.tricks.state import (
    JACK,
    NINE,
    NONE,
    NOWHERE,
    RANKS,
    TAKEN,
    UNCERTAIN,
    TrickState,
)
from cardlog.records.cards import UNKNOWN_SUIT

# CJ-1.3, by card: Ten 10, Jack 1, Queen 2, King 3, Ace 4 (and no card has the last three codes).
PIPS: Final = [0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4, 0, 0, 0] * 4


def reckon(s: TrickState) -> None:
    """CJ-4.1 to CJ-4.4: to which side each point goes. What they are worth, the game says."""
    missing = 0  # unseen cards that were in play
    for unseen in s.unseen_had:
        missing += unseen
    high = end_of_trumps(s, 1, missing)
    s.high = s.had[high] % s.sides if high >= 0 else high
    low = end_of_trumps(s, 0, missing)
    if s.low_to_taker:
        s.low = taker_of(s, low)
    else:
        s.low = s.had[low] % s.sides if low >= 0 else low
    s.jack = s.turned
    if s.turned == NONE:  # B-07: a turned Jack replaces the captured one
        s.jack = taker_of(s, trump_of(s, JACK))
    s.nine = taker_of(s, trump_of(s, NINE)) if s.nine_counts else NONE
    s.game = most_pips(s)
    s.next_dealer = s.dealer + 1 if s.dealer + 1 < s.seats else 0
    s.phase = DONE


def count_out(s: TrickState) -> None:
    """CJ-5.2, B-14, SU-17: one point each, in order; the first side to reach the target has won."""
    if s.phase == OVER:
        return  # a turned Jack was enough
    jack = s.jack if s.turned == NONE else NONE  # a turned one was scored when it was turned
    if s.turned == UNCERTAIN:  # it was the dealer's at once, or somebody's now
        jack = UNCERTAIN
        s.doubt[s.dealer % s.sides] -= 1
    points = (s.high, s.low, jack, s.game, s.nine)
    open_points = 0
    for point in points:
        if point == UNCERTAIN:
            open_points += 1
    for point in points:
        if point >= 0:
            score_at_once(s, point)
            if open_points and s.phase == OVER:  # the open ones may have come first
                s.phase = DONE
                s.winner_mask = 0
    if open_points:
        for side in range(s.sides):
            s.changes[side] = OPEN
            s.doubt[side] += open_points


def score_at_once(s: TrickState, side: int) -> None:
    """A point; the match is over where nobody else can have reached the target before."""
    s.changes[side] += 1
    s.standing[side] += 1
    if s.standing[side] >= s.target and s.phase != OVER:
        for other in range(s.sides):
            if other != side and s.standing[other] + s.doubt[other] >= s.target:
                return
        s.phase = OVER
        s.winner_mask = 1 << side


def trump_of(s: TrickState, rank: int) -> int:
    """The trump of this rank, UNCERTAIN where the suit was not seen."""
    return UNCERTAIN if s.trump == UNKNOWN_SUIT else s.trump * 16 + rank


def end_of_trumps(s: TrickState, highest: int, missing: int) -> int:
    """CJ-4.1, CJ-4.2: the highest (or lowest) trump that appeared, NONE or UNCERTAIN."""
    if s.trump == UNKNOWN_SUIT:
        return UNCERTAIN
    had = s.had
    card = s.trump * 16 + (RANKS - 1 if highest else 0)
    step = -1 if highest else 1
    for _ in range(RANKS):
        if had[card] >= 0:
            return card
        if missing and s.place[card] == NOWHERE:
            return UNCERTAIN  # it may have been one of those
        card += step
    return NONE


def taker_of(s: TrickState, card: int) -> int:
    """CJ-4.3: which side captured this card; NONE and UNCERTAIN stay what they are."""
    if card < 0:
        return card
    where = s.place[card]
    if where >= TAKEN:
        return (where - TAKEN) % s.sides
    return UNCERTAIN if s.blind else NONE


def most_pips(s: TrickState) -> int:
    """CJ-4.4, B-13, C-05: the greatest captured value, alone; a tie is nobody's."""
    best = -1
    winner = NONE
    for side, pips in enumerate(s.pips):
        if pips > best:
            best = pips
            winner = side
        elif pips == best:
            winner = NONE
    if winner == NONE and s.tie_to_elder:
        winner = (s.dealer + 1) % s.sides  # SU-16
    return UNCERTAIN if s.blind else winner
