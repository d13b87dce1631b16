"""After an illegal event the audit goes on, and tells faults from their consequences."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import cardlog
from cardlog.records.game import Record, from_map, to_map
from tests.engine.mutate import Mutant
from tests.engine.test_properties import SEEDS, TABLES, faults, match

quickly = settings(max_examples=80, deadline=None)


class Case:
    """A match, a fault put into it, and others that could be put into it as well."""

    def __init__(self, table: int, seed: int, kind: str, number: int) -> None:
        self.name = (table, seed, kind, number)
        found = faults(table, seed)
        self.record = match(table, seed)
        self.mutant = found[kind][number]
        self.others = [mutant for kind in sorted(found) for mutant in found[kind]]

    def __repr__(self) -> str:
        return f"Case{self.name}"


@st.composite
def cases(draw: st.DrawFn) -> Case:
    table = draw(st.sampled_from(range(len(TABLES))))
    seed = draw(st.sampled_from(SEEDS))
    found = faults(table, seed)
    kind = draw(st.sampled_from(sorted(found)))
    return Case(table, seed, kind, draw(st.sampled_from(range(len(found[kind])))))


def with_events(record: Record, events: list[Any]) -> Record:
    return from_map({**to_map(record), "events": events})


@quickly
@given(cases())
def test_one_fault_is_one_finding_and_what_depends_on_it(case: Case) -> None:
    mutant = case.mutant
    record = with_events(case.record, mutant.events)
    answer, first = cardlog.audit(record), cardlog.outcome(record).findings[0]
    found = answer.findings[0]
    assert (found.event, found.code, found.message) == (first.event, first.code, first.message)
    assert found.event in mutant.found and found.code in mutant.codes
    assert found.depends is None
    assert (found.assumed is None) == (mutant.is_claim or found.code == "over")
    for later in answer.findings[1:]:
        assert found.event is not None and later.event is not None
        assert later.depends is not None and found.event <= later.depends <= later.event
    assert answer.status == cardlog.outcome(record).status
    assert cardlog.audit(record) == answer


def wrong_at(whole: list[Any], mutant: Mutant) -> int | None:
    """Where a match reads otherwise at one place and else is the same."""
    if len(mutant.events) != len(whole):
        return None
    wrong = [k for k, event in enumerate(whole) if event != mutant.events[k]]
    return wrong[0] if len(wrong) == 1 and (wrong[0],) == mutant.found else None


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(cases(), st.randoms(use_true_random=False))
def test_a_second_fault_is_found_as_well(case: Case, chance: Any) -> None:
    """Where the audit finds its way back, a fault in a later deal is found in its place."""
    maps, one = mapped(case.record), case.mutant
    first = wrong_at(maps, one)
    assume(first is not None and not one.is_claim)
    assert first is not None
    alone = cardlog.audit(with_events(case.record, one.events)).findings
    assume(len(alone) == 1 and "??" not in str(alone[0].facts.get("assumed")))
    deals = [k for k, event in enumerate(maps) if event["type"] == "deal" and k > first]
    later = [m for m in case.others if deals and (wrong_at(maps, m) or 0) > deals[0]]
    assume(later)
    two = chance.choice(later)
    second = wrong_at(maps, two)
    assert second is not None
    both = [*one.events[:second], two.events[second], *one.events[second + 1 :]]
    answer = cardlog.audit(with_events(case.record, both))
    assert answer.findings[0].event == first
    there = [f for f in answer.findings if f.event == second]
    assert there and there[0].code in two.codes
    assert there[0].depends == first


def mapped(record: Record) -> list[Any]:
    events: list[Any] = msgspec.json.decode(msgspec.json.encode(record.events))
    return events


def test_what_is_assumed_is_told() -> None:
    base = {
        "cardlog": 1,
        "game": "chase-the-ace",
        "rules": {},
        "players": ["Ana", "Bruno", "Carla"],
    }
    hands = [["2c"], ["9h"], ["7d"]]
    deal: dict[str, Any] = {"type": "deal", "dealer": 2, "hands": hands}
    shows = showdown(*hands)
    stays = [{"type": "stay", "seat": seat} for seat in range(3)]

    def assumed(*events: dict[str, Any]) -> list[tuple[Any, ...]]:
        answer = cardlog.audit(from_map({**base, "events": list(events)}))
        return [(f.event, f.code, f.assumed, f.facts.get("assumed")) for f in answer.findings]

    twice = assumed(deal, stays[0], stays[0], *stays[1:], *shows)
    assert twice == [(2, "turn-order", "undone", None)]
    left_out = assumed(deal, stays[0], stays[2], *shows)
    assert left_out == [(2, "turn-order", "missing", [stays[1]])]
    wrong = {"type": "swap", "seat": 0, "target": 2}
    swapped = [
        {**show, "cards": hand} for show, hand in zip(shows, (["9h"], ["2c"], ["7d"]), strict=True)
    ]
    other = assumed(deal, wrong, *stays[1:], *swapped)
    assert other == [(1, "wrong-neighbour", "replaced", [wrong | {"target": 1}])]
    deal_of_kings = deal | {"hands": [["2c"], ["Kh"], ["7d"]]}
    king = [
        {**show, "cards": hand} for show, hand in zip(shows, (["Kh"], ["2c"], ["7d"]), strict=True)
    ]
    gave_in = assumed(deal_of_kings, wrong | {"target": 1}, *stays[1:], *king)
    assert gave_in == [(1, "king-must-block", "stands", None)]


def showdown(*hands: list[str]) -> list[dict[str, Any]]:
    return [{"type": "reveal", "seat": seat, "cards": hand} for seat, hand in enumerate(hands)]


def test_a_record_that_departs_again_and_again_is_given_up_in_words() -> None:
    """Every deal with a card twice: another one would be no news."""
    deal = {"type": "deal", "dealer": 1, "hands": [["2c"], ["2c"], ["3c"]]}
    record = from_map(
        {"cardlog": 1, "game": "chase-the-ace", "rules": {}, "players": ["Ana", "Bruno", "Carla"],
         "events": [deal, {"type": "misdeal"}] * 20}
    )  # fmt: skip
    answer = cardlog.audit(record)
    assert len([found for found in answer.findings if found.assumed]) == 12
    assert answer.stopped is not None
    assert answer.stopped[1] == (
        "The audit goes no further: the record departs from the rules 12 times."
    )


def test_PI_3_a_bid_out_of_turn_does_not_spoil_the_deal() -> None:
    """Cy bids before Bob, who passes after him: that, and no call of Cy's after it, is wrong."""
    hands = [[f"{rank}{suit}" for rank in "234567"] for suit in "cdhs"]
    calls = [(0, "pass"), (2, "2"), (1, "pass"), (3, "3")]
    record = from_map(
        {"cardlog": 1, "game": "pitch", "rules": {}, "players": ["Ann", "Bob", "Cy", "Dot"],
         "events": [
             {"type": "deal", "dealer": 3, "hands": hands},
             *({"type": "call", "seat": seat, "call": word} for seat, word in calls),
             {"type": "trick", "leader": 3, "cards": ["2s", "2c", "2d", "2h"]},
             {"type": "trick", "leader": 3, "cards": ["3s", "3c", "3d", "3h"]},
         ]}
    )  # fmt: skip
    findings = cardlog.audit(record).findings
    assert [(found.event, found.depends) for found in findings] == [(2, None), (4, 2)]


@pytest.mark.parametrize("shown", list(permutations(("2c", "9h", "7d"))))
@pytest.mark.parametrize("loser", range(3))
def test_the_audit_goes_on_from_a_position_that_can_be(shown: tuple[str, ...], loser: int) -> None:
    """All keep, and then show each other's cards: every card stays in one hand."""
    hands = [["2c"], ["9h"], ["7d"]]
    record = from_map(
        {"cardlog": 1, "game": "chase-the-ace", "rules": {}, "players": ["Ana", "Bruno", "Carla"],
         "events": [
             {"type": "deal", "dealer": 2, "hands": hands},
             *({"type": "stay", "seat": seat} for seat in range(3)),
             *showdown(*([card] for card in shown)),
             {"type": "score", "changes": [-(seat == loser) for seat in range(3)]},
         ]}
    )  # fmt: skip
    found = cardlog.audit(record).findings
    for each in found:
        if each.code == "claim":
            assert sum(each.facts["changes"]) == -1
        else:
            assert len({card for hand in each.facts["hands"] for card in hand}) == 3
    if sum([card] == hand for card, hand in zip(shown, hands, strict=True)) == 1:  # an exchange
        assert [f.assumed for f in found if f.code != "claim"] == ["stands"]
        assert (found[-1].code == "claim") == (shown[loser] != "2c")
    for event in range(4, 7):
        if shown[event - 4] not in hands[event - 4]:
            record = cardlog.add_ruling(record, "Seen.", event=event, effect="stands")
            held = [card for hand in cardlog.state(record, event).hands for card in hand]
            assert len(set(held)) == 3
    assert cardlog.audit(record).ok == (shown[loser] == "2c")


def test_a_card_shown_twice_is_not_in_two_hands() -> None:
    deal = {"type": "deal", "dealer": 2, "hands": [["2c"], ["9h"], ["7d"]]}
    stays = [{"type": "stay", "seat": seat} for seat in range(3)]
    record = from_map(
        {"cardlog": 1, "game": "chase-the-ace", "rules": {}, "players": ["Ana", "Bruno", "Carla"],
         "events": [deal, *stays, *showdown(["2c"], ["2c"], ["7d"])]}
    )  # fmt: skip
    (found,) = cardlog.audit(record).findings
    assert (found.event, found.assumed) == (5, "undone")
    ruled = cardlog.add_ruling(record, "Seen.", event=5, effect="stands")
    assert cardlog.audit(ruled).stopped is not None


def test_a_card_of_a_hand_is_not_in_the_stock() -> None:
    """The dealer cuts a card that Ana was dealt: then Ana's is another, and she may show one."""
    deal = {"type": "deal", "dealer": 2, "hands": [["2c"], ["9h"], ["7d"]]}
    stays = [{"type": "stay", "seat": seat} for seat in range(2)]
    events = [deal, *stays, {"type": "cut", "seat": 2, "card": "2c"}]
    record = from_map(
        {"cardlog": 1, "game": "chase-the-ace", "rules": {}, "players": ["Ana", "Bruno", "Carla"],
         "events": [*events, *showdown(["3s"], ["9h"], ["2c"])]}
    )  # fmt: skip
    ruled = cardlog.add_ruling(record, "Seen.", event=3, effect="stands")
    assert [str(hand[0].value) for hand in cardlog.state(ruled, 3).hands] == ["??", "9h", "2c"]
    assert cardlog.outcome(ruled).standing == (3, 3, 2)
