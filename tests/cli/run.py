"""Running the command as a user does: a process, its output, its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


def cardlog(*args: str | Path, stdin: bytes = b"", cwd: Path = ROOT) -> Ran:
    """Run `cardlog`. Whatever happens, no traceback may reach the user."""
    command = [sys.executable, "-m", "cardlog", *map(str, args)]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, timeout=120)
    err = done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in err, err
    return Ran(done.returncode, done.stdout, err)
