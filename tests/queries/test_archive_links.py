"""A stranger's archive may hold links: no writer follows one out of it, and nothing is changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from cardlog.queries.archive import compacted, rewritten, writing
from cardlog.queries.archive.forgetting import forget
from cardlog.records import formats
from cardlog.records.errors import RecordError
from tests.bench.workload import play
from tests.cli.run import cardlog
from tests.queries.breaking import ids, ingest

INSIDE = (
    "archive.json",
    ".lock",
    "quarantine",
    "games",
    "deals",
    "findings",
    "games/game=pitch",
    "deals/game=seven-up",
    ".new-0123456789abcdef",
    "games/game=pitch/PART",
)


@pytest.fixture
def more(tmp_path: Path) -> Path:
    formats.write([play("seven-up", 1), play("pitch", 7)], tmp_path / "more.jsonl")
    return tmp_path / "more.jsonl"


@pytest.fixture
def owned(tmp_path: Path) -> Path:
    """Somebody's archive, of several parts."""
    for number in range(2):
        formats.write([play("pitch", number), play("seven-up", number)], tmp_path / "in.jsonl")
        ingest(tmp_path / "owned", tmp_path / "in.jsonl")
    (tmp_path / "owned" / "quarantine").mkdir()
    (tmp_path / "owned" / ".new-0123456789abcdef").mkdir()
    (tmp_path / "owned" / ".new-0123456789abcdef" / "letter.txt").write_text("keep me")
    return tmp_path / "owned"


def everything(*roots: Path) -> dict[str, bytes]:
    files = [path for root in roots for path in root.rglob("*") if path.is_file()]
    return {str(path): path.read_bytes() for path in files}


def every_writer(archive: Path, more: Path) -> str:
    """What all of them say of it, which is the same."""
    said = set()
    for work in (
        lambda: ingest(archive, more),
        lambda: compacted(str(archive)),
        lambda: rewritten(str(archive), lambda held: forget(held, "Ana", handle=True, force=True)),
    ):
        with pytest.raises(RecordError) as error:
            work()
        said.add(error.value.message)
    (one,) = said
    return one


@pytest.mark.parametrize("name", INSIDE)
def test_a_link_in_an_archive_is_not_followed(
    name: str, owned: Path, more: Path, tmp_path: Path
) -> None:
    part = next((owned / "games" / "game=pitch").iterdir()).name
    name = name.replace("PART", part)
    theirs = tmp_path / "theirs"
    shutil.copytree(owned, theirs)
    place = theirs / name
    shutil.rmtree(place) if place.is_dir() else place.unlink(missing_ok=True)
    place.symlink_to(owned / name)
    before = everything(owned, theirs)
    assert f"{name} is a link" in every_writer(theirs, more)
    assert everything(owned, theirs) == before
    assert place.is_symlink()


@pytest.mark.parametrize("name", (".lock", "quarantine", "games", "archive.json"))
def test_a_link_to_nothing_makes_nothing(name: str, more: Path, tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    if name != "archive.json":
        ingest(folder, more)
    (folder / name).unlink(missing_ok=True) if name == ".lock" else None
    shutil.rmtree(folder / name, ignore_errors=True)
    (folder / name).symlink_to(tmp_path / "nothing")
    with pytest.raises(RecordError):
        ingest(folder, more)
    assert not (tmp_path / "nothing").exists()


def test_a_lock_that_is_another_file_as_well_keeps_its_text(
    owned: Path, more: Path, tmp_path: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("keep me")
    (owned / ".lock").unlink()
    os.link(letter, owned / ".lock")
    ingest(owned, more)
    assert letter.read_text() == "keep me"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_a_lock_that_is_no_file_is_refused_at_once(owned: Path, more: Path) -> None:
    (owned / ".lock").unlink()
    os.mkfifo(owned / ".lock")
    assert ".lock is no plain file" in every_writer(owned, more)


@pytest.mark.parametrize("hard", (False, True))
def test_what_lies_beside_a_database_is_no_link(hard: bool, more: Path, tmp_path: Path) -> None:
    archive = tmp_path / "a.duckdb"
    ingest(archive, more)
    letter = tmp_path / "letter.txt"
    letter.write_text("keep me")
    log = tmp_path / "a.duckdb.wal"
    (os.link if hard else os.symlink)(letter, log)
    assert "a.duckdb.wal is a link" in every_writer(archive, more)
    assert "a.duckdb.wal is a link" in cardlog("archive", "info", archive).err
    log.unlink()
    assert letter.read_text() == "keep me"
    os.symlink(tmp_path, tmp_path / "a.duckdb.quarantine")
    assert "a.duckdb.quarantine is a link" in every_writer(archive, more)


@pytest.mark.parametrize("name", ("a", "a.duckdb"))
def test_the_path_of_an_archive_may_be_a_link(name: str, more: Path, tmp_path: Path) -> None:
    """What is done by the link is done to the archive, and the link stays."""
    (tmp_path / "shelf").mkdir()
    real, link = tmp_path / "shelf" / name, tmp_path / name
    ingest(real, more)
    link.symlink_to(real)
    formats.write([play("pitch", 1)], tmp_path / "one.jsonl")
    ingest(link, tmp_path / "one.jsonl")
    compacted(str(link))
    with writing(str(link)) as held:
        assert held.next == 3
    assert link.is_symlink() and len(ids(real)) == 3
    assert [path.name for path in (tmp_path / "shelf").iterdir()] == [name]
