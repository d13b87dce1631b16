"""Chase the Ace under each option alone: that it shows in the play, and how."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import cardlog
from cardlog import events as ev
from cardlog.cli.simulate import SeededDice
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.engine.simulate import simulate
from cardlog.records.cards import Card


def count(kind: type, rules: dict[str, Any], matches: int = 30, players: int = 5) -> Counter[Any]:
    """How many events of a kind each deal of some simulated matches has."""
    found: Counter[Any] = Counter()
    for seed in range(matches):
        record = simulate("chase-the-ace", rules, players, SeededDice(str(seed)), {})
        for deal in cardlog.outcome(record).deals:
            events = record.events[deal.events[0] : deal.events[1] + 1]
            found[sum(type(event) is kind for event in events)] += 1
    return found


def test_domino_chains_are_played() -> None:
    assert max(count(ev.Swap, {"domino": "low3"})) > 4
    assert max(count(ev.Swap, {})) <= 4


def test_a_king_that_need_not_refuse_is_given_up_and_shown() -> None:
    given = shown = 0
    for seed in range(20):
        rules = {"king_block": "optional"}
        record = simulate("chase-the-ace", rules, 4, SeededDice(str(seed)), {})
        for k, event in enumerate(record.events):
            shown += type(event) is ev.Block
            if type(event) is ev.Swap:
                given += cardlog.state(record, k - 1).hands[event.target][0].rank == "K"
    assert given and shown


def test_a_shown_king_ends_a_turn() -> None:
    turns = (ev.Stay, ev.Swap, ev.Block, ev.Cut)
    for seed in range(20):
        rules = {"shown_king_ends_turn": True}
        record = simulate("chase-the-ace", rules, 4, SeededDice(str(seed)), {})
        for deal in cardlog.outcome(record).deals:
            events = record.events[deal.events[0] : deal.events[1] + 1]
            acted = [event.seat for event in events if isinstance(event, turns)]
            for at, event in enumerate(e for e in events if isinstance(e, turns)):
                if type(event) is ev.Block:
                    assert event.target not in acted[at + 1 :]


def test_sudden_death_by_showdown_has_no_turns() -> None:
    rules = {"final_tie": "sudden_death", "sudden_death_style": "showdown", "lives": 1}
    found = 0
    for seed in range(60):
        record = simulate("chase-the-ace", rules, 3, SeededDice(str(seed)), {})
        deals = cardlog.outcome(record).deals
        tied = False
        for deal in deals:
            events = record.events[deal.events[0] + 1 : deal.events[1]]
            assert tied == all(type(event) is ev.Reveal for event in events)
            players = sum(map(bool, record.events[deal.events[0]].hands))  # type: ignore[union-attr]
            tied = tied or len(deal.detail["losers"]) == players
            found += tied
    assert found


@pytest.mark.parametrize("deck", DECKS[1:], ids=lambda deck: deck.name)
@pytest.mark.parametrize("profile", ["cuckoo", "compendium"])
def test_every_card_of_a_special_pack_is_played(deck: Any, profile: str) -> None:
    seen: set[Card] = set()
    refused: set[str | None] = set()
    for seed in range(40):
        rules = {"deck": deck.name, "profile": profile}
        record = simulate("chase-the-ace", rules, 6, SeededDice(str(seed)), {})
        for event in record.events:
            if isinstance(event, ev.Reveal):
                seen |= set(event.cards)
            if isinstance(event, ev.Block):
                refused.add(event.card.rank)
        for deal in cardlog.outcome(record).deals:
            at = cardlog.state(record, deal.events[1])
            shown = [hand[0].rank for hand in at.hands if hand]
            assert deal.detail["lowest"] == min(shown, key=deck.ranks.index)
    assert seen == set(deck.cards) and refused == {"cuckoo"}
