"""A record cut into segments, each by itself: what whole columns are held to."""

from __future__ import annotations

from collections.abc import Iterator

from cardlog.queries.cutting import flat_of, pieces_of
from cardlog.queries.segments import Segment, cut, segments
from cardlog.records.events import AnyEvent, Deal


def starts_of(events: tuple[AnyEvent, ...]) -> list[int]:
    """Where deals begin."""
    return [index for index, event in enumerate(events) if type(event) is Deal]


def cut_up(
    events: tuple[AnyEvent, ...], starts: list[int], timed: bool
) -> Iterator[tuple[int, Segment]]:
    """The segments that begin at 0, at deals and at `starts`, each with where it begins.

    `timed` is False where no event has `at` or `auto`. Raises Unfit where a seat is out of range.
    """
    flat = flat_of(events)
    pieces = pieces_of(flat, events, sorted({*flat.deals, *starts}))
    whole = cut(flat, events, pieces, timed)
    return zip(whole.starts, segments(whole), strict=True)
