"""The events that may be legal in a position; the rules decide which of them are."""

from __future__ import annotations

from collections.abc import Iterator

from cardlog.engine import exchange as rules
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.records.cards import FULLY_KNOWN, Card
from cardlog.records.events import (
    AnyEvent,
    Block,
    Cut,
    Deal,
    Draw,
    Misdeal,
    Reveal,
    Score,
    Stay,
    Swap,
)


def ideas(state: rules.ExchangeState) -> Iterator[AnyEvent]:
    """Every event that may be legal now, and some that are not."""
    seats = range(state.seats)
    yield Misdeal()
    yield Score(changes=(0,) * state.seats)
    for dealer in seats:
        yield Deal(
            dealer=dealer,
            hands=tuple((Card["??"],) if lives > 0 else () for lives in state.standing),
        )
    for seat in seats:
        for card in may_show(state, seat):
            yield Reveal(seat=seat, cards=(card,))
    for seat in seats:
        if state.phase != rules.TURNS or seat in (state.turn, state.chain):
            yield from turns(state, seat)


def turns(state: rules.ExchangeState, seat: int) -> Iterator[AnyEvent]:
    """What this player might do on his turn."""
    yield Stay(seat=seat)
    for target in range(state.seats):
        yield Swap(seat=seat, target=target)
        for card in may_show(state, target):
            yield Block(seat=seat, target=target, card=card)
    for card in DECKS[state.deck].cards:
        yield Cut(seat=seat, card=card)
        yield Draw(seat=seat, card=card)


def may_show(state: rules.ExchangeState, seat: int) -> list[Card]:
    """The cards that a player may show as his."""
    deck = DECKS[state.deck]
    held = state.hand[seat]
    if held < 0:
        return []
    return [deck.card(held)] if held < FULLY_KNOWN else deck.cards
