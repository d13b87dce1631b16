"""Which functions a query may use in place of a table: those that make rows out of values.

DuckDB has others that read files, write logs, change settings, run SQL out of a text or follow a
pointer that they are given, and every version brings more. So they are named that may be used, and
a query is looked at as DuckDB parses it: nothing in a text can hide one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from cardlog.queries.errors import QueryError

TABLES: Final = frozenset(
    {
        "duckdb_columns", "duckdb_functions", "duckdb_tables", "duckdb_types", "duckdb_views",
        "generate_series", "icu_calendar_names", "json_each", "json_tree", "pg_timezone_names",
        "pragma_version", "range", "repeat", "repeat_row", "summary", "unnest",
    }
)  # fmt: skip
STRANGE: Final = "archive"  # what a database is called whose functions are none of DuckDB's
REFUSED: Final = frozenset({"current_setting", "getenv", "setval", "write_log"})  # of the others


def check(held: Any, sql: str) -> None:
    """Raise QueryError where a SELECT uses a function that it may not."""
    (text,) = held.execute("SELECT json_serialize_sql(?::VARCHAR)", [sql]).fetchone()
    try:
        tree = msgspec.json.decode(text)
        if tree["error"]:
            raise QueryError(f"it cannot be looked through: {tree.get('error_message')}")
        found = sorted({name for name, table in _used(tree) if not _allowed(name, table)})
    except RecursionError:
        raise QueryError("it is nested too deeply") from None
    if found:
        raise QueryError(
            f"not allowed: a query reads the tables of its archive and nothing else ({found[0]})"
        )


def _allowed(name: str, table: bool) -> bool:
    if name.startswith(f"{STRANGE}."):
        return False
    return name in TABLES if table else name not in REFUSED


def _used(node: Any) -> Iterator[tuple[str, bool]]:
    """The functions in a tree, and whether each stands for a table."""
    if isinstance(node, list):
        for each in node:
            yield from _used(each)
    elif isinstance(node, dict):
        if node.get("type") == "TABLE_FUNCTION":
            yield _named(node["function"]), True
        elif "function_name" in node:
            yield _named(node), False
        for key, each in node.items():
            if node.get("type") == "TABLE_FUNCTION" and key == "function":
                yield from _used({k: its for k, its in each.items() if k != "function_name"})
            else:
                yield from _used(each)


def _named(call: dict[str, Any]) -> str:
    """The name of a function, and before it where it is from if it is none of DuckDB's."""
    name = call["function_name"].lower()
    places = [(call.get(key) or "").lower() for key in ("catalog", "schema")]
    return f"{STRANGE}.{name}" if STRANGE in places else name
