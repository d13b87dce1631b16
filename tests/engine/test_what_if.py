"""What if: the new course against a naive one, and nothing claimed that no record tells."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import cardlog
from cardlog.cli.spelling import event_from, short
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Block, Deal, Reveal, Score, Stay, Swap
from cardlog.records.game import Record, event_of
from tests.engine.test_properties import SEEDS, TABLES, match
from tests.engine.test_rulings import DEAL, SHOWS, STAYS, quickly, ruling, worked

RANKS = "A23456789TJQK"


def event(text: str) -> AnyEvent:
    return event_of(event_from(text), 0)


def put(at: int, text: str) -> cardlog.Change:
    return cardlog.Change("replaced", at, event(text))


@st.composite
def changed(draw: st.DrawFn) -> tuple[Record, cardlog.Change]:
    """A match, and a change of it: another move that was legal, or one event fewer."""
    table = draw(st.sampled_from(range(len(TABLES))))
    record = match(table, draw(st.sampled_from(SEEDS)))
    at = draw(st.integers(0, len(record.events) - 1))
    moves = [
        Stay(seat=m.seat) if m.kind == "stay" else event(f"call {m.seat} {m.calls[0]}")
        for m in cardlog.legal(record, at - 1)
        if m.kind in ("stay", "call") and m.seat is not None
    ]
    if not moves or draw(st.booleans()):
        return record, cardlog.Change("removed", at)
    return record, cardlog.Change("replaced", at, draw(st.sampled_from(moves)))


@quickly
@given(st.sampled_from(range(len(TABLES))), st.sampled_from(SEEDS), st.data())
def test_an_event_put_in_its_own_place_changes_nothing(
    table: int, seed: int, draws: st.DataObject
) -> None:
    record = match(table, seed)
    at = draws.draw(st.integers(0, len(record.events) - 1))
    found = cardlog.what_if(record, [cardlog.Change("replaced", at, record.events[at])])
    assert found.same and found.end is None
    assert (found.followed, found.deals) == ((), ())


@quickly
@given(changed())
def test_the_new_course_is_legal_as_far_as_it_goes(pair: tuple[Record, cardlog.Change]) -> None:
    record, change = pair
    found = cardlog.what_if(record, [change])
    assert found.course.events[: change.event] == record.events[: change.event]
    assert found.after == cardlog.outcome(found.course)
    answer = cardlog.audit(found.course)
    if found.end is not None and found.end.why == "illegal":
        assert answer.status == "illegal"
    else:
        assert answer.ok, (change, found.end)
    if found.end is not None and found.end.why == "no-longer":
        assert found.end.event is not None and found.end.event > change.event
        assert found.end.finding is not None and found.end.finding.event == found.end.event
        assert found.after.status == "unfinished" and not found.same


@quickly
@given(st.integers(0, 30), st.data())
def test_a_deal_of_the_cuckoo_form_against_a_naive_one(seed: int, draws: st.DataObject) -> None:
    record = cardlog_match(seed)
    turns = [k for k, each in enumerate(record.events) if isinstance(each, (Stay, Swap, Block))]
    at = draws.draw(st.sampled_from(turns))
    was: Any = record.events[at]
    now = cardlog.Change("removed", at)
    if isinstance(was, Stay):
        start = max(k for k in range(at) if isinstance(record.events[k], Deal))
        deal: Any = record.events[start]
        if was.seat == deal.dealer:
            return
        asked = event(f"swap {was.seat} {after(deal, was.seat)}")
        now = cardlog.Change("replaced", at, asked)
    found = cardlog.what_if(record, [now])
    expected = naive(record, at)
    if found.end is not None and found.end.why == "illegal":
        assert expected is None  # asked for a King
        return
    number = sum(isinstance(each, Deal) for each in record.events[:at])
    assert found.after.deals[number - 1].changes == expected


def cardlog_match(seed: int) -> Record:
    from cardlog.cli.simulate import SeededDice
    from cardlog.engine.simulate import simulate

    return simulate("chase-the-ace", {}, 4, SeededDice(f"what-if/{seed}"), {})


def after(deal: Deal, seat: int) -> int:
    count = len(deal.hands)
    return next((seat + k) % count for k in range(1, count) if deal.hands[(seat + k) % count])


def naive(record: Record, changed: int) -> tuple[int, ...] | None:
    """What the deal of an event costs each, if that turn is the other way round: keep, or ask."""
    start = max(k for k in range(changed) if isinstance(record.events[k], Deal))
    deal: Any = record.events[start]
    held = {seat: hand[0].value for seat, hand in enumerate(deal.hands) if hand}
    for k, each in enumerate(record.events[start + 1 :], start + 1):
        if isinstance(each, (Deal, Score)):
            break
        told: Any = each
        asks = isinstance(each, (Swap, Block)) != (k == changed)
        if isinstance(each, (Stay, Swap, Block)) and asks:
            target = after(deal, told.seat)
            if k == changed and held[target][0] == "K":
                return None
            if held[target][0] != "K":
                held[told.seat], held[target] = held[target], held[told.seat]
        card = getattr(each, "card", None)
        if card and card.value[0] != "K" and not isinstance(each, Block):
            held[told.seat] = card.value
    lowest = min(RANKS.index(card[0]) for card in held.values())
    lost = {seat for seat, card in held.items() if RANKS.index(card[0]) == lowest}
    return tuple(-(seat in lost) for seat in range(len(deal.hands)))


def reads(found: cardlog.WhatIf) -> dict[int, list[str]]:
    return {each.event: [short(event) for event in each.events] for each in found.followed}


def test_a_request_is_refused_where_the_card_asked_for_is_now_a_king() -> None:
    deal = DEAL | {"hands": [["2c"], ["9h"], ["Kd"]], "dealer": 1}
    events = (
        {"type": "stay", "seat": 2}, {"type": "swap", "seat": 0, "target": 1}, STAYS[1],
        *({"type": "reveal", "seat": seat, "cards": [card]}
          for seat, card in enumerate(("9h", "2c", "Kd"))),
    )  # fmt: skip
    found = cardlog.what_if(worked(deal, *events), [put(1, "swap 2 0")])
    assert found.end is None
    # Carla gives her King to Ana, who gives it on to Bruno, who has had no say in it.
    assert reads(found) == {4: ["reveal 0 9h"], 5: ["reveal 1 Kd"], 6: ["reveal 2 2c"]} or reads(
        found
    ) == {5: ["reveal 1 Kd"], 6: ["reveal 2 2c"]}
    assert found.after.standing == (3, 3, 2)
    king = DEAL | {"hands": [["2c"], ["9h"], ["Kd"]], "dealer": 2}
    swaps = ({"type": "swap", "seat": 0, "target": 1}, {"type": "block", "seat": 1, "target": 2,
             "card": "Kd"}, STAYS[2])  # fmt: skip
    shows = [{"type": "reveal", "seat": s, "cards": [c]} for s, c in enumerate(("9h", "2c", "Kd"))]
    other = DEAL | {"hands": [["2c"], ["Kh"], ["5d"]], "dealer": 2}
    found = cardlog.what_if(
        worked(king, *swaps, *shows), [cardlog.Change("replaced", 0, event_of(other, 0))]
    )
    assert reads(found) == {
        1: ["block 0 1 Kh"], 2: ["swap 1 2"], 4: ["reveal 0 2c"], 5: ["reveal 1 5d"],
        6: ["reveal 2 Kh"],
    }  # fmt: skip
    assert found.after.standing == (2, 3, 3)


def test_a_card_that_only_the_showdown_tells_is_known_from_the_deal() -> None:
    hidden = DEAL | {"hands": [["2c"], ["??"], ["??"]]}
    swap = {"type": "swap", "seat": 0, "target": 1}
    shows = [{"type": "reveal", "seat": s, "cards": [c]} for s, c in enumerate(("9h", "2c", "7d"))]
    record = worked(hidden, swap, *STAYS[1:], *shows)
    found = cardlog.what_if(record, [put(1, "stay 0")])
    assert found.end is None and found.after.standing == (2, 3, 3)
    assert reads(found) == {4: ["reveal 0 2c"], 5: ["reveal 1 9h"]}


def test_a_card_that_nobody_recorded_stays_unknown() -> None:
    hidden = DEAL | {"hands": [["2c"], ["??"], ["??"]]}
    record = worked(hidden, *STAYS)
    found = cardlog.what_if(record, [put(1, "swap 0 1"), put(2, "swap 1 2")])
    assert found.end is None  # asked for as the question says, not as the cards have it
    asking = worked(hidden, STAYS[0], {"type": "swap", "seat": 1, "target": 2}, STAYS[2])
    found = cardlog.what_if(asking, [cardlog.Change("replaced", 1, Stay(seat=0))])
    assert found.end is not None and (found.end.event, found.end.why) == (2, "unseen")
    cut = cardlog.what_if(worked(DEAL, *STAYS, *SHOWS), [put(3, "cut 2 ??")])
    assert cut.end is None and cut.after.standing == (None, 3, None)


def test_low_cards_are_shown_before_they_are_handed_over() -> None:
    deal = DEAL | {"hands": [["9c"], ["9h"], ["7d"]]}
    swap = {"type": "swap", "seat": 0, "target": 1}
    shows = [{"type": "reveal", "seat": s, "cards": [c]} for s, c in enumerate(("9h", "9c", "7d"))]
    record = worked(deal, swap, *STAYS[1:], *shows, rules={"low_card_reveal": "both"})
    low = event_of(DEAL | {"hands": [["2c"], ["3h"], ["7d"]]}, 0)
    found = cardlog.what_if(record, [cardlog.Change("replaced", 0, low)])
    assert found.end is None
    assert reads(found)[1] == ["reveal 0 2c", "reveal 1 3h", "swap 0 1"]
    back = cardlog.what_if(found.course, [cardlog.Change("replaced", 0, record.events[0])])
    assert back.after.standing == cardlog.outcome(record).standing
    assert cardlog.audit(back.course).ok


def test_cards_are_played_by_choice_and_then_the_record_stops_telling() -> None:
    record = cardlog.load("fixtures/games/gold-rush-california.json")
    found = cardlog.what_if(record, [put(4, "trick 0 9s 8s")])  # a trump, and Belle leads on
    assert found.end is not None and found.end.why == "no-longer"
    assert reads(found) == {5: ["draw 0 7s"], 6: ["draw 1 4s"]}
    assert found.end.event == 7
    assert found.end.finding is not None and found.end.finding.code == "wrong-leader"
    assert found.after.standing == (0, 0) and found.after.deals[-1].changes is None


def test_a_match_that_ends_earlier_is_over() -> None:
    record = cardlog.load("fixtures/games/friday-cuckoo.json")
    found = cardlog.what_if(record, [put(49, "swap 2 1")])
    assert found.end is not None and found.end.why == "illegal"  # Bruno holds a King
    dealt = event_of({"type": "deal", "dealer": 1, "hands": [[], ["2h"], ["Ac"], []]}, 0)
    other = [cardlog.Change("replaced", 48, dealt), put(49, "swap 2 1"), put(50, "stay 1")]
    found = cardlog.what_if(record, other)
    assert found.end == type(found.end)(event=54, why="over")  # type: ignore[misc]
    assert (found.after.status, found.after.winners) == ("finished", (2,))
    assert [(number, new is None) for number, _, new in found.deals] == [(6, False), (7, True)]


def test_rulings_are_followed_and_those_on_a_changed_event_fall_away() -> None:
    wrong = {"type": "swap", "seat": 0, "target": 2}
    record = worked(DEAL, wrong, *STAYS, *SHOWS, ruling(effect="undone", event=1))
    found = cardlog.what_if(record, [put(3, "swap 1 2")])
    assert found.end is None and found.after.standing == (2, 3, 3)
    again = cardlog.what_if(record, [put(1, "swap 0 2")])
    assert again.end is not None and (again.end.event, again.end.why) == (None, "illegal")
    none = cardlog.what_if(record, [cardlog.Change("removed", 8)])
    assert none.before.status == "unfinished" and none.after.status == "illegal"
    assert none.end is not None and none.end.why == "illegal"


def test_the_record_that_is_illegal_before_the_change() -> None:
    record = worked(DEAL, DEAL, *STAYS)
    found = cardlog.what_if(record, [put(3, "stay 1")])
    assert found.end is not None and (found.end.event, found.end.why) == (1, "before")
    mended = cardlog.what_if(record, [cardlog.Change("removed", 1)])
    assert mended.end is None and mended.after.status == "unfinished"


def test_several_changes_count_in_the_record_as_it_is() -> None:
    record = worked(DEAL, *STAYS, *SHOWS)
    note = cardlog.Change("inserted", 1, event("note first"))
    later = cardlog.Change("inserted", 1, event("note second"))
    end = cardlog.Change("inserted", 7, event("note last"))
    found = cardlog.what_if(record, [put(3, "cut 2 As"), note, later, end, put(1, "swap 0 1")])
    texts = [getattr(each, "text", None) for each in found.course.events]
    assert [texts.index(t) for t in ("first", "second", "last")] == [1, 2, 9]
    assert found.after.standing == (3, 3, 2)
    assert reads(found) == {4: ["reveal 0 9h"], 5: ["reveal 1 2c"], 6: ["reveal 2 As"]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([cardlog.Change("removed", 7)], "no event 7 to change"),
        ([cardlog.Change("inserted", 8, Stay(seat=0))], "no event 8 to change"),
        ([cardlog.Change("removed", 1), put(1, "stay 0")], "event 1 is changed twice"),
        ([put(1, "stay 7")], "seat 7 does not exist"),
        ([cardlog.Change("replaced", 1)], "only a removed event"),
        ([put(4, "reveal 0 cuckoo")], "cuckoo is no card of this game's pack"),
    ],
)
def test_changes_without_sense(changes: list[cardlog.Change], said: str) -> None:
    with pytest.raises(RecordError) as refused:
        cardlog.what_if(worked(DEAL, *STAYS, *SHOWS), changes)
    assert said in str(refused.value)


def test_a_reveal_of_another_deal_is_no_consequence() -> None:
    wrong = replace(event_of(SHOWS[0], 0), cards=event_of(SHOWS[1], 0).cards)  # type: ignore[union-attr]
    assert isinstance(wrong, Reveal)
    second = DEAL | {"dealer": 0}
    turns = [{"type": "stay", "seat": seat} for seat in (1, 2, 0)]
    record = worked(DEAL, *STAYS, *SHOWS, second, *turns, SHOWS[1], SHOWS[2])
    record = replace(record, events=(*record.events, wrong))
    found = cardlog.what_if(record, [put(1, "swap 0 1")])
    assert found.end is not None and (found.end.event, found.end.why) == (13, "illegal")
    assert found.before.status == found.after.status == "illegal"
