"""What follows a gap: nothing is ever held against a record that may be right.

A stretch is cut out of a legal record, also across deals, and a gap put in its place. The fold of
what is left must find nothing and state only what the full record says; and a fault in a whole deal
after the gap must be found there, as without it.
"""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import cardlog
from cardlog.cli.telling import telling
from cardlog.engine.simulate import simulate
from cardlog.records.events import AnyEvent, Deal, Gap, Score
from cardlog.records.game import Record, from_map, to_map
from tests.engine.tables import TABLES
from tests.engine.test_properties import SEEDS, faults, match
from tests.engine.test_properties import TABLES as SHORT
from tests.engine.unseen.hiding import UNSEEN, cards_in, hide, levels_for
from tests.engine.unseen.legal import FAMILY, SeededDice, chase_records, family_records
from tests.engine.unseen.sound import agrees

LONGEST: Final = 300  # events of a record that stretches are cut from


@st.composite
def with_gaps(draw: st.DrawFn, full: Record) -> tuple[Record, set[int]]:
    """The record with one or two stretches replaced by gaps, and the indexes of what is left."""
    events: list[AnyEvent] = []
    left: set[int] = set()
    start = 0
    for _ in range(draw(st.integers(1, 2))):
        first = draw(st.integers(start, len(full.events)))
        short = st.integers(first, min(first + 4, len(full.events)))
        last = draw(short | st.integers(first, len(full.events)))
        events += [*full.events[start:first], Gap()]
        left |= set(range(start, first))
        start = last
    left |= set(range(start, len(full.events)))
    return msgspec.structs.replace(full, events=(*events, *full.events[start:])), left


def check_sound(part: Record, left: set[int], full: Record) -> None:
    truth, found = cardlog.outcome(full), cardlog.outcome(part)
    assert truth.findings == (), "the full record must be legal"
    assert found.findings == () and cardlog.audit(part).ok and found.stopped is None
    assert agrees(found.standing, truth.standing)
    assert not found.winners or found.winners == truth.winners
    assert found.status in (truth.status, "unfinished")
    begun = [k for k, event in enumerate(full.events) if type(event) is Deal]
    recorded = [truth.deals[n] for n, first in enumerate(begun) if first in left]
    assert [deal.dealer for deal in found.deals] == [deal.dealer for deal in recorded]
    assert [deal.deal for deal in found.deals] == list(range(1, len(recorded) + 1))
    for mine, true in zip(found.deals, recorded, strict=True):
        assert true.void or not mine.void
        if mine.changes is not None and true.changes is not None:
            assert agrees(mine.changes, true.changes)
            assert agrees(mine.detail, true.detail)
    assert len(list(cardlog.replay(part))) == len(part.events) == len(list(told(part)))
    assert cardlog.audit(cardlog.view_of(part, 0)).ok
    assert cardlog.diff(part, part).same and cardlog.merge(part, part) == part


def told(record: Record) -> list[str]:
    """The lines of a replay that have an event's number."""
    return [line for line, _ in telling(record) if line[:5].strip().isdigit()]


@st.composite
def simulated(draw: st.DrawFn) -> Record:
    """A match of any game under any option, or its beginning."""
    table = draw(st.sampled_from(TABLES))
    dice = SeededDice(draw(st.integers(0, 9999)))
    full = simulate(table.game, table.rules, table.players, dice, {})
    most = min(len(full.events), LONGEST)
    return msgspec.structs.replace(full, events=full.events[: draw(st.integers(most // 2, most))])


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_a_stretch_of_any_match(data: st.DataObject) -> None:
    full = data.draw(simulated())
    check_sound(*data.draw(with_gaps(full)), full)


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_a_stretch_of_deals_with_misdeals_and_exposed_cards(data: st.DataObject) -> None:
    full = data.draw(chase_records())
    check_sound(*data.draw(with_gaps(full)), full)


@pytest.mark.parametrize("name", FAMILY)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_a_stretch_of_the_family_with_misdeals(name: str, data: st.DataObject) -> None:
    full = data.draw(family_records(name))
    check_sound(*data.draw(with_gaps(full)), full)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_a_stretch_where_cards_are_unseen_too(data: st.DataObject) -> None:
    full = data.draw(chase_records() | st.sampled_from(sorted(FAMILY)).flatmap(family_records))
    part, left = data.draw(with_gaps(full))
    assume(cards_in(part.events))
    check_sound(hide(part, data.draw(levels_for(part))), left, full)


@given(simulated())
@settings(max_examples=40, deadline=None)
def test_a_sheet_of_paper(full: Record) -> None:
    """Of every deal only who dealt, how many cards each got, and the score."""
    kept = [k for k, event in enumerate(full.events) if type(event) in (Deal, Score)]
    events: list[AnyEvent] = []
    for k in kept:
        events += [full.events[k], Gap()] if type(full.events[k]) is Deal else [full.events[k]]
    sheet = msgspec.structs.replace(full, events=tuple(events))
    unseen = hide(sheet, [UNSEEN] * cards_in(sheet.events))
    check_sound(unseen, {k for k in kept if type(full.events[k]) is Deal}, full)
    assert all(deal.changes is None for deal in cardlog.outcome(unseen).deals)


# ---- and what is wrong after a gap is found ----

# Whether these are wrong hangs on who is still in, on who deals or on whether the match is over,
# which a gap just before leaves open.
ON_THE_MATCH: Final = {
    "dealt to the dead", "after the end", "two matches", "first dealer", "wrong dealer", "miscount",
    "cut missing", "no jack", "deal too early",
}  # fmt: skip


class Late:
    """A match with a gap, then a whole deal with a fault in it."""

    def __init__(self, table: int, seed: int, kind: str, number: int, gap: tuple[int, int]) -> None:
        self.name = (table, seed, kind, number, gap)
        self.mutant = faults(table, seed)[kind][number]
        first, last = gap
        events = [*self.mutant.events[:first], {"type": "gap"}, *self.mutant.events[last:]]
        self.record = from_map({**to_map(match(table, seed)), "events": events})
        self.where = [k - last + first + 1 for k in self.mutant.found]

    def __repr__(self) -> str:
        return f"Late{self.name}"


@st.composite
def late_faults(draw: st.DrawFn) -> Late:
    table, seed = draw(st.sampled_from(range(len(SHORT)))), draw(st.sampled_from(SEEDS))
    found = faults(table, seed)
    kind = draw(st.sampled_from(sorted(found.keys() - ON_THE_MATCH)))
    number = draw(st.integers(0, len(found[kind]) - 1))
    events = found[kind][number].events
    whole = msgspec.json.decode(msgspec.json.encode(match(table, seed).events))
    pairs = enumerate(zip(whole, events, strict=False))
    wrong = next((k for k, (was, now) in pairs if was != now), len(whole))
    deals = [k for k, event in enumerate(events[: wrong + 1]) if event["type"] == "deal"]
    assume(deals)
    first = draw(st.integers(0, deals[-1]))
    return Late(table, seed, kind, number, (first, draw(st.integers(first, deals[-1]))))


@given(late_faults())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_fault_in_a_whole_deal_after_a_gap_is_found(late: Late) -> None:
    found = cardlog.outcome(late.record).findings
    codes = (*late.mutant.codes, "claim-place")  # a second score, where the match may be over
    assert [f.event in late.where and f.code in codes for f in found] == [True]
    assert not cardlog.audit(late.record).ok
