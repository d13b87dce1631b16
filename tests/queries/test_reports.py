"""The reports: their headings, their answers, and the same counted in plain Python."""

from __future__ import annotations

import contextlib
import datetime
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import duckdb
import pytest

from cardlog.engine.audit import audit, outcome
from cardlog.queries.archive import opened
from cardlog.queries.archive.exporting import exported
from cardlog.queries.gather import Part
from cardlog.records.errors import RecordError
from cardlog.records.formats import read
from cardlog.records.game import Record
from tests import archive
from tests.answers import ANSWERS, GIVEN, answer
from tests.cli.run import cardlog
from tests.games import FIXTURES
from tests.queries.plain import chase, club, desk, fair, fours
from tests.queries.plain.model import COUNTED, Matches
from tests.queries.test_tables import database
from tests.report_pages import PAGE, printed
from tests.reports import reports

assert chase and club and desk and fair and fours  # each registers what it counts
AUDIENCES = {"arbiter", "club", "researcher", "fraud desk"}
# The answers that are kept are cut off where a report has a limit.
WHOLE: dict[str, dict[str, Any]] = {
    "comebacks": {"most": 10_000},
    "find-sequence": {"most": 10_000},
}


def test_the_archive_is_what_its_seeds_give() -> None:
    assert [record for record, _, _ in archive.matches()] == [
        *archive.simulated(),
        *archive.rare(),
    ]
    size = sum(path.stat().st_size for path in archive.ARCHIVE.rglob("*") if path.is_file())
    assert size < 300_000


@pytest.mark.parametrize("name", reports())
def test_headings_say_what_the_answer_holds(name: str) -> None:
    report = reports()[name]
    assert set(report.said) <= {
        "QUESTION", "FOR", "GRAIN", "PARAMETER", "VALUES", "COLUMN", "ASSUMES", "CHART",
    }  # fmt: skip
    assert report.said["FOR"][0] in AUDIENCES
    assert report.said["QUESTION"][0].endswith("?")
    assert report.said["GRAIN"][0].startswith("one row a")
    assert report.said["ASSUMES"]
    columns, rows = report.run(archive.held(), **GIVEN.get(name, {}))
    assert columns == [column for column, _ in report.columns]
    assert rows
    for chart in report.said.get("CHART", ()):
        kind, *axes = chart.split()
        assert kind in ("bar", "line", "point")
        assert {axis.partition("=")[2] for axis in axes} <= set(columns)
    for parameter in report.parameters:
        assert f"${parameter.name}" in report.sql


@pytest.mark.parametrize("name", reports())
def test_answers_are_those_that_are_kept(name: str) -> None:
    kept = (ANSWERS / f"{name}.json").read_text(encoding="utf-8")
    assert json.loads(answer(reports()[name])) == json.loads(kept)


Held = duckdb.DuckDBPyConnection


@pytest.fixture(scope="module", params=["folder", "file"])
def archived(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Held, Held]]:
    """The matches in an archive, opened as commands do; and its records as tables in memory."""
    name = "matches" if request.param == "folder" else "matches.duckdb"
    path = str(tmp_path_factory.mktemp("archived") / name)
    files = [archive.ARCHIVE / each for each in archive.FILES]
    assert cardlog("ingest", path, *files, "-j", "1").status == 1  # some are not in order
    part = Part()
    for part.record, _, record in exported(path):
        assert isinstance(record, Record)
        part.add(record, outcome(record), audit(record))
    with contextlib.closing(opened(path)) as held:
        yield held, database(part)


@pytest.mark.parametrize("name", reports())
def test_answers_are_the_same_from_disk_and_memory(name: str, archived: tuple[Held, Held]) -> None:
    disk, memory = (answer(reports()[name], held) for held in archived)
    assert disk == memory


def test_a_condition_on_the_game_holds_in_windows_too(
    archived: tuple[Held, Held],
) -> None:
    sql = "SELECT count(*) OVER (PARTITION BY schema) FROM games WHERE game = 'pitch'"
    (pitch,) = archived[0].execute("SELECT count(*) FROM games WHERE game = 'pitch'").fetchall()
    assert set(archived[0].execute(sql).fetchall()) == {pitch}


def test_no_answer_is_kept_of_a_report_that_is_gone() -> None:
    assert {path.stem for path in ANSWERS.glob("*.json")} == set(reports())


@pytest.mark.parametrize("name", reports())
def test_answers_are_those_of_plain_python(name: str) -> None:
    assert compare(name, archive.held(), archive.matches())


@pytest.mark.parametrize("name", reports())
def test_answers_are_those_of_plain_python_on_every_fixture(
    name: str, breaches: tuple[duckdb.DuckDBPyConnection, Matches]
) -> None:
    compare(name, *breaches)


@pytest.fixture(scope="module")
def breaches() -> tuple[duckdb.DuckDBPyConnection, Matches]:
    return every_fixture()


@cache
def every_fixture() -> tuple[duckdb.DuckDBPyConnection, Matches]:
    """The records of all fixtures, most of which break a rule."""
    part, found = Part(), []
    for path in sorted(FIXTURES.rglob("*.json")):
        if path.parent.name != "answers" and "vectors" not in path.parts:
            for record in read(path):
                if isinstance(record, Record):
                    with contextlib.suppress(RecordError):
                        found.append((record, outcome(record), audit(record)))
    for each in found:
        part.add(*each)
    assert len(found) > 1000
    return database(part), tuple(found)


def test_whoever_breaks_no_rule_chose_what_was_legal(
    breaches: tuple[duckdb.DuckDBPyConnection, Matches],
) -> None:
    told = breaches[0].execute(
        "SELECT record, event, legal, chosen FROM decisions JOIN games USING (record)"
        " WHERE status <> 'illegal' AND games.findings = 0 AND legal IS NOT NULL"
    )
    rows = told.fetchall()
    assert len(rows) > 4000
    assert [row for row in rows if row[3] not in row[2]] == []


def compare(name: str, held: duckdb.DuckDBPyConnection, matches: Matches) -> int:
    """Hold a report to what plain Python counts; how many rows there are."""
    _, rows = reports()[name].run(held, **GIVEN.get(name, {}), **WHOLE.get(name, {}))
    counted = COUNTED[name](matches)
    assert len(rows) == len(counted)
    for told, wanted in zip(ordered(rows), ordered(counted), strict=True):
        assert len(told) == len(wanted)
        dated = [str(each) if isinstance(each, datetime.date) else each for each in told]
        assert dated == [
            pytest.approx(each, rel=1e-5, abs=1e-9) if isinstance(each, float) else each
            for each in wanted
        ]
    return len(rows)


def ordered(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """By what is no fraction: those may differ in their last digits."""
    return sorted(rows, key=lambda row: [str(v) for v in row if not isinstance(v, float)])


def test_the_page_is_printed_from_headings_and_answers() -> None:
    assert PAGE.read_text(encoding="utf-8") == printed()


def test_nothing_is_counted_that_is_no_report() -> None:
    assert set(COUNTED) == set(reports())
