"""A trick: follow suit or trump."""

from __future__ import annotations

from typing import Final

from cardlog.engine import faults
from cardlog.engine.state import ANYBODY, DEAL_DONE
from cardlog.engine.tricks.points import PIPS, reckon
from cardlog.engine.tricks.state import DRAW, HELD, MOST_SEATS, RANKS, TAKEN, TRICK, TrickState
from cardlog.engine.tricks.stock import known_cards, may_hold, misplaced, suit_of
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN_SUIT

SUITS: Final = range(UNKNOWN_SUIT + 1)  # and the one that was not seen
TRUMPS: Final = 16  # any trump ranks above the suit led


def _power(trump: int, led: int, card: int) -> int:
    """CJ-3.2: how high a card ranks in a trick, 0 where it neither follows suit nor trumps."""
    suit, rank = card >> 4, 1 + (card & 15)
    return TRUMPS + rank if suit == trump else rank if suit == led else 0


# By trump, suit led and card. Where there is no trump yet (NONE), the last row serves as well.
POWER: Final = [
    [[_power(trump, led, card) for card in range(FULLY_KNOWN)] for led in SUITS] for trump in SUITS
]

# Who sits to the left, by number of players and player.
LEFT: Final = [
    [(seat + 1) % max(seats, 1) for seat in range(MOST_SEATS)] for seats in range(MOST_SEATS + 1)
]


def trick(s: TrickState, leader: int, cards: list[int]) -> int:
    """CJ-3.1, CJ-3.2: follow suit or trump; the highest trump, else the suit led, wins."""
    if s.phase != TRICK:
        return misplaced(s, 0)
    seats = s.seats
    if leader != s.leader and (s.leader != ANYBODY or leader >= seats):
        return faults.WRONG_LEADER
    if len(cards) != seats:
        return faults.TRICK_SIZE
    place = s.place
    trump = s.trump
    led = cards[0] >> 4
    if led > UNKNOWN_SUIT:
        led = UNKNOWN_SUIT
    of_led = led * 16
    power = POWER[trump][led]
    best = 0
    revoked = False
    unseen = 0  # mask of the cards that nobody saw in a hand
    seat = winner = leader
    for card in cards:
        if card >= FULLY_KNOWN:
            if not may_hold(s, seat, card):
                return faults.NOT_HELD
            unseen |= 1 << 15  # no card has this code
        else:
            if place[card] != seat:
                if unseen >> card & 1 or not may_hold(s, seat, card):
                    return faults.NOT_HELD
                unseen |= 1 << card
            high = power[card]
            if high > best:
                best = high
                winner = seat
            elif not high and not revoked:
                revoked = seat in place[of_led : of_led + RANKS]
        seat += 1
        if seat == seats:
            seat = 0
    if revoked and trump != UNKNOWN_SUIT:
        return faults.REVOKE
    if s.house:
        broken = house_rules(s, leader, cards)
        if broken:
            return broken
    if trump < 0:  # PI-7: where nothing was turned up, the first card led makes trump
        s.trump = suit_of(cards[0])
    if unseen or trump == UNKNOWN_SUIT:
        winner = play_unseen(s, leader, cards, winner)
        where = TAKEN + winner if winner >= 0 else HELD
        for card in cards:
            if card < FULLY_KNOWN:
                place[card] = where
    else:
        where = TAKEN + winner
        for card in cards:
            place[card] = where
    if winner >= 0:
        for card in cards:
            s.pips[winner % s.sides] += PIPS[card]
    s.leader = winner
    s.rest -= 1
    return 0 if s.rest and s.pos >= s.refill else taken(s)


def pair(s: TrickState, leader: int, lead: int, reply: int) -> int:
    """What `trick` comes to where two play, by the short way when both cards were in sight.

    Tricks take most of the time of a two-handed game, and `trick` is made for any number of players
    and for cards that nobody saw. Whatever is not plain here is left to it.
    """
    place = s.place
    other = 1 - leader
    if (
        s.phase != TRICK
        or leader != s.leader
        or lead >= FULLY_KNOWN
        or reply >= FULLY_KNOWN
        or place[lead] != leader
        or place[reply] != other
    ):
        return trick(s, leader, [lead, reply])
    led = lead >> 4
    suit = reply >> 4
    if suit == led:
        winner = other if reply > lead else leader
    elif s.house:
        return trick(s, leader, [lead, reply])
    elif suit == s.trump:
        winner = other
    elif s.trump == UNKNOWN_SUIT or holds_suit(s, other, led):
        return trick(s, leader, [lead, reply])
    else:
        winner = leader
    place[lead] = place[reply] = TAKEN + winner
    s.pips[winner] += PIPS[lead] + PIPS[reply]
    s.leader = winner
    s.rest -= 1
    return taken(s)


def four(s: TrickState, leader: int, lead: int, second: int, third: int, last: int) -> int:
    """What `trick` comes to where three or four play, by the short way as in `pair`.

    Where three play, the lead is also the last card: it is in the same hand as before, follows the
    suit led, and is not higher than itself, so that only its pips must not count again.
    """
    after = LEFT[s.seats]
    left = after[s.leader]
    across = after[left]
    right = after[across]
    place = s.place
    if (
        s.phase != TRICK
        or leader != s.leader
        or s.trump == UNKNOWN_SUIT
        or s.house
        or lead >= FULLY_KNOWN
        or second >= FULLY_KNOWN
        or third >= FULLY_KNOWN
        or last >= FULLY_KNOWN
        or place[lead] != leader
        or place[second] != left
        or place[third] != across
        or place[last] != right
    ):
        return trick(s, leader, [lead, second, third, last][: s.seats])
    led = lead >> 4
    trump = s.trump
    if trump < 0:  # PI-7
        trump = led
    power = POWER[trump][led]
    of_second, of_third, of_last = power[second], power[third], power[last]
    if not (of_second and of_third and of_last):
        of_led = place[led * 16 : led * 16 + RANKS]
        if (
            (not of_second and left in of_led)
            or (not of_third and across in of_led)
            or (not of_last and right in of_led)
        ):
            return trick(s, leader, [lead, second, third, last][: s.seats])
    best = power[lead]
    winner = leader
    if of_second > best:
        best = of_second
        winner = left
    if of_third > best:
        best = of_third
        winner = across
    if of_last > best:
        winner = right
    place[lead] = place[second] = place[third] = place[last] = TAKEN + winner
    pips = PIPS[lead] + PIPS[second] + PIPS[third]
    if right != leader:
        pips += PIPS[last]
    s.pips[winner % s.sides] += pips
    s.trump = trump
    s.leader = winner
    s.rest -= 1
    return 0 if s.rest and s.pos >= s.refill else taken(s)


def taken(s: TrickState) -> int:
    """What follows a trick: the winner draws first, or leads; or the deal is over."""
    if s.pos < s.refill:
        s.turn = s.leader
        s.phase = DRAW
    elif not s.rest:
        reckon(s)
        return DEAL_DONE
    return 0


def holds_suit(s: TrickState, seat: int, suit: int) -> bool:
    """Whether a player is known to hold a card of this suit."""
    return seat in s.place[suit * 16 : suit * 16 + RANKS]


def house_rules(s: TrickState, leader: int, cards: list[int]) -> int:
    """B-11: who can follow may not trump. B-10: who cannot must trump. Only what is certain."""
    led = cards[0] >> 4
    trump = s.trump
    idle = False  # somebody who had to trump did not
    seat = leader
    for card in cards:
        suit = card >> 4
        if suit != led and led < UNKNOWN_SUIT and trump < UNKNOWN_SUIT and suit < UNKNOWN_SUIT:
            if holds_suit(s, seat, led):
                if s.strict:
                    return faults.STRICT_FOLLOW
            elif s.must_trump and suit != trump and not s.unseen[seat]:
                idle = idle or holds_suit(s, seat, trump)
        seat = seat + 1 if seat + 1 < s.seats else 0
    return faults.MUST_TRUMP if idle else 0


def play_unseen(s: TrickState, leader: int, cards: list[int], winner: int) -> int:
    """Turn unseen cards of the hands into the ones played; the winner, or ANYBODY."""
    seat = leader
    for card in cards:
        if card >= FULLY_KNOWN:
            s.hidden = 1
            s.blind = 1
            winner = ANYBODY
            # It may be one of the known cards, and from now on nobody can say which are left.
            s.unseen[seat] += known_cards(s, seat) - 1
            for held in range(FULLY_KNOWN):
                if s.place[held] == seat:
                    s.place[held] = HELD
        elif s.place[card] != seat:
            s.unseen[seat] -= 1
            if s.had[card] != seat:
                s.unseen_had[seat] -= 1
                s.had[card] = seat
        if s.trump == UNKNOWN_SUIT and card >> 4 != cards[0] >> 4:
            s.blind = 1
            winner = ANYBODY
        seat = seat + 1 if seat + 1 < s.seats else 0
    return winner
