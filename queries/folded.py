"""Records of any format as the tables of an archive, folded and audited on the way, in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from cardlog.engine.audit import Audit, Outcome, judged
from cardlog.queries import sandbox, views
from cardlog.queries.errors import QueryError
from cardlog.queries.gather import Part, parts
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

EVENTS: Final = 2_000_000  # at most; more belong into an archive

Judged = tuple[Record, Outcome, Audit]


def database(
    records: Iterable[Record | RecordError], wrong: Callable[[RecordError], object]
) -> Any:
    """A locked database of the records, with its views; `wrong` is told of what is none.

    Raises QueryError where there are too many, or none.
    """
    held = sandbox.connect()
    try:
        part = None
        for part in parts(_judged(records, wrong)):
            _fill(held, part)
        if part is None:  # a count of them would be 0, where there may be many to be repaired
            raise QueryError("there is no record in it that can be read")
        views.create(held)
        sandbox.shut(held)
        sandbox.lock(held)
    except BaseException:
        held.close()
        raise
    return held


def _fill(held: Any, part: Part) -> None:
    named = (("games", part.games), ("deals", part.deals), ("findings", part.findings))
    for name, rows in named:
        held.register("written", rows.source())
        held.execute(f"CREATE TABLE IF NOT EXISTS {name} AS FROM written LIMIT 0")
        held.execute(f"INSERT INTO {name} FROM written")
        held.unregister("written")


def _judged(
    records: Iterable[Record | RecordError], wrong: Callable[[RecordError], object]
) -> Iterator[Judged]:
    events = 0
    for index, item in enumerate(records):
        if isinstance(item, RecordError):
            wrong(item)
            continue
        events += len(item.events)
        if events > EVENTS:
            raise QueryError(
                f"there are more than {EVENTS:,} events here: `cardlog ingest` puts them into an"
                " archive, which answers at once"
            )
        try:
            yield item, *judged(item)
        except RecordError as error:
            wrong(error.located(index=index))
