"""Rows of the files of an archive, as whoever writes it reads them."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from cardlog.queries.formats._reading import quoted
from cardlog.queries.tables import TABLES, Table

CONFIG: Final = {"threads": "1", "memory_limit": "256MB"}
LEFT: Final = re.compile(r"\.new-[0-9a-f]{16}")  # how names end that nobody looks for


@contextlib.contextmanager
def database(folder: str) -> Iterator[Any]:
    """A database in memory, small; what does not fit goes into a folder that it makes there."""
    import duckdb

    aside = os.path.join(folder, f".new-{os.urandom(8).hex()}")
    held = duckdb.connect(config={**CONFIG, "temp_directory": aside})
    try:
        yield held
    finally:
        held.close()


def aside(name: str, game: str, table: str) -> str:
    """What a file is called until it is part of the archive."""
    return f"{name}.{game}.{table}.parquet"


def literal(path: str) -> str:
    """A path as SQL has it, which DuckDB does not take for a pattern."""
    return quoted("".join(f"[{c}]" if c in "*?[" else c for c in path))


def query(table: str, paths: Iterable[str]) -> str:
    """A query for the rows of files, whose columns need not be the same."""
    listed = ", ".join(map(literal, paths))
    if not listed:
        return empty(next(each for each in TABLES if each.name == table))
    return f"FROM read_parquet([{listed}], union_by_name = true, hive_partitioning = false)"


def empty(table: Table) -> str:
    """A query for the columns of a table, which gives no row."""
    columns = (f'NULL::{each.type} AS "{each.name}"' for each in table.columns)
    return f"SELECT {', '.join(columns)} WHERE false"
