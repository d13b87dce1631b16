"""A DuckDB database: the tables `games` and `deals`, their written columns (queries/SCHEMA.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from cardlog.queries.formats import _reading, _writing
from cardlog.queries.tables import DEALS, GAMES, SEGMENT, Column
from cardlog.records.errors import RecordError
from cardlog.records.game import Check, Record

name: Final = "duckdb"
suffixes: Final = (".duckdb",)
MAGIC: Final = b"DUCK"  # after a checksum of eight bytes

_KEYS: Final = ("record", "deal", "deals")
_GAMES: Final = tuple(c for c in GAMES.columns if c.name in (*_reading.HEADER, "opening", *_KEYS))
_DEALS: Final = (*(c for c in DEALS.columns if c.name in _KEYS), *SEGMENT)


def sniff(head: bytes) -> bool:
    """Whether a file that begins with these bytes is a DuckDB database."""
    return head[8:12] == MAGIC


def read_path(path: str, *, check: Check) -> Iterator[Record | RecordError]:
    """The records of a file, and a RecordError for each that is none."""
    with _reading.connection(path) as (held, file):
        _reading.answers(held, f"ATTACH {file} AS file (READ_ONLY)")
        _reading.lock(held)
        _check(held, "games", _GAMES)
        _check(held, "deals", _DEALS)
        twice = _reading.one(held, "SELECT count(*) - count(DISTINCT record) FROM file.main.games")
        if twice:
            raise RecordError("two rows of `games` have the same `record`, or one has none")
        last, index = -1, 0
        while True:
            part = f"WHERE record > {last} ORDER BY record LIMIT {_reading.ROWS}"
            games = list(_reading.rows(held, f"{_select(_GAMES)} games {part}"))
            if not games:
                return
            first, last = games[0]["record"], games[-1]["record"]
            deals = _deals(held, first, last)
            for row in games:
                yield _item(row, deals.get(row["record"], []), index, check)
                index += 1


def write_path(records: Iterable[Record], path: str) -> int:
    """Write the records; how many they were. Raises RecordError, OSError."""
    return _writing.to_database(records, path)


def _check(held: Any, table: str, wanted: tuple[Column, ...]) -> None:
    """Raise RecordError unless it is a table of these columns: no view, nothing computed."""
    where = f"database_name = 'file' AND schema_name = 'main' AND table_name = '{table}'"
    made = _reading.answers(held, f"SELECT sql FROM duckdb_tables() WHERE {where}")
    if not made:
        raise RecordError(
            f"there is no table `{table}`: expected the tables that cardlog writes"
            " (queries/SCHEMA.md)"
        )
    if "GENERATED ALWAYS" in made[0][0]:
        raise RecordError(f"the table `{table}` has a computed column: expected values alone")
    found = _reading.answers(
        held, f"SELECT column_name, data_type FROM duckdb_columns() WHERE {where}"
    )
    _reading.check_columns(held, found, wanted)


def _select(columns: tuple[Column, ...]) -> str:
    return f"SELECT {_reading.names(columns)} FROM file.main."


def _deals(held: Any, first: int, last: int) -> dict[int, list[dict[str, Any]]]:
    """The deals of some records, in order."""
    found: dict[int, list[dict[str, Any]]] = {}
    for row in _reading.rows(
        held,
        f"{_select(_DEALS)} deals WHERE record BETWEEN {first} AND {last} ORDER BY record, deal",
    ):
        found.setdefault(row["record"], []).append(row)
    return found


def _item(
    row: dict[str, Any], deals: list[dict[str, Any]], index: int, check: Check
) -> Record | RecordError:
    if [deal["deal"] for deal in deals] != list(range(1, (row["deals"] or 0) + 1)):
        return RecordError(
            f"its deals are not those from 1 to {row['deals']} in `deals`", index=index
        )
    segments = [tuple(deal[each.name] for each in SEGMENT) for deal in deals]
    return _reading.item(row, segments, index, check)
