"""The showdown where cards were left unseen, or where house rules change who loses and how much.

Every unseen card may be the lowest or the highest, so each player has a least and a most: of
strength, of what he loses, of the lives he has left (`standing` is the most, `doubt` how much
less it may be). What both agree on is certain, and nothing else is stated.
"""

from __future__ import annotations

from cardlog.engine.exchange.state import (
    ACE_OF_SPADES,
    KING,
    MAYBE,
    NO,
    NO_CARD,
    YES,
    ExchangeState,
)
from cardlog.engine.state import OPEN
from cardlog.records.cards import FULLY_KNOWN, known_part


def reckon(s: ExchangeState) -> None:
    """CC-5.2, CP-5.1, with A-01, A-15, A-16 and A-23: what everybody loses."""
    if s.king_drawn == MAYBE:
        s.king_drawn = king_was_drawn(s)
    equal = all_equal(s)
    s.free = 1 if s.all_equal_free and equal != NO and s.king_drawn != YES else 0
    s.lowest = s.lowest if s.lowest >= 0 else lowest_of_all(s)
    survivors = 0
    unsure = 0
    s.last_lives = 1
    for seat in range(s.seats):
        if s.standing[seat] > 1:
            s.last_lives = 0
        if s.hand[seat] != NO_CARD:
            loses = verdict(s, seat, equal)
            if loses != NO:
                lose(s, seat, loses)
        if s.standing[seat] > s.doubt[seat]:
            survivors += 1
        if s.doubt[seat]:
            unsure = 1
            s.doubtful = 1
    if unsure and s.sudden_death and not survivors:
        for seat in range(s.seats):
            if s.changes[seat] and not s.standing[seat]:
                s.standing[seat] = 1  # out, or in sudden death with the others
                s.doubt[seat] = 1


def verdict(s: ExchangeState, seat: int, equal: int) -> int:
    """Whether this player loses: YES, NO or MAYBE."""
    if s.king_drawn == YES:
        return YES if seat == s.dealer else NO
    most = s.strength[s.hand[seat]]
    least = most if most >= 0 else 0
    most = most if most >= 0 else s.highest
    others_least = s.highest  # the lowest that anybody else may hold
    others_most = s.highest  # the lowest that somebody else holds at most
    tops = 0  # the highest that anybody else may hold
    for other in range(s.seats):
        if other != seat and s.hand[other] != NO_CARD:
            theirs = s.strength[s.hand[other]]
            others_least = min(others_least, theirs if theirs >= 0 else 0)
            others_most = min(others_most, theirs if theirs >= 0 else s.highest)
            tops = max(tops, theirs if theirs >= 0 else s.highest)
    must = most <= others_least
    may = least <= others_most
    if s.dealer_advantage and seat == s.dealer:
        must = most < others_least
        may = least < others_most
    elif s.all_equal_free:
        must = must and equal == NO
        may = may and equal != YES and tops > least
    if s.king_drawn == MAYBE:  # the dealer alone, or as the cards fall
        must = must and seat == s.dealer
        may = may or seat == s.dealer
    return YES if must else MAYBE if may else NO


def lose(s: ExchangeState, seat: int, loses: int) -> None:
    """Take from a player what he loses, as far as it is certain."""
    least = 1  # what it costs him if he loses
    most = 1
    card = s.hand[seat]
    if s.ace_of_spades and card == ACE_OF_SPADES:
        least = most = 2
    elif s.ace_of_spades and known_part(card, ACE_OF_SPADES) == ACE_OF_SPADES:
        most = 1 if (s.full | s.stocked) >> ACE_OF_SPADES & 1 else 2
    lives = s.standing[seat]
    fewest = lives - s.doubt[seat]
    if loses == YES and min(least, fewest) == min(most, lives):
        s.changes[seat] = -min(most, lives)
    else:
        s.changes[seat] = OPEN
    s.standing[seat] = max(0, lives - least) if loses == YES else lives
    s.doubt[seat] = s.standing[seat] - max(0, fewest - most)


def all_equal(s: ExchangeState) -> int:
    """Whether all hold the same rank: YES, NO or MAYBE."""
    rank = -1
    unseen = 0
    for card in s.hand:
        if card != NO_CARD and s.strength[card] < 0:
            unseen += 1
        elif card != NO_CARD and rank >= 0 and s.strength[card] != rank:
            return NO
        elif card != NO_CARD:
            rank = s.strength[card]
    if s.players > s.alike:
        return NO
    return MAYBE if unseen else YES


def lowest_of_all(s: ExchangeState) -> int:
    """The lowest strength where a card is unseen: certain only where it is the very lowest."""
    for card in s.hand:
        if card != NO_CARD and s.strength[card] == 0:
            return 0
    return -1


def king_was_drawn(s: ExchangeState) -> int:
    """A-01: whether the unseen card that the dealer took was a King, told by what he shows.

    After a King he shows the card he had, after any other the one he took.
    """
    held = s.hand[s.dealer]
    if known_part(held, s.put_away) < 0:
        return NO
    known = held < FULLY_KNOWN and held == s.put_away and s.copies == 1
    if held & 15 == KING or known or known_part(held, s.drawn) < 0:
        return YES
    return MAYBE
