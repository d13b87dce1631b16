"""A match that was right, and what becomes of it."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

from tests.engine.naive import Map, Model


class Mutant(NamedTuple):
    """A match with one fault: `found` are the events at which it may be found."""

    kind: str
    events: list[Map]
    found: tuple[int, ...]
    codes: tuple[str, ...]

    @property
    def is_claim(self) -> bool:
        """A false claim: the fold itself goes on."""
        return self.codes[0].startswith("claim") and "claim-place" not in self.codes


class Match(NamedTuple):
    """A legal match with the model's position before each event and, last, at its end."""

    game: str
    events: list[Map]
    at: list[Any]

    def now(self, kind: str, k: int, event: Map, *codes: str) -> Mutant:
        """Event k reads otherwise, which is the fault."""
        return Mutant(kind, [*self.events[:k], event, *self.events[k + 1 :]], (k,), codes)

    def more(self, kind: str, k: int, event: Map, *codes: str) -> Mutant:
        """An event too many stands before event k."""
        return Mutant(kind, [*self.events[:k], event, *self.events[k:]], (k,), codes)

    def less(self, kind: str, k: int, *codes: str, found: int | None = None) -> Mutant:
        """Event k is missing: found at what stands in its place."""
        events = [*self.events[:k], *self.events[k + 1 :]]
        return Mutant(kind, events, (k if found is None else found,), codes)

    def next(self, k: int) -> Map:
        """The event after event k; an empty one at the end."""
        return self.events[k + 1] if k + 1 < len(self.events) else {"type": ""}


def followed(game: str, model: Model, events: list[Map]) -> Match:
    """The match with the model's positions. Raises Refused where the model thinks it illegal."""
    at = [copy.deepcopy(model)]
    for event in events:
        model.take(event)
        at.append(copy.deepcopy(model))
    return Match(game, events, at)
