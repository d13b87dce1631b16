"""The referee against the fold: the same results from the recorded events alone.

Where they differ, one of the two is wrong; planted falsehoods show that it would be seen.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import duckdb
import msgspec
import pytest

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import Outcome, outcome
from cardlog.engine.options import values_of
from cardlog.engine.seen import view_of
from cardlog.engine.simulate import simulate
from cardlog.queries import views
from cardlog.queries.gather import Part, Rows
from cardlog.queries.referee import Difference, Tally, check
from cardlog.queries.tables import DEALS, GAMES
from cardlog.records import events as ev
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.game import Record
from tests.engine.tables import TABLES
from tests.engine.unseen.hiding import cards_in, hide
from tests.queries import drawn
from tests.queries.test_tables import database

FIXTURES: Final = Path(__file__).parent.parent.parent / "fixtures"
# Matches of each game, and as many again stopped, interrupted and resumed.
COUNT: Final = dict.fromkeys(drawn.OPTIONS, 90) | {"chase-the-ace": 240}
DOZENS: Final = 24

Played = list[tuple[Record, Outcome]]


@cache
def played(game: str, seed: str = "referee") -> Played:
    """Matches of one game under all sorts of options."""
    return list(drawn.matches(game, COUNT[game], seed))


def gathered(records: Iterable[tuple[Record, Outcome | None]]) -> Part:
    """A part of an archive."""
    part = Part()
    for record, found in records:
        part.add(record, found)
    return part


def judged(part: Part, **how: Any) -> tuple[list[Difference], Tally]:
    """What the referee says of it."""
    tally = Tally()
    return list(check(database(part), tally, **how)), tally


@pytest.mark.parametrize("game", drawn.OPTIONS)
def test_it_agrees_under_all_sorts_of_options(game: str) -> None:
    found = played(game)
    differences, tally = judged(gathered(found))
    assert differences == []
    legal = sum(each.status != "illegal" for _, each in found)
    assert tally.judged == legal > 0.9 * len(found)
    assert set(tally.not_judged) <= {"illegal"}


@pytest.mark.parametrize("game", drawn.OPTIONS)
def test_every_value_of_every_option_is_judged_dozens_of_times(game: str) -> None:
    kind, _ = drawn.OPTIONS[game]
    seen = Counter(
        (name, value)
        for _, found in played(game)
        if found.status != "illegal"
        for name, value in found.rules.items()
    )
    values = {(name, v) for name, all_ in values_of(kind).items() for v in all_}
    assert {each: seen[each] for each in values if seen[each] < DOZENS} == {}


def test_it_agrees_at_every_table_that_the_engine_is_tested_at() -> None:
    records = [
        simulate(table.game, table.rules, table.players, SeededDice(f"referee/{n}"), {})
        for table in TABLES
        for n in range(2)
    ]
    differences, tally = judged(gathered((record, outcome(record)) for record in records))
    assert differences == []
    assert tally == Tally(judged=len(records))


def test_it_agrees_on_every_fixture() -> None:
    found: list[tuple[Record, Outcome | None]] = []
    for path in sorted(FIXTURES.rglob("*.json")):
        for record in formats.read(path):
            if isinstance(record, Record):
                try:
                    found.append((record, outcome(record)))
                except RecordError:
                    found.append((record, None))
    differences, tally = judged(gathered(found))
    assert differences == []
    assert tally.judged > 100
    assert tally.judged + sum(tally.not_judged.values()) == len(found)


def test_it_needs_nothing_but_what_was_written_and_the_options() -> None:
    """With every result wiped out it finds them all again."""
    part = gathered(each for game in drawn.OPTIONS for each in played(game))
    held = database(part)
    wiped = {
        "deals": [each.name for each in DEALS.columns if not each.written and each.name != "last"],
        "games": ["winners", "final"],
    }
    results = {
        (record, deal, name): value
        for table, names in wiped.items()
        for name in names
        for record, deal, value in held.execute(
            f"SELECT record, {'deal' if table == 'deals' else 'NULL'}, {name}::VARCHAR FROM {table}"
            f" JOIN (SELECT record FROM games WHERE status <> 'illegal') USING (record)"
        ).fetchall()
        if value is not None
    }
    for table, names in wiped.items():
        held.execute(f"UPDATE {table} SET " + ", ".join(f"{name} = NULL" for name in names))
    found = {(d.record, d.deal, d.column): d.found for d in check(held)}
    assert found == results
    assert len(results) > 10_000


# ---- falsehoods that are found ---------------------------------------------------------------


def test_a_thousand_falsehoods_are_found() -> None:
    chance = random.Random(1)
    records = [each for game in drawn.OPTIONS for each in played(game)]
    legal = chance.sample([each for each in records if each[1].status != "illegal"], 1000)
    part = gathered(legal)
    deals: dict[int, list[int]] = {}
    for place, row in enumerate(part.deals.rows):
        deals.setdefault(row[0], []).append(place)
    planted = {
        (record, *_falsify(part, record, deals.get(record, []), chance))
        for record in range(len(legal))
    }
    differences, tally = judged(part)
    assert {(d.record, d.deal, d.column) for d in differences} == planted
    assert len(differences) == len(planted) == tally.judged == 1000
    assert len({column for _, _, column in planted}) > 15


def _falsify(
    part: Part, record: int, deals: list[int], chance: random.Random
) -> tuple[int | None, str]:
    """Change one value of a match or of one of its deals; tell which."""
    if not deals or chance.random() < 0.3:
        place = next(k for k, row in enumerate(part.games.rows) if row[0] == record)
        column = chance.choice(("status", "winners", "final"))
        _change(part.games, place, column, chance)
        return None, column
    place = chance.choice(deals)
    names = [each.name for each in DEALS.columns if not each.written and each.name != "last"]
    told = [name for name in names if _value(part.deals, place, name) is not None]
    column = chance.choice(told or ["changes"])
    _change(part.deals, place, column, chance)
    return part.deals.rows[place][1], column


def _value(rows: Rows, place: int, name: str) -> Any:
    return rows.rows[place][[each.name for each in rows.columns].index(name)]


def _change(rows: Rows, place: int, name: str, chance: random.Random) -> None:
    row = list(rows.rows[place])
    at = [each.name for each in rows.columns].index(name)
    row[at] = _other(row[at], name, chance)
    rows.rows[place] = row


def _other(value: Any, name: str, chance: random.Random) -> Any:
    if value is None:
        return [0]
    if isinstance(value, (tuple, list)):
        if not value or chance.random() < 0.2:
            return [*value, 1]
        at = chance.randrange(len(value))
        return [old + (k == at) for k, old in enumerate(value)]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return None if name != "dealer" and chance.random() < 0.2 else value + 1
    others = {"status": ("finished", "unfinished"), "trump": tuple("cdhs")}.get(name, tuple("A2K"))
    return chance.choice([each for each in others if each != value])


# ---- what is not judged ----------------------------------------------------------------------


def test_what_is_not_judged_is_counted_by_the_reason() -> None:
    record = simulate("chase-the-ace", {}, 3, SeededDice("reasons"), {})
    others: list[tuple[Record, str | None]] = [(record, None)]
    for event, reason in (
        (ev.Note(text="a dog barks"), None),
        (ev.Extension({"type": "x-chat"}), None),
        (ev.Gap(), "gap"),
        (ev.Ruling(text="play on"), "ruling"),
        (ev.Unknown({"type": "bow"}), "unknown kind"),
        (ev.Stay(seat=0), "illegal"),
    ):
        for place in (0, 4, len(record.events)):
            events = (*record.events[:place], event, *record.events[place:])
            others.append((msgspec.structs.replace(record, events=events), reason))
    found: list[tuple[Record, Outcome | None]] = [(each, outcome(each)) for each, _ in others]
    differences, tally = judged(gathered([*found, (record, None)]))
    assert differences == []
    wanted = Counter(reason for _, reason in others if reason)
    assert tally.judged == sum(reason is None for _, reason in others)
    assert tally.not_judged == {**wanted, "not folded": 1}


@pytest.mark.parametrize("game", drawn.OPTIONS)
def test_a_players_own_records_are_judged_as_far_as_cards_were_seen(game: str) -> None:
    chance = random.Random(game)
    seen = []
    for record, _ in played(game)[::8]:
        viewer = chance.choice((*range(len(record.players)), "spectator"))
        view = view_of(record, viewer)
        seen.append((view, outcome(view)))
    differences, tally = judged(gathered(seen))
    assert differences == []
    assert tally.judged > 0.7 * len(seen)
    assert set(tally.not_judged) <= {"unseen cards"}


@pytest.mark.parametrize("game", drawn.OPTIONS)
def test_records_with_a_card_or_two_unseen(game: str) -> None:
    chance, seen = random.Random(game), []
    for record, _ in played(game)[::12]:
        levels = [0] * cards_in(record.events)
        for _ in range(2):
            if levels:
                levels[chance.randrange(len(levels))] = chance.randrange(1, 4)
        hidden = hide(record, levels)
        seen.append((hidden, outcome(hidden)))
    differences, tally = judged(gathered(seen))
    assert differences == []
    assert set(tally.not_judged) <= {"unseen cards", "illegal"}


def test_an_unknown_game_is_not_judged() -> None:
    record = simulate("pitch", {}, 4, SeededDice("whist"), {})
    part = gathered([(msgspec.structs.replace(record, game="whist"), None)])
    assert judged(part) == ([], Tally(not_judged={"unknown game": 1}))


# ---- how it is run ---------------------------------------------------------------------------


def test_small_ranges_come_to_the_same() -> None:
    records = [each for game in drawn.OPTIONS for each in played(game)[:40]]
    random.Random(3).shuffle(records)  # games lie among each other
    part = gathered(records)
    for place in range(0, len(records), 9):
        _change(part.games, place, "final", random.Random(place))
    whole, tally = judged(part)
    in_ranges, again = judged(part, events=20_000)
    assert sorted(in_ranges, key=_place) == sorted(whole, key=_place) != []
    assert again == tally


def _place(difference: Difference) -> tuple[Any, ...]:
    return difference.record, difference.deal or 0, difference.column


def test_a_locked_archive_that_is_only_read_can_be_judged(tmp_path: Path) -> None:
    part, path = gathered(played("pitch")[:8]), tmp_path / "archive.duckdb"
    with duckdb.connect(str(path)) as held:
        for name, rows in (("games", part.games), ("deals", part.deals)):
            held.register("written", rows.source())
            held.execute(f"CREATE TABLE {name} AS FROM written")
        views.create(held)
    with duckdb.connect(str(path), read_only=True) as held:
        held.execute("SET enable_external_access = false")
        held.execute("SET lock_configuration = true")
        tally = Tally()
        assert list(check(held, tally)) == []
        assert tally.judged == 8


def test_nothing_to_judge() -> None:
    assert judged(Part()) == ([], Tally())


def test_columns_that_are_compared_are_all_that_a_fold_fills() -> None:
    text = (files("cardlog.queries") / "sql/referee/differences.sql").read_text("utf-8")
    compared = [each.name for each in DEALS.columns if not each.written and each.name != "last"]
    compared += [each.name for each in GAMES.columns if each.name in ("status", "winners", "final")]
    assert [name for name in compared if f"'name': '{name}'" not in text] == []
