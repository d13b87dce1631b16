"""A player's turn: keep the card, or exchange it with the next player."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.exchange.deal import misplaced_turn
from cardlog.engine.exchange.hands import learn, may_be
from cardlog.engine.exchange.state import SHOWDOWN, TURNS, ExchangeState
from cardlog.engine.state import NOBODY
from cardlog.records.cards import UNKNOWN_RANK, known_part


def stay(s: ExchangeState, seat: int) -> int:
    """CC-3.1, CP-4.2: keep the card."""
    if s.phase != TURNS or seat != s.turn:
        return stop_asking(s, seat)
    s.turn = s.left[seat]
    if seat == s.dealer:
        s.phase = SHOWDOWN
    elif s.ended:
        pass_over(s)
    return 0


def swap(s: ExchangeState, seat: int, target: int) -> int:
    """CC-3.1 to CC-3.4, CP-4.2 to CP-4.5: force an exchange on the next player."""
    if s.phase != TURNS or seat != s.turn or seat == s.dealer or target != s.left[seat]:
        fault = may_not_ask(s, seat, target)
        if fault:
            return fault
    given = s.hand[seat]
    taken = s.hand[target]
    if taken & 15 == s.must_block and (target != s.dealer or not s.dealer_gives):
        return faults.KING_MUST_BLOCK
    if s.warnings:
        if s.asker_shows >> (given & 15) & 1 and not s.shown[seat]:
            return faults.LOW_NOT_SHOWN
        if s.target_shows >> (taken & 15) & 1 and not s.shown[target]:
            return faults.LOW_NOT_SHOWN
    s.shown[seat] = 0
    s.shown[target] = 0
    s.hand[seat] = taken
    s.hand[target] = given
    if s.odd_turns:
        return pass_on(s, seat, target, taken)
    s.turn = target
    return 0


def block(s: ExchangeState, seat: int, target: int, card: int) -> int:
    """CC-3.2, CP-4.3: the asked player shows a King; both keep their cards."""
    if s.phase != TURNS or seat != s.turn or seat == s.dealer or target != s.left[seat]:
        fault = may_not_ask(s, seat, target)
        if fault:
            return fault
    king = known_part(card, s.blocker)  # a card nobody saw refuses only if it was a King
    if king < 0:
        return faults.BLOCK_NO_KING
    if s.dealer_gives and target == s.dealer:
        return faults.DEALER_KING
    held = may_be(s, target, king)
    if held < 0:
        unseen = card & 15 == UNKNOWN_RANK
        return faults.BLOCK_NO_KING if unseen else faults.BLOCK_NOT_HELD
    learn(s, target, held)
    s.shown[target] = s.turn + 1
    if s.odd_turns:
        return refused(s, seat, target)
    s.turn = target
    return 0


def may_not_ask(s: ExchangeState, seat: int, target: int) -> int:
    """Why this player may not ask that one for a card (CC-3.1, CP-4.2); 0 where he may ask on."""
    if s.phase != TURNS:
        return misplaced_turn(s, seat)
    if may_ask_on(s, seat):
        return 0 if target == s.asks else faults.WRONG_NEIGHBOUR
    if seat != s.turn:
        return faults.TURN_ORDER
    return faults.DEALER_ASKS if seat == s.dealer else faults.WRONG_NEIGHBOUR


# ---- where a turn does not simply pass to the next player -------------------------------------


def may_ask_on(s: ExchangeState, seat: int) -> bool:
    """CP-V3: who got a low card may ask the next but one, until the next player has acted."""
    return seat == s.chain and s.turn == s.chain_turn


def stop_asking(s: ExchangeState, seat: int) -> int:
    """A `stay` of somebody whose turn it is not: he may say that he asks no further."""
    if s.phase != TURNS:
        return misplaced_turn(s, seat)
    if not may_ask_on(s, seat):
        return faults.TURN_ORDER
    s.chain_turn = NOBODY
    return 0


def pass_on(s: ExchangeState, seat: int, target: int, taken: int) -> int:
    """After an exchange: the turn is the next player's, and perhaps the asker may ask on."""
    if seat == s.turn:
        s.turn = target
        pass_over(s)
    s.chain_turn = NOBODY
    if s.domino >> (taken & 15) & 1 and target != s.dealer:
        s.chain = seat
        s.chain_turn = s.turn
        s.asks = s.left[target]
    return 0


def refused(s: ExchangeState, seat: int, target: int) -> int:
    """After a refusal nobody asks on; A-06: who showed a King may have had his turn with it."""
    s.chain_turn = NOBODY
    if s.king_ends:
        s.ended |= 1 << target
    if seat == s.turn:
        s.turn = target
    pass_over(s)
    return 0


def pass_over(s: ExchangeState) -> None:
    """The turn passes over the players who have had theirs."""
    while s.ended >> s.turn & 1:
        if s.turn == s.dealer:
            s.phase = SHOWDOWN
            return
        s.turn = s.left[s.turn]
