"""Chase the Ace played at random: whoever has the turn asks, keeps or takes by a toss."""

from __future__ import annotations

from typing import Final

from cardlog.engine import exchange as rules
from cardlog.engine.game import Dice
from cardlog.engine.state import DONE, OVER, START
from cardlog.records.cards import FULLY_KNOWN, Card, card_of
from cardlog.records.events import (
    AnyEvent,
    Block,
    Cut,
    Deal,
    Draw,
    Reveal,
    Score,
    Stay,
    Swap,
)

PACK: Final = [card for card in Card if card.code < FULLY_KNOWN]


def play(s: rules.ExchangeState, stock: list[Card], dice: Dice) -> list[AnyEvent]:
    """The next events (see `Game.play`)."""
    if s.phase == rules.TURNS:
        return _turn(s, stock, dice)
    if s.phase == rules.SHOWDOWN:
        return [
            Reveal(seat=seat, cards=(card_of(s.hand[seat]),))
            for seat in _clockwise(s, s.left[s.dealer])
        ]
    if s.phase in (DONE, OVER) and s.deals and not s.scored:
        return [Score(changes=tuple(s.changes))]
    if s.phase == START:
        return _choose_dealer(s, stock, dice)
    return [] if s.phase == OVER else _deal(s, stock, dice)


def _choose_dealer(s: rules.ExchangeState, stock: list[Card], dice: Dice) -> list[AnyEvent]:
    stock[:] = dice.shuffled(PACK * s.packs)
    if not s.draws_top:
        return [Cut(seat=seat, card=stock[seat]) for seat in range(s.seats)]
    draws: list[AnyEvent] = []
    seat = dice.below(s.seats)
    for card in dict.fromkeys(stock):
        draws.append(Draw(seat=seat, card=card))
        if card.rank == "J":
            break
        seat = (seat + 1) % s.seats
    return draws


def _deal(s: rules.ExchangeState, stock: list[Card], dice: Dice) -> list[AnyEvent]:
    stock[:] = dice.shuffled(PACK * s.packs)
    dealer = s.next_dealer if s.next_dealer >= 0 else dice.below(s.seats)
    hands = tuple((stock.pop(0),) if lives > 0 else () for lives in s.standing)
    return [Deal(dealer=dealer, hands=hands, stock=tuple(stock))]


def _turn(s: rules.ExchangeState, stock: list[Card], dice: Dice) -> list[AnyEvent]:
    seat = s.turn
    if dice.below(2):
        return [Stay(seat=seat)]
    if seat == s.dealer:
        if s.draws_top:
            return [Draw(seat=seat, card=stock.pop(0))]
        return [Cut(seat=seat, card=stock.pop(dice.below(len(stock))))]
    target = s.left[seat]
    theirs = s.hand[target]
    if theirs & 15 == rules.KING:
        return [Block(seat=seat, target=target, card=card_of(theirs))]
    shows: list[AnyEvent] = [
        Reveal(seat=who, cards=(card_of(s.hand[who]),))
        for who in (seat, target)
        if s.low_rule and rules.LOW_RANKS >> (s.hand[who] & 15) & 1 and not s.shown[who]
    ]
    return [*shows, Swap(seat=seat, target=target)]


def _clockwise(s: rules.ExchangeState, first: int) -> list[int]:
    seats = [first]
    while s.left[seats[-1]] != first:
        seats.append(s.left[seats[-1]])
    return seats
