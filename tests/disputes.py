"""The disputes of fixtures/disputes: their commands run, and what they print and write.

`python -m tests.disputes` writes it anew; tests/test_disputes.py compares. Read the difference
before you commit it.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from tests.games import FIXTURES
from tests.test_readme import run, shown_lines

DISPUTES = FIXTURES / "disputes"
BLOCK = re.compile(r"^```console\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"(?:--report|-o) (\S+)")


def folders() -> list[Path]:
    """Every dispute."""
    return sorted(path.parent for path in DISPUTES.glob("*/README.md"))


def commands(folder: Path) -> list[str]:
    """What the arbiter runs."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    return [
        line[2:]
        for block in BLOCK.findall(text)
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


def settled(folder: Path) -> tuple[str, dict[str, bytes]]:
    """The README with what its commands print, and the files that they write."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    written = {name for command in commands(folder) for name in OUTPUT.findall(command)}
    with tempfile.TemporaryDirectory() as desk:
        for path in folder.glob("*.json"):
            if path.name not in written:
                shutil.copy(path, desk)

        def filled(match: re.Match[str]) -> str:
            lines = []
            for line in match[1].splitlines():
                if line.startswith("$ "):
                    lines += [line, *shown_lines(run(line[2:], Path(desk)))]
            return "```console\n" + "\n".join(lines) + "\n```\n"

        text = BLOCK.sub(filled, text)
        return text, {name: (Path(desk) / name).read_bytes() for name in sorted(written)}


def write_all() -> None:
    """Write the output of every dispute anew."""
    for folder in folders():
        text, written = settled(folder)
        (folder / "README.md").write_text(text, encoding="utf-8")
        for name, data in written.items():
            (folder / name).write_bytes(data)
        sys.stdout.write(f"{folder.name}\n")


if __name__ == "__main__":
    write_all()
