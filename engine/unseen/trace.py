"""Tracing the cards of one deal of Chase the Ace: what was seen of each, wherever it went.

Cards change hands in the open, so a card that is shown lay after the deal in a place that is known:
a hand, or the stock. Only the dealer's card from the stock leaves two courses open, since he keeps
his own where it is a King; and where it was cut, it may have lain anywhere in the stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from msgspec import UNSET

from cardlog.engine import exchange as rules
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.records.cards import UNKNOWN, Card, known_part
from cardlog.records.events import AnyEvent, Block, Cut, Deal, Draw, Reveal, Swap

NOT_TAKEN: Final = -1  # no card was taken from the stock

Sight = tuple[int, int, int]  # an event, a place, and the code of the card that was seen there
Domains = list[int]  # by place: the mask of the cards that it may be


class Course(NamedTuple):
    """Where every card lay and went, if the dealer's card from the stock was a King or not."""

    sights: tuple[Sight, ...]
    places: int
    hands: int  # how many of the places, the first ones, are in hands
    taken: int  # the place of the card that the dealer took, or NOT_TAKEN
    king: bool | None  # whether that was a King that he did not keep; None where it is all one
    ends: tuple[int, ...]  # by seat: the place of the card it has in the end, or NOT_TAKEN

    def domains(self, state: rules.ExchangeState) -> Domains:
        """What every place may be by all that was seen of it."""
        pack = pack_of(state.deck)[0]
        domains = [pack] * self.places
        for _, place, code in self.sights:
            if place >= 0 and code != UNKNOWN:
                domains[place] &= cards_seen(state.deck, code)
        if self.king is not None:
            kings = cards_seen(state.deck, state.blocker)
            domains[self.taken] &= kings if self.king else ~kings
        return domains


def courses(state: rules.ExchangeState, events: Sequence[AnyEvent]) -> Iterator[Course]:
    """Every course of a deal's cards; the events have stand-ins where the pack is special."""
    if state.stock_king == rules.KEPT:
        yield from _trace(state, events, None)
    else:
        yield from _trace(state, events, False)
        yield from _trace(state, events, True)


def _trace(
    state: rules.ExchangeState, events: Sequence[AnyEvent], king: bool | None
) -> Iterator[Course]:
    """The courses of the deal; several where the card taken may be one of the stock's known."""
    deal = events[0]
    assert isinstance(deal, Deal)
    sights: list[Sight] = []
    holds = [NOT_TAKEN] * len(deal.hands)
    for seat, hand in enumerate(deal.hands):
        if len(hand) == 1:
            holds[seat] = len(sights)
        sights += [(0, len(sights) + k, card.code) for k, card in enumerate(hand)]
    stock = [] if deal.stock is UNSET else list(deal.stock)
    in_hands = len(sights)
    sights += [(0, in_hands + k, card.code) for k, card in enumerate(stock)]
    places = len(sights)
    taken = NOT_TAKEN
    for k, event in enumerate(events):
        if isinstance(event, Swap):
            holds[event.seat], holds[event.target] = holds[event.target], holds[event.seat]
        elif isinstance(event, Block):
            sights.append((k, holds[event.target], event.card.code))
        elif isinstance(event, Reveal) and event.seat is not UNSET and len(event.cards) == 1:
            sights.append((k, holds[event.seat], event.cards[0].code))
        elif isinstance(event, (Cut, Draw)):
            taken = places
            sights.append((k, taken, event.card.code))
            if not king:
                holds[event.seat] = taken
    if taken == NOT_TAKEN:
        if not king:
            yield Course(tuple(sights), places, in_hands, taken, None, tuple(holds))
    elif stock:
        seen = next(code for _, place, code in sights if place == taken)
        for place in _lay_at(state, stock, in_hands, seen):
            course = Course(tuple(sights), places, in_hands, taken, king, tuple(holds))
            yield _merged(course, place)
    else:
        yield Course(tuple(sights), places + 1, in_hands, taken, king, tuple(holds))


def _lay_at(state: rules.ExchangeState, stock: list[Card], first: int, seen: int) -> Iterator[int]:
    """Where in the stock the card may have lain: on top, or anywhere where it is cut."""
    if state.draws_top:
        yield first
        return
    alike: set[int] = set()
    for k, card in enumerate(stock):
        if card.code not in alike and cards_seen(state.deck, card.code) & cards_seen(
            state.deck, seen
        ):
            alike.add(card.code)
            yield first + k


def _merged(course: Course, place: int) -> Course:
    """The course if the card taken is the one that lay at this place of the stock."""
    sights = tuple((e, place if p == course.taken else p, code) for e, p, code in course.sights)
    ends = tuple(place if p == course.taken else p for p in course.ends)
    return course._replace(sights=sights, taken=place, ends=ends)


@cache
def pack_of(deck: int) -> tuple[int, dict[int, int]]:
    """The cards of a pack as a mask, all and by their strength."""
    by_strength: dict[int, int] = {}
    strength = DECKS[deck].strength
    for code in _codes(deck):
        by_strength[strength[code]] = by_strength.get(strength[code], 0) | 1 << code
    return sum(by_strength.values()), by_strength


def _codes(deck: int) -> list[int]:
    pack = DECKS[deck]
    return [pack.stand_ins[c].code if pack.special else c.code for c in pack.cards]


@cache
def cards_seen(deck: int, code: int) -> int:
    """The cards of a pack that a sighting may be."""
    return sum(1 << c for c in _codes(deck) if known_part(code, c) == c)
