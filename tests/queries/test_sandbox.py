"""Strangers' SQL: whatever it says, it reads the tables it is given and nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import cardlog
from cardlog.queries import functions
from cardlog.queries.errors import QueryError
from cardlog.queries.run import Archive
from tests.queries.places import KINDS
from tests.queries.places import places as places

# {outside} is a folder with a secret, {inside} the archive itself (or the first record file).
WRITES = (
    "COPY (SELECT 1) TO '{outside}/new.csv'",
    "COPY (SELECT 1) TO '{inside}/new.csv'",
    "COPY games TO '{inside}'",
    "WITH x AS (COPY (SELECT 1) TO '{outside}/new.csv') SELECT * FROM x",
    "WITH x AS (COPY (SELECT 1) TO '{inside}/new.csv') SELECT * FROM x",
    "WITH x AS MATERIALIZED (COPY (SELECT 1) TO '{part}') SELECT 1",
    "SELECT * FROM (WITH x AS (COPY (SELECT 1) TO '{part}') SELECT * FROM x)",
    "SELECT * FROM query('WITH x AS (COPY (SELECT 1) TO ''{part}'') SELECT * FROM x')",
    "SELECT 1) TO '{part}'; COPY (SELECT 1",
    "SELECT * FROM games); COPY (SELECT 1) TO '{part}'; SELECT * FROM (SELECT 1",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{part}'",
    "EXPORT DATABASE '{outside}/dump'",
    "EXPORT DATABASE '{inside}'",
    "IMPORT DATABASE '{inside}'",
    "ATTACH '{outside}/new.duckdb'",
    "ATTACH ':memory:' AS other",
    "USE memory",
    "DETACH memory",
    "CREATE TABLE mine AS SELECT 1",
    "CREATE OR REPLACE VIEW games AS SELECT 1",
    "CREATE MACRO f() AS 1",
    "CREATE SECRET (TYPE s3, KEY_ID 'a', SECRET 'b')",
    "DROP VIEW players",
    "INSERT INTO games (record) VALUES (1)",
    "WITH x AS (DELETE FROM games RETURNING record) SELECT * FROM x",
    "WITH x AS (INSERT INTO games (record) VALUES (99) RETURNING record) SELECT * FROM x",
    "UPDATE games SET game = 'x'",
    "DELETE FROM games",
    "ALTER TABLE games ADD COLUMN x INTEGER",
    "INSTALL httpfs",
    "LOAD httpfs",
    "PRAGMA database_list",
    "PRAGMA enable_profiling",
    "SET memory_limit = '100GB'",
    "SET enable_external_access = true",
    "RESET lock_configuration",
    "SET VARIABLE x = 1",
    "CALL enable_logging(storage = 'file', storage_config = {{'path': '{outside}/log'}})",
    "SELECT * FROM enable_logging(storage = 'file', storage_config = {{'path': '{outside}/l'}})",
    "SELECT * FROM enable_profiling(save_location = '{outside}/profile.json')",
    "VACUUM",
    "CHECKPOINT",
    "BEGIN TRANSACTION",
    "PREPARE p AS SELECT 1",
    "SELECT 1; SELECT 2",
)
READS = (
    "SELECT * FROM '{outside}/secret.csv'",
    "SELECT * FROM read_csv('{outside}/secret.csv')",
    "SELECT * FROM read_csv_auto('/etc/passwd')",
    "SELECT * FROM sniff_csv('{outside}/secret.csv')",
    "SELECT * FROM read_text('{outside}/secret.csv')",
    "SELECT * FROM read_text('{inside}/../secret.csv')",
    "SELECT * FROM read_blob('{outside}/secret.csv')",
    "SELECT * FROM read_json('{outside}/secret.csv')",
    "SELECT * FROM read_ndjson_objects('{outside}/secret.csv')",
    "SELECT * FROM read_parquet('{outside}/secret.parquet')",
    "SELECT * FROM '{outside}/secret.parquet'",
    "SELECT * FROM parquet_metadata('{outside}/secret.parquet')",
    "SELECT * FROM parquet_schema('{outside}/secret.parquet')",
    "SELECT * FROM glob('{outside}/*')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM query('SELECT * FROM read_text(''{outside}/secret.csv'')')",
    "SELECT * FROM query_table('{outside}/secret.csv')",
    "SELECT * FROM query_table('{outside}/secret.parquet')",
    "SELECT * FROM read_duckdb('{outside}/secret.duckdb')",
    "SELECT * FROM sqlite_scan('{outside}/secret.db', 't')",
    "SELECT * FROM 'https://example.com/secret.csv'",
    "SELECT * FROM read_text('https://example.com/secret.csv')",
    "SELECT * FROM read_parquet('s3://bucket/secret.parquet')",
    "SELECT * FROM json_execute_serialized_sql("
    "json_serialize_sql('SELECT * FROM read_text(''{outside}/secret.csv'')'))",
    "SELECT * FROM glob('{inside}/*')",
    "SELECT * FROM arrow_scan(1::POINTER, 2::POINTER, 3::POINTER)",
    "SELECT * FROM pandas_scan(1::POINTER)",
    "SELECT * FROM range((SELECT count(*) FROM read_text('{outside}/secret.csv')))",
    "SELECT getenv('HOME')",
    "SELECT current_setting('allowed_paths')",
    "SELECT * FROM secret_of_python",
    "SELECT * FROM duckdb_extensions()",
)
# What runs too long or takes too much ends by itself.
HEAVY = (
    "SELECT count(*) FROM range(10000000) a, range(10000000) b",
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
    "SELECT sum(levenshtein(repeat('a', 200), repeat('b', 200) || range)) FROM range(100000000)",
    "SELECT repeat('x', 10000000000)",
    "SELECT string_agg(repeat('x', 1000)) FROM range(100000000)",
    "SELECT list(range) FROM range(10000000000)",
)


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, places: dict[str, list[Path]]) -> list[Path]:
    found: list[Path] = places[request.param]
    return found


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    import duckdb

    (tmp_path / "secret.csv").write_text("word\nswordfish\n")
    duckdb.sql(f"COPY (SELECT 'swordfish' AS word) TO '{tmp_path}/secret.parquet'")
    with duckdb.connect(str(tmp_path / "secret.duckdb")) as held:
        held.execute("CREATE TABLE t AS SELECT 'swordfish' AS word")
    return tmp_path


def files(*roots: Path) -> dict[Path, tuple[int, int]]:
    """Everything below some folders, with size and time."""
    found = [path for root in roots for path in (root, *root.rglob("*")) if path.is_file()]
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


def in_place(sql: str, place: list[Path], outside: Path) -> str:
    inside = place[0]
    part = next(inside.rglob("*.parquet"), inside) if inside.is_dir() else inside
    return sql.format(inside=inside, outside=outside, part=part)


def whole(archive: Archive) -> list[tuple[object, ...]]:
    return archive.sql("SELECT * FROM games ORDER BY record").fetchall()


def test_nothing_is_written(place: list[Path], outside: Path) -> None:
    before = files(*place, outside)
    with cardlog.open(*place) as archive:
        held = whole(archive)
        for sql in WRITES:
            with pytest.raises(QueryError):
                archive.sql(in_place(sql, place, outside)).fetchall()
            assert files(*place, outside) == before, sql
            assert whole(archive) == held, sql


def test_nothing_else_is_read(place: list[Path], outside: Path) -> None:
    secret_of_python = [{"word": "swordfish"}]
    with cardlog.open(*place) as archive:
        for sql in READS:
            with pytest.raises(QueryError) as raised:
                print(archive.sql(in_place(sql, place, outside)).fetchall())
            assert "swordfish" not in str(raised.value), sql
            assert "\n" not in str(raised.value), sql
    assert secret_of_python


def test_settings_tell_nothing_of_the_machine(places: dict[str, list[Path]]) -> None:
    with cardlog.open(*places["folder"]) as archive:
        rows = archive.sql("SELECT name, setting FROM pg_catalog.pg_settings").fetchall()
    root = str(places["folder"][0])
    told = [value for _, value in rows if os.path.expanduser("~") + "/" in str(value)]
    assert len(rows) > 50 and all(root in value for value in told)


def test_functions_that_may_stand_for_a_table_are_few(places: dict[str, list[Path]]) -> None:
    with cardlog.open(*places["records"]) as archive:
        named = archive.sql(
            "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type = 'table'"
        ).fetchall()
        refused = {name for (name,) in named} - functions.TABLES
        assert len(refused) > 50
        for name in refused:
            for call in (f"{name}()", f"system.main.{name.upper()}('x')", f'"{name}"(1, 2)'):
                for sql in (
                    f"SELECT * FROM {call}",
                    f"SELECT (SELECT count(*) FROM {call})",
                    f"WITH x AS (FROM {call}) SELECT 1 WHERE EXISTS (FROM range(3), x)",
                ):
                    with pytest.raises(QueryError, match="not allowed"):
                        archive.sql(sql)


@pytest.mark.parametrize("sql", HEAVY)
def test_what_is_too_much_ends(sql: str, places: dict[str, list[Path]]) -> None:
    start = time.monotonic()
    with cardlog.open(*places["records"], seconds=0.5) as archive:
        with pytest.raises(QueryError, match=r"takes longer than 0\.5 seconds|memory|maximum"):
            archive.sql(sql).fetchall()
        assert archive.sql("SELECT 1").fetchall() == [(1,)]  # and the next one is answered
    assert time.monotonic() - start < 20


def test_a_slow_reader_is_not_counted(places: dict[str, list[Path]]) -> None:
    with cardlog.open(*places["records"], seconds=0.3) as archive:
        rows = iter(archive.sql("SELECT * FROM range(50000)"))
        next(rows)
        time.sleep(0.5)
        assert sum(1 for _ in rows) == 49999


@pytest.mark.parametrize(
    "sql",
    (
        "FROM games",
        "SELECT 1;",
        "SELECT 1; -- the end",
        "SELECT 'a;b' AS x -- ; done",
        "DESCRIBE games",
        "SUMMARIZE deals",
        "SHOW TABLES",
        "VALUES (1)",
        "TABLE games",
        "WITH g AS (SELECT game FROM games) SELECT * FROM g",
        "FROM games PIVOT (count(*) FOR status IN ('finished', 'illegal'))",
        "SELECT * FROM duckdb_columns()",
    ),
)
def test_what_reads_is_answered(sql: str, place: list[Path]) -> None:
    with cardlog.open(*place) as archive:
        assert archive.sql(sql).fetchall()
