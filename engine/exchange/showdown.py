"""Showing cards."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.exchange.hands import learn, may_be
from cardlog.engine.exchange.settle import settle
from cardlog.engine.exchange.state import NO_CARD, SHOWDOWN, TURNS, ExchangeState
from cardlog.engine.exchange.turns import may_ask_on
from cardlog.engine.match import out_of_play
from cardlog.engine.state import DEAL_DONE, DONE, EXPOSED


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
    waiting = s.waiting - 1
    s.waiting = waiting
    if waiting:
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
    warning = s.warnings >> ((held if held >= 0 else card) & 15) & 1
    mark = s.turn + 1
    if warning and s.domino and asked_on(s, seat):
        mark = s.turn + 1 if s.shown[seat] else s.seats + 2
    elif warning and (s.turn == s.dealer or (seat != s.turn and seat != s.left[s.turn])):
        warning = 0  # of nobody who is about to ask or to be asked
    if not exposed and not warning:
        return faults.EARLY_REVEAL
    if s.hand[seat] == NO_CARD or held < 0:
        return faults.REVEAL_NOT_HELD
    if s.shown[seat] and (not warning or s.shown[seat] == s.turn + 1):
        return faults.REVEAL_TWICE
    # A card exposed in the deal, or shown to somebody who then did not ask on, may be shown once
    # more when it is handed over.
    s.shown[seat] = mark if s.shown[seat] or not exposed else s.seats + 1
    learn(s, seat, held)
    if exposed and s.open_deal:
        return perhaps_showdown(s)
    if s.redeal and not warning:
        s.phase = EXPOSED
    return 0


def asked_on(s: ExchangeState, seat: int) -> bool:
    """CP-V3: whether this player may ask on, or be asked by one who may."""
    return may_ask_on(s, s.chain) and (seat == s.chain or seat == s.asks)


def perhaps_showdown(s: ExchangeState) -> int:
    """A-04: where it is open whether this deal has turns, it has none once all have shown.

    Two players who show low cards may also be warning each other: what comes next will tell.
    """
    warnings = s.players == 2
    for seat in range(s.seats):
        if s.sitting[seat]:
            if not s.shown[seat]:
                return 0
            if not s.warnings >> (s.hand[seat] & 15) & 1:
                warnings = False
    if warnings:
        return 0
    settle(s)
    return DEAL_DONE


def was_showdown(s: ExchangeState) -> bool:
    """Settle a deal of which all cards were shown, once it turns out that it had no turns."""
    if not s.open_deal or s.phase != TURNS or s.turn != s.left[s.dealer]:
        return False
    for seat in range(s.seats):
        if s.sitting[seat] and not s.shown[seat]:
            return False
    settle(s)
    return True
