"""Killed or failing anywhere, an archive is the old one or the new one; a rerun completes it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from cardlog.cli import ingesting
from cardlog.queries.archive import checking, manifest
from cardlog.records import formats
from cardlog.records.game import Record
from tests.bench.workload import play
from tests.cli.run import ROOT
from tests.queries.breaking import Steps, full, ids, ingest

ARCHIVES = ["archive", "archive.duckdb"]


def games() -> tuple[list[Record], list[Record]]:
    """Some records that are in an archive, and some that come: new ones, a copy, a longer stage."""
    whole = msgspec.structs.replace(play("pitch", 1), uid="room 1")
    stage = msgspec.structs.replace(whole, events=whole.events[:20])
    old = [play("chase cuckoo", 0), stage]
    new = [play("chase cuckoo", 1), old[0], whole, play("pitch", 2)]
    return old, [*new, new[0], play("chase compendium", 3)]


@pytest.fixture(params=ARCHIVES)
def night(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """An archive with games, and a file of others."""
    old, new = games()
    formats.write(old, tmp_path / "old.jsonl")
    formats.write(new, tmp_path / "new.jsonl")
    ingest(tmp_path / request.param, tmp_path / "old.jsonl")
    return tmp_path / request.param, tmp_path / "new.jsonl"


def states(archive: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What may be in the archive while the file comes in: after each commit."""
    copy = copied(archive, archive.parent / "unbroken")
    found = [ids(copy)]
    monkeypatch.setattr(ingesting, "EVENTS", 300)
    monkeypatch.setattr("cardlog.cli.storing.MOST", 2**12)
    monkeypatch.setattr("cardlog.cli.sharing.LEAST", 2**12)
    real = ingesting.Ingest._commit

    def commit(job: ingesting.Ingest) -> None:
        real(job)
        if copy.is_dir():
            found.append(ids(copy))

    monkeypatch.setattr(ingesting.Ingest, "_commit", commit)
    ingest(copy, file)
    monkeypatch.setattr(ingesting.Ingest, "_commit", real)
    return [*found, ids(copy)]


def copied(archive: Path, folder: Path) -> Path:
    folder.mkdir()
    copy = folder / archive.name
    if archive.is_dir():
        shutil.copytree(archive, copy)
    elif archive.exists():
        shutil.copy(archive, copy)
    return copy


def completes(archive: Path, file: Path, wanted: list[str], number: int) -> None:
    """A rerun makes it whole, and leaves nothing else behind."""
    ingest(archive, file)
    assert ids(archive) == wanted
    assert number % 10 or list(checking.check(str(archive))) == []
    left = [path.name for path in archive.parent.iterdir()]
    assert left == [archive.name]
    if archive.is_dir():
        named = {path for path, _ in manifest.read(str(archive)).paths()}
        files = {str(path.relative_to(archive)) for path in archive.rglob("*") if path.is_file()}
        assert files == {*named, "archive.json", ".lock"}


def test_a_disk_that_fails_at_any_step(
    night: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, file = night
    may_be = states(archive, file, monkeypatch)
    assert len(may_be) > 3 or archive.is_file()
    number = 0
    while True:
        copy = copied(archive, archive.parent / f"{number}")
        steps = Steps(number, full)
        with steps.in_force():
            try:
                ingest(copy, file)
            except OSError as error:
                assert "No space left" in str(error)
        if number >= steps.count:
            break
        state = ids(copy)
        assert state in may_be or copy.is_file(), number
        assert len(set(state)) == len(state)
        completes(copy, file, may_be[-1], number)
        number += 1
    assert number > 20


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs a copy of a process")
def test_a_machine_that_stops_at_any_step(
    night: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, file = night
    may_be = states(archive, file, monkeypatch)
    folder = archive.parent / "stopped"
    folder.mkdir()
    command = [sys.executable, "-m", "tests.queries.breaking", str(archive), str(file), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    count = int(done.stderr)
    assert count > 20
    for number in range(count):
        copy = folder / str(number) / archive.name
        state = ids(copy)
        assert state in may_be or copy.is_file(), number
        completes(copy, file, may_be[-1], number)


@pytest.mark.parametrize("name", ARCHIVES)
def test_a_disk_that_fails_while_an_archive_is_made(name: str, tmp_path: Path) -> None:
    formats.write(games()[0], tmp_path / "old.jsonl")
    number = 0
    while True:
        place = tmp_path / str(number)
        place.mkdir()
        steps = Steps(number, full)
        with steps.in_force():
            try:
                ingest(place / name, tmp_path / "old.jsonl")
            except OSError as error:
                assert "No space left" in str(error)
        if number >= steps.count:
            break
        assert len(ids(place / name)) in (0, 2)
        ingest(place / name, tmp_path / "old.jsonl")
        assert len(ids(place / name)) == 2
        number += 1
    assert number > 8
