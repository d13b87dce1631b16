"""What seldom stands in a record, as columns: `at`, `auto` and `extras`."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import UNSET

from cardlog.records.events import AnyEvent, Gap, Kept, Misdeal


def is_plain(event: Any) -> bool:
    """Whether nothing is left of an event of the rarer kinds beside what columns hold."""
    if type(event) is Misdeal:
        return event.reason is UNSET
    return type(event) is Gap and event.text is UNSET


def extras_of(events: list[tuple[int, Any]], starts: list[int]) -> list[str | None]:
    """Events and where they stand in the record, as text for each segment."""
    whole: list[list[Any]] = [[] for _ in starts]
    for place, event in sorted(events, key=itemgetter(0)):
        segment = bisect_right(starts, place) - 1
        told = event.data if isinstance(event, Kept) else event
        whole[segment].append((place - starts[segment], told))
    return [msgspec.json.encode(each).decode() if each else None for each in whole]


def times_of(
    events: tuple[AnyEvent, ...], starts: list[int], ends: list[int]
) -> tuple[list[list[Any] | None], list[list[Any] | None]]:
    """`at` and `auto` of each segment."""
    at = [getattr(event, "at", UNSET) for event in events]
    auto = [getattr(event, "auto", UNSET) for event in events]
    bounds = [*zip(starts, ends, strict=True)]
    return (
        [_absent_as_none(at[start:end]) for start, end in bounds],
        [_absent_as_none(auto[start:end]) for start, end in bounds],
    )


def _absent_as_none(values: list[Any]) -> list[Any] | None:
    found = [None if value is UNSET else value for value in values]
    return found if any(value is not None for value in found) else None
