"""The fixture matches, for every test that needs a real game."""

from __future__ import annotations

from pathlib import Path

from cardlog.records.formats import load
from cardlog.records.game import Record

FIXTURES = Path(__file__).parent.parent / "fixtures"
GAMES = FIXTURES / "games"


def golden_files() -> list[Path]:
    """The matches under fixtures/games, one record each."""
    return sorted(GAMES.glob("*.json"))


def golden_records() -> list[Record]:
    """Their records."""
    return [load(path) for path in golden_files()]


def golden(name: str) -> Record:
    """One of them by its name without suffix."""
    return load(GAMES / f"{name}.json")
