"""Whether an archive is what it says: its files, its rows, its records, and their results."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator
from typing import Any, Final

import duckdb

from cardlog.queries import referee
from cardlog.queries.archive import kinds, manifest, opening
from cardlog.queries.archive.again import Rows, differences
from cardlog.queries.archive.growing import Judge
from cardlog.queries.archive.rows import query
from cardlog.queries.formats._reading import answers, one, told
from cardlog.queries.tables import FINDINGS, GAMES, TABLES, Table
from cardlog.records.errors import RecordError


def check(
    path: str,
    seen: Callable[[int], object] = lambda count: None,
    tally: referee.Tally | None = None,
    *,
    fast: bool = False,
) -> Iterator[str]:
    """A sentence for everything that is wrong; `seen` is told how many records were looked at.

    Each record is put together and judged once more, `fast` by compiled rules where there are any;
    then the referee judges it too, and counts in `tally` which matches it did.

    Raises RecordError where it cannot be opened at all, OSError.
    """
    wrong = False
    if kinds.is_folder(path):
        for sentence in _files(path):
            wrong = True
            yield sentence
    if wrong:
        return  # rows of damaged files say nothing
    with contextlib.closing(opening.opened(path)) as held:
        try:
            for sentence in (*_rows(held), *_copies(held)):
                wrong = True
                yield sentence
            count = 0
            for found in _again(held, path, fast):
                if not isinstance(found, str):
                    count += 1
                    seen(count)
                    if found is None:
                        continue
                    wrong = True
                yield str(found)
        except duckdb.Error as error:
            yield f"its rows cannot be read: {told(error)}"
            return
    if not wrong:  # of rows that make no record there is nothing to judge
        with contextlib.closing(opening.opened(path)) as held:
            try:
                for difference in referee.check(held, tally):
                    yield f"the referee differs: {difference}"
            except duckdb.Error as error:
                yield f"the referee cannot judge it: {told(error)}"


def _again(held: Any, path: str, fast: bool) -> Iterator[RecordError | str | None]:
    """Every record judged once more: part by part, each of which is read as a whole."""
    judge = Judge(fast)
    if not kinds.is_folder(path):
        queries = {table.name: f"SELECT * FROM {table.name}" for table in TABLES}
        known = {table.name: opening.columns_in_file(held, table) for table in TABLES}
        yield from differences(held, Rows(queries, known), judge)
        return
    root = os.path.realpath(path)
    known = {table.name: {column.name for column in table.columns} for table in TABLES}
    for part in manifest.read(path).parts:
        queries = {table.name: opening.select(held, root, [part], table) for table in TABLES}
        yield from differences(held, Rows(queries, known), judge)


def _files(path: str) -> Iterator[str]:
    found = manifest.read(path)
    missing = manifest.missing(path, found)
    if missing:
        yield missing
        return
    for name, sheet in found.paths():
        with open(manifest.place(path, name), "rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != sheet.sha256:
                yield f"{name} is not the file that was written: its SHA-256 differs"
    last = max((part.last for part in found.parts), default=-1)
    if found.next <= last:
        yield f"{manifest.NAME} has {found.next} as the number of the next record, after {last}"
    held = duckdb.connect()
    try:
        for part in found.parts:
            yield from _part(held, path, part)
    finally:
        held.close()


def _part(held: Any, path: str, part: manifest.Part) -> Iterator[str]:
    """Whether the files of a part have the columns and rows that they should."""
    for table in TABLES:
        if table.name not in part.sheets:
            continue
        name = part.path(table.name)
        try:
            its = opening.select(held, os.path.realpath(path), [part], table)
            rows = one(held, f"SELECT count(*) FROM ({its})")
            other = _of_other_games(held, path, part, table)
        except RecordError as error:
            yield f"{name}: {error.message}"
        except duckdb.Error as error:
            yield f"{name}: {told(error)}"
        else:
            if rows != part.sheets[table.name].rows:
                yield f"{name} has {rows} rows, not {part.sheets[table.name].rows}"
            if other:
                yield f"{name} has {other} rows of another game"
            if table is GAMES:
                yield from _told_of(held, its, name, part)


def _told_of(held: Any, games: str, name: str, part: manifest.Part) -> Iterator[str]:
    """Whether the manifest tells the truth of what is looked for in a part only if it says so."""
    ((first, last, uids),) = answers(
        held, f"SELECT min(record), max(record), count(uid) FROM ({games})"
    )
    if first is not None and not part.first <= first <= last <= part.last:
        yield (
            f"{name} has the records {first} to {last}, where {manifest.NAME} says {part.first} to"
            f" {part.last}"
        )
    if uids and not part.uids:
        yield f"{name} has {uids} records with a `uid`, where {manifest.NAME} says that none has"


def _of_other_games(held: Any, path: str, part: manifest.Part, table: Table) -> int:
    """How many rows of a file are not of the game that its folder says."""
    if table is FINDINGS:
        return 0
    file = manifest.place(os.path.realpath(path), part.path(table.name))
    rows = f"SELECT count(*) FROM ({query(table.name, [file])}) WHERE game IS DISTINCT FROM ?"
    found: int = answers(held, rows, [part.game])[0][0]
    return found


# What must give no row, and what it means where it does.
_ROWS: Final = (
    (
        "SELECT record FROM games GROUP BY record HAVING count(*) > 1",
        "{} numbers of records are in `games` twice, the first {}",
    ),
    (
        "SELECT record FROM deals ANTI JOIN games USING (record)",
        "{} rows of `deals` are of no record in `games`, the first of {}",
    ),
    (
        "SELECT record FROM findings ANTI JOIN games USING (record)",
        "{} rows of `findings` are of no record in `games`, the first of {}",
    ),
    (
        "SELECT g.record FROM games g LEFT JOIN (SELECT record, count(*) AS n FROM findings"
        " GROUP BY record) f USING (record) WHERE g.findings IS DISTINCT FROM coalesce(f.n, 0)"
        " AND g.findings IS NOT NULL",
        "{} records have another number of findings than `games` says, the first {}",
    ),
    (
        "SELECT d.record FROM deals d JOIN games g USING (record) WHERE d.game <> g.game",
        "{} deals are of another game than their record, the first of {}",
    ),
)


def _rows(held: Any) -> Iterator[str]:
    for rows, sentence in _ROWS:
        count, first = answers(held, f"SELECT count(*), min(record) FROM ({rows})")[0]
        if count:
            yield sentence.format(count, first)


def _copies(held: Any) -> Iterator[str]:
    for id, count in answers(
        held, "SELECT id, count(*) FROM games GROUP BY id HAVING count(*) > 1 LIMIT 10"
    ):
        yield f"the record {id:.64} is in it {count} times"
