"""One source of rules, two carriers: compiled, they fold every match to the same outcome."""

from __future__ import annotations

from typing import Any

import pytest

from cardlog.cli.simulate import SeededDice
from cardlog.engine import games
from cardlog.engine.fold import Fold, begin
from cardlog.engine.simulate import simulate
from cardlog.records.events import Gap, Trick
from cardlog.records.game import Record
from tests.games import golden_records

pytest.importorskip("numba", reason="Numba is a development dependency")

from tests.engine.compiled import RULES, fold_compiled

# Every option of Chase the Ace, a few at a time.
CHASE: list[dict[str, Any]] = [
    {},
    {"profile": "compendium"},
    {"profile": "compendium", "lives": 1},
    {"profile": "le-her", "king_block": "optional", "dealer_king_blocks": False},
    {"domino": "low3", "shown_king_ends_turn": True, "low_card_reveal": "both", "packs": 2},
    {"domino": "ace", "king_block": "optional", "low_card_reveal": "asker", "stake": "tokens"},
    {"dealer_draws_king": "loses", "ace_of_spades": True, "dealer_advantage": True, "lives": 2},
    {"all_equal_free": True, "deck": "kille42", "ante": 1},
    {"profile": "compendium", "deck": "gnav42", "packs": 2, "lives": 1},
    {
        "final_tie": "sudden_death", "sudden_death_style": "showdown", "lives": 1,
        "deck": "cucu40", "all_equal_free": True, "misdeal": "player_choice",
    },
]  # fmt: skip

PROFILES = [
    *(("chase-the-ace", rules) for rules in CHASE),
    ("california-jack", {"target": 4}),
    ("california-jack", {"target": 4, "turned_jack": True, "strict_follow": True}),
    ("shasta-sam", {"target": 4, "shasta_point": True, "void_must_trump": True}),
    ("shasta-sam", {"target": 4, "low_to": "taker", "first_dealer": "high"}),
    ("seven-up", {}),
    ("seven-up", {"partners": False, "after_run": "keep", "gift_to": "eldest"}),
    ("pitch", {}),
    ("pitch", {"partners": True, "target": 9, "smudge": "bid5", "dealer_steal": "always"}),
    ("pitch", {"all_pass": "throw_in", "smudge": "win_game", "low_to": "taker"}),
    ("pitch", {"all_pass": "free_lead", "go_out": "pitchers_only", "target": 4}),
]


def told(fold: Fold) -> list[Any]:
    """Everything a fold says."""
    fault = fold.stopped
    return [
        fold.status,
        list(fold.winners),
        list(fold.standing),
        (fault.event, fault.code) if fault else None,
        [(c.event, c.code) for c in fold.claims],
        [
            (d.first, d.last, d.dealer, d.void, d.changes and list(d.changes), d.detail)
            for d in fold.deals
        ],
    ]


def assert_same(record: Record) -> None:
    assert told(fold_compiled(record)) == told(begin(record).run())


def test_every_game_has_compiled_rules() -> None:
    assert set(RULES) == set(games.names())


@pytest.mark.parametrize("record", golden_records(), ids=lambda r: r.game)
def test_compiled_rules_fold_the_fixture_matches_alike(record: Record) -> None:
    assert_same(record)


@pytest.mark.parametrize(("game", "rules"), PROFILES)
def test_compiled_rules_agree_on_damaged_matches_too(game: str, rules: dict[str, Any]) -> None:
    from msgspec.structs import replace

    for seed in range(6):
        record = simulate(game, rules, None, SeededDice(f"compiled/{seed}"), {})
        assert_same(record)
        events = record.events
        for k in range(3, len(events), 7):
            assert_same(replace(record, events=events[:k] + events[k + 1 :]))
            assert_same(replace(record, events=(*events[:k], events[k], *events[k:])))
            if seed < 2:
                assert_same(replace(record, events=(*events[:k], Gap(), *events[k + k % 3 :])))
            event = events[k]
            if type(event) is Trick:
                turned = Trick(leader=event.leader, cards=event.cards[::-1])
                assert_same(replace(record, events=(*events[:k], turned, *events[k + 1 :])))
