"""Reasoning about hidden cards: what one player, or a spectator, saw of a whole match."""

from __future__ import annotations

import pytest

from cardlog.engine.audit import audit
from cardlog.engine.seen import view_of
from cardlog.engine.simulate import simulate
from cardlog.records.game import Record
from tests.bench.measure import CPU
from tests.engine.unseen.hiding import RANK_ONLY, cards_in, hide
from tests.engine.unseen.legal import SeededDice

pytestmark = pytest.mark.bench

LONGEST = {"chase-the-ace": 0.05, "california-jack": 1.0}  # seconds of one core a record
SEATS = {"chase-the-ace": 10, "california-jack": 2}
FORMS = [
    ("chase-the-ace", {"profile": "cuckoo"}),
    ("chase-the-ace", {"profile": "compendium"}),
    ("california-jack", {}),
    ("california-jack", {"loser_draw": "blind"}),
]


@pytest.mark.parametrize(("game", "rules"), FORMS, ids=str)
@pytest.mark.parametrize("eyes", ["seat", "spectator", "ranks"])
def test_a_match_with_hidden_cards(game: str, rules: dict[str, str], eyes: str) -> None:
    costs = []
    for seed in range(5):
        full = simulate(game, rules, SEATS[game], SeededDice(seed), {})
        record = seen(full, eyes)
        costs.append(min(seconds(record) for _ in range(3)))
        assert audit(record).ok
    worst, most = max(costs), LONGEST[game]
    print(f"\n{game} {rules}, {eyes}: {worst / most:.2f} of {most} s at worst")
    assert worst < most


def seen(full: Record, eyes: str) -> Record:
    if eyes == "ranks":
        return hide(full, [RANK_ONLY] * cards_in(full.events))
    return view_of(full, 1 if eyes == "seat" else "spectator")


def seconds(record: Record) -> float:
    start = CPU()
    audit(record)
    return CPU() - start
