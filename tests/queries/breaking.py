"""A disk that fails, or a machine that stops, at any one step by which an archive changes."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import duckdb

from cardlog.cli import sharing
from cardlog.cli.ingesting import Ingest
from cardlog.queries.archive import disk, manifest, rows, writing

STEPS: Final = (
    "make_folder", "create", "sync", "rename", "sync_folder", "remove", "copy", "step",
)  # fmt: skip
STOPPED: Final = 77  # the exit status of a machine that stops


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def stop() -> None:
    os._exit(STOPPED)


class Steps:
    """Counts the steps, and breaks one of them before it is done (so after the one before it)."""

    def __init__(self, broken: int, how: Callable[[], None]) -> None:
        self.count = 0
        self._broken = broken
        self._how = how

    def wrapped(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any) -> Any:
            self.count += 1
            if self.count == self._broken + 1:
                self._how()
            return real(*arguments)

        return step

    @contextlib.contextmanager
    def in_force(self) -> Iterator[None]:
        kept = {name: getattr(disk, name) for name in STEPS}
        for name, real in kept.items():
            setattr(disk, name, self.wrapped(real))
        try:
            yield
        finally:
            for name, real in kept.items():
                setattr(disk, name, real)


def ingest(archive: Path, *files: Path, jobs: int = 1) -> Ingest:
    """As `cardlog ingest` does, without its words."""
    found = [sharing.file_of(str(file), file.name, None) for file in files]
    with (
        sharing.pool(jobs, 0, None) as pool,
        writing(str(archive), make=True) as held,
        Ingest.into(held, None, None, json=True) as job,
    ):
        job.run(found, pool)
    return job


def ids(archive: Path) -> list[str]:
    """The ids in an archive, sorted; none where there is no archive yet."""
    if not archive.exists() or (archive.is_dir() and not (archive / "archive.json").exists()):
        return []
    if archive.is_dir():
        found = manifest.read(str(archive))
        assert manifest.missing(str(archive), found) is None
        source = rows.query("games", [str(archive / part.path("games")) for part in found.parts])
        held = duckdb.connect()
    else:
        source, held = "FROM games", duckdb.connect(str(archive), read_only=True)
    with contextlib.closing(held):
        told = held.execute(f"SELECT id FROM ({source}) ORDER BY id").fetchall()
    return [row[0] for row in told]


def stop_everywhere(
    work: Callable[[Path], object], folder: Path, make: Callable[[Path], Path]
) -> int:
    """Do the work in a process that stops at its first step, in one that stops at its second …

    Each in a place of its own that `make` prepares, numbered; how many there were.
    """
    for number in range(10_000):
        place = make(folder / str(number))
        child = os.fork()
        if child == 0:
            status = 1
            try:
                steps = Steps(number, stop)
                with steps.in_force():
                    work(place)
                status = 0
            finally:
                os._exit(status)
        _, how = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(how) != STOPPED:
            assert os.waitstatus_to_exitcode(how) == 0, number
            return number
    raise AssertionError("it never ends")


def main() -> None:
    """Of an archive and a file: ingest it, and stop everywhere. No database is open before."""
    import shutil

    archive, file, folder = map(Path, sys.argv[1:])

    def make(place: Path) -> Path:
        place.mkdir()
        copy = place / archive.name
        if archive.is_dir():
            shutil.copytree(archive, copy)
        elif archive.exists():
            shutil.copy(archive, copy)
        return copy

    from cardlog.cli import ingesting

    ingesting.EVENTS = 300  # type: ignore[misc]  # so that there are several commits
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    count = stop_everywhere(lambda place: ingest(place, file), folder, make)
    sys.stderr.write(f"{count}\n")


if __name__ == "__main__":
    main()
