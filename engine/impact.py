"""What another edition of the rules would make of a record: where it differs, and why."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from cardlog.engine import editions
from cardlog.engine.fold import Fold, begin
from cardlog.engine.result import Result, result_of
from cardlog.engine.views import snapshot
from cardlog.records.game import Record


class Impact(msgspec.Struct, frozen=True, kw_only=True):
    """A record under its own edition and under another.

    Where the results are not the same, `event` is the first event after which the positions differ
    (None: they differ before any), and `rule` the clause whose reading makes that difference.
    """

    game: str
    edition: tuple[str, str]
    same: bool
    before: Result
    after: Result
    event: int | None = None
    rule: str | None = None


def under_edition(record: Record, edition: str) -> Impact:
    """Compare what a record comes to with what it would come to under another edition.

    Raises RecordError where there is no such edition, and where the record cannot be read as a game
    of ours under either.
    """
    own = record.rules.get("edition")
    other = _with_rules(record, edition=edition)
    mine, theirs = begin(record).run(), begin(other).run()
    before, after = result_of(mine), result_of(theirs)
    told = Impact(
        game=mine.game.name,
        edition=(editions.CURRENT if own is None else own, edition),
        same=before == after,
        before=before,
        after=after,
    )
    if told.same:
        return told
    event = _parting(record, other)
    return structs.replace(told, event=event, rule=_reason(record, mine, theirs, event))


def _with_rules(record: Record, **rules: Any) -> Record:
    return structs.replace(record, rules={**record.rules, **rules})


def _parting(a: Record, b: Record) -> int | None:
    """The first event after which two readings of a record differ; None where none does."""
    folds = begin(a), begin(b)
    for index in range(len(a.events)):
        for fold in folds:
            fold.run(until=index + 1)
        if _stand(folds[0]) != _stand(folds[1]):
            return index
    return None


def _stand(fold: Fold) -> Any:
    return fold.stopped, snapshot(fold)


def _reason(record: Record, mine: Fold, theirs: Fold, event: int | None) -> str | None:
    """The clause of the reading that by itself makes the difference at this event."""
    options = structs.asdict(theirs.options)
    values = {
        name: value
        for name, value in options.items()
        if name != "edition" and value != getattr(mine.options, name)
    }
    clauses = {
        reading.option: reading.clause
        for edition in editions.EDITIONS
        for reading in edition.readings
        if reading.game == mine.game.name
    }
    for name, value in values.items():
        alone = _with_rules(record, **{name: value})
        if _parting(record, alone) == event:
            return clauses.get(name, name)
    return " and ".join(clauses.get(name, name) for name in values) or None
