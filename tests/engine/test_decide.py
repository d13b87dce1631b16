"""Adding rulings: what they must have, what they leave as it was, what would be without them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import cardlog
from cardlog.records.errors import RecordError
from cardlog.records.events import Block, Note, Ruling, Stay
from cardlog.records.game import Record, from_map, to_map
from tests.engine.test_rulings import DEAL, SHOWS, STAYS, maps_of, mutants, quickly, worked

KING: dict[str, Any] = DEAL | {"hands": [["2c"], ["Kh"], ["7d"]]}
SWAP = {"type": "swap", "seat": 0, "target": 1}
ENDS = [
    {"type": "reveal", "seat": seat, "cards": [card]}
    for seat, card in enumerate(("Kh", "2c", "7d"))
]
DISPUTED = worked(KING, SWAP, *STAYS[1:], *ENDS)


@quickly
@given(mutants())
def test_a_ruling_at_the_end_changes_nothing_before_it(pair: tuple[Record, Any]) -> None:
    whole, mutant = pair
    wrong = from_map({**to_map(whole), "events": mutant.events})
    at = mutant.found[0]
    if at >= len(wrong.events):
        return
    ruled = cardlog.add_ruling(wrong, "It did not happen.", event=at, effect="undone", by="Íris")
    assert replace(ruled, events=ruled.events[:-1]) == wrong
    told = Ruling(text="It did not happen.", event=at, effect="undone", by="Íris")
    assert ruled.events[-1] == told
    assert from_map({**to_map(ruled), "events": maps_of(ruled)}) == ruled
    for found in cardlog.audit(ruled).findings:
        if found.ruled is not None:
            before = cardlog.outcome(wrong)
            assert found.without is not None
            assert (found.without.status, found.without.winners, found.without.standing) == (
                before.status, before.winners, before.standing,
            )  # fmt: skip


@quickly
@given(mutants(), st.data())
def test_a_ruling_put_between_moves_what_others_name(
    pair: tuple[Record, Any], draws: st.DataObject
) -> None:
    whole, mutant = pair
    wrong = from_map({**to_map(whole), "events": mutant.events})
    at = mutant.found[0]
    if at >= len(wrong.events):
        return
    ruled = cardlog.add_ruling(wrong, "It did not happen.", event=at, effect="undone")
    place = draws.draw(st.integers(0, len(ruled.events)))
    later = cardlog.add_ruling(ruled, "Seen.", at=place)
    plain = [event for event in later.events if type(event) is not Ruling]
    assert plain == list(wrong.events)
    (about,) = (e.event for e in later.events if type(e) is Ruling and e.effect)
    assert type(about) is int
    assert later.events[about] == ruled.events[at]
    one, other = cardlog.outcome(ruled), cardlog.outcome(later)
    assert (one.status, one.winners, one.standing) == (other.status, other.winners, other.standing)


def test_what_would_have_been() -> None:
    ruled = cardlog.add_ruling(DISPUTED, "He gave in.", event=1, effect="stands")
    answer = cardlog.audit(ruled)
    assert answer.ok
    assert answer.result == cardlog.Result(status="unfinished", winners=(), standing=(3, 2, 3))
    (found,) = answer.findings
    assert found.without == cardlog.Result(status="illegal", winners=(), standing=(3, 3, 3))
    last = worked(
        DEAL, *STAYS, *SHOWS, {"type": "score", "changes": [0, -1, 0]}, standing=[1, 3, 3]
    )
    right = {"type": "score", "changes": [-1, 0, 0]}
    ruled = cardlog.add_ruling(last, "Miscounted.", event=7, effect="replaced", with_=right)
    (found,) = cardlog.audit(ruled).findings
    assert found.without == cardlog.audit(ruled).result  # a claim never moved anything


def test_an_event_serves_as_well_as_its_map() -> None:
    by_map = cardlog.add_ruling(DISPUTED, "x", event=1, effect="replaced", with_=STAYS[0])
    by_event = cardlog.add_ruling(DISPUTED, "x", event=1, effect="replaced", with_=Stay(seat=0))
    assert by_map == by_event
    assert maps_of(by_map)[-1]["with"] == STAYS[0]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"effect": "stands"}, "`stands` needs `event`"),
        ({"effect": "replaced", "event": 1}, "`replaced` needs `with`"),
        ({"effect": "void"}, "`void` needs `deal`"),
        ({"effect": "adjust"}, "`adjust` needs `changes`"),
        ({"effect": "adjust", "changes": [1, 2]}, "`changes` has 2 numbers"),
        ({"effect": "undone", "event": 7}, "no event 7: the record has events 0 to 6"),
        ({"effect": "void", "deal": 2}, "no deal 2: 1 begun before the ruling"),
        ({"effect": "void", "deal": 1, "at": 0}, "no deal 1: 0 begun before the ruling"),
        ({"effect": "stands", "event": 1, "with_": SWAP}, "`with` belongs to the effect"),
        ({"effect": "undone", "event": 1, "changes": [0, 0, 0]}, "`changes` belongs to"),
        ({"effect": "replaced", "event": 1, "with_": {"type": "stay", "seat": 9}}, "seat 9"),
        ({"effect": "replaced", "event": 1, "with_": {"type": "stay"}}, "field `seat`"),
        ({"effect": "replaced", "event": 1, "with_": {"type": "ruling", "text": ""}}, "ruling"),
        ({"effect": "annulled", "event": 1}, "annulled"),
        ({"at": 8}, "no place 8 for a ruling: expected 0 to 7"),
    ],
)
def test_a_ruling_without_sense_is_refused(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError) as refused:
        cardlog.add_ruling(DISPUTED, "decided", **keys)
    assert said in str(refused.value)


def test_a_ruling_is_not_ruled_on() -> None:
    once = cardlog.add_ruling(DISPUTED, "It stands.", event=1, effect="stands")
    with pytest.raises(RecordError, match="event 7 is a ruling itself"):
        cardlog.add_ruling(once, "No.", event=7, effect="undone")
    twice = cardlog.add_ruling(once, "No.", event=1, effect="undone")  # the later holds
    assert {found.ruled for found in cardlog.audit(twice).findings} == {8, None}


def test_a_record_that_cannot_be_read_is_not_ruled_on() -> None:
    broken = replace(DISPUTED, events=(*DISPUTED.events, Stay(seat=9), Note(text="")))
    with pytest.raises(RecordError, match="seat 9 does not exist"):
        cardlog.add_ruling(broken, "x")


# ---- what follows from a ruling ----

SHOWN = {"type": "score", "changes": [0, -1, 0]}
FOLLOWED = worked(KING, SWAP, *STAYS[1:], *ENDS, SHOWN)
BLOCK = {"type": "block", "seat": 0, "target": 1, "card": "Kh"}


def test_what_follows_from_a_ruling_depends_on_it() -> None:
    ruled = cardlog.add_ruling(FOLLOWED, "Refused.", event=1, effect="replaced", with_=BLOCK)
    answer = cardlog.audit(ruled)
    assert not answer.ok
    assert [(f.event, f.code, f.ruled, f.depends) for f in answer.findings] == [
        (1, "king-must-block", 8, None),
        (4, "reveal-not-held", None, 1),
        (5, "reveal-not-held", None, 1),
        (7, "claim", None, 1),
    ]
    assert answer.findings[1].facts["assumed"] == [
        {"type": "reveal", "cards": ("2c",), "seat": 0}
    ]  # as the ruling has it: the audit does not go back to the exchange


@pytest.mark.parametrize("at", [None, 2])
def test_rulings_on_what_follows_put_the_deal_right(at: int | None) -> None:
    ruled = cardlog.add_ruling(
        FOLLOWED, "Refused.", by="Íris", event=1, effect="replaced", with_=BLOCK, at=at, follow=True
    )
    assert [e for e in ruled.events if type(e) is not Ruling] == list(FOLLOWED.events)
    assert cardlog.audit(ruled).ok
    assert cardlog.outcome(ruled).standing == (2, 3, 3)
    block = Block(seat=0, target=1, card=cardlog.Card("Kh"))
    course = cardlog.what_if(FOLLOWED, [cardlog.Change("replaced", 1, block)])
    assert course.after.standing == (2, 3, 3)
    later = [e for e in ruled.events if type(e) is Ruling and e.text != "Refused."]
    assert [e.text for e in later] == ["This follows from the ruling on event 1: Refused."] * 3
    assert {e.by for e in later} == {"Íris"}


def test_a_ruling_from_which_nothing_follows_is_alone() -> None:
    ruled = cardlog.add_ruling(FOLLOWED, "He gave in.", event=1, effect="stands", follow=True)
    assert ruled == cardlog.add_ruling(FOLLOWED, "He gave in.", event=1, effect="stands")


def test_a_score_that_was_false_already_is_not_put_right_unasked() -> None:
    wrong = worked(KING, SWAP, *STAYS[1:], *ENDS, SHOWN | {"changes": [0, 0, -1]})
    stands = cardlog.add_ruling(wrong, "He gave in.", event=1, effect="stands")
    ruled = cardlog.add_ruling(stands, "No.", event=1, effect="replaced", with_=BLOCK, follow=True)
    left = [f.event for f in cardlog.audit(ruled).findings if f.ruled is None]
    assert left == [7]


def test_points_of_a_score_follow_too() -> None:
    match = cardlog.load("fixtures/disputes/revoke/club.json")
    trick = {"type": "trick", "leader": 0, "cards": ["8s", "Ts"]}
    ruled = cardlog.add_ruling(match, "Ten.", event=4, effect="replaced", with_=trick)
    (found,) = [f for f in cardlog.audit(ruled).findings if f.ruled is None][:1]
    assert found.event == 5  # who leads is another player: the record does not tell how he led
    assert found.depends is None


@quickly
@given(mutants())
def test_following_never_makes_a_record_worse(pair: tuple[Record, Any]) -> None:
    whole, mutant = pair
    events = maps_of(whole)
    wrong = [k for k, (a, b) in enumerate(zip(events, mutant.events, strict=False)) if a != b]
    if len(mutant.events) != len(events) or len(wrong) != 1:
        return
    record = from_map({**to_map(whole), "events": mutant.events})
    at = wrong[0]
    ruled = cardlog.add_ruling(
        record, "x", event=at, effect="replaced", with_=events[at], follow=True
    )
    assert cardlog.audit(ruled).ok  # what is right already follows from nothing
    assert len(ruled.events) == len(events) + 1
