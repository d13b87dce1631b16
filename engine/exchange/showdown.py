"""Showing cards, and what the showdown comes to."""

from __future__ import annotations

from typing import Final

from cardlog.engine import faults
from cardlog.engine.exchange.hands import learn, may_be
from cardlog.engine.exchange.state import LOW_RANKS, NO_CARD, RANKS, SHOWDOWN, TURNS, ExchangeState
from cardlog.engine.match import out_of_play
from cardlog.engine.state import DEAL_DONE, DONE, EXPOSED, NOBODY, OPEN, OVER
from cardlog.records.cards import UNKNOWN_RANK

# CC-1.4, CP-2.1: by rank, Ace 0, Two 1, ... King 12; -1 where the rank is unseen.
STRENGTH: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, -1, -1, -1)


def reveal(s: ExchangeState, seat: int, card: int) -> int:
    """CC-5.1, CP-5.1: the showdown; the last one to show settles the deal."""
    if s.phase != SHOWDOWN:
        return reveal_before(s, seat, card)
    if not s.due[seat]:
        return faults.REVEAL_NOT_HELD if s.hand[seat] == NO_CARD else faults.REVEAL_TWICE
    if s.hand[seat] != card:
        held = may_be(s, seat, card)
        if held < 0:
            return faults.REVEAL_NOT_HELD
        learn(s, seat, held)
    s.due[seat] = 0
    s.waiting -= 1
    if s.waiting:
        return 0
    settle(s)
    return DEAL_DONE


def reveal_before(s: ExchangeState, seat: int, card: int) -> int:
    """A card shown before the showdown: exposed in the deal, or a low card (CP-4.4)."""
    if s.phase == DONE:
        return faults.REVEAL_NOT_HELD if s.hand[seat] == NO_CARD else faults.REVEAL_TWICE
    if s.phase != TURNS and s.phase != EXPOSED:
        return out_of_play(s)
    exposed = s.turn == s.left[s.dealer]  # nobody has had a turn yet
    held = may_be(s, seat, card)
    rank = (held if held >= 0 else card) & 15
    asking = s.turn != s.dealer and (seat == s.turn or seat == s.left[s.turn])
    warning = asking and s.low_rule and (LOW_RANKS | 1 << UNKNOWN_RANK) >> rank & 1
    if not exposed and not warning:
        return faults.EARLY_REVEAL
    if s.hand[seat] == NO_CARD or held < 0:
        return faults.REVEAL_NOT_HELD
    if s.shown[seat] and (not warning or s.shown[seat] == s.turn + 1):
        return faults.REVEAL_TWICE
    # A card exposed in the deal may be shown once more when it is handed over.
    s.shown[seat] = s.turn + 1 if s.shown[seat] or not exposed else s.seats + 1
    learn(s, seat, held)
    if s.redeal and not warning:
        s.phase = EXPOSED
    return 0


def settle(s: ExchangeState) -> None:
    """The lowest lose a life; who is left deals on, or the match is over."""
    if s.doubtful:
        resolve_doubt(s)
    lowest = RANKS
    for card in s.hand:
        if card != NO_CARD and STRENGTH[card & 15] < lowest:
            lowest = STRENGTH[card & 15]
    s.lowest = lowest
    out = s.doubtful
    if lowest < 0:
        settle_unseen(s)
        out = 1
    else:
        for seat, card in enumerate(s.hand):
            if card != NO_CARD and STRENGTH[card & 15] == lowest:
                s.changes[seat] = -1
                s.standing[seat] -= 1
                if s.standing[seat] <= 0:
                    out = 1
    if out:
        s.seated = NOBODY
        finish(s)
    else:  # the same players play on
        s.phase = DONE
        s.next_dealer = s.left[s.dealer]


def verdict(s: ExchangeState, seat: int) -> int:
    """CC-5.2, CP-5.1: -1 where this player loses a life for certain, 0 where not, else OPEN."""
    mine = STRENGTH[s.hand[seat] & 15]
    others_least = RANKS - 1  # the lowest that anybody else may hold
    others_most = RANKS - 1  # the lowest that somebody else holds at most
    for other in range(s.seats):
        if other != seat and s.hand[other] != NO_CARD:
            theirs = STRENGTH[s.hand[other] & 15]
            if theirs < others_least:
                others_least = theirs if theirs >= 0 else 0
            if 0 <= theirs < others_most:
                others_most = theirs
    most = mine if mine >= 0 else RANKS - 1
    if most <= others_least:
        return -1
    if mine > others_most:
        return 0
    return OPEN


def resolve_doubt(s: ExchangeState) -> None:
    """A deal that was played out tells who was still in: the players who were dealt a card."""
    for seat in range(s.seats):
        if s.doubt[seat] >= s.standing[seat]:
            if s.hand[seat] == NO_CARD:
                s.standing[seat] = 0
            s.doubt[seat] = s.standing[seat] - 1 if s.standing[seat] else 0


def settle_unseen(s: ExchangeState) -> None:
    """The same where ranks are unseen: only what is certain is written."""
    s.doubtful = 1
    survivors = 0
    for seat in range(s.seats):
        if s.hand[seat] != NO_CARD:
            s.changes[seat] = verdict(s, seat)
            if s.changes[seat] == OPEN:
                s.doubt[seat] += 1
            lost = 1 if s.changes[seat] == -1 else 0
            if s.standing[seat] - s.doubt[seat] - lost > 0:
                survivors += 1
    s.lowest = -1
    for seat in range(s.seats):
        if s.changes[seat] == -1:
            if survivors or not s.sudden_death:
                s.standing[seat] -= 1
            else:
                s.doubt[seat] += 1  # out, or in sudden death with the others
            if STRENGTH[s.hand[seat] & 15] >= 0:
                s.lowest = STRENGTH[s.hand[seat] & 15]


def finish(s: ExchangeState) -> None:
    """CC-5.3 to CC-6.2, CP-6.1, CP-6.2: who is still in, who deals next, who has won."""
    s.phase = DONE
    alive = 0
    undecided = 0  # unseen cards leave open whether these are in
    last = NOBODY
    for seat, lives in enumerate(s.standing):
        if lives > 0:
            alive += 1
            last = seat
            if s.doubt[seat] >= lives:
                undecided += 1
    if undecided:
        alive = s.seats
    if alive == 0 and s.sudden_death:
        for seat in range(s.seats):
            if s.changes[seat] < 0:
                s.standing[seat] = 1
    elif alive == 0:
        s.phase = OVER
        for seat in range(s.seats):
            if s.changes[seat] < 0:
                s.winner_mask |= 1 << seat
    elif alive == 1:
        s.phase = OVER
        s.winner_mask = 1 << last
    if s.phase == DONE:
        s.next_dealer = s.dealer + 1 if s.dealer + 1 < s.seats else 0
        while s.standing[s.next_dealer] <= 0:
            s.next_dealer = s.next_dealer + 1 if s.next_dealer + 1 < s.seats else 0
