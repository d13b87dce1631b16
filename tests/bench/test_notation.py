"""Records read from text in a second, beside python-chess reading PGN, and beside JSON Lines."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import pytest

from cardlog.records import formats
from cardlog.records.errors import RecordError
from tests.bench.measure import Ratio, ratios
from tests.bench.test_peers import MISSING, write_pgn
from tests.bench.workload import GAMES, STOCKS, Load, load

pytestmark = pytest.mark.bench

OVER_CHESS: Final = 10


def saved(work: Load, path: Path) -> Path:
    """The records in a file of the format that its name says."""
    formats.write(work.records, path)
    return path


def read_all(path: Path) -> None:
    for record in formats.read(path, check=None):
        if isinstance(record, RecordError):
            raise record


def test_reading_the_notation_beside_pgn(tmp_path: Path) -> None:
    chess = pytest.importorskip("chess.pgn", reason=MISSING.format("python-chess"))
    pgn = tmp_path / "games.pgn"
    plies = write_pgn(chess, pgn)

    def read_chess() -> None:
        with pgn.open() as file:
            while game := chess.read_game(file):
                assert not game.errors

    kinds = [(kind, told) for kind in GAMES for told in STOCKS]
    works = [load(kind, STOCKS[told]) for kind, told in kinds]
    paths = [saved(work, tmp_path / f"{n}.cardlog") for n, work in enumerate(works)]
    found = {}
    measured = ratios(read_chess, *(partial(read_all, path) for path in paths), rounds=7)
    for (kind, told), work, slower in zip(kinds, works, measured, strict=True):
        # Sorted again: a ratio turned over has its least for its most.
        times = Ratio(*(work.events / plies / number for number in slower))
        found[kind, told] = times = Ratio(times.value, times.most, times.least)
        print(f"\nnotation, {kind} {told}: {times} times python-chess's events a second", end="")
    print(f"; target {OVER_CHESS}")
    assert all(times.value >= OVER_CHESS for times in found.values())


def test_reading_the_notation_beside_json_lines(tmp_path: Path) -> None:
    for kind in GAMES:
        work = load(kind)
        text, json = (saved(work, tmp_path / f"games.{each}") for each in ("cardlog", "jsonl"))
        (times,) = ratios(partial(read_all, json), partial(read_all, text), rounds=5)
        size = text.stat().st_size / json.stat().st_size
        print(f"\nnotation, {kind}: {times} times JSON Lines, in {size:.2f} of the bytes", end="")
    print()
