"""Cards from the stock: the lot before the first deal, and the dealer's exchange."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.exchange.deal import choose_by_draw, misplaced_turn
from cardlog.engine.exchange.hands import learn
from cardlog.engine.exchange.state import (
    KEPT,
    KING,
    LOSES,
    MAYBE,
    SHOWDOWN,
    TURNS,
    YES,
    ExchangeState,
)
from cardlog.engine.match import no_place
from cardlog.engine.state import CHOOSING, START
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN, UNKNOWN_RANK, known_part


def cut(s: ExchangeState, seat: int, card: int) -> int:
    """CC-2.1: the lot before the first deal. CC-4.1 to CC-4.3: the dealer cuts the stock."""
    if s.draws_top:
        return no_place(s)
    if s.phase == START or s.phase == CHOOSING:
        if card >= SPECIAL:
            return faults.UNREADABLE
        s.phase = CHOOSING
        return 0
    return from_stock(s, seat, card)


def draw(s: ExchangeState, seat: int, card: int) -> int:
    """CP-1.2: a card of the dealing round. CP-4.6: the dealer takes the top of the stock."""
    if not s.draws_top:
        return no_place(s)
    if s.phase == START or s.phase == CHOOSING:
        return choose_by_draw(s, seat, card)
    return from_stock(s, seat, card)


def from_stock(s: ExchangeState, seat: int, card: int) -> int:
    """The dealer's exchange with the stock."""
    if s.phase != TURNS:
        return misplaced_turn(s, seat)
    if seat != s.turn:
        return faults.TURN_ORDER
    if seat != s.dealer:
        return faults.DEALER_ONLY
    if card >= SPECIAL:
        return faults.UNREADABLE
    if s.draws_top:
        card = known_part(s.top, card)
        if card < 0:
            return faults.NOT_TOP
    if card < FULLY_KNOWN:
        if (s.full | s.dealt) >> card & 1:
            return faults.NOT_IN_STOCK
        s.stocked &= ~(1 << card)
    else:
        s.hidden = 1
        s.stocked = 0
    rank = card & 15
    if s.stock_king == KEPT or (rank != KING and rank != UNKNOWN_RANK):
        learn(s, seat, card)
    elif rank == UNKNOWN_RANK:
        take_unseen(s, seat, card)
    else:
        if card < FULLY_KNOWN and s.copies == 1:
            s.full |= 1 << card
        if s.stock_king == LOSES:
            s.king_drawn = YES
    s.turn = s.left[seat]
    s.phase = SHOWDOWN
    return 0


def take_unseen(s: ExchangeState, seat: int, card: int) -> None:
    """A King leaves the old card, any other is taken: the old one may be in hand or put away."""
    if s.stock_king == LOSES:
        s.king_drawn = MAYBE
        s.drawn = card
        s.put_away = s.hand[seat]
    if s.hand[seat] < FULLY_KNOWN:
        s.full &= ~(1 << s.hand[seat])
    s.hand[seat] = UNKNOWN
