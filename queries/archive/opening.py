"""An archive opened for questions: a database in memory that may read the archive and nothing else.

Nothing in a stranger's archive is run or trusted. Only columns of the documented names and types
are looked at; the connection may touch no other file, writes none, and its settings are locked.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cardlog.queries import sandbox, views
from cardlog.queries.archive import kinds, links, manifest, plain
from cardlog.queries.archive.rows import empty, literal
from cardlog.queries.clock import interruptible
from cardlog.queries.errors import advised
from cardlog.queries.formats._reading import answers, logs, quoted, told, type_name
from cardlog.queries.functions import STRANGE
from cardlog.queries.tables import TABLES, VERSION, Column, Table
from cardlog.records.errors import RecordError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SUFFIX = ".duckdb"


def opened(
    path: str | os.PathLike[str],
    differs: Callable[[str], object] | None = None,
    *,
    with_views: bool = True,
) -> DuckDBPyConnection:
    """A locked, read-only connection with the tables and views of an archive (SCHEMA.md).

    The archive is a folder or a `.duckdb` file. Close the connection when done with it. No setting
    of DuckDB keeps a COPY from writing over a file that may be read: of what strangers write run
    only a SELECT (`extract_statements` tells). Raises RecordError where it is no archive or a
    damaged one, OSError where it cannot be read. Where a file cannot be read or has another
    number of rows than was written, `differs` is told, if given, and the rest is opened.
    """
    name = os.fspath(path)
    is_folder = kinds.is_folder(name)
    held: DuckDBPyConnection = sandbox.connect(spill=True)
    try:
        with in_words(), interruptible(held):
            if is_folder:
                _folder(held, name, differs)
            else:
                _file(held, name)
            if with_views:
                views.create(held)
            sandbox.lock(held)
    except BaseException:
        held.close()
        raise
    return held


@contextlib.contextmanager
def in_words() -> Iterator[None]:
    """What DuckDB raises within is a RecordError."""
    import duckdb

    try:
        yield
    except (duckdb.Error, MemoryError) as error:
        raise RecordError(advised(f"the archive cannot be read: {told(error)}")) from None


def _folder(held: Any, name: str, differs: Callable[[str], object] | None) -> None:
    found = manifest.read(name)
    wrong = manifest.missing(name, found)
    if wrong:
        raise RecordError(f"the archive is damaged: {wrong}")
    root = os.path.realpath(name)
    if set(root) & set("*?["):  # its files need a pattern, which no path but a folder allows
        held.execute("SET allowed_directories = ?", [[root, literal(root)[1:-1]]])
    else:
        files = [manifest.place(root, path) for path, _ in found.paths()]
        held.execute("SET allowed_paths = ?", [files])
    sandbox.shut(held)
    damaged = manifest.damaged(held, name, found)
    for each in damaged:
        if differs is None:
            raise RecordError(f"the archive is damaged: {each.message}")
        differs(each.message)
    lost = {each.path for each in damaged if each.rows is None}
    parts = [part for part in found.parts if lost.isdisjoint(map(part.path, part.sheets))]
    for table in TABLES:
        held.execute(f"CREATE VIEW {table.name} AS {select(held, root, parts, table)}")


def select(held: Any, root: str, parts: Iterable[manifest.Part], table: Table) -> str:
    """A query for all rows of a table, whatever versions its parts were written in."""
    versions: dict[int, list[str]] = {}
    for part in parts:
        if table.name in part.sheets:
            path = manifest.place(root, part.path(table.name))
            versions.setdefault(part.tables, []).append(path)
    with interruptible(held):
        queries = [
            _columns(held, table, read_parquet(paths), version < VERSION)
            for version, paths in versions.items()
        ]
    return " UNION ALL ".join(queries) or empty(table)


def read_parquet(paths: Iterable[str]) -> str:
    """Some files as a source: their columns alone, none from the names of folders.

    Every column is in the files; and DuckDB 2.0 can lose a condition on one that is not, in a query
    with windows (sandbox.py).
    """
    return f"read_parquet([{', '.join(map(literal, paths))}], hive_partitioning = false)"


def _columns(held: Any, table: Table, source: str, older: bool) -> str:
    """The documented columns of a source, null where it was written before there was one."""
    found = held.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    types = {row[0]: row[1] for row in found}
    if not older and (lacking := [c.name for c in table.columns if c.name not in types]):
        raise RecordError(
            f"there is no column `{lacking[0]}` in `{table.name}` (queries/SCHEMA.md)"
        )
    chosen = [_column(held, table, each, types.get(each.name)) for each in table.columns]
    return f"SELECT {', '.join(chosen)} FROM {source}"


def _column(held: Any, table: Table, column: Column, found: str | None) -> str:
    if found is None:
        return f'NULL::{column.type} AS "{column.name}"'
    due = type_name(held, column.type)
    if found != due:
        raise RecordError(
            f"the column `{column.name}` of `{table.name}` has the type {found:.60}: expected"
            f" {due:.60} (queries/SCHEMA.md)"
        )
    return f'"{column.name}"'


def columns_in_file(held: Any, table: Table) -> set[str]:
    """Which columns of a table a `.duckdb` file that was opened has; none without the table."""
    where = f"database_name = 'archive' AND schema_name = 'main' AND table_name = '{table.name}'"
    found = answers(held, f"SELECT column_name FROM duckdb_columns() WHERE {where}")
    return {row[0] for row in found}


def _file(held: Any, name: str) -> None:
    path = os.path.realpath(name)
    links.check_log(path)
    held.execute("SET allowed_paths = ?", [[path, *logs(path)]])
    sandbox.shut(held)
    held.execute(f"ATTACH {quoted(path)} AS {STRANGE} (READ_ONLY)")
    there = plain.tables(held, STRANGE)
    for table in TABLES:
        if table.name not in there and table.name != "findings":
            raise RecordError(
                f"there is no table `{table.name}`: expected the tables that cardlog writes"
                " (queries/SCHEMA.md)"
            )
    plain.check(held, STRANGE)
    for table in TABLES:
        made = table.name in there
        query = (
            _columns(held, table, f"{STRANGE}.main.{table.name}", True) if made else empty(table)
        )
        held.execute(f"CREATE VIEW {table.name} AS {query}")
