"""Adding an arbiter's decision to a record, and what it changes in the end.

The record keeps its history: a ruling is one event more, and nothing else is altered. How rulings
are followed is in rulings.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from cardlog.engine import rulings
from cardlog.engine.fold import begin
from cardlog.engine.following import following, rulings_for
from cardlog.engine.readable import check
from cardlog.engine.result import Result, result_of
from cardlog.engine.rules import Finding
from cardlog.engine.unseen import reasoned
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Deal, Ruling
from cardlog.records.game import Record, event_of


def add_ruling(
    record: Record,
    text: str,
    *,
    by: str | None = None,
    event: int | None = None,
    effect: str | None = None,
    with_: AnyEvent | dict[str, Any] | None = None,
    deal: int | None = None,
    changes: Sequence[int] | None = None,
    at: int | None = None,
    follow: bool = False,
) -> Record:
    """The record with a ruling at its end, or before event `at`.

    The arguments are the keys of a `ruling` (records/README.md); events and `at` count as in the
    record as it is. Where events move up, the rulings that name them follow. With `follow`, every
    event that follows from the ruled one by the cards, and every score that does, has a ruling of
    its own at the end. Raises RecordError where the ruling lacks what its effect needs, or names
    what there is not, or where rulings cannot say what follows from it.
    """
    place = len(record.events) if at is None else at
    if not 0 <= place <= len(record.events):
        raise RecordError(f"no place {place} for a ruling: expected 0 to {len(record.events)}")
    keys = {
        "text": text,
        "by": by,
        "event": event,
        "effect": effect,
        "with": with_ if with_ is None or isinstance(with_, dict) else to_builtins(with_),
        "deal": deal,
        "changes": None if changes is None else list(changes),
    }
    said = {key: value for key, value in keys.items() if value is not None}
    ruling = event_of({"type": "ruling", **said}, place)
    assert isinstance(ruling, Ruling)
    _check_sense(ruling, record, place)
    moved = [rulings.moved(each, place) for each in (*record.events, ruling)]
    ruled = replace(record, events=(*moved[:place], moved[-1], *moved[place:-1]))
    fold = begin(ruled)
    check(ruled, fold.game, fold.options)
    return with_following(ruled, place) if follow else ruled


def with_following(record: Record, place: int) -> Record:
    """The record with a ruling for everything that follows from the one at this place."""
    told = following(record, place)
    for event, reads in told.reads.items():
        if len(reads) > 1:
            raise RecordError(
                f"event {event} would be {len(reads)} events after this ruling, which no ruling can"
                " say: write the deal down anew"
            )
    return replace(record, events=(*record.events, *rulings_for(record, place, told)))


def _check_sense(ruling: Ruling, record: Record, place: int) -> None:
    """What reading does not ask of a ruling, and whoever writes one should have right."""
    if ruling.event is not UNSET:
        if ruling.event >= len(record.events):
            last = len(record.events) - 1
            raise RecordError(f"no event {ruling.event}: the record has events 0 to {last}")
        if type(record.events[ruling.event]) is Ruling:
            raise RecordError(
                f"event {ruling.event} is a ruling itself: rule on the event that it is about,"
                " and the later ruling holds"
            )
    for name, effect in (("with", "replaced"), ("changes", "adjust")):
        given = ruling.with_ if name == "with" else ruling.changes
        if given is not UNSET and ruling.effect != effect:
            raise RecordError(f"`{name}` belongs to the effect `{effect}`")
    if ruling.deal is not UNSET:
        deals = sum(type(each) is Deal for each in rulings.read(record.events).events[:place])
        if ruling.deal > deals:
            raise RecordError(f"no deal {ruling.deal}: {deals} begun before the ruling")


def with_results_without(record: Record, found: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings; those ruled on say what the record would come to without the ruling."""
    known: dict[int, Result] = {}
    for ruling in {each.ruled for each in found if each.ruled is not None}:
        fold = begin(rulings.without(record, ruling)).run()
        more = reasoned(fold)
        known[ruling] = result_of(fold) if more is None else more.result(fold)
    return tuple(
        each if each.ruled is None else replace(each, without=known[each.ruled]) for each in found
    )
