"""All deals that explain some events, by trying every card: slow, and apart from the reasoning.

Every unseen card is given each value in turn, event by event; the fold alone says what can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET

from cardlog.engine.game import Game
from cardlog.engine.state import DONE, OVER, State
from cardlog.records.cards import FULLY_KNOWN, Card
from cardlog.records.events import AnyEvent, Deal, Draw, Reveal
from tests.engine.unseen.by_hand import spelling
from tests.engine.unseen.hiding import filled
from tests.engine.unseen.sound import may_be

PACK: Final = [card for card in Card if card.code < FULLY_KNOWN]
Events = tuple[AnyEvent, ...]


def all_deals(game: Game[Any, Any], before: State, events: Events) -> Iterator[Events]:
    """Every way to fill in the cards that the fold takes without a fault."""
    yield from _from(game, before, events, ())


def _from(game: Game[Any, Any], state: State, rest: Events, done: Events) -> Iterator[Events]:
    if not rest:
        yield done
        return
    event, *later = rest
    taken = _elsewhere(event, later)
    for full in _fillings(event, taken):
        after = state.copy()
        if game.apply(after, full) <= 0:
            yield from _from(game, after, tuple(later), (*done, full))


def _elsewhere(event: AnyEvent, later: Sequence[AnyEvent]) -> set[Card]:
    """Cards that are not in the hands of a deal, since they are drawn or turned up later."""
    if not isinstance(event, Deal) or event.stock is not UNSET:
        return set()
    taken = [e for e in later if isinstance(e, Draw) or (isinstance(e, Reveal) and e.seat is UNSET)]
    return {card for event in taken for card in spelling(event) if card.known}


def _fillings(event: AnyEvent, taken: set[Card]) -> Iterator[AnyEvent]:
    written = spelling(event)
    known = {card for card in written if card.known}
    for cards in _choices(written, known | taken):
        yield filled(event, iter(cards))


def _choices(written: list[Card], not_these: set[Card]) -> Iterator[list[Card]]:
    """Every distinct choice of cards for those that were not wholly seen."""
    if not written:
        yield []
        return
    first, *others = written
    for card in [first] if first.known else PACK:
        if first.known or (card not in not_these and may_be(first, card)):
            for more in _choices(others, not_these | {card}):
                yield [card, *more]


def result(game: Game[Any, Any], before: State, events: Events) -> str:
    """What a deal comes to: everything that its score would say, and who is out."""
    state: Any = before.copy()
    for event in events:
        assert game.apply(state, event) <= 0
    detail = game.detail(state) if state.phase in (DONE, OVER) else None
    return repr((state.phase == OVER, state.changes, state.standing, state.winner_mask, detail))
