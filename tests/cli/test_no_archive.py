"""What is no archive is told so in words of our own, by every command that opens one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import duckdb
import pytest

from cardlog.queries.formats._reading import quoted
from cardlog.records import formats
from tests.cli.run import cardlog
from tests.games import FIXTURES

EXPECTED: Final = (
    ": expected a folder or a .duckdb file that `cardlog ingest` made"
    " (`cardlog ingest ARCHIVE FILE` puts the records of a file into one)\n"
)
NO_FOLDER: Final = "this folder is no archive, there is no archive.json in it"
RECORDS: Final = FIXTURES / "games" / "friday-cuckoo.json"
COMMANDS: Final = (
    ("archive info",),
    ("archive check",),
    ("archive export",),
    ("archive compact",),
    ("archive forget", "Ana"),
    ("archive anonymise",),
)
ASKING: Final = (("query", "head-to-head"), ("shell",))


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what one may take for an archive."""
    folder = tmp_path_factory.mktemp("there")
    (folder / "notes.txt").write_text("Ana owes Bruno a coffee\n")
    (folder / "empty").touch()
    (folder / "night.duckdb").write_text("no database\n")
    (folder / "folder").mkdir()
    shutil.copy(RECORDS, folder / "game.json")
    assert cardlog("convert", RECORDS, folder / "game.parquet").status == 0
    return folder


def refused(place: Path, command: str, *rest: str) -> str:
    """What a command says of a place where nothing is that it can use; the place stays as it is."""
    before = sorted(place.parent.iterdir())
    ran = cardlog(*command.split(), place, *rest)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, b"", 1), ran.err
    assert sorted(place.parent.iterdir()) == before
    return ran.err.replace(str(place), place.name)


@pytest.mark.parametrize(
    ("name", "words"),
    (
        ("notes.txt", "this file is no archive"),
        ("empty", "this file is empty, and no archive"),
        ("night.duckdb", "this file is no archive"),
        ("folder", NO_FOLDER),
        ("game.json", "this file is no archive"),
        ("game.parquet", "this file is no archive"),
        ("none", "there is no such file or folder"),
    ),
)
def test_what_is_none_is_told(there: Path, name: str, words: str) -> None:
    for command in COMMANDS[:3]:
        assert refused(there / name, *command) == f"cardlog: {name}: {words}{EXPECTED}"


@pytest.mark.parametrize("name", ("notes.txt", "folder", "none"))
def test_it_is_told_before_anything_is_written(there: Path, name: str) -> None:
    for command in COMMANDS[3:]:
        said = refused(there / name, *command)
        assert said.startswith(f"cardlog: {name}: ") and said.endswith(EXPECTED)


def test_nor_is_anything_ingested_there(there: Path) -> None:
    for name in ("notes.txt", "empty", "night.duckdb"):
        said = refused(there / name, "ingest", str(RECORDS))
        assert said.endswith(f"no archive{EXPECTED}")
        assert "DuckDB database" not in said


def test_a_database_of_no_bytes_is_begun(tmp_path: Path) -> None:
    """As DuckDB takes it; of another name, a file that is empty may be a mistake."""
    night, link = tmp_path / "night.duckdb", tmp_path / "link.duckdb"
    night.touch()
    link.symlink_to(night)
    assert refused(night, "archive info").startswith(
        "cardlog: night.duckdb: this file is empty, and no archive"
    )
    ran = cardlog("ingest", link, RECORDS)
    assert (ran.status, ran.err) == (0, "1 record: 1 added\n")
    assert link.is_symlink()
    assert cardlog("archive", "check", night).status == 0
    assert "1 there already" in cardlog("ingest", night, RECORDS).err
    assert sorted(tmp_path.iterdir()) == [link, night]


def test_a_file_without_a_record_answers_nothing(tmp_path: Path) -> None:
    """Of a count that is 0 nobody could tell whether there are records to be repaired."""
    files = {name: tmp_path / f"a.{name}" for name in ("parquet", "duckdb", "jsonl", "msgpack")}
    for name in ("parquet", "duckdb"):
        formats.write([], files[name])
    files["jsonl"].write_bytes(b"\n\n")
    files["msgpack"].write_bytes(b"\x81\xa1a\x01")
    foreign = files["foreign"] = tmp_path / "b.parquet"
    duckdb.execute(f"COPY (SELECT 1 AS a) TO {quoted(str(foreign))} (FORMAT parquet)")
    for name, file in files.items():
        ran = cardlog("query", file, "--sql", "SELECT count(*) FROM games")
        *first, last = ran.err.splitlines()
        assert (ran.status, ran.out) == (2, b""), name
        assert last == f"cardlog: {file}: there is no record in it that can be read"
        if name in ("parquet", "duckdb"):  # tables without rows: nothing is wrong with them
            assert first == []
        else:
            assert len(first) == 1 and first[0].startswith(f"{file}: record 0")


@pytest.mark.parametrize("command", ASKING, ids=" ".join)
def test_questions_are_asked_of_archives_and_of_records(
    there: Path, command: tuple[str, ...]
) -> None:
    for name, words in (
        ("empty", "this file is empty, and no archive"),
        ("night.duckdb", "this file is no archive"),
        ("folder", NO_FOLDER),
    ):
        assert refused(there / name, *command) == f"cardlog: {name}: {words}{EXPECTED}"
    said = refused(there / "notes.txt", *command)
    assert said.startswith("cardlog: notes.txt: this file is no archive and holds no records: ")
    for name in ("game.json", "game.parquet"):
        assert cardlog(command[0], there / name, *command[1:]).status == 0
