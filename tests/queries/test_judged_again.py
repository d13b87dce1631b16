"""`archive check` judges every record once more: whatever a row says that it should not is told."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from cardlog.queries.archive.checking import check
from cardlog.queries.archive.exporting import exported
from cardlog.queries.tables import DEALS, FINDINGS, GAMES, Table
from cardlog.records import formats
from cardlog.records.game import Record
from tests import archive as matches
from tests.cli.run import cardlog
from tests.depth import some
from tests.queries.edited import edit

# Another value for every column of what was found, by its type.
OTHER = {
    "VARCHAR": "coalesce({0}, '') || '?'",
    "BOOLEAN": "{0} IS DISTINCT FROM true",
    "VARCHAR[]": "list_append(coalesce({0}, []), '?')",
}
NUMBER, NUMBERS = "(coalesce({0}, 0) + 1) % 100", "list_append(coalesce({0}, []), 1)"
Made = Callable[[], Path]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judged") / "archive"
    files = [matches.ARCHIVE / each for each in matches.FILES]
    assert cardlog("ingest", path, *files, "-j", "1").status == 1  # some are not in order
    return path


@pytest.fixture
def made(whole: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "archive"
    for path in whole.rglob("*"):
        if path.is_file() and "quarantine" not in path.parts:
            (copy / path.relative_to(whole)).parent.mkdir(parents=True, exist_ok=True)
            (copy / path.relative_to(whole)).write_bytes(path.read_bytes())
    return copy


@pytest.mark.parametrize("fast", [False, True])
def test_an_archive_as_it_was_written(whole: Path, fast: bool) -> None:
    assert not list(check(str(whole), fast=fast))


COLUMNS = [
    (table, column.name)
    for table in (GAMES, DEALS, FINDINGS)
    for column in table.columns
    if not column.written and column.name not in ("record", "finding")
]


@pytest.mark.parametrize(
    ("table", "column"), some(COLUMNS, 4), ids=lambda each: getattr(each, "name", each)
)
def test_no_column_of_what_was_found_can_be_changed(made: Path, table: Table, column: str) -> None:
    type = next(each.type for each in table.columns if each.name == column)
    value = OTHER.get(type, NUMBERS if type.endswith("[]") else NUMBER).format(column)
    edit(made, (f"UPDATE {table.name} SET {column} = {value} WHERE record % 3 = 0", []))
    told = [each for each in check(str(made)) if "the referee" not in each]
    assert told and all("record" in each for each in told)
    assert column == "findings" or f"`{column}` is " in "".join(told)
    assert all(int(each.split()[1]) % 3 == 0 for each in told if each.startswith("record "))


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE games SET status = 'illegal', winners = [0]", "`status` is illegal, and judged"),
        ("UPDATE games SET status = NULL", "`status` is nothing, and judged once more finished"),
        ("UPDATE games SET stopped = 'nobody won', winners = [1]", "`stopped` is nobody won"),
        ("UPDATE games SET ok = true", "`ok` is true, and judged once more false"),
    ],
)
def test_what_hides_a_match_from_the_referee_is_told(
    made: Path, statement: str, words: str
) -> None:
    edit(made, (statement, []))
    assert words in "\n".join(check(str(made)))


def test_rows_of_findings_that_are_gone_or_made_up(made: Path) -> None:
    with contextlib.closing(duckdb.connect()) as held:
        findings = f"read_parquet('{made}/findings/*/*.parquet')"
        record = held.execute(f"SELECT min(record) FROM {findings}").fetchall()[0][0]
    edit(
        made,
        ("DELETE FROM findings WHERE record = ?", [record]),
        ("UPDATE games SET findings = 0, ok = true WHERE record = ?", [record]),
    )
    told = [each for each in check(str(made)) if each.startswith(f"record {record} ")]
    assert any("`ok` is true, and judged once more false" in each for each in told)
    assert any("there is no such row" in each for each in told)


def test_a_database_that_was_never_judged_is_what_it_says(whole: Path, tmp_path: Path) -> None:
    records = [each for _, _, each in exported(str(whole)) if isinstance(each, Record)]
    formats.write(records, tmp_path / "night.msgpack")
    night = tmp_path / "night.duckdb"
    assert cardlog("convert", tmp_path / "night.msgpack", night).status == 0
    assert not [each for each in check(str(night)) if "judged once more" in each]
    with duckdb.connect(str(night)) as held:
        held.execute("UPDATE deals SET size = 2 WHERE size > 2")
    assert "`size` is 2, and judged once more" in "\n".join(check(str(night)))
