"""What a showdown comes to: who loses how much, who is still in, who deals next."""

from __future__ import annotations

from cardlog.engine.exchange.reckon import reckon
from cardlog.engine.exchange.state import MAYBE, NO, NO_CARD, SHOWDOWN, YES, ExchangeState
from cardlog.engine.state import DONE, NOBODY, OVER


def settle(s: ExchangeState) -> None:
    """The lowest lose a life; who is left deals on, or the match is over."""
    if s.doubtful:
        resolve_doubt(s)
    strength = s.strength
    lowest = s.highest
    for card in s.hand:
        if card >= 0:
            mine = strength[card]
            if mine < lowest:
                lowest = mine
    s.lowest = lowest
    if lowest < 0 or s.odd_losses or s.doubtful:
        reckon(s)
        out = 1
    else:
        out = 0
        for seat, card in enumerate(s.hand):
            if card >= 0 and strength[card] == lowest:
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


def resolve_doubt(s: ExchangeState) -> None:
    """A deal that was played out tells who was still in: the players who were dealt a card."""
    for seat in range(s.seats):
        if s.doubt[seat] >= s.standing[seat]:
            if s.hand[seat] == NO_CARD:
                s.standing[seat] = 0
            s.doubt[seat] = s.standing[seat] - 1 if s.standing[seat] else 0


def players(s: ExchangeState) -> int:
    """The mask of those who played this deal."""
    mask = 0
    for seat, card in enumerate(s.hand):
        if card != NO_CARD:
            mask |= 1 << seat
    return mask


def finish(s: ExchangeState) -> None:
    """CC-5.3 to CC-6.2, CP-6.1, CP-6.2: who is still in, who deals next, who has won."""
    if s.sudden == MAYBE:  # whether there were turns has told
        s.sudden = NO if s.phase == SHOWDOWN else YES
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
        if undecided == alive and s.sudden_showdown and s.sudden == NO:
            s.sudden = MAYBE
            s.tied = players(s)
            s.if_back = YES if s.last_lives and not s.free else MAYBE
        alive = s.seats
    if alive == 0 and s.sudden_death:
        s.sudden = s.sudden_showdown
        for seat in range(s.seats):
            if s.changes[seat]:
                s.standing[seat] = 1
    elif alive == 0:
        s.phase = OVER
        for seat in range(s.seats):
            if s.changes[seat]:
                s.winner_mask |= 1 << seat
    elif alive == 1:
        s.phase = OVER
        s.winner_mask = 1 << last
    if s.phase == DONE:
        s.next_dealer = s.dealer + 1 if s.dealer + 1 < s.seats else 0
        while s.standing[s.next_dealer] <= 0:
            s.next_dealer = s.next_dealer + 1 if s.next_dealer + 1 < s.seats else 0
