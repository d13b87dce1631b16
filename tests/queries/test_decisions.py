"""The choices, against the engine: what it says is legal, held and at stake where each was made."""

from __future__ import annotations

import io
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import outcome
from cardlog.engine.fold import Fold, begin
from cardlog.engine.legal import moves
from cardlog.engine.simulate import simulate
from cardlog.engine.views import snapshot
from cardlog.queries.gather import Part
from cardlog.queries.numbers import CARD
from cardlog.records.cards import Card
from cardlog.records.events import (
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Reveal,
    Stay,
    Swap,
    Trick,
)
from cardlog.records.formats import load
from cardlog.records.game import Record
from tests.games import FIXTURES
from tests.queries.test_tables import database

# Every option that bears on what may be chosen, in a game that is played under it.
PLAYED: dict[str, tuple[str, dict[str, Any]]] = {
    "cuckoo": ("chase-the-ace", {"profile": "cuckoo"}),
    "compendium": ("chase-the-ace", {"profile": "compendium"}),
    "le her": ("chase-the-ace", {"profile": "le-her"}),
    "domino": ("chase-the-ace", {"profile": "compendium", "domino": "low3"}),
    "a King may give way": ("chase-the-ace", {"king_block": "optional"}),
    "a shown King ends the turn": ("chase-the-ace", {"shown_king_ends_turn": True}),
    "showdown": (
        "chase-the-ace",
        {"final_tie": "sudden_death", "sudden_death_style": "showdown", "lives": 1},
    ),
    "tokens": ("chase-the-ace", {"profile": "compendium", "stake": "tokens", "ante": 1}),
    "Gnav": ("chase-the-ace", {"deck": "gnav42"}),
    "California Jack": ("california-jack", {}),
    "strict": ("california-jack", {"strict_follow": True}),
    "void must trump": ("california-jack", {"void_must_trump": True}),
    "both": ("shasta-sam", {"strict_follow": True, "void_must_trump": True}),
    "Shasta Sam": ("shasta-sam", {}),
    "Seven-Up": ("seven-up", {}),
    "Seven-Up, each for himself": ("seven-up", {"partners": False, "after_run": "keep"}),
    "a gift to eldest": ("seven-up", {"partners": False, "gift_to": "eldest", "target": 3}),
    "Pitch": ("pitch", {}),
    "Pitch, partners": ("pitch", {"partners": True}),
    "bid5": ("pitch", {"smudge": "bid5", "dealer_steal": "always", "all_pass": "throw_in"}),
    "win_game": ("pitch", {"smudge": "win_game", "dealer_steal": "never", "min_bid": 1}),
    "four_only": ("pitch", {"dealer_steal": "four_only", "all_pass": "free_lead"}),
    "up to three": ("pitch", {"max_bid": 3, "partners": True}),
}
Choice = tuple[int, str, int, list[str], str]
CUT_OFF = 130  # events: the engine tries every idea of every player


@pytest.mark.parametrize("kind", PLAYED)
def test_choices_are_those_of_the_engine(kind: str) -> None:
    game, rules = PLAYED[kind]
    records = [
        simulate(game, rules, None, SeededDice(f"decisions/{number}"), {}) for number in range(4)
    ]
    records = [replace(record, events=record.events[:CUT_OFF]) for record in records]
    part = Part()
    for record in records:
        part.add(record, outcome(record))
    held = database(part)
    for number, record in enumerate(records):
        told = held.execute(
            "SELECT event, kind, seat, legal, chosen, hand, before, change FROM decisions"
            " WHERE record = ? ORDER BY event, place",
            [number],
        ).fetchall()
        chosen = chosen_in(record)
        assert [row[:5] for row in told] == chosen, kind
        assert told
        assert [(row[0], row[2], {CARD[c] for c in row[5]}) for row in told] == list(
            hands_in(record, chosen)
        )
        assert {(row[0], tuple(row[6])) for row in told} == before_in(record, chosen)
        changes = {
            index: deal.changes
            for deal in outcome(record).deals
            for index in range(deal.events[0], deal.events[1] + 1)
        }
        for row in told:
            found = changes[row[0]]
            assert row[7] == (None if found is None else found[row[2] % len(found)])


def chosen_in(record: Record) -> list[Choice]:
    """Event, kind, seat, what was legal and what was chosen, as the engine has them."""
    fold = begin(record)
    found = []
    for index, event in enumerate(record.events):
        fold.run(until=index)
        in_turns = snapshot(fold).phase == "turns"
        if isinstance(event, (Stay, Swap, Block, Cut, Draw)) and in_turns:
            found.append((index, "turn", event.seat, *turn(fold, event)))
        elif isinstance(event, Call):
            words = [m.calls for m in moves(fold) if m.kind == "call" and m.seat == event.seat]
            found.append((index, "call", event.seat, sorted(words[0]), str(event.call)))
        elif isinstance(event, Discard):
            (put,) = (m for m in moves(fold) if (m.kind, m.seat) == ("discard", event.seat))
            legal = sorted(card.value for card in put.cards)
            found += [(index, "discard", event.seat, legal, card.value) for card in event.cards]
        elif isinstance(event, Trick):
            (move,) = (m for m in moves(fold) if m.kind == "trick")
            assert move.replies is not None
            for place, card in enumerate(event.cards):
                seat = (event.leader + place) % len(record.players)
                plays = move.replies[event.cards[0]][place] if place else move.cards
                found.append((index, "play", seat, sorted(c.value for c in plays), card.value))
    return found


def turn(fold: Fold, event: Stay | Swap | Block | Cut | Draw) -> tuple[list[str], str]:
    """What a player may do, in two words, and what he did."""
    word = {Stay: "stay", Swap: "ask", Block: "ask", Cut: "cut", Draw: "draw"}
    kinds = {"stay": "stay", "swap": "ask", "block": "ask", "reveal": "ask"}
    kinds |= {"cut": "cut", "draw": "draw"}
    # A low card has to be shown before an exchange, by either of the two.
    mine = [m for m in moves(fold) if m.seat == event.seat or m.kind == "reveal"]
    legal = {kinds[move.kind] for move in mine if move.kind in kinds}
    if event.seat == fold.state.dealer:
        legal -= {"ask"}
    return sorted(legal), word[type(event)]


def hands_in(record: Record, chosen: list[Choice]) -> list[tuple[int, int, set[Any]]]:
    """What each player held who chose."""
    fold = begin(record)
    found = []
    for index, _, seat, _, _ in chosen:
        fold.run(until=index)
        found.append((index, seat, set(snapshot(fold).hands[seat])))
    return found


def before_in(record: Record, chosen: list[Choice]) -> set[tuple[int, tuple[int | None, ...]]]:
    """How all stood before each deal, with the events in which somebody chose in it."""
    fold = begin(record)
    found = set()
    standing: tuple[int | None, ...] = ()
    choices = {row[0] for row in chosen}
    for index, event in enumerate(record.events):
        fold.run(until=index)
        if isinstance(event, Deal):
            standing = fold.standing
        if index in choices:
            found.add((index, standing))
    return found


def test_a_hidden_card_leaves_open_what_is_legal() -> None:
    text = (
        '{"cardlog":1,"game":"pitch","rules":{},"players":["a","b"],"events":['
        '{"type":"deal","dealer":1,"hands":[["Ac","2c","3c","4c","5c","6c"],'
        '["??","??","??","??","??","??"]]},'
        '{"type":"call","seat":0,"call":"2"},{"type":"call","seat":1,"call":"pass"},'
        '{"type":"trick","leader":0,"cards":["Ac","Kc"]}]}'
    )
    part = Part()
    record = load(io.BytesIO(text.encode()))
    part.add(record, outcome(record))
    told = database(part).execute(
        "SELECT seat, legal FROM decisions WHERE kind = 'play' ORDER BY place"
    )
    assert told.fetchall() == [(0, ["2c", "3c", "4c", "5c", "6c", "Ac"]), (1, None)]


# Simulated matches with a run, with two and with three of them in a deal.
RUNS: tuple[tuple[dict[str, Any], int, int], ...] = (
    ({}, 4, 5),
    ({"partners": False}, 3, 2),
    ({"partners": False}, 3, 12),
    ({"partners": False}, 2, 12),
)
TAVERN = FIXTURES / "games" / "tavern-seven-up.json"


def with_runs() -> list[Record]:
    return [
        load(TAVERN),
        *(
            simulate("seven-up", rules, players, SeededDice(f"runs/{seed}"), {})
            for rules, players, seed in RUNS
        ),
    ]


def test_what_is_put_away_after_a_run() -> None:
    records, part = with_runs(), Part()
    for record in records:
        part.add(record, outcome(record))
    held, sizes = database(part), set()
    for number, record in enumerate(records):
        told = held.execute(
            "SELECT event, place, seat, hand, seen, trump, before, legal, chosen, result, change"
            " FROM decisions WHERE record = ? AND kind = 'discard' ORDER BY event, place",
            [number],
        ).fetchall()
        assert [
            (
                *row[:3],
                {CARD[c] for c in row[3]},
                [CARD[c] for c in row[4]],
                "cdhs"[row[5]],
                *row[6:],
            )
            for row in told
        ] == put_away_in(record)
        sizes |= {len(row[3]) for row in told}
    assert sizes == {9, 12, 15}


def put_away_in(record: Record) -> list[tuple[Any, ...]]:
    """The same by the engine's replay."""
    fold, found = begin(record), []
    deals = outcome(record).deals
    standing: tuple[int | None, ...] = ()
    places, seen = count(1), list[Card]()
    for index, event in enumerate(record.events):
        if isinstance(event, Deal):
            fold.run(until=index)
            standing, places, seen = fold.standing, count(1), []
        elif isinstance(event, Reveal):
            seen.append(event.cards[0])
        elif isinstance(event, Discard):
            fold.run(until=index)
            (move,) = (m for m in moves(fold) if (m.kind, m.seat) == ("discard", event.seat))
            hand = snapshot(fold).hands[event.seat]
            assert (set(move.cards), move.count) == (set(hand), len(hand) - 6)
            (deal,) = (d for d in deals if d.events[0] <= index <= d.events[1])
            changes = deal.changes
            for card in event.cards:
                found.append((
                    index, next(places), event.seat, {*hand}, [*seen], seen[-1].value[1],
                    list(standing), sorted(c.value for c in move.cards), card.value, None,
                    None if changes is None else changes[event.seat % len(changes)],
                ))  # fmt: skip
    return found


def test_what_may_not_be_put_away() -> None:
    record = load(TAVERN)
    first = next(k for k, event in enumerate(record.events) if isinstance(event, Discard))
    before, discard, after = record.events[:first], record.events[first], record.events[first + 1 :]
    assert isinstance(before[-1], Reveal)
    kept = replace(record, rules={"after_run": "keep"})
    early = replace(record, events=(*before[:-1], discard, before[-1], *after))
    twice = replace(record, events=(*before, discard, discard, *after))
    hidden = replace(discard, cards=(Card["??"],) * 3)
    unseen = replace(record, events=(*before, hidden, *after))
    part = Part()
    for each in (kept, early, twice, unseen):
        part.add(each, outcome(each))
    held = database(part)
    asked = "SELECT legal, chosen FROM decisions WHERE record = ? AND event = ? ORDER BY place"
    for number, event in enumerate((first, first - 1, first + 1)):
        rows = held.execute(asked, [number, event]).fetchall()
        assert [row[0] for row in rows] == [[]] * 3, number
    for legal, chosen in held.execute(asked, [3, first]).fetchall():
        assert (len(legal), chosen) == (9, "??")  # he saw his cards, we do not see what he chose
