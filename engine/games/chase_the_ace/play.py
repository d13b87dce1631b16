"""Chase the Ace played by itself: a policy decides who asks, keeps, takes and refuses."""

from __future__ import annotations

from cardlog.engine import exchange as rules
from cardlog.engine.game import Dice
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.engine.games.chase_the_ace.policies import Policy
from cardlog.engine.state import DONE, OVER, START
from cardlog.records.cards import Card
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

State = rules.ExchangeState


def play(s: State, stock: list[Card], dice: Dice, policy: Policy) -> list[AnyEvent]:
    """The next events, none once the match is over."""
    if s.phase == rules.TURNS:
        return turn(s, stock, dice, policy)
    if s.phase == rules.SHOWDOWN:
        return [
            Reveal(seat=seat, cards=(DECKS[s.deck].card(s.hand[seat]),))
            for seat in _clockwise(s, s.left[s.dealer])
        ]
    if s.phase in (DONE, OVER) and s.deals and not s.scored:
        return [Score(changes=tuple(s.changes))]
    if s.phase == START and (s.jack_deals or not s.draws_top):
        return _choose_dealer(s, stock, dice)
    if s.phase == OVER:
        return []
    policy.new_deal()
    return _deal(s, stock, dice)


def turn(s: State, stock: list[Card], dice: Dice, policy: Policy) -> list[AnyEvent]:
    """What the player does whose turn it is; before him one who may ask on (CP-V3)."""
    stops: list[AnyEvent] = []
    if rules.may_ask_on(s, s.chain):
        if policy.exchanges(s, s.chain, dice):
            return _ask(s, s.chain, s.asks, dice, policy)
        stops = [Stay(seat=s.chain)] if dice.below(2) else []  # he need not say that he stops
    seat = s.turn
    if not policy.exchanges(s, seat, dice):
        return [*stops, Stay(seat=seat)]
    if seat != s.dealer:
        return [*stops, *_ask(s, seat, s.left[seat], dice, policy)]
    if s.draws_top:
        return [*stops, Draw(seat=seat, card=stock.pop(0))]
    return [*stops, Cut(seat=seat, card=stock.pop(dice.below(len(stock))))]


def _ask(s: State, seat: int, target: int, dice: Dice, policy: Policy) -> list[AnyEvent]:
    """One request: refused, or warnings of low cards and the exchange."""
    deck = DECKS[s.deck]
    given, taken = s.hand[seat], s.hand[target]
    gives = target == s.dealer and s.dealer_gives
    if taken & 15 == rules.KING and not gives:
        must = s.must_block == rules.KING
        if must or policy.refuses(s, target, dice):
            return [Block(seat=seat, target=target, card=deck.card(taken))]
    policy.forced(target, s.strength[taken], s.strength[given])
    shows: list[AnyEvent] = [
        Reveal(seat=who, cards=(deck.card(s.hand[who]),))
        for who, ranks in ((seat, s.asker_shows), (target, s.target_shows))
        if ranks >> (s.hand[who] & 15) & 1 and not s.shown[who]
    ]
    return [*shows, Swap(seat=seat, target=target)]


def _choose_dealer(s: State, stock: list[Card], dice: Dice) -> list[AnyEvent]:
    stock[:] = dice.shuffled(_pack(s))
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


def _deal(s: State, stock: list[Card], dice: Dice) -> list[AnyEvent]:
    stock[:] = dice.shuffled(_pack(s))
    dealer = s.next_dealer if s.next_dealer >= 0 else dice.below(s.seats)
    hands = tuple((stock.pop(0),) if lives > 0 else () for lives in s.standing)
    return [Deal(dealer=dealer, hands=hands, stock=tuple(stock))]


def _pack(s: State) -> list[Card]:
    return DECKS[s.deck].cards * s.copies


def _clockwise(s: State, first: int) -> list[int]:
    seats = [first]
    while s.left[seats[-1]] != first:
        seats.append(s.left[seats[-1]])
    return seats
