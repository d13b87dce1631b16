"""Writing records as tables: in parts, so that memory does not grow with the file."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cardlog.queries.arrow.stream import Source
from cardlog.queries.clock import interruptible
from cardlog.queries.formats._reading import quoted, told
from cardlog.queries.gather import Part, Rows
from cardlog.queries.tables import VERSION
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

OPTIONS: Final = "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 4096"


class Counted:
    """Records on their way into parts, and how many there were."""

    def __init__(self, records: Iterable[Record], *, nested: bool) -> None:
        self.count = 0
        self._records = records
        self._nested = nested

    def __iter__(self) -> Iterator[Part]:
        part = self.empty()
        for record in self._records:
            try:
                part.add(record)
            except RecordError as error:
                raise error.located(index=self.count) from None
            self.count += 1
            if part.full:
                yield part
                part = Part(self.count, nested=self._nested, found=False)
        if part.games.rows:
            yield part

    def empty(self) -> Part:
        """A part without records: the names and types of its columns."""
        return Part(nested=self._nested, found=False)


def to_parquet(records: Iterable[Record], path: str) -> int:
    """One Parquet file, a row a record. Raises RecordError, OSError."""
    counted = Counted(records, nested=True)
    games = Source(counted.empty().games.node(), (part.games.node() for part in counted))
    with database() as held:
        held.register("written", games)
        run(held, f"COPY (FROM written) TO {quoted(path)} ({OPTIONS})", games)
    return counted.count


def to_database(records: Iterable[Record], path: str) -> int:
    """A DuckDB database of `games` and `deals`. Raises RecordError, OSError."""
    counted = Counted(records, nested=False)
    with database() as held:
        run(held, f"ATTACH {quoted(os.path.abspath(path))} AS file")
        run(held, f"CREATE TABLE file.cardlog AS SELECT {VERSION} AS tables")
        for name, rows in _tables(counted.empty()):
            with registered(held, rows):
                run(held, f"CREATE TABLE file.{name} AS FROM written")
        for part in counted:
            for name, rows in _tables(part):
                with registered(held, rows) as source:
                    run(held, f"INSERT INTO file.{name} FROM written", source)
        run(held, "CHECKPOINT file")  # which DETACH does too, but without a word if it fails
        run(held, "DETACH file")
    return counted.count


def _tables(part: Part) -> tuple[tuple[str, Rows], ...]:
    return ("games", part.games), ("deals", part.deals)


@contextlib.contextmanager
def database() -> Iterator[Any]:
    """A database in memory, to write from."""
    import duckdb

    held = duckdb.connect(config={"threads": "1"})
    try:
        yield held
    finally:
        held.close()


@contextlib.contextmanager
def registered(held: Any, rows: Rows) -> Iterator[Source]:
    """Rows as the table `written`."""
    source = rows.source()
    held.register("written", source)
    yield source
    held.unregister("written")


def run(held: Any, sql: str, source: Source | None = None) -> None:
    """Run a statement. Raises what the source of its rows raised, OSError where DuckDB fails."""
    import duckdb

    try:
        with interruptible(held):
            held.execute(sql)
    except duckdb.Error as error:
        if source is not None and source.raised is not None:
            raise source.raised from None
        raise OSError(told(error)) from None
