"""The records of an archive, in their order, put together again as they were written."""

from __future__ import annotations

import contextlib
import heapq
import os
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from typing import Any

import duckdb

from cardlog.queries.archive import kinds, manifest, opening, reading
from cardlog.queries.archive.manifest import Part
from cardlog.queries.archive.reading import Read
from cardlog.queries.formats._reading import answers, quoted, told
from cardlog.queries.tables import DEALS, GAMES
from cardlog.records.errors import RecordError

SHORTEST = 6  # digits of an id that names a record
MISSED = (
    f"{manifest.NAME} does not say in which part it is (`cardlog archive check` tells what is"
    " wrong): without --id all records are exported"
)


def exported(
    path: str,
    games: Collection[str] = (),
    ids: Collection[str] = (),
    differs: Callable[[str], object] | None = None,
) -> Generator[Read, None, None]:
    """Number, id and record of everything in an archive, or of some games or ids alone.

    An id may be given by its first digits. Where a row makes no record, or not the one of its id,
    a RecordError stands in its place, and one for all that are behind a part of a file that cannot
    be read. `differs` as `opening.opened` has it. Raises RecordError where it is no archive, or
    there is no such id, OSError.
    """
    with contextlib.closing(opening.opened(path, differs)) as held, opening.in_words():
        numbers = None if not ids else _numbers(held, ids)
        missed = set(numbers or ()) if not games else set()
        for each in in_order(_lanes(held, path, games, numbers)):
            missed.discard(each[0])
            if not each[1]:  # as much as a part may be behind this, and is told of by it
                missed.clear()
            yield checked(each)
        for number in sorted(missed):
            yield number, "", RecordError(MISSED)


def in_order(streams: Iterable[Iterator[Any]]) -> Iterator[Any]:
    """What several streams give, of which each is in the order of its records' numbers."""
    return heapq.merge(*streams, key=lambda read: read[0])


def checked(read: Read) -> Read:
    """The record, if it is the one of its id."""
    number, id, record = read
    if isinstance(record, RecordError):
        return number, id, record
    if record.id != id:
        return number, id, another(record.id, id)
    return read


def another(found: str, id: str) -> RecordError:
    """What is wrong where rows make the record of another id."""
    return RecordError(f"its rows make the record {found}, not {id:.64}")


def _numbers(held: Any, ids: Collection[str]) -> list[int]:
    found = set()
    for id in ids:
        if len(id) < SHORTEST:
            raise RecordError(f"{id}: expected at least {SHORTEST} digits of an id")
        rows = answers(held, "SELECT record FROM games WHERE starts_with(id, ?)", [id])
        if not rows:
            raise RecordError(f"there is no record {id:.70}")
        found |= {row[0] for row in rows}
    return sorted(found)


def _lanes(
    held: Any, path: str, games: Collection[str], numbers: list[int] | None
) -> Iterator[Iterator[Read]]:
    """The records in a few streams, each in order."""
    if not kinds.is_folder(path):
        yield read(held, "SELECT * FROM games", "SELECT * FROM deals", games, numbers)
        return
    root = os.path.realpath(path)
    parts = [each for each in manifest.read(path).parts if not games or each.game in games]
    for lane in lanes(parts):
        yield _in_turn(held.cursor(), root, lane, games, numbers)  # each with answers of its own


def lanes(parts: Iterable[Part]) -> list[list[Part]]:
    """Parts in as few rows as they fit in without their records running into one another."""
    found: list[list[Part]] = []
    for part in sorted(parts, key=lambda part: part.first):
        lane = next((each for each in found if each[-1].last < part.first), None)
        if lane is None:
            found.append([part])
        else:
            lane.append(part)
    return found


def _in_turn(
    held: Any,
    root: str,
    parts: list[Part],
    games: Collection[str],
    numbers: list[int] | None,
) -> Iterator[Read]:
    for part in parts:
        if numbers is None or any(part.first <= number <= part.last for number in numbers):
            try:
                rows, deals = (opening.select(held, root, [part], each) for each in (GAMES, DEALS))
                its = list(_asked_for(held, rows, games, numbers))
            except duckdb.Error as error:
                yield part.first, "", RecordError(_lost(part, error))
            else:
                yield from reading.records(held, rows, deals, its)


def _lost(part: Part, error: Exception) -> str:
    return f"up to record {part.last}, what is in {part.name} cannot be read: {told(error)}"


def _asked_for(
    held: Any, games: str, only: Collection[str], numbers: list[int] | None
) -> Iterator[int]:
    """The numbers of the records that are asked for. Raises DuckDB's errors."""
    where = "true"
    if only:
        where = f"game IN ({', '.join(map(quoted, only))})"
    found = answers(held, f"SELECT record FROM ({games}) WHERE {where} ORDER BY record")
    chosen = None if numbers is None else set(numbers)
    return (row[0] for row in found if chosen is None or row[0] in chosen)


def read(
    held: Any,
    games: str,
    deals: str,
    only: Collection[str] = (),
    numbers: list[int] | None = None,
) -> Iterator[Read]:
    """The records in the rows that two queries give, in order, not yet checked."""
    yield from reading.records(held, games, deals, _asked_for(held, games, only, numbers))
