"""The turn-up, drawing from the stock, and cards shown by mistake."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.match import out_of_play
from cardlog.engine.state import ANYBODY, EXPOSED
from cardlog.engine.tricks.state import DRAW, TRICK, TURN_UP, TrickState
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN_SUIT, known_part


def turn(s: TrickState, card: int) -> int:
    """CJ-2.3: the turn-up makes trumps. CJ-3.3: later, the next card of the stock is shown."""
    if s.phase < TURN_UP:
        return out_of_play(s)
    if s.pos == s.stock_size:
        return faults.NOT_IN_STOCK
    seen = known_part(s.stock[s.pos], card)
    if seen < 0:
        return faults.NOT_TOP
    if seen != s.stock[s.pos]:
        if located(s, seen):
            return faults.NOT_IN_STOCK
        s.stock[s.pos] = seen
        if seen < FULLY_KNOWN:
            s.placed |= 1 << seen
    if s.phase == TURN_UP:
        s.trump = suit_of(seen)
        s.phase = TRICK
    return 0


def suit_of(card: int) -> int:
    """The suit of a card, UNKNOWN_SUIT where it was not seen."""
    suit = card >> 4
    return suit if suit <= UNKNOWN_SUIT else suit - 5


def draw(s: TrickState, seat: int, card: int) -> int:
    """CJ-3.3, C-03: after a trick the winner draws the top card, then the others clockwise."""
    if s.phase != DRAW:
        return misplaced_draw(s)
    if seat != s.turn and (s.turn != ANYBODY or seat >= s.seats):
        return faults.DRAW_ORDER
    if s.stock[s.pos] != card:
        seen = known_part(s.stock[s.pos], card)
        if seen < 0:
            return faults.NOT_TOP
        if seen != s.stock[s.pos]:
            if located(s, seen):
                return faults.NOT_IN_STOCK
            if seen < FULLY_KNOWN:
                s.placed |= 1 << seen
        card = seen
        if s.pos == 0 and s.trump == UNKNOWN_SUIT:  # the turn-up, seen better than before
            s.trump = suit_of(card)
    if card < FULLY_KNOWN:
        s.hand[seat] |= 1 << card
        s.had[seat] |= 1 << card
    else:
        s.unseen[seat] += 1
        s.unseen_had[seat] += 1
    s.pos += 1
    if s.turn == ANYBODY:
        s.leader = seat  # whoever draws first has won the trick
    s.drawing -= 1
    if s.drawing:
        s.turn = seat + 1 if seat + 1 < s.seats else 0
    else:
        s.phase = TRICK
    return 0


def misplaced_draw(s: TrickState) -> int:
    """Why no card may be drawn in this phase."""
    if s.phase < TURN_UP:
        return out_of_play(s)
    return faults.NO_TURN_UP if s.phase == TURN_UP else faults.EXTRA_DRAW


def located(s: TrickState, card: int) -> bool:
    """The card is known to be somewhere else than on top of the stock, or in no pack at all."""
    if card >= FULLY_KNOWN:
        return card >= SPECIAL
    return s.placed >> card & 1 != 0


def may_hold(s: TrickState, seat: int, card: int) -> bool:
    """A card that is not known to be in this hand may still be one of its unseen cards."""
    if card >= FULLY_KNOWN:
        return card < SPECIAL and (s.unseen[seat] > 0 or s.hand[seat] != 0)
    if s.unseen[seat] == 0:
        return False
    if not located(s, card):
        return True
    for other in range(s.seats):
        if s.taken[other] >> card & 1:
            return False
    return s.had[seat] >> card & 1 != 0  # held before cards nobody saw were played


def expose(s: TrickState, seat: int, cards: list[int]) -> int:
    """B-18: a card that fell face up in the deal is shown; a misdeal must follow."""
    if s.phase < TURN_UP and s.phase != EXPOSED:
        return out_of_play(s)
    if s.phase == DRAW or (s.phase == TRICK and s.pos > 0):
        return faults.NOT_THIS_GAME  # players show no cards once play has begun
    shown = 0
    for card in cards:
        if card < FULLY_KNOWN and shown >> card & 1:
            return faults.REVEAL_NOT_HELD
        shown |= 1 << (card & 63)
        if (card >= FULLY_KNOWN or not s.hand[seat] >> card & 1) and not may_hold(s, seat, card):
            return faults.REVEAL_NOT_HELD
    if not shown:
        return faults.REVEAL_NOT_HELD
    s.phase = EXPOSED
    return 0
