"""Chase the Ace under every option: what holds for any combination of them."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardlog
from cardlog import events as ev
from cardlog.cli.simulate import SeededDice
from cardlog.cli.telling import telling
from cardlog.engine import games
from cardlog.engine.games.chase_the_ace.options import ChaseOptions
from cardlog.engine.options import values_of
from cardlog.engine.simulate import Threshold, simulate
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.game import Record, from_map

VALUES: Final = values_of(ChaseOptions)
STANDARD_ONLY: Final = ("low_card_reveal", "domino", "ace_of_spades")
quickly = settings(max_examples=60, deadline=None)


@st.composite
def tables(draw: st.DrawFn) -> tuple[dict[str, Any], int]:
    """Options that do not contradict each other, and a number of players."""
    rules: dict[str, Any] = {
        name: draw(st.sampled_from(values))
        for name, values in VALUES.items()
        if draw(st.booleans())
    }
    if rules.get("deck", "standard52") != "standard52":
        for name in STANDARD_ONLY:
            rules.pop(name, None)
    for name, most in (("lives", 3), ("ante", 4), ("packs", 2)):
        if draw(st.integers(0, 2)) == 0:
            rules[name] = draw(st.integers(int(name != "ante"), most))
    if rules.get("profile") == "le-her":
        return rules, 2
    return rules, draw(st.sampled_from((3, 4, 6)))


policies = st.none() | st.builds(Threshold, st.sampled_from("A37K"), st.booleans())


def effective(rules: dict[str, Any], players: int) -> ChaseOptions:
    options: ChaseOptions = games.find("chase-the-ace").options(rules, players)
    return options


@st.composite
def matches(draw: st.DrawFn) -> Record:
    (rules, players), seed = draw(tables()), draw(st.integers(0, 10**6))
    policy = draw(policies)
    if policy and rules.get("deck", "standard52") != "standard52":
        policy = policy._replace(at_or_below="7")
    return simulate("chase-the-ace", rules, players, SeededDice(str(seed)), {}, policy)


@quickly
@given(matches())
def test_every_combination_simulates_and_audits_clean(record: Record) -> None:
    found = cardlog.audit(record)
    assert found.ok and found.status == "finished" and not found.findings
    assert all("{" not in line and line == line.rstrip() for line, _ in telling(record))


@given(tables())
@quickly
def test_the_state_holds_what_the_options_set(table: tuple[dict[str, Any], int]) -> None:
    options = effective(*table)
    state = games.find("chase-the-ace").start(options, table[1], None)
    assert {name: getattr(state, name) for name in options.settings._fields} == (
        options.settings._asdict()
    )


@quickly
@given(tables(), st.integers(0, 99), policies)
def test_the_same_seed_plays_the_same(
    table: tuple[dict[str, Any], int], seed: int, policy: Threshold | None
) -> None:
    rules, players = table
    if policy and rules.get("deck", "standard52") != "standard52":
        policy = policy._replace(at_or_below="7")

    def played() -> Record:
        return simulate("chase-the-ace", rules, players, SeededDice(str(seed)), {}, policy)

    assert played() == played()


@quickly
@given(matches())
def test_lives_only_fall_and_sudden_death_gives_back_one(record: Record) -> None:
    options = effective(record.rules, len(record.players))
    before: list[Any] = [options.lives] * len(record.players)
    for deal in cardlog.outcome(record).deals:
        after = cardlog.state(record, deal.events[1]).standing
        assert deal.changes is not None
        left = [was + (change or 0) for was, change in zip(before, deal.changes, strict=True)]
        assert min(left) >= 0 and all((change or 0) <= 0 for change in deal.changes)
        if not any(left) and options.final_tie == "sudden_death":
            left = [int(change != 0) for change in deal.changes]
        assert list(after) == left
        before = left


@quickly
@given(matches())
def test_a_round_costs_somebody_something(record: Record) -> None:
    options = effective(record.rules, len(record.players))
    most = 2 if options.ace_of_spades else 1
    for deal in cardlog.outcome(record).deals:
        assert set(deal.changes or ()) <= set(range(-most, 1))
        losers = deal.detail["losers"]
        assert losers == [seat for seat, change in enumerate(deal.changes or ()) if change]
        shown = cardlog.state(record, deal.events[1]).hands
        ranks = {hand[0].rank for hand in shown if hand}
        if not losers:
            assert options.all_equal_free and len(ranks) == 1
        if len(ranks) == 1 and options.dealer_advantage and deal.dealer in losers:
            assert options.dealer_draws_king == "loses" and losers == [deal.dealer]
        if options.dealer_draws_king != "loses":
            lowest = {hand[0].rank for seat, hand in enumerate(shown) if seat in losers}
            assert lowest <= {deal.detail["lowest"]}


@quickly
@given(matches())
def test_tokens_and_pot_stay_constant(record: Record) -> None:
    players = len(record.players)
    options = effective(record.rules, players)
    tokens = options.stake == "tokens"
    pot = options.ante * players
    before: list[Any] = [options.lives] * players
    for deal in cardlog.outcome(record).deals:
        if not tokens and not options.ante:
            assert "pot" not in deal.detail
            continue
        after: list[Any] = list(cardlog.state(record, deal.events[1]).standing)
        if tokens:  # what left the hands is in the pot
            pot += sum(before) - sum(after)
        assert deal.detail["pot"] == pot >= 0
        before = after


@quickly
@given(matches())
def test_exchanges_of_a_round(record: Record) -> None:
    options = effective(record.rules, len(record.players))
    for deal in cardlog.outcome(record).deals:
        events = record.events[deal.events[0] : deal.events[1] + 1]
        assert isinstance(events[0], ev.Deal)
        players = sum(map(bool, events[0].hands))
        kinds = Counter(type(event) for event in events)
        asked = kinds[ev.Swap] + kinds[ev.Block]
        assert kinds[ev.Cut] + kinds[ev.Draw] <= 1
        if options.domino == "off":
            assert asked <= players - 1
        else:
            assert asked <= players * (players - 1) // 2
        if options.king_block == "mandatory" and options.dealer_king_blocks:
            assert no_king_is_given_up(record, deal.events)


def no_king_is_given_up(record: Record, events: tuple[int, int]) -> bool:
    blockers = ("K", "cuckoo")
    return all(
        cardlog.state(record, k - 1).hands[event.target][0].rank not in blockers
        for k, event in enumerate(record.events[: events[1]])
        if k > events[0] and type(event) is ev.Swap
    )


@quickly
@given(matches(), st.data())
def test_what_was_played_is_among_the_legal_moves(record: Record, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(record.events) - 1))
    event = record.events[k]
    moves = cardlog.legal(record, k - 1)
    kind = type(event).__name__.lower()
    seat = event.dealer if isinstance(event, ev.Deal) else getattr(event, "seat", None)
    found = [m for m in moves if (m.kind, m.seat, m.target) == (kind, seat, _target(event))]
    assert len(found) == 1
    shown: tuple[Card, ...] = ()
    if isinstance(event, (ev.Block, ev.Cut, ev.Draw)):
        shown = (event.card,)
    if isinstance(event, ev.Reveal):
        shown = event.cards
    assert set(shown) <= set(found[0].cards)


def _target(event: Any) -> int | None:
    found: int | None = getattr(event, "target", None)
    return found


# ---- what cannot be ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "players", "says"),
    [
        ({"deck": "cucu40", "domino": "ace"}, 4, "domino"),
        ({"deck": "gnav42", "low_card_reveal": "both"}, 4, "low_card_reveal"),
        ({"deck": "kille42", "ace_of_spades": True}, 4, "ace_of_spades"),
        ({"profile": "compendium", "packs": 1}, 14, "two packs"),
        ({"profile": "compendium", "packs": 1, "deck": "cucu40"}, 14, "two packs"),
        ({"packs": 3}, 4, "from 1 to 2"),
        ({"ante": -1}, 4, "from 0 to"),
    ],
)
def test_contradictions_are_refused(rules: dict[str, Any], players: int, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        effective(rules, players)


@pytest.mark.parametrize(
    ("deck", "card"),
    [("standard52", "cuckoo"), ("cucu40", "Ks"), ("gnav42", "hunter"), ("kille42", "K?")],
)
@pytest.mark.parametrize("at", range(5))
def test_a_card_of_another_pack_is_unreadable(deck: str, card: str, at: int) -> None:
    mine = "9h" if deck == "standard52" else "9"
    cards = [card if k == at else mine for k in range(5)]
    events = [
        {"type": "deal", "dealer": 2, "hands": [[cards[0]], ["??"], ["??"]], "stock": [cards[1]]},
        {"type": "block", "seat": 0, "target": 1, "card": cards[2]},
        {"type": "cut", "seat": 2, "card": cards[3]},
        {"type": "reveal", "seat": 0, "cards": [cards[4]]},
    ]
    record = {"cardlog": 1, "game": "chase-the-ace", "rules": {"deck": deck}, "events": events}
    with pytest.raises(RecordError, match="no card of this game's pack"):
        cardlog.outcome(from_map(record | {"players": ["Ana", "Bruno", "Carla"]}))


def test_the_pot_of_a_record_that_begins_in_mid_match_is_not_known() -> None:
    events = [
        {"type": "deal", "dealer": 1, "hands": [["2c"], ["5d"], []]},
        {"type": "stay", "seat": 0}, {"type": "stay", "seat": 1},
        {"type": "reveal", "seat": 0, "cards": ["2c"]},
        {"type": "reveal", "seat": 1, "cards": ["5d"]},
    ]  # fmt: skip
    for rules in ({"stake": "tokens"}, {"ante": 2}):
        record = {"cardlog": 1, "game": "chase-the-ace", "rules": rules, "events": events}
        record |= {"players": ["Ana", "Bruno", "Carla"], "standing": [2, 1, 0]}
        (deal,) = cardlog.outcome(from_map(record)).deals
        assert deal.detail == {"lowest": "2", "losers": [0], "pot": None}


def test_sudden_death_may_have_begun_before_the_record_did() -> None:
    """A-04: with one life each, a first deal may have turns or none; neither is a fault."""
    rules = {"final_tie": "sudden_death", "sudden_death_style": "showdown"}
    deal = {"type": "deal", "dealer": 1, "hands": [["2c"], ["3d"], []]}
    shows = [{"type": "reveal", "seat": k, "cards": [c]} for k, c in enumerate(("2c", "3d"))]
    turns = [{"type": "swap", "seat": 0, "target": 1}, {"type": "stay", "seat": 1}]
    after = [{"type": "reveal", "seat": k, "cards": [c]} for k, c in enumerate(("3d", "2c"))]
    score = {"type": "score", "changes": [-1, 0, 0]}
    for low in ("off", "both"):
        for events, winner in (
            ([deal, *shows, score], 1),
            ([deal, *shows, *turns, *after] if low == "both" else [deal, *turns, *after], 0),
        ):
            record = {"cardlog": 1, "game": "chase-the-ace", "events": events}
            record |= {"rules": rules | {"low_card_reveal": low, "misdeal": "player_choice"}}
            record |= {"players": ["Ana", "Bruno", "Carla"], "standing": [1, 1, 0]}
            found = cardlog.outcome(from_map(record))
            assert (found.status, found.winners, found.findings) == ("finished", (winner,), ())
