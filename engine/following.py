"""What follows from a ruling by the cards, and is still written as it was.

A ruling makes one event read otherwise, or says that it did not happen; every other event stays as
it was written. But where an exchange is one no more, the showdown cannot show what was shown after
it, and the table's score is another. Such an event is found by taking the ruling as a change of
the match's course (course.py). It depends on the ruling, and a ruling of its own can put it right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine.course import Change, Course, End
from cardlog.engine.explain import finding
from cardlog.engine.fold import begin
from cardlog.engine.rules import Finding
from cardlog.engine.rulings import DID_NOT_HAPPEN, Ruled
from cardlog.records.events import AnyEvent, Points, Ruling, Score
from cardlog.records.game import Record

MOST: Final = 32  # rulings of one record, each of which takes a fold or more to follow


class Following(msgspec.Struct, frozen=True):
    """What follows from a ruling: by event, what it reads then (none: it did not happen).

    `end` is where the record stops telling how it goes on, None where it does not.
    """

    reads: dict[int, tuple[AnyEvent, ...]]
    end: End | None = None

    @property
    def rulable(self) -> bool:
        """Whether rulings can say all of it: each makes one event of one event."""
        return all(len(events) <= 1 for events in self.reads.values())


def following(record: Record, ruling: int) -> Following:
    """What follows from the ruling at this index of the record."""
    said = record.events[ruling]
    if type(said) is not Ruling or said.effect not in ("replaced", "undone"):
        return Following({})
    course = Course(_without(record, ruling), [Change("replaced", ruling, said)])
    end = course.run()
    reads = {each.event: each.events for each in course.followed}
    told = Following(reads, end)
    if told.rulable:
        reads |= _scores(record, ruling, told)
    return told


def rulings_for(record: Record, ruling: int, told: Following) -> Iterator[Ruling]:
    """A ruling for everything that follows from the one at this index."""
    said = record.events[ruling]
    assert isinstance(said, Ruling)
    text = f"This follows from the ruling on event {said.event}: {said.text}"
    for event, reads in sorted(told.reads.items()):
        yield Ruling(
            text=text,
            by=said.by,
            event=event,
            effect="replaced" if reads else "undone",
            with_=reads[0] if reads else UNSET,  # type: ignore[arg-type]
        )


def _without(record: Record, ruling: int) -> Record:
    events = (*record.events[:ruling], DID_NOT_HAPPEN, *record.events[ruling + 1 :])
    return replace(record, events=events)


def _scores(record: Record, ruling: int, told: Following) -> dict[int, tuple[AnyEvent, ...]]:
    """The scores that were true, or were not looked at, and are false once the ruling holds."""
    ruled = replace(record, events=(*record.events, *rulings_for(record, ruling, told)))
    before = {fault.event for fault in begin(_without(record, ruling)).run().claims}
    fold = begin(ruled).run()
    right: dict[int, tuple[AnyEvent, ...]] = {}
    for fault in fold.claims:
        if fault.event is None or fault.event in before:
            continue
        score = _right(record.events[fault.event], finding(fold, fault))
        if score is not None:
            right[fault.event] = (score,)
    return right


def _right(score: AnyEvent, false: Finding) -> Score | None:
    """The score as the rules have it; None where unseen cards leave it open."""
    changes = false.facts.get("changes")
    if not isinstance(score, Score) or changes is None or None in changes:
        return None
    points = score.points
    if points is not UNSET:
        mine = {k for k, side in msgspec.structs.asdict(points).items() if side is not UNSET}
        its = false.facts.get("points", {})
        points = msgspec.convert({k: v for k, v in its.items() if k in mine}, Points)
    return replace(score, changes=tuple(changes), points=points)


# ---- what an audit says of it ----


def meant_by(record: Record, ruled: Ruled | None) -> dict[int, tuple[int, AnyEvent | None]]:
    """By event that follows from a ruling: the event ruled on, and what this one reads then."""
    meant: dict[int, tuple[int, AnyEvent | None]] = {}
    by = {} if ruled is None else ruled.by
    for on, ruling in sorted(by.items())[:MOST]:
        for event, reads in following(record, ruling).reads.items():
            if event not in by:
                meant[event] = (on, reads[0] if len(reads) == 1 else None)
    return meant


def depending(
    found: Iterable[Finding], meant: dict[int, tuple[int, AnyEvent | None]]
) -> tuple[Finding, ...]:
    """The findings; those that follow from a ruling depend on the event that it is about."""
    return tuple(
        replace(each, depends=meant[each.event][0])
        if each.event in meant and each.ruled is None
        else each
        for each in found
    )
