"""What LAYOUT.md says of the files of archives: the statements run, and the types are those."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

from cardlog.queries.archive import compacting, disk, intake
from cardlog.queries.tables import TABLES
from cardlog.records import formats
from tests.bench.workload import play
from tests.cli.run import ROOT, cardlog

polars: Any = pytest.importorskip("polars")

TEXT = (ROOT / "queries" / "LAYOUT.md").read_text(encoding="utf-8")
MONTHS = {"2026-10": range(3), "2026-11": range(2, 7)}  # one match is in both
GAMES = ("pitch", "chase cuckoo", "california-jack")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two archives in `club`, as the document has them."""
    folder = tmp_path_factory.mktemp("layout")
    for month, numbers in MONTHS.items():
        path = folder / f"{month}.msgpack"
        formats.write([play(game, number) for game in GAMES for number in numbers], path)
        (folder / "club").mkdir(exist_ok=True)
        assert cardlog("ingest", folder / "club" / f"month={month}", path).status == 0
    return folder


def asked(sql: str) -> list[Any]:
    return duckdb.execute(sql).fetchall()


def blocks(language: str, heading: str) -> list[str]:
    """The blocks of code below a heading, up to the next one."""
    section = re.split(r"^#+ ", TEXT.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.M)[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.M | re.S)


def test_duckdb_opens_them(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(club)
    counts, hands = (asked(block) for block in blocks("sql", "DuckDB"))
    names = ("california-jack", "chase-the-ace", "pitch")
    assert [row[:3] for row in counts] == [("2026-11", name, 5) for name in names]
    assert hands and all(len(row[3]) >= 6 for row in hands)
    (block,) = blocks("sql", "Into one archive, or many")
    doubles = asked(block)
    assert [sorted(months) for _, months in doubles] == [sorted(MONTHS)] * 3


def test_polars_opens_them(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(club)
    found: dict[str, Any] = {}
    (block,) = blocks("python", "Polars")
    exec(compile(block, "LAYOUT.md", "exec"), found)
    told = {(row[0], row[1]): row[2] for row in found["answer"].iter_rows()}
    deals = "read_parquet('club/*/deals/*/*.parquet', hive_partitioning = true)"
    rows = asked(f"SELECT month, game, count(*) FROM {deals} GROUP BY ALL")
    assert told == {(month, game): count for month, game, count in rows} and len(told) == 6
    (block,) = blocks("python", "While it is being written")
    exec(compile(block, "LAYOUT.md", "exec"), found)
    assert found["answer"].item() == sum(row[2] for row in rows if row[0] == "2026-11")


def types() -> dict[str, str]:
    """How the document has each type declared in Trino."""
    rows = re.findall(r"^\| `([A-Z]+)` \|.*\| `([A-Z]+)` \|$", TEXT, re.M)
    return dict(rows)


def test_every_type_is_in_the_table_and_written_as_it_says(club: Path) -> None:
    plain = {
        column.type.rstrip("[]")
        for table in TABLES
        for column in table.columns
        if not column.type.startswith("STRUCT")
    }
    assert plain == set(types())
    files = f"'{club}/club/*/*/*/*.parquet'"
    written = {
        f"{kind}, {told}" if told else kind
        for kind, told in asked(
            "SELECT DISTINCT type, converted_type"
            f" FROM parquet_schema({files}) WHERE type IS NOT NULL"
        )
    }
    assert written == {row[1] for row in re.findall(r"^\| `([A-Z]+)` \| ([^|]+) \|", TEXT, re.M)}
    packed = asked(f"SELECT DISTINCT compression FROM parquet_metadata({files})")
    assert packed == [("ZSTD",)]


def test_the_table_for_trino_declares_columns_that_there_are() -> None:
    (block,) = blocks("sql", "Trino")
    listed = re.findall(r'"?([a-z]+)"? ([A-Z][A-Z()]+)[,\n]', block.partition(") WITH")[0] + "\n")
    deals = next(table for table in TABLES if table.name == "deals")
    known = {column.name: column.type for column in deals.columns}
    assert len(listed) == 14 and listed[-1][0] == "game"
    for name, declared in listed:
        inner, depth = known[name].rstrip("[]"), known[name].count("[")
        assert declared == "ARRAY(" * depth + types()[inner] + ")" * depth


def test_the_sizes_it_reckons_with() -> None:
    assert "ROW_GROUP_SIZE 16384" in disk.OPTIONS and "16,384 rows" in TEXT
    assert compacting.EVENTS == 16_000_000 and "16 million events" in TEXT
    assert intake.EVENTS == 1_000_000
