"""Auditing an archive straight from its columns, in bare typed decodes of the same records."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import pytest

from cardlog.engine.audit import Audit
from cardlog.queries.archive import compacted
from cardlog.queries.archive.auditing import audited
from cardlog.queries.formats._reading import quoted
from cardlog.records.formats import msgpack
from tests.bench.measure import ratios
from tests.bench.workload import GAMES, Load, decode_all, load
from tests.queries.breaking import ingest

pytestmark = pytest.mark.bench

TARGET: Final = 0.3
AIM: Final = 0.1
COPIES: Final = 20  # of each match: what it takes to open an archive is not what is measured
# Not there yet, in decodes: DuckDB alone takes longer to read the columns.
DEAREST: Final = {
    "chase cuckoo": 1.4, "chase compendium": 1.3, "california-jack": 1.1, "shasta-sam": 1.1,
    "seven-up": 1.9, "pitch": 1.6,
}  # fmt: skip


@pytest.mark.parametrize("kind", GAMES)
def test_an_archive(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="Numba is an extra")
    from cardlog.queries.archive.columns import NAMES
    from cardlog.queries.arrow.arrays import tables

    monkeypatch.setenv("CARDLOG_FAST", "1")
    records = load(kind).records
    parts = tuple(
        msgpack.encode(msgspec.structs.replace(record, meta={"copy": copy}))
        for copy in range(COPIES)
        for record in records
    )
    archive = tmp_path / "archive"
    ingest(archive, Load((), parts).save(tmp_path / "night.msgpack"))
    compacted(str(archive))

    def scan() -> None:
        import duckdb

        with duckdb.connect(config={"threads": "1"}) as held:
            files = quoted(f"{archive}/deals/*/*.parquet")
            names = ", ".join(NAMES)
            for _ in tables(held, f"SELECT record, deal, {names} FROM read_parquet({files})"):
                pass

    found, bare = ratios(
        partial(decode_all, parts), partial(audit_all, archive, len(parts)), scan,
        rounds=5, repeats=2,
    )  # fmt: skip
    print(f"\naudit of an archive, {kind}: {found} decodes; target {TARGET}, aim {AIM}")
    print(f"  the bare columns of its deals, by DuckDB: {bare}")
    assert found.value <= DEAREST.get(kind, TARGET)


def audit_all(archive: Path, count: int) -> None:
    """Go through an archive as `cardlog audit` does."""
    for _, _, found in audited(str(archive), fast=True):
        assert isinstance(found, Audit) and found.ok
        count -= 1
    assert count == 0
