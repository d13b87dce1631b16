"""The reports on chance find cheats that were planted, and do not cry wolf in fair rooms."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import duckdb
from msgspec.structs import replace

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import outcome
from cardlog.engine.simulate import simulate
from cardlog.queries.gather import Part
from cardlog.records.cards import Card
from cardlog.records.events import Deal
from tests.queries.rooms import MEMBERS, archive
from tests.queries.test_tables import database
from tests.reports import reports

FAIR_ROOMS = 30
SIGNIFICANT = 0.05
# More alarms of 30 rooms, each raised with a chance of 1 in 20, are less than 1 in 60.
MOST_ALARMS = 4
ON_CHANCE = ("fair-cards", "fair-dealers", "fair-pairs", "fair-shuffles")
MATCHES = 150  # where somebody cheats

Found = list[dict[str, Any]]


def found(name: str, held: duckdb.DuckDBPyConnection) -> Found:
    """The rows of a report that it has judged."""
    columns, rows = reports()[name].run(held)
    told = [dict(zip(columns, row, strict=True)) for row in rows]
    return [row for row in told if row["p"] is not None]


def suspects(rows: Found) -> Found:
    return [row for row in rows if row["p_corrected"] < SIGNIFICANT]


def test_fair_rooms_raise_few_alarms() -> None:
    told: dict[str, list[Found]] = defaultdict(list)
    for seed in range(FAIR_ROOMS):
        held = archive(f"fair/{seed}", 30)
        for name in ON_CHANCE:
            told[name].append(found(name, held))
    for name, rooms in told.items():
        assert sum(bool(suspects(rows)) for rows in rooms) <= MOST_ALARMS, name
        rows = [row for room in rooms for row in room]
        assert len(rows) >= FAIR_ROOMS
        # No more small chances than chance gives, within three standard deviations.
        for level in (0.01, 0.05, 0.2):
            share = sum(row["p"] < level for row in rows) / len(rows)
            assert share < level + 3 * (level * (1 - level) / len(rows)) ** 0.5, (name, level)
        if name != "fair-cards":
            zs = [row["z"] for row in rows]
            assert abs(sum(zs) / len(zs)) < 3 / len(zs) ** 0.5, name
            assert 0.85 < (sum(z * z for z in zs) / len(zs)) ** 0.5 < 1.15, name


def accused(name: str, kinds: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """Who is suspected most in each room, and how many others are suspected as well."""
    rooms = [
        suspects(found(name, archive(f"planted/{k}", MATCHES, **kind)))
        for k, kind in enumerate(kinds)
    ]
    assert all(rooms)
    return [rows[0] for rows in rooms], sum(len(rows) - 1 for rows in rooms)


def test_dealers_who_serve_themselves_are_found() -> None:
    first, others = accused("fair-dealers", [{"crooked": name} for name in MEMBERS[:5]])
    assert [row["player"] for row in first] == list(MEMBERS[:5])
    assert all(row["p_corrected"] < 1e-4 for row in first)
    assert others <= 1


def test_pairs_of_friends_are_found() -> None:
    friends = [(MEMBERS[k], MEMBERS[k - 2]) for k in range(5)]
    first, others = accused("fair-pairs", [{"friends": pair} for pair in friends])
    assert [(row["player"], row["neighbour"]) for row in first] == friends
    assert all(row["asked_low"] < row["expected_low"] / 2 for row in first)
    assert others <= 1


def test_bad_shuffles_are_found() -> None:
    first, others = accused("fair-shuffles", [{"lazy": name} for name in MEMBERS[:5]])
    assert [row["player"] for row in first] == list(MEMBERS[:5])
    assert all(row["neighbours"] > 10 * row["expected_neighbours"] for row in first)
    assert others <= 1


def test_cheats_of_one_kind_are_not_taken_for_another() -> None:
    others = {"crooked": ("fair-pairs",), "friends": ("fair-dealers", "fair-shuffles")}
    alarms = 0
    for seed in range(3):
        for kind, guilty in (("crooked", "eva"), ("friends", ("eva", "gil"))):
            held = archive(f"others/{seed}", MATCHES, **{kind: guilty})
            alarms += sum(bool(suspects(found(name, held))) for name in others[kind])
    assert alarms <= 2  # of nine, each with a chance of 1 in 20


def test_a_marked_card_is_found() -> None:
    held = archive_of_a_marked_pack()
    (row,) = suspects(found("fair-cards", held))
    assert (row["least"], row["least_times"], row["most"]) == ("2c", 0, "Ks")


def test_shuffles_of_a_marked_pack_are_left_out() -> None:
    """Where a card stands twice nobody can say where it lay before."""
    held = archive_of_a_marked_pack()
    columns, rows = reports()["fair-shuffles"].run(held, least=1)
    deals = held.execute("SELECT record, deal, list_concat(flatten(hands), stock) FROM deals")
    packs = {(record, deal): set(pack) for record, deal, pack in deals.fetchall()}
    whole = {key for key, cards in packs.items() if len(cards) == 52}
    successive = sum((record, deal + 1) in whole for record, deal in whole)
    assert 0 < successive < len(whole) < len(packs)
    assert sum(row[columns.index("pairs")] for row in rows) == successive


def archive_of_a_marked_pack() -> duckdb.DuckDBPyConnection:
    """A pack with two Kings of spades and no Two of clubs, as a room's faulty server dealt it."""
    part = Part()
    for number in range(60):
        record = simulate("chase-the-ace", {}, 4, SeededDice(f"marked/{number}"), {})
        deals = [
            replace(event, hands=tuple(tuple(map(marked, hand)) for hand in event.hands))
            if isinstance(event, Deal)
            else event
            for event in record.events
        ]
        part.add(replace(record, events=tuple(deals)), outcome(record))
    return database(part)


def marked(card: Card) -> Card:
    return Card["Ks"] if card.value == "2c" else card


def test_hands_of_six_have_the_spread_that_the_report_expects() -> None:
    zs, alarms = [], 0
    for seed in range(12):
        part = Part()
        for number in range(25):
            record = simulate("pitch", {}, 4, SeededDice(f"six/{seed}/{number}"), {})
            part.add(record, outcome(record))
        rows = found("fair-dealers", database(part))
        alarms += bool(suspects(rows))
        zs += [row["z"] for row in rows]
    assert len(zs) == 48 and alarms <= 3
    assert 0.7 < (sum(z * z for z in zs) / len(zs)) ** 0.5 < 1.3
