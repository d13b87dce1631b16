"""What a fold writes down: what every deal came to, and where something is wrong."""

from __future__ import annotations

from typing import Any

import msgspec

from cardlog.engine.state import OPEN


class DealEntry:
    """What the scorebook holds of one deal; `last` and `changes` are None while it goes on."""

    __slots__ = ("changes", "dealer", "detail", "first", "last", "void")

    def __init__(self, first: int, dealer: int) -> None:
        self.first = first
        self.last: int | None = None
        self.dealer = dealer
        self.void = False
        self.changes: tuple[int, ...] | None = None
        self.detail: dict[str, Any] = {}


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
