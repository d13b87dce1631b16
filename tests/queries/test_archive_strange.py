"""A stranger's database: nothing of it is run, whether one asks it or adds to it."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import cardlog
from cardlog.queries.archive import compacted, opened
from cardlog.queries.errors import QueryError
from cardlog.records import formats
from cardlog.records.errors import RecordError
from tests.bench.workload import play
from tests.queries.breaking import ingest

# Everything a database can hold that could be run, or worked out; {secret} is a file.
STRANGE = {
    "a view": (
        "CREATE VIEW setv AS FROM duckdb_settings()",
        "CREATE VIEW text AS SELECT content FROM read_blob('{secret}')",
    ),
    "a macro": (
        "CREATE MACRO gs(name) AS current_setting(name)",
        "CREATE MACRO other(a, b := current_setting('threads')) AS b",
        "CREATE MACRO files() AS TABLE FROM duckdb_databases()",
        "CREATE MACRO stop() AS TABLE FROM checkpoint()",
        "CREATE MACRO note(x) AS write_log('x')",
        # Under the names that we ask by.
        "CREATE MACRO duckdb_views() AS TABLE SELECT 'x' AS view_name WHERE false",
        "CREATE MACRO duckdb_functions() AS TABLE SELECT 'x' AS function_name WHERE false",
        "CREATE MACRO coalesce(a, b) AS error('run')",
        "CREATE MACRO max(x) AS (SELECT content FROM read_text('{secret}'))",
    ),
    "a sequence": ("CREATE SEQUENCE counted",),
    "a type": ("CREATE TYPE mood AS ENUM ('good', 'bad')",),
    "a schema": ("CREATE SCHEMA other",),
    "an index": ("CREATE INDEX sorted ON games ((record + 1))",),
    "a constraint": ("CREATE TABLE other (a INTEGER CHECK (a > 1))",),
    "a default": (
        "ALTER TABLE games ADD COLUMN more VARCHAR DEFAULT current_setting('home_directory')",
        "CREATE TABLE other (a VARCHAR DEFAULT current_setting('threads'))",
    ),
    "a computed column": ("CREATE TABLE other (a INTEGER, b AS (current_setting('threads')))",),
}


@pytest.fixture
def records(tmp_path: Path) -> Path:
    formats.write([play("pitch", 0), play("seven-up", 0)], tmp_path / "in.jsonl")
    return tmp_path / "in.jsonl"


@pytest.mark.parametrize(
    ("kind", "sql"), [(kind, sql) for kind, given in STRANGE.items() for sql in given]
)
@pytest.mark.parametrize("in_log", (False, True), ids=("in the file", "in its log"))
def test_it_is_refused_in_words(
    kind: str, sql: str, in_log: bool, records: Path, tmp_path: Path
) -> None:
    secret, archive = tmp_path / "secret.txt", tmp_path / "a.duckdb"
    secret.write_text("swordfish")
    ingest(archive, records)
    with duckdb.connect(str(archive)) as held:
        if in_log:
            held.execute("PRAGMA disable_checkpoint_on_shutdown")
        held.execute(sql.format(secret=secret))
    assert (tmp_path / "a.duckdb.wal").exists() is in_log
    before = archive.read_bytes()
    for work in (
        lambda: opened(archive),
        lambda: cardlog.open(archive),
        lambda: ingest(archive, records),
        lambda: compacted(str(archive)),
    ):
        with pytest.raises(RecordError, match=kind) as error:
            work()
        assert "swordfish" not in error.value.message
    assert in_log or archive.read_bytes() == before


def test_a_table_of_ones_own_is_no_harm(records: Path, tmp_path: Path) -> None:
    ingest(tmp_path / "a.duckdb", records)
    with duckdb.connect(str(tmp_path / "a.duckdb")) as held:
        held.execute("CREATE TABLE clubs AS SELECT 'Lisbon' AS city")
    with cardlog.open(tmp_path / "a.duckdb") as archive:
        assert archive.sql("SELECT city FROM archive.clubs").fetchall() == [("Lisbon",)]


@pytest.mark.parametrize(
    "sql",
    (
        "SELECT archive.gs('memory_limit')",
        "SELECT ARCHIVE.main.gs('memory_limit')",
        'SELECT "archive"."gs"(1)',
        "SELECT max(record) FILTER (archive.gs(1)) FROM games",
        "FROM archive.main.range(3)",
        "SELECT * FROM range(len(getenv('HOME')))",
        "SELECT * FROM unnest([current_setting('memory_limit')])",
        "SELECT * FROM generate_series(1, (SELECT archive.gs(1)))",
        "SELECT system.main.current_setting('threads')",
        "SELECT 'threads'.current_setting()",
    ),
)
def test_no_function_of_it_can_be_called(sql: str, records: Path, tmp_path: Path) -> None:
    ingest(tmp_path / "a.duckdb", records)
    with cardlog.open(tmp_path / "a.duckdb") as archive:
        with pytest.raises(QueryError, match="reads the tables of its archive and nothing else"):
            archive.sql(sql)
        assert archive.sql("SELECT game.upper() FROM games WHERE record = 0").fetchall()
