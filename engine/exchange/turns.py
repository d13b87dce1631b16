"""A player's turn: keep the card, exchange it, or take one from the stock."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.exchange.deal import choose_by_draw, misplaced_turn
from cardlog.engine.exchange.hands import learn, may_be
from cardlog.engine.exchange.state import A_KING, KING, LOW_RANKS, SHOWDOWN, TURNS, ExchangeState
from cardlog.engine.match import no_place
from cardlog.engine.state import CHOOSING, START
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN, UNKNOWN_RANK, known_part


def stay(s: ExchangeState, seat: int) -> int:
    """CC-3.1, CP-4.2: keep the card."""
    if s.phase != TURNS:
        return misplaced_turn(s)
    if seat != s.turn:
        return faults.TURN_ORDER
    s.turn = s.left[seat]
    if seat == s.dealer:
        s.phase = SHOWDOWN
    return 0


def swap(s: ExchangeState, seat: int, target: int) -> int:
    """CC-3.1 to CC-3.4, CP-4.2 to CP-4.5: force an exchange on the next player."""
    if s.phase != TURNS or seat != s.turn or seat == s.dealer or target != s.left[seat]:
        return may_not_ask(s, seat)
    given = s.hand[seat]
    taken = s.hand[target]
    if taken & 15 == KING:
        return faults.KING_MUST_BLOCK
    if s.low_rule:
        if LOW_RANKS >> (given & 15) & 1 and not s.shown[seat]:
            return faults.LOW_NOT_SHOWN
        if LOW_RANKS >> (taken & 15) & 1 and not s.shown[target]:
            return faults.LOW_NOT_SHOWN
    s.shown[seat] = 0
    s.shown[target] = 0
    s.hand[seat] = taken
    s.hand[target] = given
    s.turn = target
    return 0


def block(s: ExchangeState, seat: int, target: int, card: int) -> int:
    """CC-3.2, CP-4.3: the asked player shows a King; both keep their cards."""
    if s.phase != TURNS or seat != s.turn or seat == s.dealer or target != s.left[seat]:
        return may_not_ask(s, seat)
    king = known_part(card, A_KING)  # a card nobody saw refuses only if it was a King
    if king < 0:
        return faults.BLOCK_NO_KING
    held = may_be(s, target, king)
    if held < 0:
        unseen = card & 15 == UNKNOWN_RANK
        return faults.BLOCK_NO_KING if unseen else faults.BLOCK_NOT_HELD
    learn(s, target, held)
    s.shown[target] = s.turn + 1
    s.turn = target
    return 0


def may_not_ask(s: ExchangeState, seat: int) -> int:
    """Why this player may not ask that one for a card (CC-3.1, CP-4.2)."""
    if s.phase != TURNS:
        return misplaced_turn(s)
    if seat != s.turn:
        return faults.TURN_ORDER
    return faults.DEALER_ASKS if seat == s.dealer else faults.WRONG_NEIGHBOUR


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
        return misplaced_turn(s)
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
    if card < FULLY_KNOWN and (s.full | s.dealt) >> card & 1:
        return faults.NOT_IN_STOCK
    s.stocked = s.stocked & ~(1 << card) if card < FULLY_KNOWN else 0
    if s.king_blocks_dealer and card & 15 == UNKNOWN_RANK:
        # A King leaves the old card, any other is taken: the old one may be in hand or put away.
        if s.hand[seat] < FULLY_KNOWN:
            s.full &= ~(1 << s.hand[seat])
        s.hand[seat] = UNKNOWN
    elif s.king_blocks_dealer and card & 15 == KING:
        if card < FULLY_KNOWN and s.packs == 1:
            s.full |= 1 << card
    else:
        learn(s, seat, card)
    s.turn = s.left[seat]
    s.phase = SHOWDOWN
    return 0
