"""Rulings: how a record reads once its arbiter has spoken.

A ruling that an event stands, did not happen or reads otherwise is known before the fold, so that
the fold meets the events as they count; history stays as it was, and the audit still lists what
was ruled on. A ruling that makes a deal void or adjusts what stands takes effect at its own place.
Of two rulings on one event the later holds, and a ruling that is itself undone never was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Note, Ruling
from cardlog.records.game import Record

KNOWN_BEFORE: Final = ("stands", "undone", "replaced")
DID_NOT_HAPPEN: Final = Note(text="")


class Ruled(NamedTuple):
    """The events as they count, at their old indexes; and by event, the ruling on it."""

    events: tuple[AnyEvent, ...]
    by: Mapping[int, int]
    stands: frozenset[int]  # events that stand although illegal


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
