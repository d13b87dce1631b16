"""California Jack played at random, within the rules."""

from __future__ import annotations

from typing import Final

from cardlog.engine import tricks as rules
from cardlog.engine.game import Dice
from cardlog.engine.state import CHOOSING, DONE, OVER, START
from cardlog.records.cards import FULLY_KNOWN, Card, card_of
from cardlog.records.events import AnyEvent, Cut, Deal, Draw, Points, Reveal, Score, Trick

PACK: Final = [card for card in Card if card.code < FULLY_KNOWN]


def play(s: rules.TrickState, stock: list[Card], dice: Dice, hand: int) -> list[AnyEvent]:
    """The next events (see `Game.play`); `hand` is the number of cards dealt to each."""
    if s.phase == rules.TRICK:
        return [_trick(s, dice)]
    if s.phase == rules.DRAW:
        order = [(s.turn + k) % s.seats for k in range(s.seats)]
        return [Draw(seat=seat, card=stock.pop(0)) for seat in order]
    if s.phase == rules.TURN_UP:
        return [Reveal(cards=(stock[0],))]
    if s.phase in (DONE, OVER) and s.deals and not s.scored:
        return [_score(s)]
    if s.phase == START or (s.phase == CHOOSING and s.next_dealer < 0):
        stock[:] = dice.shuffled(PACK)
        seats = [seat for seat in range(s.seats) if s.cutters >> seat & 1]
        return [Cut(seat=seat, card=stock[k]) for k, seat in enumerate(seats)]
    if s.phase == OVER:
        return []
    stock[:] = dice.shuffled(PACK)
    hands = tuple(tuple(stock[k * hand : (k + 1) * hand]) for k in range(s.seats))
    del stock[: s.seats * hand]
    return [Deal(dealer=s.next_dealer, hands=hands, stock=tuple(stock))]


def _trick(s: rules.TrickState, dice: Dice) -> Trick:
    leader = s.leader
    cards: list[int] = []
    for k in range(s.seats):
        seat = (leader + k) % s.seats
        hand = [code for code, where in enumerate(s.place) if where == seat]
        if cards:
            led = cards[0] >> 4
            follow = [code for code in hand if code >> 4 == led or code >> 4 == s.trump]
            if any(code >> 4 == led for code in follow):
                hand = follow
        cards.append(hand[dice.below(len(hand))])
    return Trick(leader=leader, cards=tuple(map(card_of, cards)))


def _score(s: rules.TrickState) -> Score:
    high, low, jack, game = (
        side if side >= 0 else None for side in (s.high, s.low, s.jack, s.game)
    )
    points = Points(high=high, low=low, jack=jack, game=game)
    return Score(changes=tuple(s.changes), points=points)
