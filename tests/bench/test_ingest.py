"""Ingest with its audit, in bare typed decodes; two processes against one; and its memory."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import msgspec
import pytest

from cardlog.cli import garbage
from cardlog.cli.sharing import cores
from cardlog.queries.archive.intake import Intake
from cardlog.queries.archive.known import Known
from cardlog.records import formats
from cardlog.records.formats import msgpack
from tests.bench.measure import ratio
from tests.bench.test_memory import LAUNCHER
from tests.bench.workload import GAMES, Load, decode_all, load, mixed

pytestmark = pytest.mark.bench

TARGET: Final = 11
FASTER: Final = 1.8
ROUNDS: Final = 3
SHARED_MB: Final = 480  # what starting and loading cost should not be what is measured
SMALL_MB: Final = 60
LARGE_MB: Final = 200
GROWTH_MB: Final = 15


@pytest.mark.parametrize("fast", [False, True], ids=["plain rules", "compiled rules"])
def test_a_mixed_file(fast: bool, tmp_path: Path) -> None:
    if fast:
        pytest.importorskip("numba", reason="Numba is an extra")
    loads = [load(kind, stock) for kind in GAMES for stock in (True, False)]
    parts = tuple(
        part for parts in zip(*(each.parts for each in loads), strict=True) for part in parts
    )
    path = Load((), parts).save(tmp_path / "night.msgpack")
    found = ratio(
        partial(take_in, path, tmp_path / "in", fast), partial(decode_all, parts),
        rounds=3, repeats=2,
    )  # fmt: skip
    rules = "compiled" if fast else "plain"
    print(f"\naudited ingest by {rules} rules: {found} decodes; target {TARGET}")
    size = sum(file.stat().st_size for file in (tmp_path / "in").iterdir())
    events = sum(each.events for each in loads)
    print(f"  {size / events:.2f} bytes an event; target 2.5")
    assert found.value <= TARGET
    assert size / events <= 2.5


def take_in(path: Path, folder: Path, fast: bool = False) -> None:
    """What `cardlog ingest` does with a file, but for the last step."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    intake = Intake(str(folder), 0, Known(None), fast)
    with garbage.seldom(), path.open("rb") as file:
        for _ in formats.FORMATS["msgpack"].walk(file, check=intake.add):
            intake.write_full()
    intake.close()


@pytest.mark.skipif(cores() < 2, reason="one core: there is nothing to share out")
@pytest.mark.skipif(sys.platform == "win32", reason="needs the processor time of children")
def test_two_processes(tmp_path: Path) -> None:
    path = distinct(tmp_path / "night.msgpack", SHARED_MB)
    ingested(path, tmp_path / "archive", 2)  # once for the caches
    rounds = [
        tuple(ingested(path, tmp_path / "archive", jobs) for jobs in (1, 2)) for _ in range(ROUNDS)
    ]
    faster = statistics.median(one[0] / two[0] for one, two in rounds)
    dearer = statistics.median(two[1] / one[1] for one, two in rounds)
    busy = os.getloadavg()[0]
    print(f"\ntwo processes: {faster:.2f} times as fast as one, by the clock; target {FASTER}")
    print(f"  in processor time they take {dearer:.2f} times as much: at best {2 / dearer:.2f}")
    print(f"  (load of the machine meanwhile: {busy:.1f} on {cores()} cores)")
    assert 2 / dearer >= FASTER
    assert faster >= FASTER or busy > cores() + 0.5, "the machine was idle, and yet it was slower"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell a peak this way")
@pytest.mark.parametrize("fast", ["0", "1"])
def test_a_large_file_takes_no_more_memory(
    fast: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDLOG_FAST", fast)  # compiled rules take memory of their own, once
    small, large = (
        peak_mb(distinct(tmp_path / f"{size}.msgpack", size), tmp_path / str(size))
        for size in (SMALL_MB, LARGE_MB)
    )
    print(
        f"\npeak memory, ingest: {large:.1f} MB for {LARGE_MB} MB, {large - small:+.1f} MB against"
        f" {SMALL_MB} MB; target {GROWTH_MB:+} MB"
    )
    assert large - small <= GROWTH_MB


def distinct(path: Path, megabytes: int) -> Path:
    """A file of about this size of records that are all different."""
    left, records = megabytes * 1_000_000, mixed().records
    with path.open("wb") as file:
        for number in count():
            record = records[number % len(records)]
            left -= file.write(
                msgpack.encode(msgspec.structs.replace(record, meta={"number": number}))
            )
            if left <= 0:
                return path
    raise AssertionError


def ingested(path: Path, archive: Path, jobs: int) -> tuple[float, float]:
    """The seconds of an ingest: by the clock, and of the processor in all its processes."""
    shutil.rmtree(archive, ignore_errors=True)
    before, start = os.times(), time.perf_counter()
    command = [sys.executable, "-m", "cardlog", "ingest", str(archive), str(path), "-j", str(jobs)]
    subprocess.run(command, stderr=subprocess.DEVNULL, check=True)
    took, after = time.perf_counter() - start, os.times()
    used = after.children_user + after.children_system
    return took, used - before.children_user - before.children_system


def peak_mb(path: Path, archive: Path) -> float:
    """The most memory that `cardlog ingest` had at once in one process, in MB."""
    command = [sys.executable, "-m", "cardlog", "ingest", str(archive), str(path), "-j", "1"]
    done = subprocess.run(
        [sys.executable, "-c", LAUNCHER, *command], stdout=subprocess.PIPE, check=True, text=True
    )
    status, peak = map(int, done.stdout.split())
    assert status == 0
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
