"""The turn-up, drawing from the stock, and cards shown by mistake."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.match import out_of_play
from cardlog.engine.state import ANYBODY, EXPOSED
from cardlog.engine.tricks.state import DRAW, HELD, IN_STOCK, NOWHERE, TRICK, TURN_UP, TrickState
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN, UNKNOWN_SUIT, known_part


def turn(s: TrickState, card: int) -> int:
    """CJ-2.3: the turn-up makes trumps. CJ-3.3: later, the next card of the stock is shown."""
    if s.phase < TURN_UP:
        return out_of_play(s)
    if s.pos == s.stock_size:
        return faults.NOT_IN_STOCK
    top = s.stock[s.pos]
    seen = known_part(top, card)
    if seen < 0:
        return faults.NOT_TOP
    if seen != top:
        if elsewhere(s, seen):
            return faults.NOT_IN_STOCK
        s.stock[s.pos] = seen
        if seen < FULLY_KNOWN:
            s.place[seen] = IN_STOCK
    if s.phase == TURN_UP:
        s.trump = suit_of(seen)
        s.phase = TRICK
    return 0


def draw(s: TrickState, seat: int, card: int) -> int:
    """CJ-3.3, C-03: after a trick the winner draws the top card, then the others clockwise."""
    if s.phase != DRAW:
        return misplaced_draw(s)
    first = s.turn == ANYBODY  # whoever draws first has won the trick
    if seat != s.turn and (not first or seat >= s.seats):
        return faults.DRAW_ORDER
    pos = s.pos
    top = s.stock[pos]
    if top != card:
        if top == UNKNOWN and card < FULLY_KNOWN:
            if s.place[card] != NOWHERE:
                return faults.NOT_IN_STOCK
        else:
            seen = known_part(top, card)
            if seen < 0:
                return faults.NOT_TOP
            if seen != top and elsewhere(s, seen):
                return faults.NOT_IN_STOCK
            card = seen
        if pos == 0 and s.trump == UNKNOWN_SUIT:  # the turn-up, seen better than before
            s.trump = suit_of(card)
    if card < FULLY_KNOWN:
        s.place[card] = seat
        s.had[card] = seat
    else:
        s.unseen[seat] += 1
        s.unseen_had[seat] += 1
    s.pos = pos + 1
    if first:
        s.leader = seat
    seat = seat + 1 if seat + 1 < s.seats else 0
    if seat == s.leader:
        s.phase = TRICK
    else:
        s.turn = seat
    return 0


def misplaced_draw(s: TrickState) -> int:
    """Why no card may be drawn in this phase."""
    if s.phase < TURN_UP:
        return out_of_play(s)
    return faults.NO_TURN_UP if s.phase == TURN_UP else faults.EXTRA_DRAW


def suit_of(card: int) -> int:
    """The suit of a card, UNKNOWN_SUIT where it was not seen."""
    suit = card >> 4
    return suit if suit <= UNKNOWN_SUIT else suit - 5


def elsewhere(s: TrickState, card: int) -> bool:
    """The card is known not to be an unseen top of the stock: it is placed, or in no pack."""
    if card >= FULLY_KNOWN:
        return card >= SPECIAL
    return s.place[card] != NOWHERE


def may_hold(s: TrickState, seat: int, card: int) -> bool:
    """A card that is not known to be in this hand may still be one of its unseen cards."""
    if card >= FULLY_KNOWN:
        return card < SPECIAL and (s.unseen[seat] > 0 or holds_such(s, seat, card))
    if s.unseen[seat] == 0:
        return False
    place = s.place[card]
    return place == NOWHERE or (place == HELD and s.had[card] == seat)


def holds_such(s: TrickState, seat: int, card: int) -> bool:
    """Whether one of the cards a player is known to hold may be this half-seen one."""
    for held in range(FULLY_KNOWN):
        if s.place[held] == seat and known_part(held, card) >= 0:
            return True
    return False


def known_cards(s: TrickState, seat: int) -> int:
    """How many cards a player is known to hold."""
    n = 0
    for place in s.place:
        if place == seat:
            n += 1
    return n


def expose(s: TrickState, seat: int, cards: list[int]) -> int:
    """B-18: a card that fell face up in the deal is shown; a misdeal must follow."""
    if s.phase < TURN_UP and s.phase != EXPOSED:
        return out_of_play(s)
    if s.phase == DRAW or (s.phase == TRICK and s.pos > 0):
        return faults.NOT_THIS_GAME  # players show no cards once play has begun
    if len(cards) > s.unseen[seat] + known_cards(s, seat):
        return faults.REVEAL_NOT_HELD
    shown = 0
    for card in cards:
        if card < FULLY_KNOWN and shown >> card & 1:
            return faults.REVEAL_NOT_HELD
        shown |= 1 << (card & 63)
        if (card >= FULLY_KNOWN or s.place[card] != seat) and not may_hold(s, seat, card):
            return faults.REVEAL_NOT_HELD
    if not shown:
        return faults.REVEAL_NOT_HELD
    s.phase = EXPOSED
    return 0
