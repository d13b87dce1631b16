"""Running the command as a user does: a process, its output, its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.cli.ready import Ready
from tests.depth import DEPTH

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Ran:
    status: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode("utf-8")

    @property
    def lines(self) -> list[Any]:
        """Standard output as JSON, line by line."""
        return [json.loads(line) for line in self.out.splitlines()]


TIMEOUT: Final = 120.0  # seconds


def cardlog(*args: str | Path, stdin: bytes = b"", cwd: Path = ROOT) -> Ran:
    """Run `cardlog`. Whatever happens, no traceback may reach the user."""
    found = ready()
    run = in_a_copy if found and found.fits else in_a_process
    status, out, told = run([*map(str, args)], stdin, cwd)
    err = told.decode("utf-8", "replace")
    assert "Traceback" not in err, err
    return Ran(status, out, err)


@cache
def ready() -> Ready | None:
    return Ready(ROOT) if DEPTH == 1 and hasattr(os, "fork") else None


def in_a_process(args: list[str], stdin: bytes, cwd: Path) -> tuple[int, bytes, bytes]:
    command = [sys.executable, "-m", "cardlog", *args]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, timeout=TIMEOUT)
    return done.returncode, done.stdout, done.stderr


def in_a_copy(args: list[str], stdin: bytes, cwd: Path) -> tuple[int, bytes, bytes]:
    """In a process that is loaded; input and output are files, of which none is a terminal."""
    found = ready()
    assert found is not None
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        given.write(stdin)
        given.seek(0)
        status = found.run(args, cwd, [given.fileno(), out.fileno(), err.fileno()], TIMEOUT)
        out.seek(0)
        err.seek(0)
        return status, out.read(), err.read()
