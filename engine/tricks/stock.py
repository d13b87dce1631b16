"""The turn-up, drawing from the stock, and cards shown by mistake."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.match import out_of_play
from cardlog.engine.state import ANYBODY, DEAL_DONE, DEAL_EXTENDED, DONE, EXPOSED, OVER
from cardlog.engine.tricks.points import score_at_once
from cardlog.engine.tricks.state import (
    CALLS,
    DISCARD,
    DRAW,
    HAND,
    HELD,
    IN_STOCK,
    JACK,
    NONE,
    NOWHERE,
    RUN,
    TAKEN,
    TRICK,
    TURN_UP,
    UNCERTAIN,
    TrickState,
)
from cardlog.records.cards import (
    FULLY_KNOWN,
    SPECIAL,
    UNKNOWN,
    UNKNOWN_RANK,
    UNKNOWN_SUIT,
    known_part,
)


def turn(s: TrickState, card: int) -> int:
    """CJ-2.3: the turn-up makes trumps. CJ-3.3: later, the next card of the stock is shown."""
    if s.phase < TURN_UP:
        return show_odd(s, card)
    if s.phase != TURN_UP and not s.refill:
        return faults.NOT_THIS_GAME  # nobody draws from the stock
    if s.pos == s.stock_size:
        return faults.NOT_IN_STOCK
    seen = top_seen(s, card)
    if seen < 0:
        return -seen
    if s.phase == TURN_UP:
        s.trump = suit_of(seen)
        s.phase = TRICK
        return turned_jack(s, seen)
    return 0


def show_odd(s: TrickState, card: int) -> int:
    """C-02: the card that nobody draws may be shown at the end; it counts for nothing."""
    over = s.phase == DONE or s.phase == OVER
    if not over or s.scored or not s.refill or s.pos != s.refill or s.pos == s.stock_size:
        return out_of_play(s)
    seen = top_seen(s, card)
    return -seen if seen < 0 else DEAL_EXTENDED


def turned_jack(s: TrickState, card: int) -> int:
    """B-07, SU-4, SU-8: a Jack that is turned up scores for the dealer, before any other point."""
    if not s.turned_counts:
        return 0
    rank = card & 15
    if rank == UNKNOWN_RANK:
        s.turned = UNCERTAIN
        s.doubt[s.dealer % s.sides] += 1
    if rank != JACK:
        return 0
    s.turned = s.dealer % s.sides
    score_at_once(s, s.turned)
    if s.phase != OVER:
        return 0
    nothing_else(s)
    return DEAL_DONE


def nothing_else(s: TrickState) -> None:
    """A turned Jack was the last point of the match: nothing else is played for."""
    s.high = s.low = s.game = s.nine = NONE
    s.jack = s.turned
    for side in range(s.sides):
        s.pips[side] = 0


def turned_out(s: TrickState) -> None:
    """A score right after a turn-up that may have been a Jack: so it was, and the dealer is out."""
    side = s.dealer % s.sides
    if s.standing[side] + s.doubt[side] < s.target or not just_turned(s):
        return
    if s.turned == UNCERTAIN:
        s.turned = side
        s.doubt[side] -= 1
        s.changes[side] += 1
        s.standing[side] += 1
    s.phase = OVER
    s.winner_mask = 1 << side
    nothing_else(s)


def just_turned(s: TrickState) -> bool:
    """Whether nothing has happened since the last card was turned up."""
    if s.phase == CALLS:
        return s.calls == 0
    if s.phase == TRICK and (s.calls == 0 or s.rest > HAND):
        for place in s.place:
            if place >= TAKEN or place == HELD:
                return False
        return True
    return s.phase == DISCARD


def draw(s: TrickState, seat: int, card: int) -> int:
    """CJ-3.3, C-03: after a trick the winner draws the top card, then the others clockwise."""
    if s.phase != DRAW:
        return misplaced(s, faults.EXTRA_DRAW)
    first = s.turn == ANYBODY  # whoever draws first has won the trick
    if seat != s.turn and (not first or seat >= s.seats):
        return faults.DRAW_ORDER
    pos = s.pos
    top = s.stock[pos]
    if top != card:
        if top != UNKNOWN or card >= FULLY_KNOWN or s.place[card] != NOWHERE:
            card = top_seen(s, card)
            if card < 0:
                return -card
        if pos == 0 and s.trump == UNKNOWN_SUIT:  # the turn-up, seen better than before
            s.trump = suit_of(card)
    if card < FULLY_KNOWN:
        s.place[card] = seat
        s.had[card] = seat
    else:
        s.hidden = 1
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


def top_seen(s: TrickState, card: int) -> int:
    """What is known of the top of the stock once it was seen as this card; below 0, minus a fault.

    What was not known before is noted.
    """
    top = s.stock[s.pos]
    if top == card and card < FULLY_KNOWN:
        return card
    seen = known_part(top, card)
    if seen < 0:
        return -faults.NOT_TOP
    if seen != top:
        if seen >= SPECIAL or (seen < FULLY_KNOWN and s.place[seen] != NOWHERE):
            return -faults.NOT_IN_STOCK  # it is known to be elsewhere, or in no pack
        s.stock[s.pos] = seen
        if seen < FULLY_KNOWN:
            s.place[seen] = IN_STOCK
    if seen >= FULLY_KNOWN:
        s.hidden = 1
    return seen


def misplaced(s: TrickState, otherwise: int) -> int:
    """Why something cannot be done in this phase: what is due instead, or was done already."""
    if s.phase < TURN_UP:
        return out_of_play(s)
    if s.phase == TURN_UP:
        return faults.NO_TURN_UP
    if s.phase == DRAW or s.phase == RUN:
        return faults.MISSING_DRAW
    if s.phase == CALLS:
        return faults.CALL_TURN
    if s.phase == DISCARD:
        return faults.DISCARD_COUNT
    return otherwise


def suit_of(card: int) -> int:
    """The suit of a card, UNKNOWN_SUIT where it was not seen."""
    suit = card >> 4
    return suit if suit <= UNKNOWN_SUIT else suit - 5


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


def cards_held(s: TrickState, seat: int) -> int:
    """How many cards a player has in hand."""
    return s.unseen[seat] + known_cards(s, seat)


def expose(s: TrickState, seat: int, cards: list[int]) -> int:
    """B-18: a card that fell face up in the deal is shown; a misdeal must follow."""
    if s.phase < TURN_UP and s.phase != EXPOSED:
        return out_of_play(s)
    if s.calls or s.phase == DRAW or (s.phase == TRICK and s.pos > 0):
        return faults.NOT_THIS_GAME  # players show no cards once play has begun
    if len(cards) > cards_held(s, seat):
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
