"""Records put together again from the rows of an archive, a window of their numbers at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from cardlog.queries.formats import _reading
from cardlog.queries.tables import SEGMENT
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

WINDOW: Final = 1024  # records at a time
_HEADER: Final = ("record", "id", "deals", "opening", *_reading.HEADER)
_DEAL: Final = ("record", "deal", *(column.name for column in SEGMENT))

Read = tuple[int, str, Record | RecordError]


def records(held: Any, games: str, deals: str, numbers: Iterable[int]) -> Iterator[Read]:
    """The records of these numbers, in order, from queries for rows: number, id and record."""
    window: list[int] = []
    for number in numbers:
        window.append(number)
        if len(window) == WINDOW:
            yield from _window(held, games, deals, window)
            window = []
    if window:
        yield from _window(held, games, deals, window)


def _window(held: Any, games: str, deals: str, numbers: list[int]) -> Iterator[Read]:
    """Where some of them cannot be read, the others are found by halves."""
    import duckdb

    try:
        found = list(_found(held, games, deals, numbers))
    except (duckdb.OutOfMemoryException, duckdb.InterruptException):
        raise
    except (duckdb.Error, RecordError) as error:
        if len(numbers) > 1:
            half = len(numbers) // 2
            yield from _window(held, games, deals, numbers[:half])
            yield from _window(held, games, deals, numbers[half:])
        else:
            yield numbers[0], "", RecordError(f"its rows cannot be read: {_reading.told(error)}")
    else:
        yield from found


def _found(held: Any, games: str, deals: str, numbers: list[int]) -> Iterator[Read]:
    """Rows are looked for between the first and the last of them: that reads few row groups."""
    listed = ", ".join(map(str, numbers))
    where = f"record BETWEEN {numbers[0]} AND {numbers[-1]}"
    if numbers[-1] - numbers[0] >= len(numbers):
        where += f" AND record IN ({listed})"
    found: dict[int, list[dict[str, Any]]] = {}
    told = f"SELECT {_listed(_DEAL)} FROM ({deals}) WHERE {where} ORDER BY record, deal"
    for row in _reading.rows(held, told):
        found.setdefault(row["record"], []).append(row)
    told = f"SELECT {_listed(_HEADER)} FROM ({games}) WHERE {where} ORDER BY record"
    for row in _reading.rows(held, told):
        yield row["record"], row["id"] or "", _record(row, found.get(row["record"], []))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _record(row: dict[str, Any], deals: list[dict[str, Any]]) -> Record | RecordError:
    due = row["deals"] or 0
    if len(deals) != due or any(deal["deal"] != k for k, deal in enumerate(deals, 1)):
        return RecordError(f"its deals are not those from 1 to {row['deals']} in `deals`")
    segments = [tuple(deal[column.name] for column in SEGMENT) for deal in deals]
    if row["opening"] is not None:
        segments.insert(0, row["opening"])
    try:
        return _reading.record_of(row, segments, None)
    except RecordError as error:
        return error
