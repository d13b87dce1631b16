"""Cutting for the deal, and the deal."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.match import no_new_deal
from cardlog.engine.state import (
    ANYBODY,
    CHOOSING,
    DEAL_BEGUN,
    MISCOUNTED,
    NOBODY,
    OVER,
    START,
)
from cardlog.engine.tricks.state import NONE, TURN_UP, TrickState
from cardlog.records.cards import SPECIAL, UNKNOWN_RANK


def cut(s: TrickState, seat: int, card: int) -> int:
    """CJ-2.1, B-08: all cut, the lowest deals (Ace high); those who tie cut again."""
    if s.phase != START and s.phase != CHOOSING:
        return faults.OVER if s.phase == OVER else faults.NOT_THIS_GAME
    if not s.cutters >> seat & 1 or s.cuts[seat] != NONE:
        return faults.FIRST_DEALER
    if card >= SPECIAL:
        return faults.UNREADABLE
    unseen = s.phase == CHOOSING and s.next_dealer == ANYBODY  # an earlier round was not all seen
    s.phase = CHOOSING
    s.cuts[seat] = card & 15
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


def deal(
    s: TrickState, dealer: int, hands: list[int], unseen: list[int], fits: int, counts: int,
    stock: list[int], stock_size: int, placed: int,
) -> int:  # fmt: skip
    """A new deal: the known cards of each hand as a mask, how many more, the stock top first.

    `placed` is the mask of all known cards in hands and stock,
    `fits` is 0 where a card comes twice, `counts` 0 where a hand or the stock has the wrong size.
    """
    early = no_new_deal(s)
    if early:
        return early
    if s.next_dealer != ANYBODY and dealer != s.next_dealer:
        return faults.FIRST_DEALER if s.deals == 0 else faults.WRONG_DEALER
    if not fits:
        return faults.DUPLICATE_CARD
    s.deals += 1
    s.dealer = dealer
    s.next_dealer = dealer
    s.scored = 0
    for side in range(len(s.changes)):
        s.changes[side] = 0
    if not counts:
        s.phase = MISCOUNTED
        return DEAL_BEGUN
    for seat in range(s.seats):
        s.hand[seat] = hands[seat]
        s.had[seat] = hands[seat]
        s.unseen[seat] = unseen[seat]
        s.unseen_had[seat] = unseen[seat]
        s.taken[seat] = 0
    s.placed = placed
    s.stock[:stock_size] = stock
    s.stock_size = stock_size
    s.pos = 0
    s.blind = 0
    s.trump = NONE
    s.leader = dealer + 1 if dealer + 1 < s.seats else 0
    s.phase = TURN_UP
    return DEAL_BEGUN
