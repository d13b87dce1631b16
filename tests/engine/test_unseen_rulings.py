"""Unseen cards after an illegal event, and in records with rulings: exact again.

Run as a module with a number, this file holds so many records with rulings to brute force.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cardlog.engine import audit, rulings
from cardlog.engine.fold import begin
from cardlog.engine.unseen.reasoning import agreed
from cardlog.records.events import Deal, Note, Ruling, Stay
from cardlog.records.game import Record
from tests.engine.unseen.brute import worlds
from tests.engine.unseen.by_hand import deal, record, score, shows, stays
from tests.engine.unseen.many import hidden_match
from tests.engine.unseen.small import small_record

NOBODY_SAW: Final = deal("??", "??", "??")
AGAIN: Final = NOBODY_SAW | {"dealer": 0}
SWAP: Final = {"type": "swap", "seat": 1, "target": 2}
KING_LATER: Final = [AGAIN, SWAP, *stays(2, 0), *shows("9c", "Kd", "8s")]
KNOWN: Final = [deal("2c", "9h", "Td"), *stays(0, 1, 2), *shows("2c", "9h", "Td"), score(-1, 0, 0)]


def ruling(effect: str, **keys: Any) -> dict[str, Any]:
    return {"type": "ruling", "text": "", "effect": effect} | keys


# ---- after an illegal event ---------------------------------------------------------------------


def test_CC_3_2_a_King_in_the_deal_after_an_illegal_event() -> None:
    """Bruno's second turn is one too many; in the next deal he exchanges an unseen King."""
    twice = [*KNOWN[:3], *stays(1), *KNOWN[3:]]
    match = record([*twice, *KING_LATER])
    first, later = audit.audit(match).findings
    assert (first.event, first.assumed, first.depends) == (3, "undone", None)
    assert (later.event, later.code, later.depends) == (10, "king-must-block", 3)
    assert later.proof == (10, 14)
    assert "event 14 shows it" in later.message
    assert [f.event for f in audit.outcome(match).findings] == [3], "a replay stops there"


def test_CC_3_2_a_King_in_the_rest_of_the_same_deal() -> None:
    start = [NOBODY_SAW, *stays(0), SWAP, *stays(0, 2), *shows("9c", "Kd", "8s")]
    first, later = audit.audit(record(start)).findings
    assert sorted((found.event, found.code) for found in (first, later)) == [
        (2, "king-must-block"), (3, "turn-taken"),
    ] or {first.event, later.event} == {2, 3}  # fmt: skip


def test_an_event_that_was_not_written_down() -> None:
    """Carla's turn is missing; that she took it is assumed, and the events keep their numbers."""
    match = record([*KNOWN[:3], *KNOWN[4:], *KING_LATER])
    first, later = audit.audit(match).findings
    assert (first.event, first.assumed) == (3, "missing")
    assert (later.event, later.depends, later.proof) == (8, 3, (8, 12))


def test_who_deals_after_a_deal_taken_as_void_is_not_judged() -> None:
    chance = random.Random(7_000_000)
    for _ in range(60):
        _, part = hidden_match(chance)
        starts = [k for k, event in enumerate(part.events) if type(event) is Deal]
        if len(starts) > 1:
            events = list(part.events)
            del events[chance.randrange(starts[0] + 1, starts[1])]
            found = audit.audit(replace(part, events=tuple(events))).findings
            assert not [each for each in found if each.proof and (each.deal or 0) > 1], found


def test_what_is_open_after_an_illegal_event() -> None:
    twice = [*KNOWN[:3], *stays(1), *KNOWN[3:]]
    answer = audit.audit(record([*twice, AGAIN, *stays(1, 2, 0), *shows("2c", "5h", "??")]))
    assert answer.unseen is not None and answer.unseen.explained is True
    assert [(each.deal, len(each.changes)) for each in answer.unseen.open] == [(2, 3)]


# ---- rulings ------------------------------------------------------------------------------------

OPEN_DEAL: Final = [NOBODY_SAW, *stays(0, 1, 2), *shows("2c", "5h", "??")]


def test_CC_3_2_a_King_is_found_in_a_record_with_a_ruling() -> None:
    twice = [*KNOWN[:3], *stays(1), *KNOWN[3:], ruling("undone", event=3)]
    answer = audit.audit(record([*twice, *KING_LATER]))
    ruled, later = answer.findings
    assert (ruled.event, ruled.ruled) == (3, 9)
    assert (later.event, later.code, later.depends) == (11, "king-must-block", None)
    assert not answer.ok


def test_an_exchange_stands_though_a_King_was_shown_later() -> None:
    stands = ruling("stands", event=1)
    answer = audit.audit(record([*KING_LATER, stands]))
    assert answer.ok
    (found,) = answer.findings
    assert (found.event, found.code, found.ruled) == (1, "king-must-block", 7)
    assert found.without is not None and found.without.status == "illegal"
    assert answer.result is not None and answer.result.status == "unfinished"
    assert answer.unseen is not None and answer.unseen.explained is True


def test_what_a_ruling_adjusts_counts_in_every_way_a_deal_may_have_gone() -> None:
    match = record([*OPEN_DEAL, ruling("adjust", changes=[0, -1, 0])])
    answer = audit.audit(match)
    assert answer.unseen is not None
    assert [each.changes for each in answer.unseen.open] == [((-1, 0, -1), (-1, 0, 0), (0, 0, -1))]
    assert audit.outcome(match).standing == (None, 2, None)


def test_a_deal_that_is_void_leaves_nothing_open() -> None:
    match = record([*OPEN_DEAL, ruling("void", deal=1), NOBODY_SAW, *stays(0, 1, 2)])
    answer = audit.audit(match)
    assert answer.ok and answer.unseen is not None and answer.unseen.open == ()
    outcome = audit.outcome(match)
    assert outcome.standing == (3, 3, 3)
    assert outcome.deals[0].void


# ---- against every deal -------------------------------------------------------------------------


def ruled_record(chance: random.Random) -> Record:
    """A few unseen cards, with a ruling or two at the end."""
    plain = small_record(chance)
    events = list(plain.events)
    fold = begin(plain).run()
    for _ in range(chance.choice((1, 1, 2))):
        at = fold.index if fold.stopped and chance.randrange(4) else chance.randrange(len(events))
        at = min(at, len(plain.events) - 1)
        if type(plain.events[at]) is Deal:
            continue
        effect = chance.choice(("stands", "stands", "undone", "replaced"))
        keys: dict[str, Any] = {"event": at, "effect": effect, "text": ""}
        if effect == "replaced":
            keys["with_"] = Stay(seat=chance.randrange(len(plain.players)))
        events.append(Ruling(**keys))
    return replace(plain, events=tuple(events))


def check(match: Record) -> str:
    """What is said of a record with rulings is what all deals that explain it have in common."""
    fold = begin(match).run()
    if fold.stopped or not fold.state.hidden:
        return "stopped" if fold.stopped else "nothing hidden"
    ruled = rulings.read(match.events)
    counted = tuple(Note(text="") if type(e) is Ruling else e for e in ruled.events)
    stands = sum(1 << k for k in ruled.stands)
    every = worlds(replace(match, events=counted), len(counted), stands)
    answer = audit.audit(match)
    if answer.unseen is None:
        return "nothing unseen"
    if answer.unseen.explained is None:
        return "undecided"
    assert answer.unseen.explained == bool(every.found), every.reach
    if not every.found:
        return "impossible"
    true = [audit.outcome(_standing(each, ruled.stands)) for each in every.found]
    if any(each.stopped for each in true):
        return "beyond telling"
    said = audit.outcome(match)
    assert said.standing == agreed([each.standing for each in true])
    for number, one in enumerate(said.deals):
        assert one.changes == agreed([each.deals[number].changes for each in true])
    return f"explained, {len(ruled.stands)} standing"


def _standing(world: Record, stands: frozenset[int]) -> Record:
    more = [Ruling(text="", effect="stands", event=k) for k in sorted(stands)]
    return replace(world, events=(*world.events, *more))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**48))
def test_exactly_what_all_deals_have_in_common(seed: int) -> None:
    check(ruled_record(random.Random(seed)))


@pytest.mark.parametrize("seed", range(20))
def test_some_of_the_records_are_decided(seed: int) -> None:
    kinds = {check(ruled_record(random.Random(seed * 20 + k))) for k in range(20)}
    assert any(kind.startswith("explained") for kind in kinds)


def main(many: int, start: int = 0) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(start, start + many):
        try:
            kinds[check(ruled_record(random.Random(seed)))] += 1
        except Exception as error:
            print(f"seed {seed}: {type(error).__name__} {error}")
            kinds["WRONG"] += 1
    print(dict(kinds.most_common()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
