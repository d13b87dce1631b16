"""The fixtures of fixtures/breaches as tests read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from cardlog.records import game
from cardlog.records.game import Record

FIXTURES: Final = Path(__file__).parents[1] / "fixtures"
BREACHES: Final = FIXTURES / "breaches"


def files(kind: str) -> list[Path]:
    """Every `*.breach.json` or `*.near-miss.json`, in order."""
    return sorted(BREACHES.glob(f"*/*.{kind}.json"))


def name_of(path: Path) -> str:
    """`cuckoo/CC-2.4-turn-order-2`: a breach and its near miss share it."""
    return f"{path.parent.name}/{path.name.removesuffix('.json').rpartition('.')[0]}"


def record(path: Path) -> Record:
    """The record in a file."""
    return game.from_map(json.loads(path.read_bytes()))


def expected(path: Path) -> dict[str, Any]:
    """What a breach says of itself: `event`, `rule` and `code`."""
    found: dict[str, Any] = json.loads(path.read_bytes())["meta"]["expect"]
    return found
