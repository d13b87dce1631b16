"""Tables of one's own beside those of an archive.

The archive's connection is locked and opens no file: another one reads, and hands the rows over in
memory.
"""

from __future__ import annotations

import os
import re
from typing import Any, Final

from cardlog.queries.errors import QueryError, from_duckdb

_NAME: Final = re.compile(r"[A-Za-z_]\w{0,62}", re.ASCII)


class Stream:
    """Rows of one connection as a table for another, to be read once."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self._rows.__arrow_c_stream__()


def copy(held: Any, name: str, data: Any) -> None:
    """Make `data` (Archive.register) the table `name`. Raises QueryError."""
    import duckdb

    if not _NAME.fullmatch(name):
        raise QueryError(f"{name!r} cannot name a table: expected letters, digits and `_`")
    try:
        with duckdb.connect() as reader:
            held.register("given", Stream(_rows(reader, data)))
            try:
                held.execute(f'CREATE OR REPLACE TABLE "{name}" AS FROM given')
            finally:
                held.unregister("given")
    except duckdb.Error as error:
        raise from_duckdb(error) from None


def _rows(reader: Any, data: Any) -> Any:
    if isinstance(data, (str, os.PathLike)):
        return reader.read_parquet(_literal(os.fspath(data)))
    if type(data).__module__.split(".")[0] != "pandas" and hasattr(data, "__arrow_c_stream__"):
        return data
    import duckdb

    try:
        reader.register("given", data)
    except (TypeError, duckdb.Error):
        if hasattr(data, "__arrow_c_stream__"):  # newer than DuckDB knows it
            return data
        raise QueryError(
            f"a {type(data).__name__} is no table: expected the path of a Parquet file, a DataFrame"
            " or an Arrow table"
        ) from None
    return reader.sql("FROM given")


def _literal(path: str) -> str:
    """A path that DuckDB does not take for a pattern."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in path)
