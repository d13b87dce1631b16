"""Archives as strangers may have edited them: values of their rows replaced, whatever they are."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb

from cardlog.queries.archive import manifest
from cardlog.queries.archive.rows import literal
from cardlog.queries.tables import TABLES

Edit = tuple[str, list[Any]]

LISTS = {
    "seats": (0, 1, 2, 9, 254, 255, None),
    "cards": (0, 51, 15, 63, 64, 79, 200, 255, None),
    "targets": (0, 1, 2, 200, 255, None),
    "stock": (0, 13, 15, 63, 64, 200, 255, None),
    "calls": ("pass", "1", "4", "beg", "stand", "passed", "", "smudge", None),
    "claim": (0, 1, -1, 7, 2**31 - 1, -(2**31), None),
    "points": (-128, -2, -1, 0, 1, 2, 127, None),
}
NEXT = {"games": "id", "deals": "deal", "findings": "finding"}
NESTED = ("hands", "tricks", "packets")


def edit(archive: Path, *edits: Edit, order: str = "ASC") -> None:
    """Run statements on the tables of each part, and have the manifest agree with what they do."""
    path = archive / manifest.NAME
    told = json.loads(path.read_bytes())
    for part in told["parts"]:
        held = duckdb.connect()
        files = {
            table: archive / table / f"game={part['game']}" / f"{part['name']}.parquet"
            for table in part["sheets"]
        }
        for table, file in files.items():
            source = f"read_parquet({literal(str(file))}, hive_partitioning = false)"
            held.execute(f"CREATE TABLE {table} AS FROM {source}")
        for lacking in (table for table in TABLES if table.name not in files):
            columns = ", ".join(f'"{column.name}" {column.type}' for column in lacking.columns)
            held.execute(f"CREATE TABLE {lacking.name} ({columns})")
        for statement, values in edits:
            held.execute(statement, values)
        for table, file in files.items():
            by = f"record {order}, {NEXT[table]}"
            held.execute(f"COPY (FROM {table} ORDER BY {by}) TO '{file}' (FORMAT parquet)")
            (count,) = held.execute(f"SELECT count(*) FROM {table}").fetchall()[0]
            part["sheets"][table] = {
                "rows": count,
                "bytes": file.stat().st_size,
                "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            }
        held.close()
    path.write_text(json.dumps(told), encoding="utf-8")


def rows(archive: Path) -> list[dict[str, Any]]:
    """The rows of `deals`."""
    with duckdb.connect() as held:
        found = held.execute("FROM read_parquet(? || '/deals/*/*.parquet')", [str(archive)])
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def at_random(rows: Iterable[dict[str, Any]], chance: random.Random) -> Iterable[Edit]:
    """One edit of a deal of each record."""
    by_record: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        by_record.setdefault(row["record"], []).append(row)
    for record, deals in by_record.items():
        row = chance.choice(deals)
        column = chance.choice(("kinds", *LISTS, *NESTED))
        where = f"WHERE record = {record} AND deal = {row['deal']}"
        value = changed(row[column], column, chance)
        yield f"UPDATE deals SET {column} = ? {where}", [value]


def changed(value: Any, column: str, chance: random.Random) -> Any:
    """Another value for a column."""
    if chance.random() < 0.1:
        return None
    if column == "kinds":
        place = chance.randrange(len(value) + 1)
        letter = chance.choice("Dsxbcdruaptmgnje?S")
        return value[:place] + letter * chance.randrange(2) + value[place + chance.randrange(2) :]
    if column in NESTED:
        lists: list[Any] = list(value or [])
        if not lists or chance.random() < 0.3:
            lists.insert(
                chance.randrange(len(lists) + 1), chance.choice(([], [3], None, [1] * 300))
            )
        elif chance.random() < 0.3:
            del lists[chance.randrange(len(lists))]
        else:
            place = chance.randrange(len(lists))
            lists[place] = _list_changed(lists[place], LISTS["stock"], chance)
        return lists
    return _list_changed(value, LISTS[column], chance)


def _list_changed(value: Any, among: tuple[Any, ...], chance: random.Random) -> list[Any]:
    values = list(value or [])
    place = chance.randrange(len(values) + 1)
    how = chance.randrange(4)
    if how == 0 or place == len(values):
        values.insert(place, chance.choice(among))
    elif how == 1:
        del values[place]
    elif how == 2:
        values[place] = chance.choice(among)
    else:
        other = chance.randrange(len(values))
        values[place], values[other] = values[other], values[place]
    return values
