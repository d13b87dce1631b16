"""Deals laid out by the record, against the same deals laid out one by one."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import duckdb
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import Audit, Outcome, judged
from cardlog.engine.simulate import simulate
from cardlog.queries.arrow.columns import Node
from cardlog.queries.cutting import Unfit
from cardlog.queries.found import deal_found
from cardlog.queries.gather import Part, Rows
from cardlog.queries.tables import DEALS
from cardlog.queries.together import put_together
from cardlog.records import events as ev
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.flat import Flat
from cardlog.records.game import Record
from tests.queries import drawn
from tests.queries.cuts import cut_up, starts_of
from tests.strategies import records

AT: Final = "2026-11-27T20:00:00Z"
Judged = tuple[Record, Outcome | None, Audit | None]


@cache
def matches() -> list[Record]:
    """Matches of every game, whole and in parts."""
    return [record for game in drawn.OPTIONS for record, _ in drawn.matches(game, 5, "columns")]


def inserted(record: Record, chance: random.Random, seldom: tuple[Any, ...]) -> Record:
    """The record with some of these events in it."""
    events = list(record.events)
    for _ in range(chance.randrange(1, 4)):
        events.insert(chance.randrange(len(events) + 1), chance.choice(seldom))
    return msgspec.structs.replace(record, events=tuple(events))


def scored_otherwise(record: Record, chance: random.Random) -> Record:
    """Some of the scores say something else, or nothing of the points."""
    other = (
        ev.Score(changes=()),
        ev.Score(changes=(2**31,)),
        ev.Score(changes=(-(2**31), 2**31 - 1), points=ev.Points(nine=None)),
        ev.Score(changes=(1, 0), points=ev.Points(high=126, low=0)),
        ev.Score(changes=(1, 0), points=ev.Points(high=127)),
    )
    events = tuple(
        chance.choice(other) if type(each) is ev.Score and chance.random() < 0.3 else each
        for each in record.events
    )
    return msgspec.structs.replace(record, events=events)


def timed(record: Record, chance: random.Random) -> Record:
    """Some events have a time, or were played by a machine."""
    events = [
        msgspec.structs.replace(each, **chance.choice(({"at": AT}, {"auto": True}, {})))
        if not isinstance(each, ev.Kept)
        else each
        for each in record.events
    ]
    return msgspec.structs.replace(record, events=tuple(events))


def shuffled(record: Record, chance: random.Random) -> Record:
    """The deals tell how they were shuffled."""
    events = tuple(
        msgspec.structs.replace(each, shuffle={"seed": chance.randrange(9)})
        if type(each) is ev.Deal
        else each
        for each in record.events
    )
    return msgspec.structs.replace(record, events=events)


def ruled(record: Record, chance: random.Random) -> Record:
    """A deal that the arbiter put in place of another event."""
    deals = [(k, each) for k, each in enumerate(record.events) if type(each) is ev.Deal]
    if not deals:
        return record
    place, deal = chance.choice(deals)
    ruling = ev.Ruling(text="so", event=place, effect="replaced", with_=deal)
    events = (*record.events[:place], ev.Misdeal(), ruling, *record.events[place + 1 :])
    return msgspec.structs.replace(record, events=events)


PLAIN: Final = (ev.Gap(), ev.Misdeal(), ev.Misdeal(seat=0), ev.Cut(seat=0, card=Card("Kd")))
RARE: Final = (
    ev.Note(text="a dog barks"),
    ev.Gap(text="a page is missing"),
    ev.Misdeal(reason="a card was face up"),
    ev.Ruling(text="play on"),
    ev.Ruling(text="lamp", effect="adjust", changes=(1, 0)),
    ev.Extension({"type": "x-chat", "text": "hello"}),
    ev.Unknown({"type": "bow"}),
    ev.Score(changes=(0, 0)),
    ev.Reveal(cards=(Card("As"), Card("??"))),
    ev.Reveal(cards=(), seat=1),
    ev.Discard(seat=0, cards=(Card("2c"),)),
    ev.Swap(seat=0, target=1),
    ev.Swap(seat=0, target=256),
    ev.Stay(seat=2**20),
)
CHANGES: Final[dict[str, Callable[[Record, random.Random], Record]]] = {
    "nothing": lambda record, _: record,
    "plain events": lambda record, chance: inserted(record, chance, PLAIN),
    "rare events": lambda record, chance: inserted(record, chance, RARE),
    "scores": scored_otherwise,
    "times": timed,
    "shuffles": shuffled,
    "rulings": ruled,
}


@st.composite
def played(draw: st.DrawFn) -> Record:
    """A match of any game with something changed in it, or not."""
    change = CHANGES[draw(st.sampled_from(sorted(CHANGES)))]
    return change(draw(st.sampled_from(matches())), random.Random(draw(st.integers(0, 10**6))))


@given(st.lists(played() | records(), min_size=1, max_size=6), st.booleans(), st.booleans())
@settings(max_examples=200, deadline=None)
def test_columns_are_those_of_the_segments(
    given_: list[Record], verify: bool, taken_apart: bool
) -> None:
    part = Part(verify=verify)
    known = [answered(record) for record in given_]
    for record, outcome, audit in known:
        part.add(record, outcome, audit, flat=flat_of(record) if taken_apart else None)
    wanted = one_by_one(known)
    assert flat(part.deals.node()) == flat(wanted.node())
    assert [row[13] for row in part.games.rows] == [
        sum(row[0] == number for row in wanted.rows) for number in range(len(given_))
    ]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("game", drawn.OPTIONS)
def test_of_every_game(game: str, change: str) -> None:
    chance = random.Random(f"{game}/{change}")
    known = [answered(CHANGES[change](each, chance)) for each in matches() if each.game == game]
    part = Part(verify=False)
    for each in known:
        part.add(*each)
    assert flat(part.deals.node()) == flat(one_by_one(known).node())
    assert len(part.deals.rows) > len(known)


def answered(record: Record) -> Judged:
    """The record with what it comes to, if it is a game of ours."""
    try:
        return record, *judged(record)
    except RecordError:
        return record, None, None


def flat_of(record: Record) -> Flat | None:
    try:
        return Flat(record.events)
    except ValueError:
        return None


def one_by_one(known: list[Judged]) -> Rows:
    """A row a segment, each by itself, of those records that come back from their segments."""
    rows = Rows(DEALS.columns)
    for record_number, (record, outcome, _) in enumerate(known):
        results = {} if outcome is None else {each.events[0]: each for each in outcome.deals}
        starts = starts_of(record.events)
        if not set(starts).issuperset(results):  # dealt by a ruling
            starts = sorted({*starts, *results})
        try:
            cut = list(cut_up(record.events, starts, timed=True))
            if put_together([segment for _, segment in cut]) != record.events:
                continue
        except (Unfit, RecordError):
            continue
        deals = [each for each in cut if each[0] in starts]
        for number, (first, segment) in enumerate(deals, 1):
            found = deal_found(results[first]) if first in results else (None,) * 16
            size = len(record.players)
            rows.rows.append((record_number, number, first, *segment, record.game, size, *found))
    return rows


def flat(node: Node) -> list[Any]:
    """A column as it lies in memory, so that columns can be compared."""
    buffers = [each.tobytes() if isinstance(each, array) else each for each in node.buffers]
    told: list[Any] = [node.format, node.length, node.nulls, buffers]
    return told + [(name, flat(child)) for name, child in node.children]


class First(random.Random):
    """Chance that takes the first of all."""

    def choice(self, seq: Any) -> Any:
        return seq[0]


def test_a_deal_by_ruling_has_its_row_where_the_fold_stops_early() -> None:
    record = simulate("chase-the-ace", {}, 4, SeededDice("gathering/ruled"), {})
    dealt = ruled(record, First())
    place = next(k for k, event in enumerate(dealt.events) if type(event) is ev.Misdeal)
    turn: Any = dealt.events[place + 2]
    wrong = ev.Stay(seat=(turn.seat + 1) % 4)
    events = (*dealt.events[: place + 2], wrong, *dealt.events[place + 2 :])
    stops = msgspec.structs.replace(dealt, events=events)
    outcome, audit = judged(stops)
    assert outcome.status == "illegal"
    assert [deal.events[0] for deal in outcome.deals] == [place]
    assert len(starts_of(events)) >= 1  # deals that were never folded
    part = Part()
    part.add(stops, outcome, audit)
    held = duckdb.connect()
    held.register("deals", part.deals.source())
    found = held.execute("SELECT first, dealer FROM deals ORDER BY first").fetchall()
    assert found[0] == (place, outcome.deals[0].dealer)
    assert [first for first, _ in found] == sorted({place, *starts_of(events)})
