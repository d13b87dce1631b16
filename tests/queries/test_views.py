"""The views, against the engine: the same winners, hands and cards, told from the tables alone."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import duckdb
import pytest

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import Outcome, outcome, replay
from cardlog.engine.simulate import simulate
from cardlog.queries.gather import Part
from cardlog.queries.numbers import CARD
from cardlog.records.cards import Card
from cardlog.records.events import Block, Cut, Deal, Draw, Stay, Swap, Trick
from cardlog.records.game import Record
from tests.queries.test_tables import database

PLAYED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("chase-the-ace", {"profile": "cuckoo"}),
    ("chase-the-ace", {"profile": "compendium"}),
    ("chase-the-ace", {"profile": "le-her"}),
    ("chase-the-ace", {"deck": "gnav42"}),
    ("chase-the-ace", {"profile": "compendium", "domino": "low3"}),
    ("chase-the-ace", {"shown_king_ends_turn": True}),
    ("california-jack", {}),
    ("shasta-sam", {}),
    ("seven-up", {}),
    ("seven-up", {"partners": False}),
    ("pitch", {}),
    ("pitch", {"partners": True}),
)


@pytest.fixture(scope="module")
def played() -> list[tuple[Record, Outcome]]:
    """Some matches of every game, with what they come to."""
    records = [
        simulate(game, rules, None, SeededDice(f"views/{number}"), {})
        for game, rules in PLAYED
        for number in range(3)
    ]
    return [(record, outcome(record)) for record in records]


@pytest.fixture(scope="module")
def held(played: list[tuple[Record, Outcome]]) -> duckdb.DuckDBPyConnection:
    part = Part()
    for record, found in played:
        part.add(record, found)
    return database(part)


def test_games_and_players(
    played: list[tuple[Record, Outcome]], held: duckdb.DuckDBPyConnection
) -> None:
    told = held.execute(
        "SELECT id, status, winners, final, events, deals, profile FROM games ORDER BY record"
    ).fetchall()
    assert told == [
        (
            record.id, found.status, list(found.winners), list(found.standing),
            len(record.events), len(found.deals), found.rules.get("profile"),
        )
        for record, found in played
    ]  # fmt: skip
    won = held.execute(
        "SELECT record, seat, won, final FROM players ORDER BY record, seat"
    ).fetchall()
    assert won == [
        (number, seat, seat % sides in found.winners, found.standing[seat % sides])
        for number, (record, found) in enumerate(played)
        for sides in (len(found.standing),)
        for seat in range(len(record.players))
    ]


def test_deals(played: list[tuple[Record, Outcome]], held: duckdb.DuckDBPyConnection) -> None:
    told = held.execute(
        "SELECT deal, dealer, first, last, void, changes, lowest, trump, high, low, jack,"
        " game_point, nine, pips, pot, bidder, bid, made FROM deals ORDER BY record, deal"
    ).fetchall()
    wanted = []
    for _, found in played:
        for each in found.deals:
            detail = each.detail
            bid = detail.get("bid") or {}
            wanted.append(
                (
                    each.deal, each.dealer, *each.events, each.void,
                    None if each.changes is None else list(each.changes), detail.get("lowest"),
                    *(detail.get(n) for n in ("trump", "high", "low", "jack", "game", "nine")),
                    detail.get("pips"), detail.get("pot"),
                    *(bid.get(n) for n in ("side", "value", "made")),
                )
            )  # fmt: skip
    assert told == wanted


def test_tricks_and_plays_are_those_of_the_fold(
    played: list[tuple[Record, Outcome]], held: duckdb.DuckDBPyConnection
) -> None:
    tricks, plays = [], []
    for number, (record, _) in enumerate(played):
        before = None
        for step in replay(record):
            if type(step.event) is Trick and before is not None and step.state.taken is not None:
                seats = range(len(record.players))
                taken = step.state.taken
                (winner,) = [s for s in seats if set(step.event.cards) <= set(taken[s])]
                tricks.append((number, step.event.leader, winner))
                plays += [
                    (number, seat, card, set(before.hands[seat]))
                    for turn, card in enumerate(step.event.cards)
                    for seat in ((step.event.leader + turn) % len(seats),)
                ]
            before = step.state
    told = held.execute(
        "SELECT record, leader, winner FROM tricks ORDER BY record, deal, trick"
    ).fetchall()
    assert told == tricks
    chosen = held.execute(
        "SELECT record, seat, card, hand FROM plays ORDER BY record, deal, trick, turn"
    ).fetchall()
    assert [(n, s, CARD[c], {CARD[h] for h in hand}) for n, s, c, hand in chosen] == plays
    assert len(plays) > 1000


def test_pips_of_tricks_add_up_to_those_of_the_deal(held: duckdb.DuckDBPyConnection) -> None:
    told = held.execute(
        "SELECT sum(t.pips), any_value(list_sum(d.pips)) FROM tricks t JOIN deals d"
        " USING (record, deal) WHERE d.changes IS NOT NULL GROUP BY record, deal"
    ).fetchall()
    assert told and all(told_pips == pips for told_pips, pips in told)


def test_turns_are_those_of_the_fold(
    played: list[tuple[Record, Outcome]], held: duckdb.DuckDBPyConnection
) -> None:
    wanted: list[tuple[int, int, int, Card]] = []
    for number, (record, _) in enumerate(played):
        before = None
        for step in replay(record):
            event = step.event
            in_deal = before is not None and before.phase == "turns"
            if isinstance(event, (Stay, Swap, Block, Cut, Draw)) and before and in_deal:
                wanted.append((number, step.index, event.seat, before.hands[event.seat][0]))
            before = step.state
    wanted = [each for each in wanted if played[each[0]][0].game == "chase-the-ace"]
    told = held.execute(
        "SELECT record, event, seat, card FROM turns ORDER BY record, event"
    ).fetchall()
    assert [(*each[:3], CARD[each[3]]) for each in told] == wanted
    assert len(wanted) > 100


def test_hands_are_those_that_were_dealt(
    played: list[tuple[Record, Outcome]], held: duckdb.DuckDBPyConnection
) -> None:
    told = held.execute("SELECT record, deal, dealt FROM hands ORDER BY record, deal, seat")
    by_deal = groupby(told.fetchall(), key=lambda row: row[:2])
    dealt = [[tuple(CARD[c] for c in row[2]) for row in rows] for _, rows in by_deal]
    assert dealt == [
        [hand for hand in event.hands if hand]
        for record, _ in played
        for event in record.events
        if type(event) is Deal
    ]


def test_cards_at_the_end_are_those_of_the_fold(
    played: list[tuple[Record, Outcome]], held: duckdb.DuckDBPyConnection
) -> None:
    wanted = []
    for number, (record, found) in enumerate(played):
        ends = {deal.events[1]: deal for deal in found.deals if deal.changes is not None}
        for step in replay(record):
            deal = ends.get(step.index)
            if deal is not None and record.game == "chase-the-ace":
                assert deal.changes is not None
                for seat, hand in enumerate(step.state.hands):
                    if hand:
                        change = deal.changes[seat]
                        assert change is not None
                        wanted.append((number, deal.deal, seat, hand[0], change < 0, change > 0))
    told = held.execute(
        "SELECT record, deal, seat, held, lost, won FROM hands WHERE game = 'chase-the-ace'"
        " ORDER BY record, deal, seat"
    ).fetchall()
    assert [(*row[:3], CARD[row[3]], *row[4:]) for row in told] == wanted
    assert len(wanted) > 100
    others = held.execute("SELECT count(held) FROM hands WHERE game <> 'chase-the-ace'")
    assert others.fetchall() == [(0,)]


def test_neighbours_are_the_next_who_play(
    played: list[tuple[Record, Outcome]], held: duckdb.DuckDBPyConnection
) -> None:
    told = held.execute(
        "SELECT record, deal, seat, is_dealer, neighbour FROM turns WHERE neighbour IS NOT NULL"
    ).fetchall()
    assert len(told) > 100
    deals: dict[tuple[int, int], Deal] = {}
    for number, (record, _) in enumerate(played):
        dealt = [event for event in record.events if type(event) is Deal]
        deals |= {(number, k): event for k, event in enumerate(dealt, 1)}
    for number, deal, seat, is_dealer, neighbour in told:
        hands = deals[number, deal].hands
        order = [(seat + k) % len(hands) for k in range(1, len(hands))]
        assert neighbour == next(other for other in order if hands[other])
        assert not is_dealer
