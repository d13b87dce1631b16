"""Events that players of an All Fours game might think of; the rules decide which are legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from cardlog.engine import tricks as rules
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN, Card, card_of
from cardlog.records.events import (
    AnyEvent,
    Call,
    CallWord,
    Cut,
    Deal,
    Discard,
    Draw,
    Misdeal,
    Reveal,
    Score,
    Trick,
)

DECK: Final = [card for card in Card if card.code < FULLY_KNOWN]
CALLS: Final = get_args(CallWord)


def ideas(s: rules.TrickState) -> Iterator[AnyEvent]:
    """Every kind of event, with the seats and cards it might have (see `Game.ideas`)."""
    seats = range(s.seats)
    yield Misdeal()
    yield Score(changes=(0,) * s.sides)
    for dealer in seats:
        yield Deal(dealer=dealer, hands=((Card["??"],) * rules.HAND,) * s.seats)
    for seat in seats:
        for call in CALLS:
            yield Call(seat=seat, call=call)
    any_card = Card["??"]
    yield Reveal(cards=(any_card,))
    for seat in seats:
        yield Reveal(seat=seat, cards=(any_card,))
        yield Cut(seat=seat, card=any_card)
        yield Draw(seat=seat, card=any_card)
    if s.phase == rules.DISCARD:
        for seat in seats:
            yield from _discards(s, seat)
    if s.phase == rules.TRICK:
        for leader in [s.leader] if s.leader >= 0 else seats:
            yield from _tricks(s, leader)


def _discards(s: rules.TrickState, seat: int) -> Iterator[Discard]:
    """For each card of a hand, a discard that it is among."""
    hand = _hand(s, seat)
    many = rules.cards_held(s, seat) - rules.HAND
    for card in hand if many > 0 else []:
        others = [other for other in hand if other is not card or other.code == UNKNOWN]
        others = others[1:] if card.code == UNKNOWN else others
        yield Discard(seat=seat, cards=(card, *others[: many - 1]))


def _tricks(s: rules.TrickState, leader: int) -> Iterator[Trick]:
    """For each lead a trick of careful replies, and each other reply in its place.

    What a player may put down depends on the lead and the own hand alone, so no more is needed.
    """
    players = [(leader + k) % s.seats for k in range(1, s.seats)]
    hands = [_plays(s, player) for player in players]
    for lead in _plays(s, leader):
        careful = [_careful(s, lead, hand) for hand in hands]
        yield Trick(leader=leader, cards=(lead, *careful))
        for place, hand in enumerate(hands):
            for card in hand:
                replies = (*careful[:place], card, *careful[place + 1 :])
                yield Trick(leader=leader, cards=(lead, *replies))


def _careful(s: rules.TrickState, lead: Card, hand: list[Card]) -> Card:
    """A reply that nobody could object to: follow suit, else trump, else anything."""
    if len(hand) == len(DECK):
        return Card["??"]
    for suit in (lead.code >> 4, s.trump):
        for card in hand:
            if card.code >> 4 == suit:
                return card
    return hand[0] if hand else lead


def _plays(s: rules.TrickState, seat: int) -> list[Card]:
    """What a player might put down: with an unseen card in hand, anything."""
    return DECK if s.unseen[seat] else list(cards_in(s, seat))


def _hand(s: rules.TrickState, seat: int) -> list[Card]:
    return [*cards_in(s, seat), *[Card["??"]] * s.unseen[seat]]


def cards_in(s: rules.TrickState, place: int) -> tuple[Card, ...]:
    """The cards that are known to be in a place, clubs first, Two first."""
    return tuple(card_of(code) for code, where in enumerate(s.place) if where == place)
