"""Ctrl-C while DuckDB works: it stops at once, and the archive is the old one or the new one."""

from __future__ import annotations

import inspect
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

import duckdb
import pytest

from cardlog import queries
from cardlog.queries.archive import checking, compacted, exporting, forgetting, intake, rewritten
from cardlog.queries.arrow.rows import batches
from cardlog.queries.clock import interruptible
from cardlog.queries.formats import _reading
from cardlog.records import formats
from tests import depth
from tests.bench.workload import play
from tests.cli.run import ROOT
from tests.queries.breaking import ids, ingest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

ENDLESS: Final = "SELECT range FROM range(1000000000000) WHERE range % 7 > 0"
COUNTED: Final = f"SELECT max(range) FROM ({ENDLESS})"
SOON: Final = 2.0  # seconds, where others are at work too
ARCHIVES: Final = ("archive", "archive.duckdb")

real: Final = duckdb.connect


def ctrl_c(seconds: float = 0.05) -> None:
    """Send it to ourselves in a moment."""
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


@pytest.fixture(autouse=True)
def handled() -> Iterator[None]:
    """Whoever runs the tests in the background has them ignore the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Places:
    """The places of the code that run a statement: all of them, and the one that never ends."""

    def __init__(self) -> None:
        self.seen: dict[str, None] = {}
        self.endless: str | None = None
        self.began = 0.0

    def statement(self, sql: str, frame: FrameType | None) -> str:
        """What is run in place of a statement."""
        place = _place(frame)
        if place:
            self.seen[place] = None
        if place != self.endless or self.began:
            return sql
        self.began = time.monotonic()
        ctrl_c()
        return f"COPY ({ENDLESS}) TO {sql.split(' TO ')[-1]}" if "COPY (" in sql else COUNTED


def _place(frame: FrameType | None) -> str:
    """The innermost functions of ours, without those that run any statement."""
    named: list[str] = []
    while frame is not None and len(named) < 2:
        code = frame.f_code
        if code.co_filename.startswith(OURS) and code.co_name not in HELPERS:
            line = frame.f_lineno if not named else ""
            named.append(f"{Path(code.co_filename).stem}.{code.co_name}:{line}")
        frame = frame.f_back
    return " < ".join(named)


OURS: Final = os.path.dirname(inspect.getfile(queries)) + os.sep
HELPERS: Final = ("execute", "sql", "answers", "one", "batches", "rows", "run", "step", "copy")


class Held:
    """A connection that tells of its statements."""

    def __init__(self, held: Any, places: Places) -> None:
        self._held = held
        self._places = places

    def __getattr__(self, name: str) -> Any:
        return getattr(self._held, name)

    def cursor(self) -> Held:
        return Held(self._held.cursor(), self._places)

    def execute(self, sql: str, values: Any = None) -> Any:
        told = self._places.statement(sql, sys._getframe(1))
        return self._held.execute(told, values if told == sql else None)

    def sql(self, sql: str) -> Any:
        return self._held.sql(self._places.statement(sql, sys._getframe(1)))


def some(folder: Path, name: str) -> tuple[Path, Path]:
    """An archive of two parts, and a file of other games, one of them a longer stage."""
    from msgspec.structs import replace

    whole = replace(play("pitch", 1), uid="room 1")
    stage = replace(whole, events=whole.events[:20])
    formats.write([play("pitch", 0), stage], folder / "old.jsonl")
    formats.write([play("pitch", 2)], folder / "older.jsonl")
    formats.write([whole, play("pitch", 3), play("pitch", 0)], folder / "new.jsonl")
    ingest(folder / name, folder / "old.jsonl")
    ingest(folder / name, folder / "older.jsonl")
    return folder / name, folder / "new.jsonl"


def forget(path: str) -> None:
    rewritten(path, lambda held: forgetting.forget(held, "Ana", handle=True, force=False))


def anonymise(path: str) -> None:
    rewritten(path, lambda held: forgetting.anonymise(held, force=True))


@pytest.mark.parametrize("name", ARCHIVES)
def test_whatever_statement_is_at_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, file = some(tmp_path, name)
    old = ids(archive)
    done: set[str] = set()
    works: dict[str, Callable[[Path], object]] = {
        "ingest": lambda path: ingest(path, file),
        "check": lambda path: list(checking.check(str(path))),
        "export": lambda path: list(exporting.exported(str(path), ["pitch"])),
        "one": lambda path: list(exporting.exported(str(path), [], [old[0]])),
        "compact": lambda path: compacted(str(path)),
        "forget": lambda path: forget(str(path)),
        "anonymise": lambda path: anonymise(str(path)),
    }
    places = Places()
    monkeypatch.setattr(duckdb, "connect", lambda *a, **k: Held(real(*a, **k), places))

    def runs(work: Callable[[Path], object], number: object) -> Path:
        """The work on a copy, and the copy; nothing is known from the work before it."""
        intake._database.cache_clear()
        _reading._types.clear()
        folder = tmp_path / str(number)
        folder.mkdir()
        copy = folder / name
        (shutil.copytree if archive.is_dir() else shutil.copy)(archive, copy)
        work(copy)
        return copy

    for called, work in works.items():
        places.seen, places.endless = {}, None
        new = ids(runs(work, called))
        fresh = [place for place in places.seen if place not in done]
        done.update(fresh)
        for place in depth.some(fresh, 6):
            places.endless, places.began = place, 0.0
            with pytest.raises(KeyboardInterrupt):
                runs(work, "interrupted")
            assert time.monotonic() - places.began < SOON, place
            copy = tmp_path / "interrupted" / name
            kept = ids(copy)
            # Those that are renamed have ids by chance.
            assert kept in (old, new) or (called in ("forget", "anonymise") and len(kept) == 3)
            assert list(copy.parent.iterdir()) == [copy], place
            assert not list(copy.rglob(".new-*")), place
            shutil.rmtree(copy.parent)
    intake._database.cache_clear()
    assert len(done) > 30


@pytest.mark.parametrize(
    "work",
    (
        lambda held: held.execute(COUNTED),
        lambda held: held.execute(ENDLESS).fetchall(),
        lambda held: list(batches(held, COUNTED)),
        lambda held: held.execute(f"CREATE TABLE t AS {ENDLESS}"),
    ),
)
def test_duckdb_is_interrupted(work: Callable[[Any], object]) -> None:
    held = duckdb.connect(config={"threads": "1", "memory_limit": "1GB"})
    start = time.monotonic()
    ctrl_c()
    with pytest.raises(KeyboardInterrupt), interruptible(held):
        work(held)
    assert time.monotonic() - start < SOON
    assert held.execute("SELECT 1").fetchall() == [(1,)]
    assert signal.set_wakeup_fd(-1) == -1


def test_duckdb_that_waits_for_duckdb_is_interrupted(tmp_path: Path) -> None:
    """Records on their way from one database into another."""

    def records() -> Iterator[Any]:
        yield play("pitch", 0)
        held = real()
        ctrl_c()
        with interruptible(held):
            held.execute(COUNTED)

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        formats.write(records(), tmp_path / "out.parquet")
    assert time.monotonic() - start < SOON + 1
    assert list(tmp_path.iterdir()) == []


def test_other_threads_and_other_owners_of_signals_are_left_alone() -> None:
    held = duckdb.connect()
    found: list[Any] = []

    def ask() -> None:
        with interruptible(held):
            found.append(held.execute("SELECT 1").fetchall())

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    read, write = os.pipe()
    os.set_blocking(write, False)
    try:
        signal.set_wakeup_fd(write)
        ask()
        assert signal.set_wakeup_fd(-1) == write
    finally:
        os.close(read)
        os.close(write)
    assert found == [[(1,)], [(1,)]]


SLOW: Final = f"""
import sys
from cardlog.cli import app
from cardlog import queries
from cardlog.queries.archive import checking, disk
def copy(held, query, path, real=disk.copy):
    print(flush=True)
    real(held, "{ENDLESS}", path)
class Rows(tuple):
    def __iter__(self):
        print(flush=True)
        yield "SELECT range AS record FROM ({ENDLESS})", ""
disk.copy = copy
checking._ROWS = Rows()
app.main()
"""


@pytest.mark.parametrize(
    ("name", "sign"), tuple(zip(ARCHIVES, (signal.SIGINT, signal.SIGTERM), strict=True))
)
@pytest.mark.parametrize(
    "command", ("archive check", "archive anonymise --force", "ingest"), ids=lambda c: c.split()[-1]
)
def test_a_command_ends_without_a_word(
    command: str, name: str, sign: signal.Signals, tmp_path: Path
) -> None:
    archive, file = some(tmp_path, name)
    old, there = ids(archive), sorted(tmp_path.iterdir())
    arguments = [*command.split(), str(archive), *([str(file)] if command == "ingest" else [])]
    with subprocess.Popen(
        [sys.executable, "-c", SLOW, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as running:
        try:
            assert running.stdout and running.stdout.readline() == b"\n"
            time.sleep(0.2)
            start = time.monotonic()
            running.send_signal(sign)
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert time.monotonic() - start < SOON
    assert (running.returncode, out, err) == (128 + sign, b"", b"")
    assert (ids(archive), sorted(tmp_path.iterdir())) == (old, there)
    assert not list(archive.rglob(".new-*"))
