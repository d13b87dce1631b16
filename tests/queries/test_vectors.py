"""What compiled rules found, laid out all at once: the same columns as a deal at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import duckdb
import pytest
from msgspec.structs import replace

from cardlog.cli.simulate import SeededDice
from cardlog.engine import bulk
from cardlog.engine.audit import judged
from cardlog.engine.simulate import simulate
from cardlog.queries.found import Found, found, found_plain
from cardlog.queries.gather import Part
from cardlog.records.events import Misdeal
from cardlog.records.flat import Flat
from cardlog.records.game import Record
from tests.engine.test_compiled import PROFILES

pytest.importorskip("numba", reason="Numba is an extra")


def matches(game: str, rules: dict[str, Any]) -> list[Record]:
    """Whole matches, some broken off, and one with a deal that is void."""
    whole = [simulate(game, rules, None, SeededDice(f"vectors/{n}"), {}) for n in range(6)]
    parts = [replace(each, events=each.events[: len(each.events) // 3]) for each in whole]
    begun = next(k for k, event in enumerate(whole[0].events) if type(event).__name__ == "Deal")
    void = (*whole[0].events[: begun + 1], Misdeal(), *whole[0].events[begun:])
    nothing = [replace(whole[0], events=whole[0].events[:n]) for n in (0, begun)]
    return [*whole, *parts, replace(whole[0], events=void), *nothing]


def table(made: Iterable[tuple[Record, Found]]) -> tuple[list[Any], list[Any]]:
    """The deals, and their columns with types."""
    part = Part(verify=False)
    for record, each in made:
        part.add_found(record, each)
    held = duckdb.connect()
    held.register("deals", part.deals.source())
    rows = held.execute("FROM deals").fetchall()
    held.register("deals", part.deals.source())
    return rows, held.execute("DESCRIBE FROM deals").fetchall()


@pytest.mark.parametrize(("game", "rules"), PROFILES)
def test_columns(game: str, rules: dict[str, Any]) -> None:
    judge = bulk.judge()
    assert judge is not None
    records = matches(game, rules)
    plain = [judge(record, Flat(record.events)) for record in records]
    if None in plain:
        assert "deck" in rules or "packs" in rules
        return
    vectors = [(r, found_plain(each)) for r, each in zip(records, plain, strict=True) if each]
    folded = [(record, found(*judged(record))) for record in records]
    assert table(vectors) == table(folded)
    # Whatever comes between or after, the rows stay in order.
    for k in range(0, len(records), 4):
        assert table([*vectors[:k], folded[k], *vectors[k + 1 :]]) == table(folded)


def test_games_of_two_kinds_in_one_part() -> None:
    judge = bulk.judge()
    assert judge is not None
    records = [m for kind in ("pitch", "chase-the-ace", "seven-up") for m in matches(kind, {})]
    plain = [judge(record, Flat(record.events)) for record in records]
    made = [(r, found_plain(each)) for r, each in zip(records, plain, strict=True) if each]
    assert len(made) == len(records)
    assert table(made) == table((record, found(*judged(record))) for record in records)
