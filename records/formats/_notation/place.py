"""A line of a file as an error shows it, with a caret under the place that is meant."""

from __future__ import annotations

import unicodedata
from typing import Final

BEFORE: Final = 60  # characters shown before the place
SHOWN: Final = 100  # characters shown at most


def excerpt(line: str, column: int) -> str:
    """Two lines: what stands around a column (from 0), and a caret under it."""
    start = max(0, column - BEFORE)
    text = "".join(map(_shown, line[start : start + SHOWN]))
    before = text[: column - start].lstrip()
    return f"{text.strip()}\n{' ' * sum(map(_width, before))}^"


def shown(line: str) -> str:
    """What is shown of a line where no place in it is meant."""
    return "".join(map(_shown, line[:SHOWN])).strip()


def _shown(char: str) -> str:
    return char if char.isprintable() else " " if char.isspace() else "\ufffd"


def _width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
