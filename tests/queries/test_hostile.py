"""Strangers' files: whatever they hold, words say what is wrong, and nothing in them is run."""

from __future__ import annotations

import random
from pathlib import Path

import duckdb
import pytest

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.game import Record
from tests.records.samples import EXAMPLE, numbered

BOTH = ("parquet", "duckdb")


def made(path: Path, change: str = "", count: int = 3) -> Path:
    """A database of some records, and what SQL makes of it."""
    formats.write(map(numbered, range(count)), path)
    if change:
        with duckdb.connect(str(path)) as held:
            held.execute(change)
    return path


def as_parquet(folder: Path, columns: str) -> Path:
    """A Parquet file of one record with other columns."""
    good, bad = folder / "good.parquet", folder / "bad.parquet"
    formats.write(EXAMPLE, good)
    duckdb.sql(f"COPY (SELECT {columns} FROM '{good}') TO '{bad}' (FORMAT parquet)")
    return bad


def errors(path: Path) -> list[str]:
    """What reading comes to: nothing but errors."""
    found = list(formats.read(path))
    assert found and all(isinstance(each, RecordError) for each in found), found
    return [each.message for each in found if isinstance(each, RecordError)]


@pytest.mark.parametrize(
    ("columns", "words"),
    (
        ("1 AS a", "no column"),
        ("* EXCLUDE (players)", "no column `players`"),
        ("* REPLACE (1 AS players)", "`players` has the type INTEGER"),
        ("* REPLACE ([{'kinds': 'D'}] AS segments)", "`segments` has the type"),
        ("* REPLACE ('{' AS rules)", "hold no record"),
        ("* REPLACE ('[1]' AS rules)", "`rules`"),
        ("* REPLACE (NULL::VARCHAR[] AS players)", "no key `players`"),
        ("* REPLACE ([NULL] AS players)", "players"),
        ("* REPLACE ([]::VARCHAR[] AS players)", "`players` is empty"),
        ("* REPLACE (NULL::VARCHAR AS game)", "no key `game`"),
        ("* REPLACE (99::UINTEGER AS schema)", "newer than this reader"),
        ("* REPLACE ('99' AS observer)", "`observer`"),
        ("* REPLACE ('²' AS observer)", "`observer`"),
        ("* REPLACE ('x' AS raw)", "hold no record"),
        ("* REPLACE (repeat('[', 100000) AS raw)", "hold no record"),
        ("* REPLACE (list_resize(segments, 5) AS segments)", "do not fit together"),
        ("* REPLACE ([struct_update(segments[1], kinds := 'zz')] AS segments)", "do not fit"),
        (
            "* REPLACE ([struct_update(segments[1], kinds := NULL::VARCHAR)] AS segments)",
            "do not fit",
        ),
        (
            "* REPLACE ([struct_update(segments[1], seats := NULL::UTINYINT[])] AS segments)",
            "do not fit",
        ),
        (
            "* REPLACE ([struct_update(segments[1], hands := NULL::UTINYINT[][])] AS segments)",
            "do not fit",
        ),
        (
            "* REPLACE ([struct_update(segments[1], cards :="
            " list_transform(segments[1].cards, lambda c: 254::UTINYINT))] AS segments)",
            "do not fit",
        ),
        (
            "* REPLACE ([struct_update(segments[1], hands :="
            " list_transform(segments[1].hands, lambda c: NULL::UTINYINT[]))] AS segments)",
            "without `hands`",
        ),
        (
            "* REPLACE ([struct_update(segments[1], extras := '[[999, {}]]')] AS segments)",
            "do not fit",
        ),
        ("* REPLACE ([struct_update(segments[1], extras := '7')] AS segments)", "do not fit"),
        (
            "* REPLACE ([struct_update(segments[1], at := ['x', 'y'])] AS segments)",
            "do not fit",
        ),
    ),
)
def test_columns_that_hold_no_record(columns: str, words: str, tmp_path: Path) -> None:
    assert words in " ".join(errors(as_parquet(tmp_path, columns)))


@pytest.mark.parametrize(
    ("change", "words"),
    (
        ("DROP TABLE games", "no table `games`"),
        ("DROP TABLE deals; CREATE VIEW deals AS SELECT * FROM games", "no table `deals`"),
        ("ALTER TABLE games RENAME TO held; CREATE VIEW games AS FROM held", "no table `games`"),
        ("ALTER TABLE games DROP COLUMN meta", "no column `meta`"),
        ("ALTER TABLE deals ALTER seats TYPE INTEGER[]", "`seats` has the type INTEGER[]"),
        ("INSERT INTO games FROM games", "the same `record`"),
        ("UPDATE games SET record = NULL", "the same `record`"),
        ("DELETE FROM deals", "its deals are not those"),
        ("UPDATE deals SET deal = 7", "its deals are not those"),
        ("UPDATE games SET deals = NULL", "its deals are not those"),
    ),
)
def test_databases_that_hold_no_record(change: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "night.duckdb"
    made(path, change)
    assert words in " ".join(errors(path))


def test_a_computed_column_is_not_asked(tmp_path: Path) -> None:
    good, bad = made(tmp_path / "good.duckdb"), tmp_path / "bad.duckdb"
    with duckdb.connect(str(bad)) as held:
        held.execute(f"ATTACH '{good}' AS good (READ_ONLY)")
        held.execute("CREATE TABLE deals AS FROM good.deals")
        columns = held.execute(
            "SELECT column_name, data_type FROM duckdb_columns()"
            " WHERE database_name = 'good' AND table_name = 'games'"
        ).fetchall()
        listed = ", ".join(
            f'"{name}" {kind}' + (" AS (repeat('x', 4))" if name == "uid" else "")
            for name, kind in columns
        )
        held.execute(f"CREATE TABLE games ({listed})")
    assert "`games` has a computed column" in " ".join(errors(bad))


def test_macros_and_views_in_a_database_are_not_run(tmp_path: Path) -> None:
    stolen = tmp_path / "stolen.csv"
    stolen.write_text("a,b")
    path = made(
        tmp_path / "night.duckdb",
        "CREATE MACRO count(x) AS error('run');"
        "CREATE MACRO len(x) AS error('run');"
        f"CREATE VIEW other AS SELECT * FROM read_csv('{stolen}')",
    )
    stolen.unlink()
    assert list(formats.read(path)) == [numbered(n) for n in range(3)]


@pytest.mark.parametrize("format", BOTH)
def test_cut_off_and_altered_files_cost_errors_and_nothing_else(
    format: str, tmp_path: Path
) -> None:
    path = made(tmp_path / f"night.{format}", count=20)
    data = path.read_bytes()
    dice = random.Random(7)
    for _ in range(60):
        damaged = bytearray(data)
        if dice.random() < 0.3:
            del damaged[dice.randrange(len(damaged)) :]
        else:
            for _ in range(dice.choice((1, 5, 200))):
                damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        path.write_bytes(damaged)
        for item in formats.read(path, format=format):
            assert isinstance(item, (Record, RecordError))


@pytest.mark.parametrize("format", BOTH)
@pytest.mark.parametrize("data", (b"", b"PAR1", b"PAR1PAR1", b"12345678DUCK", b"x" * 5000))
def test_bytes_that_are_no_file_of_tables(format: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"night.{format}"
    path.write_bytes(data)
    found = list(formats.read(path, format=format))
    assert [type(each) for each in found] == [RecordError]
