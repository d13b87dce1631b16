"""Rulings: how a record reads once its arbiter has spoken.

A ruling that an event stands, did not happen or reads otherwise is known before the fold, so that
the fold meets the events as they count; history stays as it was, and the audit still lists what
was ruled on. A ruling that makes a deal void or adjusts what stands takes effect at its own place;
but a deal that is void is not judged to its end, so where one of its events is illegal, nothing
from there on counts. Of two rulings on one event the later holds, and a ruling that is itself
undone never was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Deal, Extension, Gap, Kept, Note, Ruling
from cardlog.records.game import Record

KNOWN_BEFORE: Final = ("stands", "undone", "replaced")
DID_NOT_HAPPEN: Final = Note(text="")
DOES_NOT_COUNT: Final = Note(text="")  # for the deal is void


class Ruled(NamedTuple):
    """The events as they count, at their old indexes; and by event, the ruling on it."""

    events: tuple[AnyEvent, ...]
    by: Mapping[int, int]
    stands: frozenset[int]  # events that stand although illegal
    by_anybody: frozenset[int] = frozenset()  # deals of which the dealer is not judged
    uncounted: Mapping[int, int] = {}  # events of void deals that are not judged, as in `by`

    @property
    def all_by(self) -> Mapping[int, int]:
        """By event, the ruling by which it counts otherwise than it was written."""
        return {**self.uncounted, **self.by}


def any_in(events: tuple[AnyEvent, ...]) -> bool:
    """Whether there is a ruling with an effect."""
    return any(type(event) is Ruling and event.effect is not UNSET for event in events)


def read(events: tuple[AnyEvent, ...]) -> Ruled:
    """What the rulings among these events make of them."""
    count = list(events)
    by: dict[int, int] = {}
    stands = set()
    for index in range(len(events) - 1, -1, -1):
        ruling = count[index]  # a note, where a later ruling has undone it
        if type(ruling) is not Ruling or ruling.effect not in KNOWN_BEFORE:
            continue
        if type(ruling.event) is not int or ruling.event in by:
            continue
        by[ruling.event] = index
        if ruling.effect == "undone":
            count[ruling.event] = DID_NOT_HAPPEN
        elif ruling.effect == "replaced" and ruling.with_ is not UNSET:
            count[ruling.event] = ruling.with_
        else:
            stands.add(ruling.event)
    return Ruled(tuple(count), by, frozenset(stands))


def voiding(ruled: Ruled, index: int) -> int | None:
    """The ruling further on by which the deal of this event is void; None where there is none."""
    deal = sum(type(event) is Deal for event in ruled.events[: index + 1])
    for place in range(index + 1, len(ruled.events)):
        event = ruled.events[place]
        if type(event) is Ruling and event.effect == "void" and event.deal == deal:
            return place
    return None


def broken_off(ruled: Ruled, index: int, ruling: int, instead: AnyEvent) -> Ruled:
    """The events where a deal that is void by a ruling ends with an illegal event of it.

    `instead` is in its place, and the rest of the deal does not count. An illegal deal was dealt
    all the same. Who deals next is not judged where the table went on before the ruling, or where
    it was the deal itself that was wrong.
    """
    count = list(ruled.events)
    stands, uncounted = ruled.stands, dict(ruled.uncounted)
    dealt = type(count[index]) is Deal
    if dealt:
        stands |= {index}
    else:
        count[index] = instead
    following = index + 1
    while following < len(count) and type(count[following]) is not Deal:
        if not dealt and following < ruling and not isinstance(count[following], STAYS):
            count[following] = DOES_NOT_COUNT
            uncounted[following] = ruling
        following += 1
    anybody = ruled.by_anybody | ({following} if dealt or following < ruling else set())
    by = {**ruled.by, index: ruling}
    return Ruled(tuple(count), by, stands, anybody, uncounted)


STAYS: Final = (Extension, Gap, Kept, Note, Ruling)  # of a deal that is broken off


def without(record: Record, ruling: int) -> Record:
    """The record as if one of its rulings had not been given."""
    events = (*record.events[:ruling], DID_NOT_HAPPEN, *record.events[ruling + 1 :])
    return replace(record, events=events)


def moved(event: AnyEvent, place: int) -> AnyEvent:
    """An event of a record into which another is put at `place`: a ruling names its event anew."""
    if type(event) is Ruling and event.event is not UNSET and event.event >= place:
        return replace(event, event=event.event + 1)
    return event


def check(ruling: Ruling, index: int, sides: int, events: int) -> None:
    """Raise RecordError where a ruling names an event or a side that there is not."""
    if ruling.event is not UNSET and ruling.event >= events:
        raise RecordError(
            f"a ruling on event {ruling.event}: expected 0 to {events - 1}", event=index
        )
    if ruling.changes is not UNSET and len(ruling.changes) != sides:
        raise RecordError(
            f"`changes` has {len(ruling.changes)} numbers: expected one a side, {sides}",
            event=index,
        )
