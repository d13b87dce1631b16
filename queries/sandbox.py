"""What a query may do: read the tables it is given. The SQL of strangers is run here.

Five fences, each of which holds by itself against what it is for:

- DuckDB may open the files of the archive alone (`allowed_paths`), no other and no network; it
  loads no extension, sees no variable of Python, and no setting can be changed any more;
- one statement, a SELECT, and a SELECT through and through: DuckDB lets a WITH contain COPY and
  INSERT, but only at the top of a statement, so what can stand as a subquery writes nothing;
- no function stands for a table but those that are known to make rows of values (`functions.py`);
- memory is bounded, and so is what is put aside on disk for want of it;
- time is bounded (`clock.py`).

What none of them can do: DuckDB stops between two vectors of values, not within one, and does not
count the memory of a single value. `cardlog query` therefore also limits its own process.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from typing import Any, Final

from cardlog.queries import functions
from cardlog.queries.clock import interruptible
from cardlog.queries.errors import QueryError, from_duckdb

MEMORY: Final = "1GB"
SPILLED: Final = "4GB"  # on disk, of what does not fit
THREADS: Final = 4
# Puts a join in the place of a window, and in DuckDB 1.5 to 2.0 loses conditions on the way: wrong
# answers, without a word (duckdb/duckdb#24780, #21592, #24302; and partitions that were left out).
UNSOUND: Final = "window_self_join"

_SHUT: Final = (
    "home_directory = ''",
    "secret_directory = ''",
    "extension_directory = ''",
    "allow_community_extensions = false",
    "autoload_known_extensions = false",
    "autoinstall_known_extensions = false",
    "python_enable_replacements = false",
    "enable_external_access = false",
)


def connect(*, spill: bool = False) -> Any:
    """A database in memory, bounded. With `spill` it may put aside on disk what does not fit.

    The folder for that is made when it is needed, and is gone when the connection is closed.
    """
    import duckdb

    settings: dict[str, Any] = {
        "memory_limit": MEMORY,
        "threads": str(min(THREADS, os.cpu_count() or 1)),
        "temp_directory": "",
    }
    if spill:
        name = f"cardlog-{os.urandom(8).hex()}"
        settings["temp_directory"] = os.path.join(tempfile.gettempdir(), name)
        settings["max_temp_directory_size"] = SPILLED
    held = duckdb.connect(config=settings)
    # DuckDB before 1.5 has none of that name.
    with contextlib.suppress(duckdb.Error), interruptible(held):
        held.execute(f"SET disabled_optimizers = '{UNSOUND}'")
    return held


def shut(held: Any) -> None:
    """From here on it opens no file but those that were allowed before."""
    for setting in _SHUT:
        held.execute(f"SET {setting}")


def lock(held: Any) -> None:
    """From here on no setting can be changed, either."""
    held.execute("SET lock_configuration = true")


def parameters_of(held: Any, sql: str) -> set[str]:
    """The names of the `$name`s in one statement. Raises QueryError unless it is a SELECT."""
    import duckdb

    try:
        statements = held.extract_statements(sql)
    except duckdb.Error as error:
        raise from_duckdb(error) from None
    if not statements:
        raise QueryError("there is no statement: expected a SELECT")
    if len(statements) > 1:
        raise QueryError(f"there are {len(statements)} statements: expected one")
    kind = statements[0].type.name
    if kind == "MULTI":
        raise QueryError("this PIVOT must say which values become columns: `ON column IN (...)`")
    if kind != "SELECT":
        raise QueryError(f"a query reads and changes nothing: expected a SELECT, found {kind}")
    names = set(statements[0].named_parameters)
    if any(name.isdigit() for name in names):
        raise QueryError("parameters need names: `$name` in place of `?` and `$1`")
    return names


def columns_of(held: Any, sql: str, values: dict[str, Any]) -> list[tuple[str, str]]:
    """Names and types of what a SELECT without a semicolon gives; it is not run.

    Raises QueryError where it could do more than read: it is bound as a subquery here.
    """
    import duckdb

    try:
        functions.check(held, sql)
        rows = held.execute(f"DESCRIBE SELECT * FROM ({sql}\n)", values or None).fetchall()
        if not rows:
            raise QueryError("it gives no columns")
        return [(row[0], row[1]) for row in rows]
    except duckdb.Error as error:
        if "must be at the top level" in str(error):
            raise QueryError("a query reads and changes nothing: expected a SELECT") from None
        raise from_duckdb(error) from None
