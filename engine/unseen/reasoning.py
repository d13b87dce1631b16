"""What a record with unseen cards comes to for certain: its findings, and what is left open.

The fold takes unseen cards one at a time and says nothing that might be wrong. Here all of them are
taken together: deal by deal every lawful way is followed (across.py), so that a result is open only
where two deals that explain the whole record differ on it, and an event is accused only where no
deal explains it (proof.py). A search that would take too long ends without an answer for its deal,
`undecided`, and what the fold said of it stays. After an event that broke a rule whatever the cards
were, the next deal begins from what came of it, had it been let stand.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from cardlog.engine import faults
from cardlog.engine.explain import finding
from cardlog.engine.fold import Fold, begin
from cardlog.engine.packs import has_unseen
from cardlog.engine.result import Result
from cardlog.engine.rules import Finding
from cardlog.engine.scorebook import DealEntry, Fault, changes_of
from cardlog.engine.state import OVER, State
from cardlog.engine.unseen.across import Span, play_on, spans, surviving, without_rulings
from cardlog.engine.unseen.course import Course
from cardlog.engine.unseen.hidden import PATIENCE, Asked, Events, Hidden, Undecided
from cardlog.engine.unseen.proof import Deal, contradictions
from cardlog.records.events import Gap


class OpenDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A deal of which the cards seen do not tell who scored or lost: all that it may be."""

    deal: int
    changes: tuple[tuple[int | None, ...], ...]


class Unseen(msgspec.Struct, frozen=True, kw_only=True):
    """What a record with unseen cards leaves open.

    `explained` is True where some deal explains all that happened, as far as the audit goes, False
    where none does, and None where the search for one took too long. `undecided` are the deals,
    counted from 1, of which not all that they may have come to was found. `open` are the deals with
    more than one possible result; `possible` are the events that break a rule with some of the
    cards that nobody saw, where they were asked for.
    """

    explained: bool | None
    open: tuple[OpenDeal, ...]
    undecided: tuple[int, ...]
    possible: tuple[Finding, ...] | None = None


class Reasoned(NamedTuple):
    """What is certain beyond the fold."""

    findings: list[Finding]
    deals: list[DealEntry | None]  # None where the fold's own entry stays
    standing: tuple[int | None, ...]
    winners: tuple[int, ...]
    finished: bool
    unseen: Unseen
    starts: list[tuple[int, list[State], Events]]  # of deals that are explained (possible.py)

    @property
    def stops(self) -> int | None:
        """The first event that breaks a rule whatever the cards were; None where none does."""
        events = (f.event for f in self.findings if f.code not in CLAIMS)
        return next(events, None)

    def status(self, fold: Fold) -> str:
        """`finished`, `unfinished` or `illegal`."""
        if fold.status == "illegal" or self.stops is not None:
            return "illegal"
        return "finished" if self.finished else fold.status

    def result(self, fold: Fold) -> Result:
        """What the record comes to; of an illegal one, what it had come to before that event."""
        if self.stops is None:
            return Result(status=self.status(fold), winners=self.winners, standing=self.standing)
        before = begin(fold.record).run(until=self.stops)
        return Result(status="illegal", winners=before.winners, standing=before.standing)

    def entries(self, fold: Fold) -> list[DealEntry]:
        """The scorebook of a fold, with what is certain beyond it."""
        return _with_hindsight(fold, self.deals)

    def until_stop(self, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """The findings up to the first event that breaks a rule."""
        both = self.joined(found)
        if self.stops is None:
            return both
        return tuple(f for f in both if f.event is not None and f.event <= self.stops)

    def joined(self, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """The findings of the fold with these, in order of events.

        One that follows in the same deal may only follow from what is wrong already.
        """
        broken = {
            f.deal: f.event
            for f in reversed(self.findings)
            if f.code not in CLAIMS and f.depends is None
        }
        both = [*self.findings]
        for each in found:
            earlier = broken.get(each.deal)
            if earlier is not None and each.depends is None and (each.event or 0) > earlier:
                each = replace(each, depends=earlier)
            both.append(each)
        return tuple(sorted(both, key=lambda each: -1 if each.event is None else each.event))


CLAIMS: Final = frozenset(faults.NAMES[code] for code in faults.CLAIMS)


def reason(course: Course, hidden: type[Hidden]) -> Reasoned | None:
    """Reason about the events of a course. None where no card is unseen."""
    if not has_unseen(course.events[: course.end]):
        return None
    work = _Work(course, hidden)
    for number, (first, last) in enumerate(spans(course.events, course.end), 1):
        work.deal(number, first, last)
    return work.done()


class _Work:
    """What is found of the deals so far, and the positions that the next may begin from."""

    def __init__(self, course: Course, hidden: type[Hidden]) -> None:
        self.course = course
        self.hidden = hidden
        self.base = course.begin()
        self.layers: list[Span] = []
        self.starts: list[tuple[int, list[State], Events]] = []
        self.found: list[Finding] = []
        self.undecided: list[int] = []
        self.doubt = False  # whether any deal explains them all
        self.positions: list[State] | None = None  # None for that of the fold
        self.start: list[State] = []
        self.chain: list[tuple[int, Events]] = []  # the deals since `start`, one after the other

    def deal(self, number: int, first: int, last: int) -> None:
        """Reason about one deal."""
        if self.positions is None:
            self._begin_from([self.base.run(until=first).state.copy()])
        before = self.positions or []
        part, stands = self.course.events[first:last], self.course.mask(first, last)
        gap = next((k for k, event in enumerate(part) if type(event) is Gap), None)
        # The more searches were in vain, the less is hoped of the next: a record must end in time.
        patience = PATIENCE >> len(self.undecided)
        asked = partial(self.hidden, patience=patience)
        self.doubt = bool(self.undecided)
        nothing = span = Span(first, last, [], [])
        self.positions = None
        try:
            span = play_on(self.course.fold, asked, before, part[:gap], patience // 4, stands)
            span = span._replace(first=first, last=last)
            if not span.positions:
                self._contradicted(asked, first, before, part[:gap], gap is None)
            elif gap is None:
                self.positions = span.positions
                self.chain = [*self.chain, (first, part)]
                if not stands:
                    self.starts.append((first, before, without_rulings(part)))
        except Undecided as given_up:
            # Where later deals follow, one that explains this deal may not be one to go on from.
            self.doubt = self.doubt or bool(self.undecided) or not given_up.explained
            self.undecided.append(number)
            span = nothing
        if self.course.is_spoilt(first, last):
            self.positions = None
        self.layers.append(span if span.positions and gap is None else nothing)

    def _begin_from(self, positions: list[State]) -> None:
        self.positions = self.start = positions
        self.chain = []

    def _contradicted(
        self, asked: Asked, first: int, before: list[State], part: Events, whole: bool
    ) -> None:
        """Accuse, and go on as if what is known to be wrong had been let stand."""
        events = without_rulings(part)
        deal = Deal(self.course, asked, before, events, first, self.chain, self.start)
        stands = self.course.mask(first, first + len(part))
        wrong = []
        for each, broken in contradictions(deal):
            self.found.append(each)
            wrong.append(broken)
        if whole and all(wrong):
            stands |= sum(wrong)
            with suppress(Undecided):
                fold = self.course.fold
                after = play_on(fold, asked, before, part, PATIENCE // 4, stands).positions
                if after:
                    self._begin_from(after)

    def done(self) -> Reasoned:
        """All that was found."""
        layers = surviving(self.layers)
        illegal = bool(self.found)
        entries = [_entry(span) for span in layers]
        told = copy.copy(self.course.fold)
        told.deals = _with_hindsight(self.course.fold, entries)
        found = [*self.found, *_false_claims(self.course, told, layers)]
        ends = self.positions or [self.base.run(until=self.course.end).state]
        over = [state.phase == OVER for state in ends]
        masks = {state.winner_mask for state in ends}
        return Reasoned(
            findings=sorted(found, key=lambda each: -1 if each.event is None else each.event),
            deals=entries,
            standing=agreed([_standing(state) for state in ends]),
            winners=_sides(masks.pop()) if all(over) and len(masks) == 1 else (),
            finished=all(over),
            unseen=Unseen(
                explained=False if illegal else None if self.doubt else True,
                open=tuple(_open_deals(layers)),
                undecided=tuple(self.undecided),
            ),
            starts=self.starts,
        )


def _open_deals(layers: Sequence[Span]) -> Iterator[OpenDeal]:
    for number, span in enumerate(layers, 1):
        entries = [changes_of(way.entry) for way in span.ways if way.entry is not None]
        results = {tuple(each) for each in entries if each is not None}
        if len(results) > 1:
            ordered = sorted(results, key=lambda each: [change or 0 for change in each])
            yield OpenDeal(deal=number, changes=tuple(ordered))


def _with_hindsight(fold: Fold, entries: list[DealEntry | None]) -> list[DealEntry]:
    """The scorebook of a fold, with what is certain beyond it."""
    known = zip(fold.deals, entries, strict=False)
    return [entry if more is None or entry.changes is None else more for entry, more in known]


def _false_claims(course: Course, told: Fold, layers: list[Span]) -> Iterator[Finding]:
    """Claims that are false however the cards lay, beyond those that the fold has found."""
    known = {(claim.event, claim.code) for claim in course.fold.claims}
    for span in layers:
        if not span.ways:
            continue
        common = frozenset.intersection(*(way.false for way in span.ways))
        for event, code in sorted(common):
            claim = Fault(span.first + event, code)
            if (claim.event, code) not in known:
                yield course.told(finding(told, claim), span.first + event)
        always = ({event for event, _ in way.false} for way in span.ways)
        settled = {event for event, _ in common} | {(event or 0) - span.first for event, _ in known}
        # Every part of such a score may be true, but no deal makes all of them so.
        for event in sorted(set.intersection(*always) - settled):
            at = span.first + event
            yield course.told(finding(told, Fault(at, faults.CLAIM)), at)


def _entry(span: Span) -> DealEntry | None:
    """What all ways of a deal agree on."""
    entries = [way.entry for way in span.ways if way.entry is not None]
    if not entries:
        return None
    first = entries[0]
    merged = DealEntry(span.first + first.first, first.dealer)
    lasts = {entry.last for entry in entries}
    last = lasts.pop() if len(lasts) == 1 else None
    merged.last = None if last is None else span.first + last
    merged.void = all(entry.void for entry in entries)
    changes = [changes_of(entry) for entry in entries]
    if None not in changes:
        merged.changes = agreed([tuple(each or ()) for each in changes])
    merged.detail = agreed([entry.detail for entry in entries])
    return merged


def agreed(values: Sequence[Any]) -> Any:
    """What the values have in common, part by part; None where they differ."""
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in values):
        return {key: agreed([value[key] for value in values]) for key in first}
    if all(isinstance(value, tuple) and len(value) == len(first) for value in values):
        return tuple(agreed(part) for part in zip(*values, strict=True))
    return None


def _standing(state: State) -> tuple[int | None, ...]:
    pairs = zip(state.standing, state.doubt, strict=True)
    return tuple(None if doubt else points for points, doubt in pairs)


def _sides(mask: int) -> tuple[int, ...]:
    return tuple(side for side in range(mask.bit_length()) if mask >> side & 1)
