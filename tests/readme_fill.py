"""Puts what the commands print into the README: `python -m tests.readme_fill`.

tests/test_readme.py compares; read the difference before you commit it.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from tests.test_readme import ROOT, run, shown_lines


def fill() -> None:
    """Run the console examples in order in one folder and write their output below them."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:

        def filled(match: re.Match[str]) -> str:
            lines = []
            for line in match[1].splitlines():
                if line.startswith("$ "):
                    lines += [line, *shown_lines(run(line[2:], Path(folder)))]
            return "```console\n" + "\n".join(lines) + "\n```\n"

        text = re.sub(r"^```console\n(.*?)^```\n", filled, text, flags=re.MULTILINE | re.DOTALL)
    (ROOT / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    fill()
