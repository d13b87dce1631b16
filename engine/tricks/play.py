"""A trick: follow suit or trump."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.match import out_of_play
from cardlog.engine.state import ANYBODY, DEAL_DONE
from cardlog.engine.tricks.points import reckon
from cardlog.engine.tricks.state import DRAW, SUIT, TRICK, TURN_UP, TrickState
from cardlog.engine.tricks.stock import may_hold
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN_SUIT


def trick(s: TrickState, leader: int, cards: list[int]) -> int:
    """CJ-3.1, CJ-3.2: follow suit or trump; the highest trump, else the suit led, wins."""
    if s.phase != TRICK:
        return misplaced_trick(s)
    seats = s.seats
    if leader != s.leader and (s.leader != ANYBODY or leader >= seats):
        return faults.WRONG_LEADER
    if len(cards) != seats:
        return faults.TRICK_SIZE
    hand = s.hand
    trump = s.trump
    led = cards[0] >> 4
    revoked = 0
    unseen = 0
    placed = 0  # cards of this trick that turn out to have been in a hand
    best = -1
    seat = winner = leader
    for card in cards:
        held = hand[seat]
        if card >= FULLY_KNOWN or not held >> card & 1:
            if not may_hold(s, seat, card) or (card < FULLY_KNOWN and placed >> card & 1):
                return faults.NOT_HELD
            unseen = 1
            if card < FULLY_KNOWN:
                placed |= 1 << card
        suit = card >> 4
        if suit == trump:
            worth = card + 64
        elif suit == led:
            worth = card
        else:
            worth = -1
            if suit < 4 and held & SUIT << led * 16 and led < 4:
                revoked = 1
        if worth > best:
            best = worth
            winner = seat
        seat = seat + 1 if seat + 1 < seats else 0
    if trump == UNKNOWN_SUIT:
        revoked = 0  # an odd card may have been a trump
        unseen = 1
    if revoked:
        return faults.REVOKE
    if unseen:
        winner = play_unseen(s, leader, cards, winner)
    captured = 0
    for card in cards:
        if card < FULLY_KNOWN:
            hand[seat] &= ~(1 << card)
            captured |= 1 << card
        seat = seat + 1 if seat + 1 < seats else 0
    if winner >= 0:
        s.taken[winner] |= captured
    s.leader = winner
    if s.pos + seats <= s.stock_size:
        s.turn = winner
        s.drawing = seats
        s.phase = DRAW
    elif not (hand[leader] or s.unseen[leader]):
        reckon(s)
        return DEAL_DONE
    return 0


def misplaced_trick(s: TrickState) -> int:
    """Why no trick may be played in this phase."""
    if s.phase < TURN_UP:
        return out_of_play(s)
    return faults.NO_TURN_UP if s.phase == TURN_UP else faults.MISSING_DRAW


def play_unseen(s: TrickState, leader: int, cards: list[int], winner: int) -> int:
    """Turn unseen cards of the hands into the ones played; the winner, or ANYBODY."""
    seat = leader
    for card in cards:
        if card < FULLY_KNOWN:
            if not s.hand[seat] >> card & 1:
                s.unseen[seat] -= 1
                if not s.had[seat] >> card & 1:
                    s.unseen_had[seat] -= 1
                    s.had[seat] |= 1 << card
                    s.placed |= 1 << card
        else:
            s.blind = 1
            winner = ANYBODY
            # It may be one of the known cards, and from now on nobody can say which are left.
            s.unseen[seat] += count(s.hand[seat]) - 1
            s.hand[seat] = 0
        if s.trump == UNKNOWN_SUIT and card >> 4 != cards[0] >> 4:
            s.blind = 1
            winner = ANYBODY
        seat = seat + 1 if seat + 1 < s.seats else 0
    return winner


def count(mask: int) -> int:
    """How many cards a mask holds."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n
