"""Conformance vectors: what other implementations are held to (records/SPEC.md).

`python -m tests.vectors` writes them anew; tests/records/test_vectors.py compares. A vector that
changes is a change of the format: it needs a reason that the changelog can tell.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.games import FIXTURES
from tests.vectors import cards, events, refused, streams, texts
from tests.vectors.make import Map

VECTORS: Final = FIXTURES / "vectors"
FILES: Final[dict[str, Callable[[], Map]]] = {
    "cards": cards.cards,
    "events": events.events,
    "games": events.games,
    "keys": texts.keys,
    "numbers": texts.numbers,
    "refused": refused.refused,
    "streams": streams.streams,
    "texts": texts.texts,
}


def path_of(name: str) -> Path:
    """Where a file of vectors is kept."""
    return VECTORS / f"{name}.json"


def text_of(name: str) -> str:
    """What it should hold."""
    return json.dumps(FILES[name](), indent=1) + "\n"


def write_all() -> None:
    """Write every file of vectors anew."""
    VECTORS.mkdir(exist_ok=True)
    for name in FILES:
        path_of(name).write_text(text_of(name), encoding="utf-8", newline="\n")
        sys.stdout.write(f"{path_of(name).name}\n")


if __name__ == "__main__":
    write_all()
