"""Reports in the SQL of other engines: whole in themselves, in words that are known there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

import duckdb
import pytest
import sqlglot
from sqlglot import exp

from cardlog.queries import tables, views
from cardlog.queries.catalog import Report, parsed, reports
from cardlog.queries.dialects import translated
from cardlog.queries.errors import QueryError
from cardlog.queries.written_out import macros
from tests import archive
from tests.answers import GIVEN
from tests.cli.run import cardlog
from tests.queries.places import REPORTS
from tests.reports import reports as told

ALL: Final = list(reports(REPORTS).values())
# `SHOW FUNCTIONS` of Spark 4.3.0, operators left out.
FUNCTIONS: Final = set((Path(__file__).parent / "spark_functions.txt").read_text().split())
# What stands before a bracket and is no function.
GRAMMAR: Final = {
    "and", "as", "by", "cast", "decimal", "else", "exists", "filter", "from", "group", "in", "join",
    "not", "on", "or", "over", "select", "then", "trim", "try_cast", "using", "when", "where",
    "with",
}  # fmt: skip
HEADING: Final = "-- QUESTION: How?\n-- GRAIN: one row a deal\n-- COLUMN x: some\n"


def of(sql: str) -> Report:
    return parsed("mine", HEADING + sql)


def in_spark(sql: str) -> str:
    return " ".join(translated(of(sql), "spark").split())


def test_which_reports_are_portable() -> None:
    assert len([each for each in ALL if each.portable]) == len(ALL)


@pytest.mark.parametrize("report", ALL, ids=lambda report: report.name)
def test_spark_knows_every_word(report: Report) -> None:
    text = translated(report, "spark")
    without_texts = re.sub(r"'[^']*'", "''", text)
    steps = {each.alias.lower() for each in sqlglot.parse_one(text, read="spark").find_all(exp.CTE)}
    named = {name.lower() for name in re.findall(r"\b(\w+)\s*\(", without_texts)}
    assert named - steps - GRAMMAR <= FUNCTIONS
    assert "$" not in without_texts and "[" not in without_texts
    assert set(re.findall(r"(?<!:):(\w+)", without_texts)) == {p.name for p in report.parameters}


@pytest.mark.parametrize("report", ALL, ids=lambda report: report.name)
def test_spark_reads_nothing_but_the_tables(report: Report) -> None:
    tree = sqlglot.parse_one(translated(report, "spark"), read="spark")
    steps = {each.alias for each in tree.find_all(exp.CTE)}
    read = {each.name for each in tree.find_all(exp.Table)} - steps
    assert read <= {table.name for table in tables.TABLES}
    types = {each.this.value for each in tree.find_all(exp.DataType)}
    assert types <= {"ARRAY", "BIGINT", "BOOLEAN", "DATE", "DECIMAL", "DOUBLE", "INT", "SMALLINT",
                     "TEXT", "TIMESTAMP", "TIMESTAMPTZ", "VARCHAR"}  # fmt: skip


@pytest.fixture(scope="module")
def bare() -> duckdb.DuckDBPyConnection:
    """The tables of the fixture archive, without macros and views."""
    held = duckdb.connect()
    for table in tables.TABLES:
        held.register("given", archive.held().table(table.name).to_arrow_table())
        held.execute(f"CREATE TABLE {table.name} AS FROM given")
    return held


@pytest.mark.parametrize("name", told())
def test_written_out_a_report_answers_the_same(bare: duckdb.DuckDBPyConnection, name: str) -> None:
    report, given = told()[name], GIVEN.get(name, {})
    values = report.values(bare) | given
    text = translated(reports()[name], "duckdb")
    found = (bare.execute(text, values) if values else bare.execute(text)).fetchall()
    (_, wanted) = report.run(archive.held(), **given)
    assert len(found) == len(wanted)
    for row, other in zip(found, wanted, strict=True):
        assert [pytest.approx(v, rel=1e-9) if isinstance(v, float) else v for v in other] == [*row]


@pytest.mark.parametrize(
    ("sql", "words"),
    (
        ("SELECT players[1] AS x FROM games", "GET(players, 0) AS x"),
        ("SELECT players[seat + 1] AS x FROM t", "GET(players, CAST(seat AS INT)) AS x"),
        ("SELECT players[-1] AS x FROM games", "TRY_ELEMENT_AT(players, -1) AS x"),
        ("SELECT kinds[2] AS x FROM deals", "SUBSTRING(kinds, 2, 1) AS x"),
        ("SELECT len(players) AS x FROM games", "ARRAY_SIZE(players) AS x"),
        ("SELECT length(kinds) AS x FROM deals", "LENGTH(kinds) AS x"),
        (
            "SELECT list_transform(a, lambda each, k: each + k) AS x FROM t",
            "TRANSFORM(a, (each, k) -> each + ( k + 1 )) AS x",
        ),
        (
            "SELECT game, unnest(a) AS x, unnest(b) AS y FROM t",
            "game, INLINE(ARRAYS_ZIP(a, b)) AS (x, y) FROM t",
        ),
        (
            "SELECT list(pot) AS x FROM deals",
            "TRANSFORM(COLLECT_LIST(STRUCT(pot AS each)), row -> row.each) AS x",
        ),
        (
            "SELECT list_contains(a, b) AS x FROM t",
            "CASE WHEN NOT a IS NULL THEN COALESCE(ARRAY_CONTAINS(a, b), FALSE) END AS x",
        ),
        ("SELECT deal::UINTEGER AS x FROM deals", "CAST(deal AS BIGINT) AS x"),
        ("SELECT a[2:k] AS x FROM t", "SLICE(a, 2, CAST(GREATEST(k - 2 + 1, 0) AS INT)) AS x"),
    ),
)
def test_what_has_another_meaning_is_put_right(sql: str, words: str) -> None:
    assert words in in_spark(sql)


def test_macros_are_put_in_their_places() -> None:
    written = "".join(views.text(file) for file in views.MACROS)
    assert len(macros()) == written.count("CREATE OR REPLACE MACRO")
    assert in_spark("SELECT rank_of(a + 1) AS x FROM t") == (
        "SELECT CASE WHEN ( a + 1 ) < 77 THEN ( ( a + 1 ) % 16 + 1 ) % 13 END AS x FROM t"
    )
    # A variable of a macro's lambda is another than that of the query's.
    text = in_spark("SELECT list_transform(a, lambda card: pips_of([card])) AS x FROM t")
    assert "card -> " in text and "card_of -> " in text


def test_views_are_steps() -> None:
    text = in_spark("SELECT count(*) AS x FROM tricks")
    assert text.startswith("WITH tricks_led AS (")
    assert " tricks AS (" in text and "FROM tricks_ranked" in text
    assert in_spark("WITH tricks AS (SELECT 1 AS x) SELECT x FROM tricks").count(" AS (") == 1
    assert set(views.NAMES) >= {"tricks"}


def test_what_spark_lacks_is_told() -> None:
    with pytest.raises(
        QueryError, match="mine has no translation into spark: there is no list_zip"
    ):
        translated(of("SELECT list_zip(a, b) AS x FROM t"), "spark")
    with pytest.raises(QueryError, match="no translation into spark"):
        translated(of("SELECT (1 AS x"), "spark")
    with pytest.raises(QueryError, match=r"no parameter k; write \[1:k\] for \[:k\]"):
        translated(of("SELECT a[:k] AS x FROM t"), "spark")
    with pytest.raises(QueryError, match="no list in an order"):
        translated(of("SELECT list(a ORDER BY b) AS x FROM t"), "spark")
    with pytest.raises(QueryError, match="no dialect cobol: expected duckdb or spark"):
        translated(of("SELECT 1 AS x"), "cobol")


def test_the_command_prints_a_report_in_a_dialect() -> None:
    ran = cardlog("queries", "leads", "--dialect", "spark")
    assert (ran.status, ran.text) == (0, translated(reports()["leads"], "spark") + "\n")
    assert cardlog("queries", "leads", "--dialect", "duckdb").text.startswith("WITH laid AS (")
    for args, words in (
        (("leads", "--dialect", "cobol"), "no dialect cobol: expected duckdb or spark"),
        (("--dialect", "spark"), "--dialect needs the name of a report"),
    ):
        ran = cardlog("queries", *args)
        assert (ran.status, ran.err) == (2, f"cardlog: {words}\n")


def test_without_sqlglot_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlglot.errors", None)
    with pytest.raises(QueryError, match=r"install it with pip install 'cardlog\[dialects\]'"):
        translated(ALL[0], "spark")
