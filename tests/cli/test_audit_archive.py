"""`cardlog audit ARCHIVE`: the same answers as for a file of its records, by record number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cardlog.cli.app import app
from cardlog.engine import bulk
from cardlog.records import formats
from cardlog.records.events import Gap
from tests.bench.workload import play
from tests.games import FIXTURES
from tests.queries.breaking import ingest
from tests.queries.edited import edit

DISPUTE = FIXTURES / "disputes" / "king-not-shown.json"
UNSEEN = FIXTURES / "disputes" / "shown-later" / "spectator.json"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Plain matches, a dispute, and one in which cards were not seen."""
    folder = tmp_path_factory.mktemp("audit")
    records = [play(kind, 0) for kind in ("pitch", "chase cuckoo", "seven-up")]
    records += [formats.load(DISPUTE), formats.load(UNSEEN), play("pitch", 1)]
    formats.write(records, folder / "night.jsonl")
    ingest(folder / "night", folder / "night.jsonl")
    return folder / "night"


@pytest.fixture(params=["0", "1"], ids=["plain rules", "compiled rules"])
def fast(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "1":
        pytest.importorskip("numba", reason="Numba is an extra")
    monkeypatch.setenv("CARDLOG_FAST", request.param)


def said(*args: str | Path) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, [*map(str, args)])
    assert found.exception is None or isinstance(found.exception, SystemExit)
    return found.exit_code, found.stdout, found.stderr


@pytest.mark.parametrize(
    "options",
    [[], ["--json"], ["--possible"], ["--json", "--possible"], ["--edition", "sources-public"],
     ["--edition", "sources-public", "--json"], ["-j", "2"]],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.usefixtures("fast")
def test_the_answers_are_those_of_a_file_of_its_records(archive: Path, options: list[str]) -> None:
    file = archive.with_suffix(".jsonl")
    status, out, err = said("audit", archive, *options)
    as_file = said("audit", file, *options)
    assert (status, out.replace(str(archive), str(file)), err) == as_file
    assert status == 1 and out


@pytest.mark.usefixtures("fast")
def test_numbers_are_those_of_the_archive(archive: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    formats.write([play("shasta-sam", 0)], more)
    held = tmp_path / "held"
    ingest(held, archive.with_suffix(".jsonl"))
    ingest(held, more)
    edit(held, ("DELETE FROM games WHERE record = 1", []))
    numbers = [json.loads(line)["index"] for line in said("audit", held, "--json")[1].splitlines()]
    assert len(numbers) == 6 and 1 not in numbers
    assert numbers == sorted(numbers)
    edit(held, ("UPDATE games SET id = repeat('0', 64)", []), ("UPDATE deals SET deal = 9", []))
    wrong = [line.split(" (")[0] for line in said("archive", "export", held)[2].splitlines()[:-1]]
    assert wrong == [f"record {number}" for number in numbers]


@pytest.mark.usefixtures("fast")
def test_a_row_that_makes_no_record_costs_the_others_nothing(tmp_path: Path) -> None:
    formats.write([play("pitch", number) for number in range(4)], tmp_path / "in.jsonl")
    held = tmp_path / "held"
    ingest(held, tmp_path / "in.jsonl")
    edit(held, ("UPDATE deals SET hands = [NULL] WHERE record = 2", []))
    status, out, err = said("audit", held)
    assert status == 2
    assert [line.split(": ")[0] for line in out.splitlines()] == [
        f"{held} record {number}" for number in (0, 1, 3)
    ]
    assert f"{held}" in err and "a deal without `hands`" in err
    assert "4 records: 3 in order, 1 unreadable" in err
    lines = [json.loads(line) for line in said("audit", held, "--json")[1].splitlines()]
    assert [line["index"] for line in lines] == [0, 1, 2, 3]
    assert "error" in lines[2]


@pytest.mark.usefixtures("fast")
def test_an_id_of_another_record_is_told_where_a_record_is_put_together(tmp_path: Path) -> None:
    record = play("pitch", 0)
    broken_off = type(record)(**{**_fields(record), "events": (*record.events, Gap())})
    formats.write([broken_off], tmp_path / "in.jsonl")
    held = tmp_path / "held"
    ingest(held, tmp_path / "in.jsonl")
    edit(held, ("UPDATE games SET id = repeat('0', 64)", []))
    status, out, err = said("audit", held)
    assert (status, out) == (2, "")
    assert "its rows make the record" in err


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


@pytest.mark.usefixtures("fast")
def test_archives_and_files_together(archive: Path) -> None:
    status, out, err = said("audit", DISPUTE, archive, archive.with_suffix(".jsonl"))
    assert status == 1
    assert "13 records" in err
    assert out.index(str(DISPUTE)) < out.index(f"{archive} record 0") < out.index(".jsonl record 0")


@pytest.mark.usefixtures("fast")
def test_a_report(archive: Path, tmp_path: Path) -> None:
    told = []
    for source in (archive, archive.with_suffix(".jsonl")):
        said("audit", source, "--report", tmp_path / "verdict.md")
        told.append((tmp_path / "verdict.md").read_text(encoding="utf-8"))
    assert (
        told[0].replace(f"{archive}", f"{archive}.jsonl").replace(".jsonl.jsonl", ".jsonl")
        == (told[1])
    )


@pytest.mark.parametrize(
    "options", [["--quarantine", "aside"], ["--quarantine", "aside", "-o", "good.jsonl"],
                ["--cluster", "tcp://127.0.0.1:1"]],
    ids=" ".join,
)  # fmt: skip
def test_what_is_about_bytes_of_files_is_refused(archive: Path, options: list[str]) -> None:
    status, out, err = said("audit", archive, *options)
    assert (status, out) == (2, "")
    assert f"{options[0]}: {archive} is an archive" in err
    assert "`cardlog archive export`" in err


def test_a_damaged_archive_is_one_error(archive: Path, tmp_path: Path) -> None:
    held = tmp_path / "held"
    held.mkdir()
    (held / "archive.json").write_bytes((archive / "archive.json").read_bytes())
    for options in ([], ["--report", str(tmp_path / "verdict.md")]):
        status, out, err = said("audit", held, DISPUTE, *options)
        assert status == 2
        assert "the archive is damaged" in err and "king-not-shown" in out
    (held / "archive.json").write_bytes(b"{}")
    assert "is no manifest" in said("audit", held)[2]


def test_files_that_hold_no_rows_are_one_error(archive: Path, tmp_path: Path) -> None:
    held = tmp_path / "held"
    ingest(held, archive.with_suffix(".jsonl"))
    for file in held.rglob("*.parquet"):
        file.write_bytes(bytes(file.stat().st_size))
    status, out, err = said("audit", held)
    assert (status, out) == (2, "")
    assert "cannot be read" in err


def test_a_folder_that_is_no_archive(tmp_path: Path) -> None:
    assert "cannot be read: Is a directory" in said("audit", tmp_path)[2]


def test_without_numba(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLOG_FAST", "0")
    plain = said("audit", archive, "--json")
    monkeypatch.setenv("CARDLOG_FAST", "1")
    monkeypatch.setattr(bulk, "judge", lambda: None)
    assert said("audit", archive, "--json") == plain
