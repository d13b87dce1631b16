"""Views made by hand: the header, texts and times, rulings, reveals, faults, views of views."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cardlog.engine.audit import audit, outcome
from cardlog.engine.seen import view, view_of
from cardlog.records.errors import RecordError
from cardlog.records.events import Deal, Gap
from cardlog.records.formats import load
from cardlog.records.game import Record
from tests.engine.seen.rights import as_maps
from tests.engine.unseen.by_hand import (
    CALIFORNIA,
    DISCARDS,
    HANDS,
    RUN,
    SIX_CLUBS,
    SIX_MORE,
    begged,
    deal,
    record,
    shows,
    stays,
    turned,
)
from tests.games import golden

NOON = {"at": "2026-11-27T12:00:00Z"}
SIX_BACKS = ["??"] * 6
DEALT = deal("8c", "9h", "2d")
CUT = {"type": "cut", "seat": 2, "card": "Kd"}


def seen(events: list[dict[str, Any]], viewer: int | str, **keys: Any) -> list[dict[str, Any]]:
    """The events as the viewer has them."""
    return as_maps(view_of(record(events, **keys), viewer))


def ruling(event: int, effect: str, **keys: Any) -> dict[str, Any]:
    return {"type": "ruling", "text": "so be it", "event": event, "effect": effect, **keys}


# ---- cards ----


def test_everybody_sees_his_own_card_in_the_worked_example() -> None:
    full = golden("worked-example")
    own = [view_of(full, seat).events[0] for seat in range(4)]
    assert [e.hands[seat][0].value for seat, e in enumerate(own) if type(e) is Deal] == [
        "2c", "9h", "Ks", "7d",
    ]  # fmt: skip
    for seat, event in enumerate(own):
        assert isinstance(event, Deal)
        assert [card.known for hand in event.hands for card in hand].count(True) == 1, seat
    assert view_of(full, 0).events[1:] == full.events[1:]  # the rest was shown to all


@pytest.mark.parametrize(
    ("rules", "card", "shown"),
    [
        ({}, "Kd", "Kd"),
        ({}, "K?", "K?"),
        ({}, "Qd", "??"),
        ({"dealer_draws_king": "kept"}, "Kd", "??"),
        ({"dealer_draws_king": "loses"}, "Kd", "Kd"),
    ],
)
def test_a_king_that_the_dealer_cuts_is_shown_where_it_is_set_aside(
    rules: dict[str, Any], card: str, shown: str
) -> None:
    events = [DEALT, *stays(0, 1), CUT | {"card": card}]
    assert seen(events, 0, rules=rules)[-1]["card"] == shown
    assert seen(events, "spectator", rules=rules)[-1]["card"] == shown
    assert seen(events, 2, rules=rules)[-1]["card"] == card


def test_a_cuckoo_is_set_aside_as_a_king_is() -> None:
    events = [deal("cat", "4", "7"), *stays(0, 1), CUT | {"card": "cuckoo"}]
    rules = {"deck": "cucu40"}
    assert seen(events, 0, rules=rules)[-1]["card"] == "cuckoo"
    events[-1] = CUT | {"card": "lion"}
    assert seen(events, 0, rules=rules)[-1]["card"] == "??"


def drawn(rules: dict[str, Any], viewer: int | str, *more: dict[str, Any]) -> list[str]:
    """The cards drawn after two tricks of California Jack as somebody saw them."""
    events = [*CALIFORNIA[:4], *more, *CALIFORNIA[4:]]
    events = seen(events, viewer, kind="california-jack", rules=rules)
    return [event["card"] for event in events if event["type"] == "draw"]


@pytest.mark.parametrize(
    ("rules", "spectator", "winner", "loser"),
    [
        ({}, "5h 6h 7h 8h", "5h 6h 7h 8h", "5h 6h 7h 8h"),
        ({"loser_draw": "blind"}, "5h ?? 7h ??", "5h ?? 7h ??", "5h 6h 7h 8h"),
        ({"stock": "face_down"}, "5h ?? ?? ??", "5h ?? 7h ??", "5h 6h ?? 8h"),
    ],
)
def test_the_top_of_the_stock_is_seen_by_all(
    rules: dict[str, Any], spectator: str, winner: str, loser: str
) -> None:
    assert drawn(rules, "spectator") == spectator.split()
    assert drawn(rules, 1) == winner.split()
    assert drawn(rules, 0) == loser.split()


@pytest.mark.parametrize("rules", [{"loser_draw": "blind"}, {"stock": "face_down"}])
def test_a_card_that_was_turned_up_before_it_was_drawn_is_known(rules: dict[str, Any]) -> None:
    assert drawn(rules, "spectator", turned("6h"))[1] == "6h"
    assert drawn(rules, "spectator", turned("??"))[1] == "6h"
    # The record says that another card was taken than the open one: nobody saw that one.
    assert drawn(rules, "spectator", turned("Qh"))[1] == "??"


def test_a_run_of_seven_up_is_seen_by_each_alone() -> None:
    start = [deal(*HANDS), turned("2d"), *begged("run")]
    events = [*start, *RUN, turned("8s"), *DISCARDS]
    own = seen(events, 1, kind="seven-up")
    assert own[0]["hands"] == [SIX_BACKS, HANDS[1].split(), SIX_BACKS]
    assert [e["card"] for e in own if e["type"] == "draw"] == [
        "??", "??", "??", "Ah", "Ad", "Ac", "??", "??", "??",
    ]  # fmt: skip
    assert [e["cards"] for e in own if e["type"] == "discard"] == [
        ["??"] * 3, ["Ah", "Ad", "Ac"], ["??"] * 3,
    ]  # fmt: skip
    assert [e["cards"] for e in own if e["type"] == "reveal"] == [["2d"], ["8s"]]


def test_the_lot_before_the_first_deal_is_open() -> None:
    lot = [{"type": "draw", "seat": 0, "card": "5c"}, {"type": "draw", "seat": 1, "card": "Jd"}]
    events = [*lot, deal("8c", "9h", "2d", dealer=1)]
    assert seen(events, 2, rules={"profile": "compendium"})[:2] == lot
    # After a gap nobody can say that it was the lot.
    assert seen([{"type": "gap"}, *lot], 2, rules={"profile": "compendium"})[1]["card"] == "??"


# ---- what else a file may say ----


def test_the_header_keeps_what_was_written_before_the_cards_fell() -> None:
    meta = {"seed": 7, "date": "2026-11-27", "event": "Friday", "site": {"deck": ["2c"]}}
    full = record(
        [DEALT], meta=meta, uid="2c", seals=["2c"], standing=[3, 2, 1],
        names={"Carla": "Carla R.", "nobody": "2c"},
    )  # fmt: skip
    seen_by, left_out = view(full, 1)
    assert seen_by.meta == {"event": "Friday", "date": "2026-11-27"}
    assert seen_by.names == {"Carla": "Carla R."}
    assert seen_by.standing == (3, 2, 1)
    assert not seen_by.uid and not seen_by.seals
    assert list(left_out) == [
        "meta `seed`", "meta `site`", "`uid`", "`seals`", "a name of nobody here",
    ]  # fmt: skip
    bare = view_of(record([DEALT], meta={"seed": 7}, names={"nobody": "x"}), 1)
    assert bare == view_of(record([DEALT]), 1)


def test_texts_notes_and_kinds_of_ones_own_are_left_out() -> None:
    events = [
        {"type": "note", "text": "2c"},
        DEALT | {"shuffle": {"seed": "2c"}, "stock": ["3c"]},
        {"type": "x-peek", "card": "2c"},
        {"type": "misdeal", "seat": 1, "reason": "2c"},
        {"type": "ruling", "text": "2c", "by": "2c"},
        {"type": "gap", "text": "2c"},
    ]
    seen_by, left_out = view(record(events), "spectator")
    assert as_maps(seen_by) == [
        deal("??", "??", "??"), {"type": "misdeal", "seat": 1}, {"type": "gap"}
    ]  # fmt: skip
    assert set(left_out.values()) == {1} and len(left_out) == 7


def test_a_gap_stands_for_a_kind_that_cannot_be_judged() -> None:
    full = record([DEALT, {"type": "peek", "card": "9h"}, *stays(0)])
    assert type(view_of(full, 0).events[1]) is Gap
    assert audit(view_of(full, 0)).ok


def test_times_are_kept_of_what_was_seen_whole() -> None:
    events = [DEALT | NOON, *(e | NOON | {"auto": True} for e in stays(0, 1)), CUT | NOON]
    assert ["at" in event for event in seen(events, 0)] == [False, True, True, True]
    events[-1] |= {"card": "Qd"}
    assert ["at" in event for event in seen(events, 0)] == [False, True, True, False]
    assert ["at" in event for event in seen(events, 2)] == [False, True, True, True]
    assert seen(events, 0)[1]["auto"] is True


# ---- rulings ----


def test_what_a_ruling_puts_in_the_place_of_an_event_is_seen_like_it() -> None:
    note = {"type": "note", "text": "they forgot to write"}
    events = [
        note, DEALT, *stays(0), note, CUT | {"card": "Qd"},
        ruling(3, "replaced", by="Rita", **{"with": {"type": "stay", "seat": 1}}),
        ruling(4, "replaced", **NOON, **{"with": CUT | {"card": "Jd"}}),
    ]  # fmt: skip
    assert seen(events, 0)[2:] == [
        {"type": "note", "text": ""},
        CUT | {"card": "??"},
        {**ruling(2, "replaced"), "text": "", "with": {"type": "stay", "seat": 1}},
        {**ruling(3, "replaced"), "text": "", "with": CUT | {"card": "??"}},
    ]
    assert seen(events, 2)[-1]["with"]["card"] == "Jd"
    full = record(events)
    assert audit(view_of(full, 0)).ok == audit(full).ok is True
    assert view_of(view_of(full, 0), 0) == view_of(full, 0)


def test_a_ruling_without_an_effect_is_a_text() -> None:
    talk = {"type": "ruling", "text": "play on"}
    undone = {"type": "ruling", "text": "", "event": 1, "effect": "undone"}
    assert seen([talk, DEALT], 0) == [deal("8c", "??", "??")]
    assert seen([DEALT, talk, undone], 0) == [
        deal("8c", "??", "??"), {"type": "note", "text": ""}, undone
    ]  # fmt: skip


# ---- faults, and views of views ----


def test_a_fault_that_only_hidden_cards_prove_is_hidden_too() -> None:
    """Bruno held a King and gave it away: Ana learns of it, Carla only when it is shown."""
    start = [deal("8c", "Kh", "2d"), {"type": "swap", "seat": 0, "target": 1}]
    events = [*start, *stays(1, 2), *shows("Kh", "8c", "2d")]
    full = record(events)
    assert outcome(full).status == "illegal"
    (found,) = audit(view_of(full, 2)).findings  # the showdown tells Carla what she did not see
    assert found.proof == (1, 4)
    assert audit(replace(view_of(full, 2), events=view_of(full, 2).events[:4])).ok
    assert not audit(view_of(full, 1)).ok
    legal = record([deal("8c", "Qh", "2d"), *events[1:4], *shows("", "8c", "2d")])
    cut_short = replace(full, events=(*full.events[:4], *full.events[5:]))
    assert view_of(legal, 2) == view_of(cut_short, 2)


def test_cards_after_a_fault_are_hidden_as_before_it() -> None:
    events = [DEALT, *stays(1), DEALT, *stays(0, 1), CUT | {"card": "Qd"}]
    assert seen(events, 1)[2] == deal("??", "9h", "??")
    assert seen(events, 1)[-1]["card"] == "??"


def test_a_view_is_nobody_elses() -> None:
    own = view_of(record([DEALT], names={"Ana": "Anna"}), 0)
    assert view_of(own, 0) == own
    assert view_of(own, "spectator").observer == "spectator"
    with pytest.raises(RecordError, match="holds only what Anna could know"):
        view_of(own, 1)
    with pytest.raises(RecordError, match="holds only what a spectator could know"):
        view_of(view_of(own, "spectator"), 0)


@pytest.mark.parametrize("seat", [3, -1, True, None, 0.0])
def test_there_must_be_such_a_seat(seat: Any) -> None:
    with pytest.raises(RecordError, match='expected 0 to 2 or "spectator"'):
        view_of(record([DEALT]), seat)


def test_what_cannot_be_read_cannot_be_viewed() -> None:
    for full in (
        record([DEALT], rules={"lives": "x"}),
        record([*stays(7)]),
        record([ruling(9, "undone")]),
        replace(record([DEALT]), game="whist"),
    ):
        with pytest.raises(RecordError):
            view_of(full, 0)


def test_a_wrong_number_of_players_is_found_in_a_view_too() -> None:
    full: Record = record([deal(SIX_CLUBS, SIX_MORE)], kind="california-jack", players=["A", "B"])
    alone = replace(full, players=("A",), events=())
    assert [f.code for f in audit(view_of(alone, 0)).findings] == ["players"]


def test_a_view_is_asked_for_by_seat_or_name() -> None:
    match = load("fixtures/games/friday-cuckoo.json")
    for seat, name in enumerate(match.players):
        assert view_of(match, name) == view_of(match, seat)
        assert view_of(match, str(seat)) == view_of(match, seat)
    with pytest.raises(RecordError, match="Zoe: is no player; expected 0 Ana"):
        view_of(match, "Zoe")
