"""What the reasoning asks of a family of games: one deal with cards that nobody saw."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine.game import Game
from cardlog.engine.state import UNRECORDED, State
from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Block, Cut, Deal, Discard, Draw, Reveal, Trick

HIDDEN: Final = Card["??"]
Events = tuple[AnyEvent, ...]
EVERY: Final = -1  # a mask with every event
NOTHING: Final = -99  # no milestone is heeded
PATIENCE: Final = 2000  # how often the cards are dealt out before a search is given up


class Undecided(Exception):
    """The search took too long: whether such cards exist is not known.

    `explained` is set where some explain the events, and only their results are not all known.
    """

    explained = False


class Hidden(ABC):
    """The cards of one deal. `events` begin with the deal; `before` is the position before it.

    Masks of events have bit k for `events[k]`. Neither `before` nor `events` is ever changed.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        before: State,
        events: Sequence[AnyEvent],
        patience: int = PATIENCE,
    ) -> None:
        self.game = game
        self.before = before
        self.events: Events = tuple(events)
        self.patience = patience

    @abstractmethod
    def explain(self, seen: int = EVERY, lawful: int = EVERY) -> Events | None:
        """The events with every card filled in, as one deal that explains them.

        Of the events of `seen` the cards are as written, of the others nothing is believed but
        what happened; the events of `lawful` keep the rules. None where there is no such deal.
        Raises Undecided.
        """

    @abstractmethod
    def ways(self, lawful: int = EVERY) -> Iterator[Events]:
        """Deals that explain all events: at least one for each result there may be.

        The events of `lawful` keep the rules, others stand although they may not. Raises Undecided.
        """

    @abstractmethod
    def breach(self, event: int) -> Events | None:
        """A deal that explains all events, in which only this one breaks a rule; None without one.

        Raises Undecided.
        """


# What makes a Hidden of a game, a position and the events of a deal.
Asked = Callable[[Game[Any, Any], State, Sequence[AnyEvent]], Hidden]


def fault_in(game: Game[Any, Any], state: State, events: Events) -> int:
    """Play events of one deal on; the first fault among them, or 0."""
    rest = iter(events)
    code = NOTHING
    while code < 0:
        ahead = game.feel_ahead if state.phase == UNRECORDED else game.advance
        code, _ = ahead(state, rest, heed=NOTHING)
    return code


def blurred(events: Events, seen: int) -> Events:
    """The events, those outside the mask with `??` for every card."""
    return tuple(
        event if seen >> k & 1 else _without_cards(event) for k, event in enumerate(events)
    )


def _without_cards(event: AnyEvent) -> AnyEvent:
    if isinstance(event, (Block, Cut, Draw)):
        return replace(event, card=HIDDEN)
    if isinstance(event, (Reveal, Trick, Discard)):
        return replace(event, cards=(HIDDEN,) * len(event.cards))
    if isinstance(event, Deal):
        hands = tuple((HIDDEN,) * len(hand) for hand in event.hands)
        stock = event.stock if event.stock is UNSET else (HIDDEN,) * len(event.stock)
        return replace(event, hands=hands, stock=stock)
    return event
