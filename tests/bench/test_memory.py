"""Memory does not grow with the file: the peak of the whole process, as the system sees it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.bench.workload import mixed

pytestmark = pytest.mark.bench

SMALL_MB: Final = 50
LARGE_MB: Final = int(os.environ.get("CARDLOG_BENCH_MB", "200"))
PEAK_MB: Final = 150
COMPILED_MB: Final = 150  # that Numba and the compiled rules take besides
GROWTH_MB: Final = 10

COMMANDS: Final = {"audit": ("audit", "{}"), "replay": ("replay", "{}", "--json")}

# A new process counts what its parent held before it became the command, so the command is
# started by this little program and not by a test run with records in memory.
LAUNCHER: Final = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell a peak this way")
@pytest.mark.parametrize("fast", ["0", "1"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_large_file_takes_no_more_memory(
    command: str, fast: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDLOG_FAST", fast)
    most = PEAK_MB + (COMPILED_MB if fast == "1" else 0)
    small = peak_mb(COMMANDS[command], write_file(tmp_path / "night.msgpack", SMALL_MB))
    large = peak_mb(COMMANDS[command], write_file(tmp_path / "night.msgpack", LARGE_MB))
    print(
        f"\npeak memory, {command}, CARDLOG_FAST={fast}: {large:.1f} MB for {LARGE_MB} MB,"
        f" {large - small:+.1f} MB against one of {SMALL_MB} MB;"
        f" targets {most} MB and {GROWTH_MB:+} MB"
    )
    assert large <= most
    assert large - small <= GROWTH_MB


def write_file(path: Path, megabytes: int) -> Path:
    """A file of about this size: the same records over and over."""
    block = b"".join(mixed().parts)
    with path.open("wb") as file:
        for _ in range(max(1, megabytes * 1_000_000 // len(block))):
            file.write(block)
    return path


def peak_mb(command: tuple[str, ...], path: Path) -> float:
    """The most memory that a `cardlog` command had at once, in MB."""
    argv = [part.format(path) for part in command]
    done = subprocess.run(
        [sys.executable, "-c", LAUNCHER, sys.executable, "-m", "cardlog", *argv],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    status, peak = map(int, done.stdout.split())
    assert status == 0
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
