"""Another course of a match: its record with an event changed, as far as the record tells.

What players chose stays as it was recorded, as long as the rules allow it in the new course. What
follows from the cards is put as they then lie, in the deals with a change: whether a King refuses,
what the showdown shows, who draws (`Game.follows`). Scores claim what the table wrote for the old
course, so that none counts from the first change on. Where a choice that was recorded is no longer
possible, or the cards that were recorded do not tell, the new course ends: nothing is made up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine import faults
from cardlog.engine.explain import finding
from cardlog.engine.fold import Fold, begin
from cardlog.engine.readable import check
from cardlog.engine.rules import Finding
from cardlog.engine.rulings import DID_NOT_HAPPEN, moved
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Deal, Extension, Note, Ruling, Score
from cardlog.records.game import Record

ILLEGAL: Final = "illegal"  # the change itself, or what was illegal before, breaks a rule
NO_LONGER: Final = "no-longer"  # a later event is not possible any more
BEFORE: Final = "before"  # the record is illegal, or not folded, already before any change
OVER: Final = "over"  # the match has ended; the record goes on


class Change(msgspec.Struct, frozen=True):
    """One change: `event` is replaced by `to`, removed, or has `to` put in before it."""

    kind: Literal["replaced", "removed", "inserted"]
    event: int
    to: AnyEvent | None = None


class Followed(msgspec.Struct, frozen=True):
    """An event that reads otherwise because of the cards: `events` in its place, perhaps none."""

    event: int
    events: tuple[AnyEvent, ...]


class End(msgspec.Struct, frozen=True):
    """Where the record stops telling, and why.

    `event` is an index of the record; None where it is a change. `why` is `illegal` (the change
    breaks a rule, or an event that did already), `no-longer` (a recorded event is not possible any
    more), `unseen` (a card was not recorded), `choice` (a player would have had another choice),
    `over` (the match has ended before it) or `before` (the record does not get as far as the first
    change). `finding` is the rule, where one is broken.
    """

    event: int | None
    why: str
    finding: Finding | None = None


class Course:
    """The new course: its record, and for each event its index in the old one, or None."""

    def __init__(self, record: Record, changes: Sequence[Change]) -> None:
        self.old = record
        self.followed: list[Followed] = []
        self.changed: set[int] = set()
        self._removed: dict[int, AnyEvent] = {}
        self.events: list[AnyEvent] = list(record.events)
        self.origin: list[int | None] = list(range(len(record.events)))
        _check(record, changes)
        self._counting = begin(record).run(until=0).events  # as rulings have them
        # From the last to the first, so that the indexes of the earlier ones hold; of several
        # that are put in at one place the first is put in last.
        ordered = list(reversed(changes))
        ordered.sort(key=lambda change: (-change.event, change.kind == "inserted"))
        for change in ordered:
            self._change(change)
        self.changed |= {self.origin.index(at) for at in _ruled_on(record, changes)}
        self._recall()
        fold = begin(self.record)
        check(self.record, fold.game, fold.options)

    @property
    def record(self) -> Record:
        return replace(self.old, events=tuple(self.events))

    def _change(self, change: Change) -> None:
        at = change.event
        if change.kind == "inserted":
            self._shift(at)
            self.events.insert(at, change.to or DID_NOT_HAPPEN)
            self.origin.insert(at, None)
        else:
            self._free(at)
            if change.kind == "removed":
                self._removed[at] = self._counting[at]
            self.events[at] = change.to or DID_NOT_HAPPEN
        self.changed.add(at)

    def _shift(self, at: int) -> None:
        """Make room for an event: what is after it moves up."""
        self.events = [moved(each, at) for each in self.events]
        self.changed = {k + (k >= at) for k in self.changed}
        self._removed = {k + (k >= at): event for k, event in self._removed.items()}

    def _free(self, at: int) -> None:
        """A ruling on an event that is not as it was falls away."""
        for k, event in enumerate(self.events):
            if type(event) is Ruling and event.event == at:
                self.events[k] = DID_NOT_HAPPEN

    def _recall(self) -> None:
        """Put into the deals with a change the cards that the record shows later."""
        options = begin(self.old)
        for at in {self._deal_of(at) for at in self.changed} - {None}:
            assert at is not None
            start = self.origin[at]
            if start is None or at in self.changed:
                continue
            told = self._counting[start + 1 :]
            ends = (k for k, event in enumerate(told) if type(event) is Deal)
            deal = self.events[at]
            assert type(deal) is Deal
            known = options.game.recalled(options.options, deal, told[: next(ends, len(told))])
            if _legal(self.record, at, known):
                self.events[at] = known

    def _deal_of(self, at: int) -> int | None:
        deals = (k for k in range(at, -1, -1) if type(self.events[k]) is Deal)
        return next(deals, None)

    def run(self) -> End | None:
        """Go through the new course, putting right what follows from the cards."""
        at = min(self.changed, default=len(self.events))
        fold = begin(self.record).run(until=at)
        if fold.stopped:
            return End(fold.stopped.event, BEFORE)
        old = begin(self.old).run(until=at)
        dirty = False
        while at < len(self.events):
            new = self._put_right(at, fold, old, dirty)
            if isinstance(new, str):
                del self.events[at:]
                return End(self.origin[at], new)
            if new != (fold.events[at],):
                self._splice(at, new)
                fold = begin(self.record).run(until=at)
            dirty = (dirty and type(fold.events[at]) is not Deal) or at in self.changed
            for _ in range(max(1, len(new))):
                fold.run(until=at + 1)
                if fold.stopped:
                    return self._stopped(fold, old, at)
                at += 1
            if at < len(self.events) and self.origin[at] is not None:
                old.run(until=self.origin[at])
        return None

    def _put_right(self, at: int, fold: Fold, old: Fold, dirty: bool) -> tuple[AnyEvent, ...] | str:
        event = fold.events[at]
        if at in self._removed:
            instead = fold.game.instead(fold.state, self._removed[at], self._following(at, fold))
            return (instead or event,)
        if at in self.changed:
            return (event,)
        if type(event) is Score:
            return (DID_NOT_HAPPEN,)
        if not dirty or type(event) is Deal:
            return (event,)
        state = None if old.stopped or old.index != self.origin[at] else old.state
        return fold.game.follows(fold.state, event, state) or (DID_NOT_HAPPEN,)

    def _following(self, at: int, fold: Fold) -> AnyEvent | None:
        told = (
            each for each in fold.events[at + 1 :] if type(each) not in (Note, Extension, Ruling)
        )
        return next(told, None)

    def _splice(self, at: int, new: tuple[AnyEvent, ...]) -> None:
        """Put other events in the place of one."""
        index = self.origin[at]
        follows = at not in self.changed or at in self._removed
        if follows and type(self.events[at]) is not Score and index is not None:
            happened = tuple(each for each in new if each is not DID_NOT_HAPPEN)
            self.followed.append(Followed(index, happened))
        self._free(at)
        for _ in new[1:]:
            self._shift(at)
        self.events[at : at + 1] = new
        self.origin[at : at + 1] = [index] * len(new)

    def _stopped(self, fold: Fold, old: Fold, at: int) -> End | None:
        fault = fold.stopped
        assert fault is not None
        if fault.code in faults.STOPS:
            return None  # the answer says so itself
        index = self.origin[at]
        changed = at in self.changed
        if index is not None and not old.stopped:
            old.run(until=index + 1)
        there = old.stopped and (old.stopped.event, old.stopped.code) == (index, fault.code)
        if not changed and not there and fault.code == faults.OVER:
            del self.events[at:]
            return End(index, OVER)
        where = None if changed else index
        found = replace(finding(fold, fault), event=where)
        if changed or there:
            return End(where, ILLEGAL, found)
        del self.events[at:]
        return End(where, NO_LONGER, found)


def _check(record: Record, changes: Sequence[Change]) -> None:
    """Raise RecordError where a change names no event, or two name the same."""
    count = len(record.events)
    seen: set[int] = set()
    for change in changes:
        at, most = change.event, count - (change.kind != "inserted")
        if not 0 <= at <= most:
            raise RecordError(f"no event {at} to change: the record has events 0 to {count - 1}")
        if change.kind != "inserted" and at in seen:
            raise RecordError(f"event {at} is changed twice")
        if change.kind != "inserted":
            seen.add(at)
        if (change.kind == "removed") != (change.to is None):
            raise RecordError(f"event {at}: only a removed event has none in its place")


def _ruled_on(record: Record, changes: Sequence[Change]) -> set[int]:
    """The events that rulings are about which are changed: with those, they change too."""
    about: set[int] = set()
    for change in changes:
        old = None if change.kind == "inserted" else record.events[change.event]
        for each in (old, change.to):
            if type(each) is Ruling and each.event is not UNSET:
                about.add(each.event)
    return about & set(range(len(record.events)))


def _legal(record: Record, at: int, deal: Deal) -> bool:
    """Whether a deal may read like this; a record that contradicts itself is left as it is."""
    fold = begin(record).run(until=at)
    return fold.stopped is None and fold.game.apply(fold.state, deal) <= 0
