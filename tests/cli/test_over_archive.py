"""No command writes into or over the archive that it reads, however its output is spelt."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.run import cardlog
from tests.games import GAMES

RECORDS = GAMES / "friday-cuckoo.json"
SQL = ("--sql", "SELECT record, id FROM games")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    for name in ("club", "club.duckdb"):
        assert cardlog("ingest", folder / name, RECORDS).status == 0
    return folder


@pytest.fixture
def here(made: Path, tmp_path: Path) -> Path:
    """A folder archive, a file archive, and other names for what is in them."""
    shutil.copytree(made, tmp_path / "here")
    here = tmp_path / "here"
    for link in ("link", "link.duckdb"):
        (here / link).symlink_to(here / link.replace("link", "club"))
    (here / "manifest.json").symlink_to("club/archive.json")
    os.link(here / "club" / "archive.json", here / "hard.json")
    os.link(here / "club.duckdb", here / "hard.duckdb")
    (here / "games").symlink_to("club/games")
    return here


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(here: Path, *args: str) -> str:
    before = everything(here)
    ran = cardlog(*args, cwd=here)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, b"", 1), ran.err
    assert everything(here) == before
    return ran.err


@pytest.mark.parametrize(
    "out",
    (
        "club/archive.json",
        "./club/../club/archive.json",
        "link/archive.json",
        "manifest.json",
        "hard.json",
        "games/new.json",
        "club/new.json",
        "club/quarantine/new.json",
    ),
)
def test_nothing_is_written_into_a_folder(here: Path, out: str) -> None:
    for archive in ("club", "link"):
        told = refused(here, "archive", "export", archive, "-o", out)
        assert told.startswith(f"cardlog: -o {out}: this lies in {archive} itself")
        refused(here, "query", archive, *SQL, "-o", out, "--format", "json")
    assert "--plot" in refused(here, "query", "club", *SQL, "--plot", "games/new.svg")


@pytest.mark.parametrize(
    "out", ("club.duckdb", "./club.duckdb", "link.duckdb", "hard.duckdb", "../here/club.duckdb")
)
def test_nor_over_a_file(here: Path, out: str) -> None:
    for archive in ("club.duckdb", "link.duckdb"):
        told = refused(here, "archive", "export", archive, "-o", out)
        assert told.startswith(f"cardlog: -o {out}: this is {archive} itself")
        refused(here, "query", archive, *SQL, "-o", out, "--format", "csv")
        told = refused(here, "convert", archive, out)
        assert "is an archive, of which this would leave the records alone" in told


def test_nor_over_records_that_are_asked(here: Path) -> None:
    shutil.copy(RECORDS, here / "night.json")
    assert "this is night.json itself" in refused(
        here, "query", "night.json", *SQL, "-o", "night.json"
    )
    refused(here, "query", "n*.json", *SQL, "-o", "night.json")


@pytest.mark.parametrize("folder", ("club", "club/games", "games", "link/aside", "none"))
def test_nor_is_anything_set_aside_among_its_files(here: Path, folder: str) -> None:
    archive = "none" if folder == "none" else "club"
    told = refused(here, "ingest", archive, str(RECORDS), "--quarantine", folder)
    assert told.startswith(f"cardlog: --quarantine {folder}: this lies in {archive} itself") or (
        archive == "none" and "itself" in told
    )


def test_elsewhere_is_as_it_was(here: Path) -> None:
    for archive in ("club", "club.duckdb"):
        assert cardlog("archive", "export", archive, "-o", "club.json", cwd=here).status == 0
        assert cardlog("query", archive, *SQL, "-o", "club.csv", cwd=here).status == 0
    aside = ("--quarantine", "club/quarantine/today")
    assert cardlog("ingest", "club", str(RECORDS), *aside, cwd=here).status == 0


@pytest.mark.parametrize("name", ("night.parquet", "night.jsonl", "night.json.gz", "x.msgpack"))
def test_an_archive_is_not_named_like_a_file_of_records(tmp_path: Path, name: str) -> None:
    ran = cardlog("ingest", name, str(RECORDS), cwd=tmp_path)
    assert ran.status == 2 and not list(tmp_path.iterdir())
    assert "an archive is a folder or a .duckdb file" in ran.err


def test_an_archive_is_no_file_of_records(here: Path) -> None:
    ran = cardlog("ingest", "other", "club", cwd=here)
    assert ran.status == 2
    assert "club: record 0: this folder is an archive" in ran.err
    assert "cardlog archive export FOLDER -o FILE" in ran.err


def test_of_what_was_never_made_nothing_is_said_to_be_there(tmp_path: Path) -> None:
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere" / "else")
    ran = cardlog("ingest", "gone", str(RECORDS), cwd=tmp_path)
    assert ran.status == 2
    assert "cannot be written" in ran.err and "what was added" not in ran.err
