"""What a fold writes down: what every deal came to, and where something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import Any

import msgspec

from cardlog.engine.state import OPEN, State


class DealEntry:
    """What the scorebook holds of one deal; `last` and `changes` are None while it goes on.

    `moved` is by how much it has moved what stands, and how much of that is uncertain.
    """

    __slots__ = ("changes", "dealer", "detail", "first", "last", "moved", "void")

    def __init__(self, first: int, dealer: int) -> None:
        self.first = first
        self.last: int | None = None
        self.dealer = dealer
        self.moved: tuple[tuple[int, ...], ...] = ()
        self.void = False
        self.changes: tuple[int, ...] | None = None
        self.detail: dict[str, Any] = {}

    def begun(self, state: State) -> None:
        """The deal begins with what stands."""
        self.moved = (tuple(state.standing), tuple(state.doubt))

    def done(self, state: State) -> None:
        """The deal is complete, with these changes."""
        self.changes = tuple(state.changes)
        standing, doubt = self.moved
        self.moved = (
            tuple(map(sub, state.standing, standing)),
            tuple(map(sub, state.doubt, doubt)),
        )


class Fault(msgspec.Struct, frozen=True):
    """An event's fault, not yet put into words: `event` is None for the whole record.

    `ruled` is the index of the ruling on the event, where there is one.
    """

    event: int | None
    code: int
    ruled: int | None = None


def changes_of(entry: DealEntry) -> list[int | None] | None:
    """The deal's changes with None where they are open; None while it goes on."""
    if entry.changes is None:
        return None
    return [None if change == OPEN else change for change in entry.changes]


def taken_back(deals: Sequence[DealEntry], void: DealEntry, state: State) -> list[int]:
    """What standing changes by where a complete deal before the last one is void.

    What was open in it is certain again, unless another deal or a gap leaves it open.
    """
    changes = void.changes or ()
    others = [deal for deal in deals if deal is not void and deal.changes and not deal.void]
    recorded = all(deal.changes for deal in deals[:-1])  # no gap among them
    for side, change in enumerate(changes):
        if change == OPEN and recorded:
            open_still = sum(max(0, deal.moved[1][side]) for deal in others)
            state.doubt[side] = min(state.doubt[side], open_still)
    return [
        -void.moved[0][side] if change == OPEN else -change for side, change in enumerate(changes)
    ]
