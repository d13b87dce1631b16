"""What the command line costs before it does anything, beside a program that does nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from cardlog.records import formats
from tests.bench.measure import WALL, Work, ratio
from tests.bench.workload import play

pytestmark = pytest.mark.bench

TARGET: Final = 1.5

# Typer as cardlog sets it up: without rich, which takes as long to import as all the rest.
BARE: Final = """
import msgspec
import typer

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def nothing() -> None:
    pass


app()
"""


@pytest.mark.parametrize(
    "command, bare",
    [(("--help",), ("--help",)), (("replay", "small.json"), ())],
    ids=["help", "replay"],
)
def test_start(command: tuple[str, ...], bare: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "bare.py").write_text(BARE)
    formats.write(play("chase cuckoo", 0), tmp_path / "small.json")
    found = ratio(
        running(tmp_path, "cardlog", *command),
        running(tmp_path, "bare", *bare),
        rounds=7,
        repeats=4,
        clock=WALL,
    )
    print(
        f"\ncardlog {' '.join(command)}: {found} times a bare typer program"
        f" {' '.join(bare) or 'without arguments'}; target {TARGET}"
    )
    assert found.value <= TARGET


def running(folder: Path, *argv: str) -> Work:
    """Runs `python -m ...` in a folder, once for each call."""
    command = [sys.executable, "-m", *argv]
    return lambda: subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
