"""What the referee looks at beside results: records with a fault that are passed off as legal."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any, Final

import msgspec
import pytest

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import Outcome, outcome
from cardlog.engine.simulate import simulate
from cardlog.queries.gather import Part
from cardlog.queries.referee import check
from cardlog.records.errors import RecordError
from cardlog.records.game import Record, from_map, to_map
from tests.engine import mutate
from tests.engine.naive import MODELS
from tests.engine.tables import TABLES, Table
from tests.queries.test_tables import database

EACH: Final = 6  # mutants of a code at a table
# What of each game the referee looks at, as the engine calls it.
LOOKED_AT: Final = {
    "chase-the-ace": "block-no-king block-not-held king-must-block reveal-not-held turn-order"
    " wrong-neighbour",
    "california-jack": "must-trump not-held revoke strict-follow wrong-leader",
    "shasta-sam": "not-held revoke wrong-leader",
    "seven-up": "not-held revoke wrong-leader",
    "pitch": "low-bid not-held revoke stuck wrong-leader",
}


@pytest.mark.parametrize("game", LOOKED_AT)
def test_faults_that_decide_who_gets_what_are_found(game: str) -> None:
    part, codes = Part(), []
    for table in TABLES:
        if table.game == game and not _is_domino(table.rules):
            for record, found in _wrong(table, set(LOOKED_AT[game].split())):
                part.add(record, msgspec.structs.replace(found, status="finished"))
                codes.append(found.findings[-1].code)
    told = {d.record for d in check(database(part)) if (d.found or "").startswith("illegal")}
    missed = [code for number, code in enumerate(codes) if number not in told]
    assert missed == []
    assert set(codes) == set(LOOKED_AT[game].split())


def _is_domino(rules: dict[str, Any]) -> bool:
    return rules.get("domino", "off") != "off" or bool(rules.get("shown_king_ends_turn"))


def _wrong(table: Table, codes: set[str]) -> list[tuple[Record, Outcome]]:
    """Records with one fault of these codes, the deal complete in which it is."""
    game, players, rules, _ = table
    whole = simulate(game, rules, players, SeededDice("faults"), {})
    events = msgspec.json.decode(msgspec.json.encode(whole.events))
    mutants = list(mutate.mutants(mutate.followed(game, MODELS[game](rules, players), events)))
    kept: dict[str, list[tuple[Record, Outcome]]] = defaultdict(list)
    for mutant in random.Random(1).sample(mutants, len(mutants)):
        code = mutant.codes[0]
        if code not in codes or len(kept[code]) >= EACH or len(mutant.events) != len(events):
            continue
        try:
            record = from_map({**to_map(whole), "events": mutant.events})
            found = outcome(record)
        except RecordError:
            continue
        if found.status == "illegal" and found.findings[-1].code == code:
            kept[code].append((record, found))
    return [each for some in kept.values() for each in some]


@pytest.mark.parametrize(
    ("game", "standing"),
    (
        ("chase-the-ace", (0, 2, 0)),
        ("chase-the-ace", (0, 2, 1)),
        ("seven-up", (0, 7)),
        ("pitch", (-3, 6, 7, 0)),
    ),
)
def test_a_match_that_was_won_before_its_record_begins(game: str, standing: Any) -> None:
    players = tuple(f"p{seat}" for seat in range(len(standing)))
    record = Record(game=game, rules={}, players=players, standing=standing, events=())
    part, found = Part(), outcome(record)
    part.add(record, found)
    assert list(check(database(part))) == []
    assert (found.status == "finished") == (2 not in standing or 1 not in standing)
    part = Part()
    part.add(record, msgspec.structs.replace(found, winners=(0,)))
    assert [each.column for each in check(database(part))] == ["winners"]
