"""One process at a time, and none that waits for ever."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardlog.records.locks import one_by_one
from tests.cli.run import ROOT

HOLD = """
import sys, time
from cardlog.records.locks import one_by_one
with one_by_one(sys.argv[1], 60):
    print(flush=True)
    time.sleep(60)
"""


@contextlib.contextmanager
def held(lock: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has the lock."""
    command = [sys.executable, "-c", HOLD, str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        try:
            assert process.stdout and process.stdout.readline()
            yield process
        finally:
            process.kill()


def waited(lock: Path, seconds: float) -> float:
    start = time.monotonic()
    with one_by_one(str(lock), seconds):
        return time.monotonic() - start


def test_a_process_waits_its_time(tmp_path: Path) -> None:
    lock = tmp_path / "a.lock"
    with held(lock) as process:
        assert waited(lock, 0.3) >= 0.3
        process.kill()
        process.wait()
        assert waited(lock, 60) < 10, "it is let go of, however the process ended"
    assert waited(lock, 60) < 10
    assert waited(tmp_path / "b.lock", 60) < 10


def test_nobody_waits_where_there_can_be_no_lock(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "a.lock", tmp_path / "none" / "a.lock"):
        assert waited(path, 60) < 10


def test_what_goes_wrong_within_comes_out(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError), one_by_one(str(tmp_path / "a.lock"), 60):
        raise BlockingIOError
    assert waited(tmp_path / "a.lock", 60) < 10
