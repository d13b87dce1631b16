"""Golden playthroughs: what every fixture match tells and comes to, kept beside it.

`python -m tests.golden` writes them anew; tests/test_golden.py compares. A change in them is a
change that users see: read the difference before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from cardlog.cli.telling import position, telling
from cardlog.engine.audit import outcome, state
from cardlog.records.formats import load
from tests.games import FIXTURES, golden_files

PLAYTHROUGHS = FIXTURES / "playthroughs"


def playthrough(path: Path) -> str:
    """The telling, then some positions, then the outcome as JSON."""
    record = load(path)
    lines = [text for text, _ in telling(record)]
    for at in range(0, len(record.events), 17):
        lines += ["", *position(record, state(record, at))]
    result = msgspec.json.format(msgspec.json.encode(outcome(record)), indent=1)
    return "\n".join([*lines, "", result.decode(), ""])


def golden_path(path: Path) -> Path:
    """Where the playthrough of a match is kept."""
    return PLAYTHROUGHS / f"{path.stem}.txt"


def write_all() -> None:
    """Write every playthrough anew."""
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for path in golden_files():
        golden_path(path).write_text(playthrough(path), encoding="utf-8")
        sys.stdout.write(f"{golden_path(path).name}\n")


if __name__ == "__main__":
    write_all()
