"""The referee's second opinion on an archive, beside the audit of the same records."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from cardlog.engine.audit import outcome
from cardlog.queries.gather import Part
from cardlog.queries.referee import Tally, check
from tests.bench.measure import ratios
from tests.bench.workload import GAMES, Load, audit_all, decode_all, load
from tests.queries.test_tables import database

pytestmark = pytest.mark.bench

TARGET = 1.0  # of the audit's time
AIM = 0.5
COPIES = 10  # of the matches: an archive is so large that planning a query costs nothing


@pytest.mark.parametrize("kind", GAMES)
def test_it_costs_no_more_than_the_audit(kind: str, tmp_path: Path) -> None:
    work = load(kind)
    path = work.save(tmp_path / "night.msgpack")
    held = archive(work)

    def judge() -> None:
        tally = Tally()
        assert list(check(held, tally)) == []
        assert tally == Tally(judged=COPIES * len(work.records))

    audited, judged = ratios(
        lambda: decode_all(work.parts), lambda: audit_all(path), judge, rounds=5
    )
    ratio = judged.value / COPIES / audited.value
    print(f"\nreferee, {kind}: {ratio:.2f} audits, {judged.value / COPIES:.1f} decodes", end="")
    print(f"; target {TARGET}, aim {AIM}")
    assert ratio <= TARGET


def archive(work: Load) -> duckdb.DuckDBPyConnection:
    """Copies of the matches, in one thread."""
    part = Part()
    for record in work.records:
        part.add(record, outcome(record))
    held = database(part)
    held.execute("SET threads = 1")
    for table in ("games", "deals"):
        held.execute(
            f"INSERT INTO {table} SELECT {table}.* REPLACE"
            f" (record + {part.record} * copy AS record)"
            f" FROM {table}, range(1, {COPIES}) copies(copy)"
        )
    return held
