"""The reports over many matches in Parquet, in bare scans of the columns that they need.

A bare scan is `SELECT min(a), min(b) ... FROM 'deals.parquet'` over the columns that DuckDB itself
says the report reads, with the report's own condition on the game if it has one. That is neither
the most nor the least a scan can be: the least number or text of a whole table is told by the
statistics of a Parquet file, and nothing is read at all (which makes `find-sequence` and `rulings`
look slow); of lists every element is compared. So the ratio to `first` is printed too, which reads
every value and looks at none.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import duckdb
import msgspec
import pytest

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import audit, outcome
from cardlog.engine.simulate import Threshold, simulate
from cardlog.queries import sandbox, views
from cardlog.queries.gather import Part
from cardlog.records.game import Record
from tests import archive
from tests.bench.measure import ratio
from tests.reports import Report, reports

pytestmark = pytest.mark.bench

MATCHES: Final = int(os.environ.get("CARDLOG_BENCH_MATCHES", "50000"))
TARGET: Final = 3.0
POOL: Final = tuple(f"player {number:02}" for number in range(40))
PLAYED: Final[tuple[tuple[str, dict[str, Any], int, int, str | None], ...]] = (
    ("chase-the-ace", {"profile": "cuckoo"}, 3, 8, "7"),
    ("chase-the-ace", {"profile": "compendium"}, 3, 8, "6"),
    ("chase-the-ace", {"profile": "compendium", "stake": "tokens", "ante": 1}, 3, 6, None),
    ("chase-the-ace", {"profile": "cuckoo", "dealer_draws_king": "loses"}, 3, 6, None),
    ("chase-the-ace", {"profile": "cuckoo"}, 4, 4, "7"),
    ("california-jack", {}, 2, 2, None),
    ("shasta-sam", {"shasta_point": True}, 3, 3, None),
    ("seven-up", {}, 2, 4, None),
    ("pitch", {}, 3, 6, None),
    ("pitch", {"partners": True}, 4, 4, None),
)
_ONLY: Final = re.compile(r"\bgame ?= ?'([a-z-]+)'")
Columns = dict[tuple[str, str], set[str]]


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    """The matches as three Parquet files, one thread, with the views over them."""
    folder = tmp_path_factory.mktemp("archive")
    made = duckdb.connect()
    tables: dict[str, bool] = {}
    for part in parts():
        for name in ("games", "deals", "findings"):
            made.register("written", getattr(part, name).source())
            made.execute(
                f"INSERT INTO {name} FROM written"
                if name in tables
                else f"CREATE TABLE {name} AS FROM written"
            )
            tables[name] = True
    for name in tables:
        made.execute(f"COPY {name} TO '{folder / name}.parquet' (COMPRESSION zstd)")
    made.close()
    return opened(folder)


def opened(folder: Path) -> duckdb.DuckDBPyConnection:
    held = duckdb.connect(config={"threads": 1})
    held.execute(f"SET disabled_optimizers = '{sandbox.UNSOUND}'")
    for name in ("games", "deals", "findings"):
        held.execute(f"CREATE VIEW {name} AS FROM '{folder / name}.parquet'")
    views.create(held)
    return held


def parts() -> Iterator[Part]:
    part = Part()
    for number in range(MATCHES):
        record = played(number)
        part.add(record, outcome(record), audit(record))
        if part.full:
            yield part
            part = Part(part.record)
    yield part


def played(number: int) -> Record:
    """A match of the pool; every fiftieth is broken off."""
    chance = random.Random(f"reports/{number}")
    game, rules, least, most, rank = PLAYED[number % len(PLAYED)]
    players = least + int(chance.random() * (most - least + 1))
    threshold = Threshold(rank) if rank and chance.random() < 0.5 else None
    record = simulate(game, rules, players, SeededDice(f"reports/{number}"), {}, threshold)
    seated = tuple(sorted(POOL, key=lambda _: chance.random())[:players])
    events = record.events if number % 50 else record.events[: len(record.events) // 2]
    return msgspec.structs.replace(record, players=seated, events=events)


def read_by(report: Report) -> Columns:
    """The columns that a report reads, by table and its condition on the game."""
    small = archive.held()
    values = report.values(small)
    text = f"EXPLAIN (FORMAT json) {report.sql}"
    plan = (small.execute(text, values) if values else small.execute(text)).fetchall()[0][1]
    found: Columns = defaultdict(set)
    for scan in scans(json.loads(plan)):
        names = scan["Projections"]
        only = _ONLY.search(str(scan.get("Filters", "")))
        condition = f"WHERE game = '{only[1]}'" if only else ""
        columns = {names} if isinstance(names, str) else set(names)
        found[scan["Table"].rpartition(".")[2], condition] |= columns
    return found


def scans(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What a plan says of every table that it reads."""
    for node in nodes:
        if "Table" in node["extra_info"] and "Projections" in node["extra_info"]:
            yield node["extra_info"]
        yield from scans(node["children"])


def scan_of(table: str, condition: str, columns: set[str], of: str = "min") -> str:
    """The bare scan of some columns."""
    least = ", ".join(f'{of}("{column}")' for column in sorted(columns))
    return f"SELECT {least} FROM {table} {condition}"


@pytest.mark.parametrize("name", reports())
def test_report(held: duckdb.DuckDBPyConnection, name: str) -> None:
    report = reports()[name]
    values = report.values(held)
    scanned = read_by(report).items()
    bare = [scan_of(*where, columns) for where, columns in scanned]
    merely = [scan_of(*where, columns, of="first") for where, columns in scanned]

    def run() -> None:
        (held.execute(report.sql, values) if values else held.execute(report.sql)).fetchall()

    def scan() -> None:
        for each in bare:
            held.execute(each).fetchall()

    def read() -> None:
        for each in merely:
            held.execute(each).fetchall()

    found, reads = ratio(run, scan, rounds=3, repeats=2), ratio(run, read, rounds=3, repeats=2)
    print(f"\n{name}: {found} bare scans; target {TARGET}; {'; '.join(bare)}")
    print(f"{name}: {reads} times what it takes to read these columns and look at none")
    assert found.value <= TARGET
