"""A damaged archive is told of by all that open it, and what can be read of it comes out."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

import cardlog as package
from cardlog.queries.archive import compacted, intake, manifest, opening, writing
from cardlog.queries.archive.checking import check
from cardlog.queries.archive.exporting import exported
from cardlog.queries.archive.known import Known
from cardlog.queries.errors import QueryError
from cardlog.queries.formats._reading import told
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.game import Record
from tests.bench.workload import play
from tests.cli.run import cardlog
from tests.depth import some
from tests.queries.breaking import ids, ingest

GAMES = [*(play("pitch", number) for number in range(6)), play("seven-up", 0)]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    formats.write(GAMES, tmp_path / "in.jsonl")
    ingest(tmp_path / "archive", tmp_path / "in.jsonl")
    return tmp_path / "archive"


def file_of(archive: Path, table: str, game: str) -> Path:
    (found,) = (archive / table / f"game={game}").iterdir()
    return found


def column(file: Path, name: str) -> tuple[int, int]:
    """Where the first pages of a column begin, and how many bytes they are."""
    ((start, size),) = duckdb.execute(
        "SELECT coalesce(dictionary_page_offset, data_page_offset), total_compressed_size"
        f" FROM parquet_metadata('{file}') WHERE path_in_schema = '{name}' AND row_group_id = 0"
    ).fetchall()
    return start, size


def overwrite(file: Path, start: int, size: int) -> None:
    data = bytearray(file.read_bytes())
    data[start : start + size] = b"\xff" * size
    file.write_bytes(data)


def cut_rows(archive: Path) -> str:
    """A file of games with fewer rows, under a manifest that still tells of all; its path."""
    file = file_of(archive, "games", "pitch")
    duckdb.sql(f"COPY (FROM '{file}' WHERE record < 2) TO '{file}.new' (FORMAT parquet)")
    Path(f"{file}.new").replace(file)
    with contextlib.closing(duckdb.connect()) as held:
        sheet = intake.sheet(held, str(file))
    data: dict[str, Any] = json.loads((archive / manifest.NAME).read_bytes())
    (its,) = (part["sheets"]["games"] for part in data["parts"] if part["game"] == "pitch")
    its.update(bytes=sheet.bytes, sha256=sheet.sha256)
    (archive / manifest.NAME).write_text(json.dumps(data), encoding="utf-8")
    return file.relative_to(archive).as_posix()


def test_another_number_of_rows_is_told_by_all(archive: Path, tmp_path: Path) -> None:
    words = f"{cut_rows(archive)} has 2 rows, where archive.json says 6"
    before = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
    for args in (
        ("query", archive, "--sql", "SELECT 1"),
        ("archive", "info", archive),
        ("archive", "compact", archive),
        ("archive", "forget", archive, "Ana"),
        ("ingest", archive, tmp_path / "in.jsonl"),
    ):
        ran = cardlog(*args)
        assert ran.status == 2 and words in ran.err, args
    assert "has 2 rows, not 6" in cardlog("archive", "check", archive).text
    assert {path: path.read_bytes() for path in before} == before
    with pytest.raises(RecordError, match="damaged"):
        package.open(archive)


def test_a_manifest_that_misleads_costs_no_record(archive: Path, tmp_path: Path) -> None:
    """What it says of numbers is believed nowhere that a record could be lost or doubled by it."""
    data = json.loads((archive / manifest.NAME).read_bytes())
    (pitch,) = (part for part in data["parts"] if part["game"] == "pitch")
    pitch["last"] = 3
    (archive / manifest.NAME).write_text(json.dumps(data), encoding="utf-8")
    assert any("has the records 0 to 5, where" in each for each in check(str(archive)))
    (each,) = exported(str(archive), ids=[GAMES[5].id])
    assert isinstance(each[2], RecordError) and "archive check" in each[2].message
    pitch["last"], data["next"] = 5, 0
    (archive / manifest.NAME).write_text(json.dumps(data), encoding="utf-8")
    assert any("has 0 as the number of the next" in each for each in check(str(archive)))
    formats.write([play("pitch", 9)], tmp_path / "more.jsonl")
    ingest(archive, tmp_path / "more.jsonl")
    assert [number for number, _, _ in exported(str(archive))] == list(range(8))
    assert list(check(str(archive))) == []


def test_pages_that_cannot_be_read_are_told_with_what_to_do(archive: Path) -> None:
    file = file_of(archive, "deals", "pitch")
    overwrite(file, *column(file, "kinds"))
    with (
        package.open(archive) as held,
        pytest.raises(QueryError, match=r"damaged \(`cardlog archive check` says where"),
    ):
        held.sql("SELECT max(kinds) FROM deals").fetchall()
    with pytest.raises(RecordError, match="archive export` saves"), opening.in_words():
        duckdb.execute(f"SELECT list(kinds) FROM '{file}'").fetchall()


def test_numbers_that_are_used_up_are_told(archive: Path, tmp_path: Path) -> None:
    data = json.loads((archive / manifest.NAME).read_bytes())
    (archive / manifest.NAME).write_text(json.dumps(data | {"next": 2**32 - 1}), encoding="utf-8")
    with writing(str(archive)) as held:
        taking = intake.Intake(held.aside, held.next, Known(held.known()))
        taking.add(play("pitch", 8))
        with pytest.raises(RecordError, match="no number left"):
            taking.add(play("pitch", 9))
        taking.close()


def test_what_is_left_is_exported(archive: Path, tmp_path: Path) -> None:
    words = f"{cut_rows(archive)} has 2 rows, where archive.json says 6"
    ran = cardlog("archive", "export", archive, "-o", tmp_path / "out.jsonl")
    assert ran.status == 2 and words in ran.err and "3 records exported" in ran.err
    assert list(formats.read(tmp_path / "out.jsonl")) == [GAMES[0], GAMES[1], GAMES[6]]


@pytest.mark.parametrize(
    ("table", "name"), [("games", "id"), ("games", "record"), ("games", "meta"), ("deals", "kinds")]
)
def test_pages_that_cannot_be_read_cost_their_records(
    archive: Path, tmp_path: Path, table: str, name: str
) -> None:
    file = file_of(archive, table, "pitch")
    overwrite(file, *column(file, name))
    ran = cardlog("archive", "export", archive, "-o", tmp_path / "out.jsonl")
    assert ran.status == 2 and "1 record exported" in ran.err and "internal" not in ran.err
    assert "cannot be read" in ran.err
    assert list(formats.read(tmp_path / "out.jsonl")) == GAMES[6:]


def test_so_does_a_file_whose_end_is_lost(archive: Path, tmp_path: Path) -> None:
    file = file_of(archive, "deals", "pitch")
    overwrite(file, file.stat().st_size - 60, 40)
    ran = cardlog("archive", "export", archive, "-o", tmp_path / "out.jsonl")
    assert ran.status == 2 and f"{file.relative_to(archive).as_posix()} cannot be read" in ran.err
    assert list(formats.read(tmp_path / "out.jsonl")) == GAMES[6:]
    for args in (("archive", "info"), ("archive", "compact")):
        ran = cardlog(*args, archive)
        assert ran.status == 2 and f"{file.name} cannot be read" in ran.err


def test_any_damage_is_told_in_words(archive: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for table, game in (("games", "pitch"), ("deals", "pitch"), ("findings", "pitch")):
        if not (archive / table / f"game={game}").is_dir():
            continue
        size = file_of(archive, table, game).stat().st_size
        for place in some(range(0, size, max(1, size // 12)), 4):
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(archive, copy)
            overwrite(file_of(copy, table, game), place, min(100, size - place))
            items = []
            with contextlib.suppress(RecordError):
                items = list(exported(str(copy), differs=lambda told: None))
            assert all(record in GAMES for _, _, record in items if isinstance(record, Record))
            with contextlib.suppress(RecordError):
                compacted(str(copy))


def test_columns_of_different_length_are_told_in_words(tmp_path: Path) -> None:
    formats.write(GAMES, tmp_path / "a.duckdb")
    with duckdb.connect(str(tmp_path / "a.duckdb")) as held:
        for name in ("seats", "cards"):
            held.execute(f"UPDATE deals SET {name} = list_append({name}, 1) WHERE record = 2")
    (error,) = (each for each in formats.read(tmp_path / "a.duckdb") if each not in GAMES)
    assert isinstance(error, RecordError)
    assert "letters in `kinds`, and" in error.message and "values in `seats`" in error.message


def test_what_duckdb_says_in_json_is_told_in_words() -> None:
    said = '{"exception_type":"IO","exception_message":"Could not write file: full","errno":"28"}'
    assert told(OSError(said)) == "Could not write file: full"
    assert told(OSError(f"IO Error: failed: {said}")) == "Could not write file: full"
    assert told(OSError("{no json")) == "{no json"


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be kept from writing there")
def test_a_full_disk_costs_nothing_that_was_there(tmp_path: Path) -> None:
    """Wherever the disk is full while a file is compacted, converted or begun."""
    formats.write(GAMES, tmp_path / "in.jsonl")
    ingest(tmp_path / "a.duckdb", tmp_path / "in.jsonl")
    whole = ids(tmp_path / "a.duckdb")
    size = (tmp_path / "a.duckdb").stat().st_size
    done = 0
    for most in some((*range(8192, 65536, 16384), *range(65536, size + 2**17, 2**17)), 3):
        shutil.copy(tmp_path / "a.duckdb", tmp_path / "b.duckdb")
        ran = [
            limited(most, tmp_path, *args)
            for args in (
                ("archive", "compact", "b.duckdb"),
                ("convert", "in.jsonl", "c.duckdb"),
                ("ingest", "d.duckdb", "in.jsonl"),
            )
        ]
        assert ids(tmp_path / "b.duckdb") == whole, most
        if ran[1] == 0:
            assert len(list(formats.read(tmp_path / "c.duckdb"))) == len(GAMES), most
        if (tmp_path / "d.duckdb").exists():
            found = cardlog("archive", "check", tmp_path / "d.duckdb")
            assert found.status == 0, (most, found)
        done += sum(ran)
        for path in (*tmp_path.glob("c.duckdb*"), *tmp_path.glob("d.duckdb*")):
            path.unlink()
    assert done > 0


def limited(most: int, folder: Path, *args: str) -> int:
    """The status of a command that can write so many bytes into a file."""
    import resource

    command = [sys.executable, "-m", "cardlog", *args]
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    assert done.returncode in (0, 2), done.stderr
    assert "Traceback" not in done.stderr and "{" not in done.stderr
    return done.returncode
