"""Tables of one's own beside those of an archive.

The archive's connection is locked and opens no file: another one reads, and hands the rows over in
memory.
"""

from __future__ import annotations

import os
import re
from typing import Any, Final

from cardlog.queries.errors import QueryError, from_duckdb

_LOCAL: Final[dict[str, Any]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_NAME: Final = re.compile(r"[A-Za-z_]\w{0,62}", re.ASCII)


class Stream:
    """Rows of one connection as a table for another, to be read once."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self._rows.__arrow_c_stream__()


def check_name(name: object) -> None:
    """Raises QueryError where it can be the name of no table."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise QueryError(f"{name!r} cannot name a table: expected letters, digits and `_`")


def copy(held: Any, name: str, data: Any) -> None:
    """Make `data` (Archive.register) the table `name`. Raises QueryError."""
    import duckdb

    check_name(name)
    try:
        with duckdb.connect(config=_LOCAL) as reader:
            held.register("given", Stream(_rows(reader, data)))
            try:
                held.execute(f'CREATE OR REPLACE TABLE "{name}" AS FROM given')
            finally:
                held.unregister("given")
    except duckdb.Error as error:
        raise from_duckdb(error) from None


def _rows(reader: Any, data: Any) -> Any:
    if isinstance(data, (str, os.PathLike)):
        return _parquet(reader, os.fspath(data))
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


def _parquet(reader: Any, path: Any) -> Any:
    """The rows of a file on this machine. Raises QueryError."""
    import duckdb

    told = path if isinstance(path, str) else repr(path)
    if not isinstance(path, str) or not os.path.isfile(path):
        what = "it is a folder" if os.path.isdir(path) else "there is no such file"
        raise QueryError(f"{told}: {what}; expected the path of a Parquet file on this machine")
    whole = _literal(os.path.abspath(path))  # an address of the network has no place in it
    try:
        return reader.read_parquet(whole)
    except duckdb.Error as error:
        why = str(from_duckdb(error)).replace(whole, path)
        raise QueryError(f"{told}: it is no Parquet file that can be read: {why}") from None


def _literal(path: str) -> str:
    """A path that DuckDB does not take for a pattern."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in path)
