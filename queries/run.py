"""Questions to an archive, from Python:

    with cardlog.open("club-archive") as archive:
        archive.queries                                  # the reports by name
        archive.query("life-loss-by-rank").df()
        archive.sql("SELECT * FROM games WHERE game = $game", game="pitch").fetchall()

An archive is a folder or `.duckdb` file that `cardlog ingest` made; files of records in any format
are folded and audited first, in memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any

from cardlog.queries import catalog, clock, joined, parameters, sandbox, statements, unknown
from cardlog.queries.catalog import Report
from cardlog.queries.errors import QueryError
from cardlog.queries.rows import Rows
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

Path_ = str | os.PathLike[str]


class Archive:
    """Tables that answer questions. Close it, or use it in a `with`."""

    def __init__(self, held: Any, *, seconds: float | None, known: Mapping[str, Report]) -> None:
        self._held = held
        self._seconds = seconds
        self._joined: set[str] = set()
        self.queries = MappingProxyType(dict(known))
        self.broken = MappingProxyType(dict(getattr(known, "broken", ())))

    def sql(self, text: str, /, **given: Any) -> Rows:
        """What a SELECT gives; `given` are the values of the `$name`s in it. Raises QueryError."""
        return self.ask(text, given)

    def query(self, name: str, /, **given: Any) -> Rows:
        """What a report gives, by its name; `given` are its parameters. Raises QueryError."""
        report = catalog.found(self.queries, name, self.broken)
        rows = self.ask(report.sql, given, report.parameters)
        rows.title, rows.chart = report.question, report.chart
        rows.notes = (*unknown.told(self, report, given), *self._broken(report.name))
        return rows

    def _broken(self, name: str) -> Iterator[str]:
        if name in self.broken:
            yield f"{self.broken[name]}: this is the answer of cardlog's own"

    def ask(
        self,
        text: str,
        given: Mapping[str, Any],
        declared: Iterable[parameters.Parameter] | None = None,
    ) -> Rows:
        """As `sql`, where the parameters may be declared. Raises QueryError."""
        try:
            text.encode()
        except UnicodeEncodeError:
            raise QueryError("it is no text: it holds half of a surrogate pair") from None
        text = statements.alone(text)
        used = sandbox.parameters_of(self._held, text)
        if declared is None:
            values = parameters.free(used, given)
        else:
            values = parameters.bound(declared, used, given)
        return Rows(self._held, text, values, self._seconds)

    @property
    def tables(self) -> dict[str, list[str]]:
        """The tables and views, with the names of their columns."""
        found: dict[str, list[str]] = {}
        with clock.Clock(None).running(self._held):
            rows = self._held.execute(
                "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal"
                " AND database_name = current_database() ORDER BY table_oid, column_index"
            ).fetchall()
        for table, column in rows:
            found.setdefault(table, []).append(column)
        return found

    def register(self, name: str, data: Any) -> None:
        """Let a table of one's own be asked about as `name`, until the archive is closed.

        `data` is the path of a Parquet file on this machine, a DataFrame of pandas or polars, an
        Arrow table or a result. It is read at once and kept in memory: queries still
        may open no file.

        Raises QueryError where it is none of those, or the name is taken.
        """
        joined.check_name(name)
        own = {table.lower() for table in self.tables} - self._joined
        if name.lower() in own:
            raise QueryError(f"there is a table {name} already: choose another name")
        if isinstance(data, Rows):
            data.taken(partial(joined.copy, self._held, name))
        else:
            joined.copy(self._held, name, data)
        self._joined.add(name.lower())

    def close(self) -> None:
        """Let go of the files."""
        self._held.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        try:
            return f"<cardlog.Archive: {', '.join(self.tables)}>"
        except QueryError:
            return "<cardlog.Archive: closed>"


def _raised(error: RecordError) -> None:
    raise error


def open(
    *paths: Path_,
    seconds: float | None = clock.SECONDS,
    queries: Path_ | None = None,
    wrong: Callable[[RecordError], object] = _raised,
    format: str | None = None,
) -> Archive:
    """Open an archive, or files of records, to ask questions.

    A query may take `seconds`, None for as long as it likes. `queries` is a folder with reports of
    one's own. Of records that cannot be read `wrong` is told; without it the first one is raised.

    Raises RecordError, OSError, and QueryError where there are too many records, or none.
    """
    known = catalog.reports(None if queries is None else os.fspath(queries))
    if not paths:
        raise TypeError("open() needs a path: an archive, or files of records")
    archives = [path for path in paths if is_archive(path)]
    if archives and len(paths) > 1:
        raise QueryError(f"{os.fspath(archives[0])} is an archive: expected it alone")
    if archives:
        from cardlog.queries.archive import opened

        held: Any = opened(paths[0])
    else:
        from cardlog.queries import folded

        if len(paths) == 1 and format is None:
            _check_readable(os.fspath(paths[0]))
        held = folded.database(_records(paths, format), wrong)
    return Archive(held, seconds=seconds, known=known)


def is_archive(path: Path_) -> bool:
    """Whether it is an archive: a folder, or a database with findings in it."""
    if os.path.isdir(path):
        return True
    if os.fspath(path) == "-" or not os.path.isfile(path):
        return False
    from cardlog.queries.formats._reading import connection
    from cardlog.queries.formats.duckdb import sniff

    with Path(path).open("rb") as file:
        if not sniff(file.read(12)):
            return False
    with connection(os.fspath(path)) as (held, name):
        held.execute(f"ATTACH {name} AS file (READ_ONLY)")
        found = held.execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'findings'")
        return bool(found.fetchall()[0][0])


def _check_readable(path: str) -> None:
    """Raise RecordError where a file is no archive, and cannot hold records either."""
    from cardlog.queries.archive import kinds
    from cardlog.records import formats

    if path == "-" or not os.path.isfile(path):
        return
    if not os.path.getsize(path):
        kinds.is_folder(path)
    try:
        found = formats.format_of(path)
    except RecordError as error:
        raise RecordError(
            f"this file is no archive and holds no records: {error.message}"
        ) from None
    if found.name == "duckdb":
        kinds.is_folder(path)


def _records(paths: Iterable[Path_], format: str | None) -> Iterator[Record | RecordError]:
    from cardlog.records import formats

    for path in paths:
        yield from formats.read(os.fspath(path), format=format, check=None)
