"""Statements in a text: where one ends and the next begins."""

from __future__ import annotations

import re
from typing import Final

# What may hold a semicolon that ends no statement, or is one.
_TOKEN: Final = re.compile(
    r"[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|\$(\w*)\$.*?\$\1\$"
    r"|--[^\n]*|/\*.*?\*/|;",
    re.DOTALL,
)
_COMMENT: Final = ("--", "/*")


def split(text: str) -> list[str]:
    """The statements in a text, without their semicolons, and last what has no end yet."""
    found, start = [], 0
    for match in _TOKEN.finditer(text):
        if match[0] == ";":
            found.append(text[start : match.start()])
            start = match.end()
    return [*(each for each in found if not empty(each)), text[start:]]


def empty(text: str) -> bool:
    """Whether there is nothing in a text but comments."""
    return not _TOKEN.sub(lambda m: "" if m[0].startswith(_COMMENT) else m[0], text).strip()


def alone(text: str) -> str:
    """The one statement of a text without its semicolon; the text, where there is not one."""
    found = [each for each in split(text) if not empty(each)]
    return found[0] if len(found) == 1 else text
