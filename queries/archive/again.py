"""Whether the rows of an archive are those that its records come to: each is judged once more.

What a record is, its rows say themselves; here it is put together, judged and laid out as ingest
does, and every column held against the row that is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from cardlog.queries.archive.exporting import another, read
from cardlog.queries.archive.growing import Growing, Judge, taken
from cardlog.queries.arrow.stream import Source
from cardlog.queries.clock import interruptible
from cardlog.queries.tables import GAMES, TABLES, Table
from cardlog.records.errors import RecordError

EVENTS: Final = 400_000  # whose rows are compared at once, about
TOLD: Final = 3  # columns of a row that are told of
LONG: Final = 60  # letters of a value


class Rows(NamedTuple):
    """The rows of some records: a query for each table, by its name, and which columns are known
    of it: none, where there is no such table."""

    queries: Mapping[str, str]
    columns: Mapping[str, Collection[str]]


def differences(held: Any, rows: Rows, judge: Judge) -> Iterator[RecordError | str | None]:
    """For every record None, or a RecordError where there is none to be judged; and some records
    later a sentence for each row that is not what it should be.

    `held` is a connection that may read the rows and be given tables. Raises what DuckDB raises.
    """
    growing: dict[str, Growing] = {}
    for number, id, record in read(held.cursor(), rows.queries["games"], rows.queries["deals"]):
        try:
            if isinstance(record, RecordError):
                raise record
            its = taken(record)
            if its.id.hex() != id:
                raise another(its.id.hex(), id)
            game, found, audit = judge.of(its)
            part = growing.setdefault(game, Growing(game))
            part.add(number, its, found, audit)
        except RecordError as error:
            yield RecordError(f"record {number} ({id:.12}): {error.message}")
        else:
            yield None
            if part.events >= EVENTS:
                yield from _compared(held, growing.pop(game), rows)
    for part in growing.values():
        yield from _compared(held, part, rows)


def _compared(held: Any, part: Growing, rows: Rows) -> Iterator[str]:
    """What differs, from one record to the next."""
    sources = dict(part.sources())
    found: list[_Row] = []
    with interruptible(held):
        for table in TABLES:  # GAMES first: it says which records these are
            if not rows.columns[table.name]:
                continue
            _lay_out(held, "fresh", sources.get(table.name), rows.queries[table.name])
            if table is GAMES:
                held.execute("CREATE OR REPLACE TEMP TABLE judged AS SELECT record, id FROM fresh")
            question = _question(table, rows, part)
            found += [_Row(table, *row) for row in held.execute(question).fetchall()]
    yield from map(str, sorted(found, key=lambda row: row.record))


def _lay_out(held: Any, name: str, source: Source | None, like: str) -> None:
    """A table with these rows; without any it has the columns of another query."""
    if source is None:
        held.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS FROM ({like}) LIMIT 0")
        return
    held.register("laid_out", source)
    try:
        held.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS FROM laid_out")
    finally:
        held.unregister("laid_out")


class _Row(NamedTuple):
    """A row that is not the one it should be; of each column that differs its name, what is there
    and what was found."""

    table: Table
    record: int
    id: str
    number: int
    lone: str | None
    columns: list[list[str | None]]

    def __str__(self) -> str:
        where = f"record {self.record} ({self.id:.12})"
        if self.table is not GAMES:
            where += f", {self.table.key[-1]} {self.number}"
        if self.lone == "stored":
            return f"{where}: this row should not be there, by what the record comes to"
        if self.lone == "fresh":
            return f"{where}: there is no such row, and by what the record comes to there should be"
        told = [
            f"`{name}` is {_told(stored)}, and judged once more {_told(found)}"
            for name, stored, found in self.columns[:TOLD]
        ]
        more = len(self.columns) - TOLD
        return f"{where}: {'; '.join(told)}" + (f"; and {more} more columns" if more > 0 else "")


def _told(value: str | None) -> str:
    if value is None:
        return "nothing"
    return value if len(value) <= LONG else f"{value[:LONG]}…"


def _question(table: Table, rows: Rows, part: Growing) -> str:
    """The rows of a table that differ, as _Row has them."""
    key = table.key[-1]
    columns = [
        f'"{each.name}"'
        for each in table.columns
        if each.name in rows.columns[table.name] and each.name not in table.key
    ]
    differ = [f"stored.{column} IS DISTINCT FROM fresh.{column}" for column in columns]
    values = [
        f"CASE WHEN {differs} THEN"
        f" ['{column[1:-1]}', left(stored.{column}::VARCHAR, {LONG + 1}),"
        f" left(fresh.{column}::VARCHAR, {LONG + 1})] END"
        for column, differs in zip(columns, differ, strict=True)
    ]
    return f"""
        WITH stored AS MATERIALIZED (
            SELECT record, {key}, {", ".join(columns)} FROM ({rows.queries[table.name]})
            WHERE record BETWEEN {part.first or 0} AND {part.last}
                AND record IN (SELECT record FROM judged)
        ), differing AS (
            SELECT coalesce(stored.record, fresh.record) AS record,
                coalesce(stored.{key}, fresh.{key}) AS number,
                CASE WHEN fresh.record IS NULL THEN 'stored'
                    WHEN stored.record IS NULL THEN 'fresh' END AS lone,
                list_filter([{", ".join(values)}], lambda each: each IS NOT NULL) AS columns
            FROM stored FULL JOIN fresh
                ON stored.record = fresh.record AND stored.{key} = fresh.{key}
            WHERE stored.record IS NULL OR fresh.record IS NULL OR {" OR ".join(differ)}
        )
        SELECT record, id, number, lone, columns FROM differing JOIN judged USING (record)
        ORDER BY record, number
    """
