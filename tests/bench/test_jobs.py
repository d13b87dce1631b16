"""Two processes against one: the same audit of one file, by the clock on the wall."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from cardlog.cli.sharing import cores
from tests.bench.workload import mixed

pytestmark = pytest.mark.bench

RECORDS: Final = 90_000  # what starting and loading cost should not be what is measured
ROUNDS: Final = 3
TARGET: Final = 1.8


@pytest.mark.skipif(cores() < 2, reason="one core: there is nothing to share out")
@pytest.mark.skipif(sys.platform == "win32", reason="needs the processor time of children")
def test_two_processes(tmp_path: Path) -> None:
    work = mixed()
    path = tmp_path / "night.msgpack"
    path.write_bytes(b"".join(work.parts) * (RECORDS // len(work.parts)))
    audited(path, 2)  # once for the caches
    rounds = [(audited(path, 1), audited(path, 2)) for _ in range(ROUNDS)]
    faster = statistics.median(one[0] / two[0] for one, two in rounds)
    dearer = statistics.median(two[1] / one[1] for one, two in rounds)
    busy = os.getloadavg()[0]
    print(f"\ntwo processes: {faster:.2f} times as fast as one, by the clock; target {TARGET}")
    print(f"  in processor time they take {dearer:.2f} times as much: at best {2 / dearer:.2f}")
    print(f"  (load of the machine meanwhile: {busy:.1f} on {cores()} cores)")
    assert 2 / dearer >= TARGET
    assert faster >= TARGET or busy > cores() + 0.5, "the machine was idle, and yet it was slower"


def audited(path: Path, jobs: int) -> tuple[float, float]:
    """The seconds of an audit: by the clock, and of the processor in all its processes."""
    before, start = os.times(), time.perf_counter()
    command = [sys.executable, "-m", "cardlog", "audit", str(path), "--json", "-j", str(jobs)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    took, after = time.perf_counter() - start, os.times()
    used = after.children_user + after.children_system
    return took, used - before.children_user - before.children_system
