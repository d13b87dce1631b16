"""The events that the reasoning goes through: as rulings have them, and as the audit goes on.

Where an event was illegal the audit assumes something, that the event did not happen, say, and goes
on from there. The reasoning makes the same assumptions, so that later deals are judged exactly
again; what it finds after one of them depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from cardlog.engine.fold import Fold, begin
from cardlog.engine.onwards import MISSING, REPLACED, STANDS, UNDONE, VOID, Way
from cardlog.engine.rules import Finding
from cardlog.engine.rulings import DID_NOT_HAPPEN, KNOWN_BEFORE, Ruled
from cardlog.engine.state import ANYBODY
from cardlog.records.events import AnyEvent, Deal, Misdeal, Ruling

NOTHING: Final = DID_NOT_HAPPEN


class _Going(Fold):
    """A fold along a course. `spoilt` are the events at which a deal is taken as void."""

    spoilt: frozenset[int] = frozenset()

    def note(self, index: int, milestone: int) -> None:
        super().note(index, milestone)
        if index in self.spoilt:
            self.state.next_dealer = ANYBODY  # who deals after such a deal is not judged

    def _by_ruling(self, ruled: Ruled, index: int, code: int) -> int:
        if index in self.spoilt:
            self.state.next_dealer = ANYBODY
            return 0
        return super()._by_ruling(ruled, index, code)


class Course:
    """The events of a folded record with what is assumed of the illegal ones, by their index.

    `fold` has gone through them; `indexes` has for each its index in the record.
    """

    def __init__(self, fold: Fold, ways: Mapping[int, Way] | None = None) -> None:
        self._plain = fold.ruled is None and not ways
        self.record = fold.record
        self.indexes: list[int] = list(range(len(fold.events)))
        self.stands: set[int] = set()
        self.spoilt: frozenset[int] = frozenset()
        self.assumed: dict[int, int] = {}  # by event of the course, that of the record
        self.events = fold.events
        self.fold = fold
        if not self._plain:
            self._go(fold, ways or {})
            self.fold = self.begin().run()

    def _go(self, fold: Fold, ways: Mapping[int, Way]) -> None:
        events: list[AnyEvent] = []
        self.indexes = []
        spoilt = set()
        void = False
        ruled = fold.ruled
        # A deal that anybody may deal counts as it is: the fold has judged the rest of it.
        stands = frozenset() if ruled is None else ruled.stands | ruled.by_anybody
        for index, event in enumerate(fold.events):
            way = ways.get(index)
            void = void and type(event) is not Deal
            if type(event) is Ruling and event.effect in KNOWN_BEFORE:
                event = NOTHING
            if way is not None and way.assumed == MISSING:
                self.stands |= set(range(len(events), len(events) + len(way.events)))
                events += way.events
                self.indexes += [index] * len(way.events)
            if way is not None:
                self.assumed[len(events)] = index
            if void or (way is not None and way.assumed == UNDONE):
                event = NOTHING
            elif way is not None and way.assumed == REPLACED:
                event = way.events[0]
            elif way is not None and way.assumed == VOID:
                event = Misdeal()
                void = True
                spoilt.add(len(events))
            # Nobody is accused of what is only assumed, whatever the unseen cards were.
            if index in stands or (way is not None and way.assumed in (STANDS, REPLACED)):
                self.stands.add(len(events))
            events.append(event)
            self.indexes.append(index)
        self.events = tuple(events)
        self.spoilt = frozenset(spoilt)

    @property
    def end(self) -> int:
        """How far it goes: the first event that nothing is assumed of."""
        return len(self.events) if self.fold.stopped is None else self.fold.index

    def begin(self) -> Fold:
        """A fold before the first event."""
        if self._plain:
            return begin(self.record)
        fresh = begin(self.record)
        record = replace(self.record, events=self.events)
        fold = _Going(record, fresh.game, fresh.options, fresh.state)
        fold.ruled = Ruled(self.events, {}, frozenset(self.stands))
        fold.spoilt = self.spoilt
        return fold

    def told(self, found: Finding, at: int, last: int | None = None) -> Finding:
        """A finding for event `at` of the course, as one of the record.

        Where it takes later events to show it, `last` is the last of them: it depends on what is
        assumed before that.
        """
        shown = at if last is None else last
        before = [index for k, index in self.assumed.items() if k < shown]
        depends = before[-1] if before else None
        return replace(found, event=self.indexes[at], depends=depends)

    def numbers(self, events: Sequence[int]) -> tuple[int, ...]:
        """Events of the course by their index in the record; those that are assumed have none."""
        own = {index: k for k, index in enumerate(self.indexes)}
        return tuple(self.indexes[k] for k in events if own[self.indexes[k]] == k)

    def mask(self, first: int, last: int) -> int:
        """The events of a stretch that count whether or not they keep the rules."""
        return sum(1 << k - first for k in self.stands if first <= k < last)

    def is_spoilt(self, first: int, last: int) -> bool:
        """Whether a deal is taken as void, of which it is not judged who deals after it."""
        return any(first <= k < last for k in self.spoilt)

    def is_settled(self, event: int) -> bool:
        """Whether something is assumed of an event, or it stands by a ruling."""
        return event in self.assumed or event in self.stands
