"""A stranger's database: it may hold tables of values, and nothing that DuckDB would run.

Views, macros and computed columns could call what no query may (`functions.py`). All that is asked
here is asked of DuckDB's own functions, whatever the database has under their names.
"""

from __future__ import annotations

from typing import Any, Final

from cardlog.queries.formats._reading import quoted
from cardlog.records.errors import RecordError

# What it is called, where DuckDB lists it, what its name is there, and which of them are meant.
_FORBIDDEN: Final = (
    ("a view", "duckdb_views", "view_name", "NOT internal"),
    ("a macro", "duckdb_functions", "function_name", "NOT internal"),
    ("a trigger", "duckdb_triggers", "trigger_name", "true"),
    ("a sequence", "duckdb_sequences", "sequence_name", "true"),
    ("a type", "duckdb_types", "type_name", "NOT internal"),
    ("a schema", "duckdb_schemas", "schema_name", "NOT internal AND schema_name <> 'main'"),
    ("an index", "duckdb_indexes", "index_name", "true"),
    ("a constraint on the table", "duckdb_constraints", "table_name", "true"),
    ("a default of the column", "duckdb_columns", "column_name",
     "NOT internal AND column_default IS NOT NULL"),
)  # fmt: skip


def tables(held: Any, database: str) -> set[str]:
    """The tables of values in a database. Raises RecordError where a column is computed."""
    found = held.execute(
        "SELECT table_name, sql FROM system.main.duckdb_tables()"
        f" WHERE database_name = {quoted(database)} AND schema_name = 'main'"
    ).fetchall()
    for name, sql in found:
        if "GENERATED ALWAYS" in sql:
            raise RecordError(f"the table `{name:.60}` has a computed column: expected values")
    return {name for name, _ in found}


def check(held: Any, database: str) -> None:
    """Raise RecordError where a database holds what cardlog does not write."""
    import duckdb

    for what, listed, name, meant in _FORBIDDEN:
        try:
            found = held.execute(
                f"SELECT {name} FROM system.main.{listed}()"
                f" WHERE database_name = {quoted(database)} AND {meant} LIMIT 1"
            ).fetchall()
        except duckdb.CatalogException:  # a version of DuckDB that has none of those
            continue
        if found:
            raise RecordError(
                f"there is {what} `{found[0][0]:.60}` in it, which `cardlog ingest` does not make:"
                " expected tables of values and nothing else; drop it, or copy the tables into a"
                " file of their own"
            )
