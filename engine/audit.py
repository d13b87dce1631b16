"""The answers: what a record comes to (`outcome`), and whether it is in order (`audit`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cardlog.engine import faults
from cardlog.engine.decide import with_results_without
from cardlog.engine.explain import finding
from cardlog.engine.fold import Fold, begin
from cardlog.engine.following import depending, meant_by
from cardlog.engine.legal import Move, moves
from cardlog.engine.messages import tell
from cardlog.engine.onwards import MOST, onwards, steps_on
from cardlog.engine.options import every_option
from cardlog.engine.result import Result, result_of
from cardlog.engine.rules import Finding
from cardlog.engine.scorebook import Fault, changes_of
from cardlog.engine.unseen import Unseen, reasoned, ruled_besides
from cardlog.engine.unseen.reasoning import Reasoned
from cardlog.engine.views import Snapshot, snapshot
from cardlog.records import html
from cardlog.records.events import AnyEvent, Gap
from cardlog.records.game import Record


class DealResult(msgspec.Struct, frozen=True, kw_only=True):
    """What one deal came to: void and unfinished ones too.

    `events` are the indexes of its first and last event. `changes` is by side: None as a whole
    while the deal goes on, None for a side where unseen cards leave it open. `detail` is the
    game's own (cli/README.md).
    """

    deal: int
    dealer: int
    events: tuple[int, int]
    void: bool
    changes: tuple[int | None, ...] | None
    detail: dict[str, Any]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a record comes to; the shape of `cardlog replay --json` (cli/README.md).

    `stopped` says in a sentence why a legal record was not folded to its end (a ruling that nobody
    can follow), with the event it stopped before.
    """

    game: str
    players: tuple[str, ...]
    rules: dict[str, Any]
    status: str
    winners: tuple[int, ...]
    standing: tuple[int | None, ...]
    deals: tuple[DealResult, ...]
    findings: tuple[Finding, ...]
    stopped: tuple[int, str] | None = None

    def _repr_html_(self) -> str:
        return html.table(
            f"{self.game}: {self.status}",
            [
                ("players", ", ".join(self.players)),
                ("winning sides", ", ".join(map(str, self.winners)) or None),
                ("standing", _sides(self.standing)),
                *((f"deal {each.deal}", _sides(each.changes, "+")) for each in self.deals),
                *_told_findings(self),
            ],
        )


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a record is in order. `ok` is True where nothing wrong was found.

    `unseen` says what is left open where cards were not seen; None where all were.
    `gaps` are the events after which it was judged only as far as that is certain.
    `result` is what it comes to, given where an arbiter has ruled on a finding, to be compared with
    what each of those says that it would come to without the ruling.
    """

    game: str
    ok: bool
    status: str
    findings: tuple[Finding, ...] = ()
    stopped: tuple[int, str] | None = None
    unseen: Unseen | None = None
    gaps: tuple[int, ...] = ()
    result: Result | None = None

    def _repr_html_(self) -> str:
        title = f"{self.game}: {self.status}, {'' if self.ok else 'NOT '}in order"
        return html.table(title, _told_findings(self))


def _told_findings(found: Outcome | Audit) -> Iterator[tuple[str, str | None]]:
    for each in found.findings:
        place = "record" if each.event is None else f"event {each.event}"
        yield f"{place}, {each.rule}", each.message
    yield "stopped", found.stopped and f"before event {found.stopped[0]}: {found.stopped[1]}"


def _sides(values: tuple[int | None, ...] | None, signed: str = "") -> str:
    """Lives or points by side; `?` where one is open."""
    if values is None:
        return "open"
    return ", ".join(
        "?" if value is None else format(value, signed if value else "") for value in values
    )


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a replay and the position after it.

    Where the rules forbid the event, `finding` says why, `state` is the position before it, and
    the replay ends. A false claim has a finding too, and the replay goes on. `event` is the one
    that counts, `written` the one in the record, and `ruled` the index of the arbiter's ruling on
    it, if there is one.
    """

    index: int
    event: AnyEvent
    written: AnyEvent
    state: Snapshot
    finding: Finding | None = None
    ruled: int | None = None


class NoPosition(ValueError):
    """The fold stops before an event ends; `illegal` where the rules forbid one up to it."""

    def __init__(self, index: int, why: str, *, illegal: bool) -> None:
        super().__init__(f"there is no position after event {index}: {why}")
        self.illegal = illegal


def judged(record: Record) -> tuple[Outcome, Audit]:
    """Both answers, of one fold where nothing was wrong and nothing left open."""
    fold = begin(record).run()
    if fold.stopped or fold.claims or fold.ruled_on or fold.state.hidden:
        return _outcome(record, fold), audit(record)
    found = Audit(game=fold.game.name, ok=True, status=fold.status, gaps=_gaps(fold))
    return _told(record, fold, None), found


def outcome(record: Record) -> Outcome:
    """Fold a record to its end. Raises RecordError where it cannot be read as a game of ours."""
    return _outcome(record, begin(record).run())


def _outcome(record: Record, fold: Fold) -> Outcome:
    more = reasoned(fold)
    if more and more.stops is not None:
        fold = begin(record).run(until=more.stops)
    return _told(record, fold, more)


def _told(record: Record, fold: Fold, more: Reasoned | None) -> Outcome:
    return Outcome(
        game=fold.game.name,
        players=record.players,
        rules=every_option(fold.options),
        status=fold.status if more is None else more.status(fold),
        winners=fold.winners if more is None or more.stops is not None else more.winners,
        standing=fold.standing if more is None or more.stops is not None else more.standing,
        deals=tuple(
            DealResult(
                deal=number,
                dealer=entry.dealer,
                events=(entry.first, fold.last_event_of(entry)),
                void=entry.void,
                changes=None if entry.changes is None else tuple(changes_of(entry) or ()),
                detail=entry.detail,
            )
            for number, entry in enumerate(fold.deals if more is None else more.entries(fold), 1)
        ),
        findings=findings(fold) if more is None else more.until_stop(findings(fold)),
        stopped=_stopped(fold),
    )


def audit(record: Record, *, possible: bool = False) -> Audit:
    """Check every event against the rules and every claim against the fold.

    With `possible`, `unseen.possible` lists what may have been wrong with cards that nobody saw.

    After an illegal event it goes on from the least departure that the rules allow (onwards.py).
    Raises RecordError where the record cannot be read as a game
    of ours.
    """
    fold = begin(record)
    fold.keeps_score = False
    fold.run()
    if not (fold.stopped or fold.claims or fold.ruled_on or fold.state.hidden):
        return Audit(game=fold.game.name, ok=True, status=fold.status, gaps=_gaps(fold))
    fold = begin(record).run()  # once more, with what a finding rests on
    ruled = all(each.ruled is not None for each in findings(fold))
    meant = {} if ruled else meant_by(record, fold.ruled)
    steps = list(steps_on(fold, meant))
    ways = {step.fault.event or 0: step.way for step in steps if step.way is not None}
    more = reasoned(fold, possible, ways)
    if more:
        fold.deals = more.entries(fold)
    found = findings(fold)
    if steps:
        found = (*found[:-1], *onwards(steps))
    found = depending(found, meant)
    given_up = None
    if sum(each.assumed is not None for each in found) == MOST:
        names = record.shown_names
        given_up = (found[-1].event or 0, tell("too-many-departures", {"count": MOST}, names))
    if more:
        found = more.joined((*found, *ruled_besides(fold, found)))
    result = None
    if any(each.ruled is not None for each in found):
        result = result_of(fold) if more is None or steps else more.result(fold)
    return Audit(
        game=fold.game.name,
        ok=all(each.ruled is not None for each in found),
        status=fold.status if more is None else more.status(fold),
        findings=with_results_without(record, found),
        stopped=_stopped(fold) or given_up,
        result=result,
        unseen=more.unseen if more else None,
        gaps=_gaps(fold),
    )


def replay(record: Record) -> Iterator[Step]:
    """The record event by event. Raises RecordError before the first step, or where it stops."""
    more = reasoned(begin(record).run())
    later = {} if more is None else {f.event: f for f in reversed(more.findings)}
    fold = begin(record).run(until=0)
    by = {} if fold.ruled is None else fold.ruled.all_by
    for index, event in enumerate(fold.events):
        if fold.stopped:
            return
        claims = len(fold.claims)
        stops = more is not None and index == more.stops
        if not stops:
            fold.run(until=index + 1)
        if fold.stopped and only_stops(fold.stopped):
            return
        found = fold.claims[claims] if len(fold.claims) > claims else fold.stopped
        yield Step(
            index=index,
            event=event,
            written=record.events[index],
            state=snapshot(fold),
            finding=finding(fold, found) if found else later.get(index),
            ruled=by.get(index),
        )
        if stops:
            return


def state(record: Record, at: int | None = None) -> Snapshot:
    """The position after event `at` (-1 is before the first event, None after the last).

    Raises IndexError where there is no such event, NoPosition (a ValueError) where the fold stops
    before it.
    """
    return snapshot(fold_to(record, at))


def legal(record: Record, at: int | None = None) -> tuple[Move, ...]:
    """What may come next after event `at`; see `state` for `at` and what is raised."""
    return moves(fold_to(record, at))


def fold_to(record: Record, at: int | None) -> Fold:
    """A fold that stands after event `at`. Raises as `state` does."""
    last = len(record.events) - 1
    index = last if at is None else at
    if not -1 <= index <= last:
        has = f"events 0 to {last}" if last >= 0 else "no events"
        raise IndexError(f"no event {index}: the record has {has}")
    fold = begin(record).run(until=index + 1)
    if fold.stopped:
        message = finding(fold, fold.stopped).message
        raise NoPosition(index, message, illegal=not only_stops(fold.stopped))
    return fold


def findings(fold: Fold) -> tuple[Finding, ...]:
    """Everything wrong that a fold has found, in order of events, and what was ruled on."""
    found = [finding(fold, claim) for claim in fold.claims]
    if fold.ruled_on:
        found += [finding(begin(fold.record).run(until=f.event), f) for f in fold.ruled_on]
        found.sort(key=lambda each: -1 if each.event is None else each.event)
    if fold.stopped and not only_stops(fold.stopped):
        found.append(finding(fold, fold.stopped))
    return tuple(found)


def only_stops(fault: Fault) -> bool:
    """True where the fold stopped without anything being wrong: at a ruling."""
    return fault.code == faults.RULING


def _gaps(fold: Fold) -> tuple[int, ...]:
    if not fold.has_gap and not fold.stopped:
        return ()
    return tuple(index for index, event in enumerate(fold.events) if type(event) is Gap)


def _stopped(fold: Fold) -> tuple[int, str] | None:
    fault = fold.stopped
    if fault is None or fault.event is None or not only_stops(fault):
        return None
    return fault.event, finding(fold, fault).message
