"""Views of simulated matches of every game: nothing too much, nothing untrue, nothing given away.

Which card may stand in a view is told apart from the engine, by hand (seen/rights.py).
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from cardlog.engine.audit import audit
from cardlog.engine.seen import view_of
from cardlog.engine.simulate import simulate
from cardlog.records.events import Note
from cardlog.records.formats import write
from cardlog.records.game import Record, to_map
from tests.engine.seen.rights import as_maps, cards_of, seen_events
from tests.engine.seen.twins import dressed, twin
from tests.engine.tables import TABLES
from tests.engine.unseen.legal import FAMILY, SeededDice, chase_records, family_records
from tests.engine.unseen.sound import check_sound
from tests.games import golden, golden_files

HIDDEN_STOCKS: Any = [
    (game, players, {"target": 3, **rules})
    for game, players in (("california-jack", 2), ("shasta-sam", 2), ("shasta-sam", 3))
    for rules in ({}, {"loser_draw": "blind"}, {"stock": "face_down"}, {"turned_jack": True})
]
PLAYED = [(table.game, table.players, table.rules) for table in TABLES] + HIDDEN_STOCKS
FEW: Any = [
    ("chase-the-ace", 4, {"lives": 1}),
    ("chase-the-ace", 3, {"lives": 1, "dealer_draws_king": "kept"}),
    ("chase-the-ace", 3, {"lives": 1, "dealer_draws_king": "loses"}),
    ("chase-the-ace", 4, {"lives": 1, "deck": "cucu40"}),
    ("chase-the-ace", 4, {"profile": "compendium", "lives": 1}),
    ("chase-the-ace", 2, {"profile": "le-her"}),
    ("seven-up", 2, {"target": 4}),
    ("seven-up", 4, {"target": 3}),
    ("seven-up", 3, {"target": 3, "after_run": "keep"}),
    ("pitch", 4, {"target": 3, "partners": True}),
    *HIDDEN_STOCKS,
]


def played(game: str, players: int, rules: dict[str, Any], *, seed: int = 0) -> Record:
    return simulate(game, rules, players, SeededDice(seed), {})


def viewers(record: Record) -> list[int | str]:
    return [*range(len(record.players)), "spectator"]


def file_of(record: Record) -> bytes:
    return bytes(msgspec.json.encode(to_map(record)))


@pytest.mark.parametrize(("game", "players", "rules"), PLAYED)
def test_a_view_shows_what_was_shown_and_no_more(
    game: str, players: int, rules: dict[str, Any]
) -> None:
    for seed in range(3):
        full = played(game, players, rules, seed=seed)
        for viewer in viewers(full):
            seen = view_of(full, viewer)
            assert as_maps(seen) == seen_events(full, viewer)
            assert (seen.observer, seen.players, seen.rules) == (viewer, full.players, full.rules)


@pytest.mark.parametrize(("game", "players", "rules"), PLAYED)
def test_no_hidden_card_is_anywhere_in_an_event(
    game: str, players: int, rules: dict[str, Any]
) -> None:
    full = played(game, players, rules, seed=7)
    for viewer in viewers(full):
        seen = view_of(full, viewer)
        for mine, true, right in zip(
            as_maps(seen), as_maps(full), seen_events(full, viewer), strict=True
        ):
            hidden = set(cards_of(true)) - set(cards_of(right))
            text = json.dumps(mine)
            assert not [card for card in hidden if f'"{card}"' in text]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_view_of_chase_the_ace_is_sound(data: st.DataObject) -> None:
    full = data.draw(chase_records())
    viewer = data.draw(st.sampled_from(viewers(full)))
    check_sound(view_of(full, viewer), full)


@pytest.mark.parametrize("name", FAMILY)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_view_of_the_family_is_sound(name: str, data: st.DataObject) -> None:
    full = data.draw(family_records(name))
    viewer = data.draw(st.sampled_from(viewers(full)))
    check_sound(view_of(full, viewer), full)


@pytest.mark.parametrize(("game", "players", "rules"), HIDDEN_STOCKS)
def test_a_view_with_a_hidden_stock_is_sound(
    game: str, players: int, rules: dict[str, Any]
) -> None:
    for seed in range(2):
        full = played(game, players, rules, seed=seed)
        for viewer in viewers(full):
            check_sound(view_of(full, viewer), full)


@pytest.mark.parametrize("name", [path.stem for path in golden_files()])
def test_a_view_of_a_match_of_the_fixtures_is_sound(name: str) -> None:
    full = golden(name)
    told = tuple(event for event in full.events if type(event) is not Note)
    full = structs.replace(full, events=told)
    for viewer in viewers(full):
        seen = view_of(full, viewer)
        check_sound(seen, full)
        assert view_of(seen, viewer) == seen


@pytest.mark.parametrize(("game", "players", "rules"), PLAYED)
def test_a_view_is_its_own_view_and_holds_that_of_a_spectator(
    game: str, players: int, rules: dict[str, Any]
) -> None:
    full = played(game, players, rules, seed=3)
    for viewer in viewers(full):
        seen = view_of(full, viewer)
        assert audit(seen).ok
        assert view_of(seen, viewer) == seen
        assert view_of(seen, "spectator") == view_of(full, "spectator")


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(FEW), st.integers(0, 10**6), st.data())
def test_games_that_look_alike_have_one_view(table: Any, seed: int, data: st.DataObject) -> None:
    """Legal or not: that a record is in order may hang on a card that the viewer never saw."""
    full = played(*table, seed=seed)
    if data.draw(st.booleans()):  # it stops before all have shown their cards
        full = structs.replace(full, events=full.events[: data.draw(st.integers(1, 60))])
    viewer = data.draw(st.sampled_from(viewers(full)))
    dice = random.Random(seed)
    other = twin(full, viewer, dice)
    one, secrets = dressed(full, viewer, dice)
    two, more = dressed(other, viewer, dice)
    seen, also = view_of(one, viewer), view_of(two, viewer)
    assert file_of(seen) == file_of(also)
    assert seen.id == also.id
    assert not [word for word in secrets | more if word.encode() in file_of(seen)]


@pytest.mark.parametrize("table", FEW, ids=lambda table: f"{table[0]} {table[1]} {table[2]}")
def test_there_are_such_games(table: Any) -> None:
    """Else the property above would say nothing: others that are legal are found for each seat."""
    found = dict.fromkeys(viewers(played(*table)), 0)
    for seed in range(40):
        full = played(*table, seed=seed)
        for viewer in [viewer for viewer, count in found.items() if not count]:
            other = twin(full, viewer, random.Random(seed))
            found[viewer] += other != full and audit(other).ok
    assert min(found.values()) > 0, found


@pytest.mark.parametrize("format", ["json", "jsonl", "msgpack"])
def test_two_that_look_alike_are_written_alike(format: str, tmp_path: Any) -> None:
    table = FEW[0]
    dice = random.Random(1)
    for seed in range(30):
        full = played(*table, seed=seed)
        other = twin(full, 1, dice)
        if other != full and audit(other).ok:
            write(view_of(full, 1), tmp_path / f"one.{format}")
            write(view_of(other, 1), tmp_path / f"two.{format}")
            one, two = (tmp_path / f"{name}.{format}" for name in ("one", "two"))
            assert one.read_bytes() == two.read_bytes()
            return
    raise AssertionError("no twin was found")


def test_a_card_more_or_less_is_noticed() -> None:
    """The comparison by hand can fail."""
    full = played("california-jack", 2, {"target": 3}, seed=1)
    assert as_maps(view_of(full, 0)) != seen_events(full, 1)
    assert as_maps(full) != seen_events(full, 0)
