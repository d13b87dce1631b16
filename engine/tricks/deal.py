"""Cutting for the deal, and the deal."""

from __future__ import annotations

from typing import Final

from cardlog.engine import faults
from cardlog.engine.match import no_new_deal, no_place, void_deal
from cardlog.engine.state import (
    ANYBODY,
    CHOOSING,
    DEAL_BEGUN,
    MISCOUNTED,
    NOBODY,
    START,
)
from cardlog.engine.tricks.gap import reached_before, stay_below
from cardlog.engine.tricks.state import EMPTY, HAND, MOST_SEATS, NONE, RANKS, UNCERTAIN, TrickState
from cardlog.records.cards import SPECIAL, UNKNOWN_RANK

NOTHING: Final = [0] * MOST_SEATS


def cut(s: TrickState, seat: int, card: int) -> int:
    """CJ-2.1, B-08, SU-2: all cut, the lowest or the highest deals; those who tie cut again."""
    if s.phase != START and s.phase != CHOOSING:
        return no_place(s)
    unseen = s.phase == CHOOSING and s.next_dealer == ANYBODY  # an earlier round was not all seen
    again = unseen and s.cuts[seat] != NONE and round_cut(s) > 1
    if not s.cutters >> seat & 1 or (s.cuts[seat] != NONE and not again):
        return faults.FIRST_DEALER
    if card >= SPECIAL:
        return faults.UNREADABLE
    if again:  # so only those who have cut by now were tied, and are again
        for other in range(s.seats):
            if s.cuts[other] == NONE:
                s.cutters &= ~(1 << other)
            s.cuts[other] = NONE
    s.phase = CHOOSING
    rank = card & 15  # Ace high
    s.cuts[seat] = RANKS - 1 - rank if s.cut_high and rank != UNKNOWN_RANK else rank
    lowest = UNKNOWN_RANK
    tied = 0
    for other in range(s.seats):
        if s.cutters >> other & 1:
            rank = s.cuts[other]
            if rank == NONE:
                s.next_dealer = ANYBODY if unseen else NOBODY
                return 0
            if rank == UNKNOWN_RANK:
                lowest = NONE  # an unseen card may be the lowest
            if rank < lowest:
                lowest = rank
                tied = 0
            if rank == lowest:
                tied |= 1 << other
    s.next_dealer = NOBODY
    if lowest == NONE:  # anybody may deal, or those who tied cut again
        s.next_dealer = ANYBODY
        tied = s.cutters
    for other in range(s.seats):
        s.cuts[other] = NONE
        if tied == 1 << other:
            s.next_dealer = other
            tied = 0
    s.cutters = tied
    return 0


def round_cut(s: TrickState) -> int:
    """How many have cut in this round."""
    n = 0
    for rank in s.cuts:
        if rank != NONE:
            n += 1
    return n


def deal(s: TrickState, dealer: int, fits: int, counts: int, stock_size: int) -> int:
    """A new deal. Where its cards lie the caller knows, who lays them out if the deal counts.

    `fits` is 0 where a card comes twice, `counts` 0 where a hand or the stock has the wrong size.
    """
    early = no_new_deal(s)
    if early:
        return early
    if s.below_target and reached_before(s):
        return faults.OVER
    if s.next_dealer != ANYBODY and dealer != s.next_dealer:
        return faults.FIRST_DEALER if s.deals == 0 else faults.WRONG_DEALER
    if not fits:
        return faults.DUPLICATE_CARD
    if s.below_target:
        stay_below(s)
    s.deals += 1
    s.dealer = dealer
    s.next_dealer = dealer
    s.scored = 0
    for side in range(s.sides):
        s.changes[side] = 0
        s.pips[side] = 0
    s.trump = NONE
    s.turned = NONE
    s.blind = 0
    s.calls = 0
    s.pos = 0
    if not counts:
        s.place[:] = EMPTY
        s.unseen[: s.seats] = NOTHING[: s.seats]
        s.phase = MISCOUNTED
        return DEAL_BEGUN
    s.stock_size = stock_size
    rounds = stock_size // s.seats if s.refills else 0  # C-02: while all can draw
    s.refill = rounds * s.seats
    s.rest = HAND + rounds
    s.leader = dealer + 1 if dealer + 1 < s.seats else 0
    s.turn = s.leader
    s.phase = s.first_phase
    return DEAL_BEGUN


def misdeal(s: TrickState) -> int:
    """CC-6.3, B-18: the deal is void; what was scored in it already is taken back."""
    code = void_deal(s)
    if code < 0:
        s.calls = 0
        if s.turned == UNCERTAIN:
            s.doubt[s.dealer % s.sides] -= 1
        s.turned = NONE
        for side in range(s.sides):
            s.standing[side] -= s.changes[side]
            s.changes[side] = 0
    return code
