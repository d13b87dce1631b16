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
        draws = [Draw((s.turn + k) % s.seats, stock[k]) for k in range(s.seats)]
        del stock[: s.seats]
        return [*draws]
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
    led = _any_of(_hand(s, leader), dice)
    cards = [led]
    for k in range(1, s.seats):
        hand = _hand(s, (leader + k) % s.seats)
        suits = (led >> 4, s.trump)
        if any(code >> 4 == suits[0] for code in hand):  # able to follow: follow or trump
            hand = [code for code in hand if code >> 4 in suits]
        cards.append(_any_of(hand, dice))
    return Trick(leader=leader, cards=tuple(map(card_of, cards)))


def _any_of(codes: list[int], dice: Dice) -> int:
    return codes[dice.below(len(codes))]


def _hand(s: rules.TrickState, seat: int) -> list[int]:
    """The codes of the cards a player holds, found by `index`, which looks at C's speed."""
    place, hand, at = s.place, [], -1
    for _ in range(place.count(seat)):
        at = place.index(seat, at + 1)
        hand.append(at)
    return hand


def _score(s: rules.TrickState) -> Score:
    high, low, jack, game = (
        side if side >= 0 else None for side in (s.high, s.low, s.jack, s.game)
    )
    points = Points(high=high, low=low, jack=jack, game=game)
    return Score(changes=tuple(s.changes), points=points)
