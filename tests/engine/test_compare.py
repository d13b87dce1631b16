"""Two logs of one game: what is a difference and what is none, and what a merge may claim."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cardlog
from cardlog import events as ev
from cardlog.engine.compare.story import rotated
from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Extension
from cardlog.records.game import Record, from_map, to_map
from tests.depth import tried
from tests.engine.test_properties import faults, match, matches, with_events
from tests.engine.unseen.hiding import KEEP, UNSEEN, cards_in, hide
from tests.games import GAMES

often = tried(12)
LOOSE = ("reveal", "discard", "cut")


def told(a: Record, b: Record) -> list[tuple[str, int | None, int | None]]:
    return [(d.kind, d.a, d.b) for d in cardlog.diff(a, b).differences]


def seat_of(event: AnyEvent) -> Any:
    return getattr(event, "seat", msgspec.UNSET)


def commute(x: AnyEvent, y: AnyEvent) -> bool:
    """Showdown, discards and cuts for the deal, by different players."""
    loose = type(x) is type(y) and type(x).__name__.lower() in LOOSE
    return loose and msgspec.UNSET not in (seat_of(x), seat_of(y)) and seat_of(x) != seat_of(y)


def place(data: st.DataObject, record: Record) -> int:
    return data.draw(st.integers(0, len(record.events) - 1), label="place")


# ---- no difference ----


@often
@given(matches, st.data())
def test_comments_times_and_names_are_no_difference(record: Record, data: st.DataObject) -> None:
    talk = st.just(ev.Note(text="?")) | st.just(Extension({"type": "x-chat", "a": 1}))
    events: list[AnyEvent] = []
    for event in record.events:
        events += data.draw(st.lists(talk, max_size=1)) if len(events) < 40 else []
        events.append(msgspec.structs.replace(event, at="2026-11-27T20:00:00Z", auto=True))
    dressed = msgspec.structs.replace(
        with_events(record, *events, ev.Note(text="end")), meta={"a": 1}, names={"a": "b"}
    )
    for a, b in ((record, record), (record, dressed), (dressed, record)):
        found = cardlog.diff(a, b)
        assert found.same and found.first is None
        assert (found.differences, found.contradicted, found.notes) == ((), (), ())


@often
@given(matches, st.randoms(use_true_random=False))
def test_the_order_of_a_showdown_is_no_difference(record: Record, chance: Any) -> None:
    events: list[AnyEvent] = []
    for loose, run in groupby(record.events, key=lambda e: (type(e), seat_of(e) is msgspec.UNSET)):
        group = list(run)
        once = len({seat_of(event) for event in group}) == len(group)
        if loose[0].__name__.lower() in LOOSE and not loose[1] and once:
            chance.shuffle(group)
        events += group
    assert cardlog.diff(record, with_events(record, *events)).same


@often
@given(matches, st.randoms(use_true_random=False))
def test_unseen_cards_are_no_difference(record: Record, chance: Any) -> None:
    a, b = (hide(record, levels(record, chance)) for _ in range(2))
    assert told(record, a) == told(b, record) == told(a, b) == []


def levels(record: Record, chance: random.Random) -> list[int]:
    share = chance.choice((0.1, 0.5, 0.9))
    deep = (UNSEEN,) if "deck" in record.rules else (1, 2, UNSEEN)
    return [
        chance.choice(deep) if chance.random() < share else KEEP
        for _ in range(cards_in(record.events))
    ]


def test_hands_and_discards_in_another_order_are_no_difference() -> None:
    record = cardlog.load(GAMES / "tavern-seven-up.json")
    events = [
        msgspec.structs.replace(e, hands=tuple(hand[::-1] for hand in e.hands))
        if isinstance(e, ev.Deal)
        else msgspec.structs.replace(e, cards=e.cards[::-1])
        if isinstance(e, ev.Discard)
        else e
        for e in record.events
    ]
    assert any(isinstance(e, ev.Discard) for e in events)
    assert cardlog.diff(record, with_events(record, *events)).same
    assert cardlog.merge(record, with_events(record, *events)) == record


# ---- one difference, and it alone ----


@often
@given(matches, st.data())
def test_a_missing_event_is_reported_where_it_is(record: Record, data: st.DataObject) -> None:
    k = place(data, record)
    e = record.events
    assume(not has_a_twin(record, k))
    short = with_events(record, *e[:k], *e[k + 1 :])
    assert told(record, short) == [("missing", k, None)]
    assert told(short, record) == [("extra", None, k)]
    found = cardlog.diff(record, short)
    assert found.first is not None and found.first[0] == k and "a" not in found.contradicted
    assert ("b" in found.contradicted) == (not cardlog.audit(short).ok)


@often
@given(matches, st.data())
def test_a_click_sent_twice_is_repeated(record: Record, data: st.DataObject) -> None:
    k = place(data, record)
    twice = with_events(record, *record.events[: k + 1], *record.events[k:])
    assert told(record, twice) == [("repeated", None, k + 1)]
    assert told(twice, record) == [("repeated", k + 1, None)]
    assert "a" not in cardlog.diff(record, twice).contradicted


@often
@given(matches, st.data())
def test_neighbours_exchanged_are_reordered(record: Record, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(record.events) - 2))
    e = record.events
    assume(e[k] != e[k + 1] and not commute(e[k], e[k + 1]))
    other = with_events(record, *e[:k], e[k + 1], e[k], *e[k + 2 :])
    found = cardlog.diff(record, other)
    assert told(record, other) in ([("reordered", k, k + 1)], [("reordered", k + 1, k)])
    assert found.first == (k, k) and "a" not in found.contradicted


def has_a_twin(record: Record, k: int) -> bool:
    """Whether the same event comes again next, or among those that may change places with it."""
    rest = record.events[k + 1 :]
    reach = 1
    while reach < len(rest) and type(rest[reach - 1]) is type(record.events[k]):
        reach += 1
    return record.events[k] in rest[:reach]


def altered(record: Record, k: int, chance: random.Random) -> AnyEvent:
    """The event with another card, or of another seat."""
    event = record.events[k]
    by_seat = [n for n in ("seat", "leader", "dealer") if isinstance(getattr(event, n, None), int)]
    groups = {"cards": getattr(event, "cards", ()), "card": getattr(event, "card", None)}
    if isinstance(event, ev.Score):
        return msgspec.structs.replace(event, changes=(event.changes[0] + 1, *event.changes[1:]))
    pack = [card for e in record.events if isinstance(e, ev.Deal) for h in e.hands for card in h]
    card = chance.choice(pack)
    if groups["card"] and card != groups["card"] and chance.random() < 0.5:
        return msgspec.structs.replace(event, card=card)
    if groups["cards"] and card not in groups["cards"] and chance.random() < 0.5:
        return msgspec.structs.replace(event, cards=(card, *groups["cards"][1:]))
    for name in by_seat:
        return msgspec.structs.replace(
            event, **{name: (getattr(event, name) + 1) % len(record.players)}
        )
    return event


@often
@given(matches, st.data(), st.randoms(use_true_random=False))
def test_an_altered_event_is_reported(record: Record, data: st.DataObject, chance: Any) -> None:
    k = place(data, record)
    event = altered(record, k, chance)
    assume(event != record.events[k])
    other = with_events(record, *record.events[:k], event, *record.events[k + 1 :])
    assert told(record, other) == told(other, record) == [("altered", k, k)]
    found = cardlog.diff(record, other)
    assert found.first == (k, k)
    assert found.contradicted == (() if cardlog.audit(other).ok else ("b",))


@often
@given(matches, st.data())
def test_a_tail_cut_off_is_missing(record: Record, data: st.DataObject) -> None:
    k = place(data, record)
    found = cardlog.diff(record, with_events(record, *record.events[:k]))
    left = len(record.events) - k
    assert sorted(d.a for d in found.differences if d.a is not None) == [*range(k, k + left)]
    assert {d.kind for d in found.differences} == {"missing"} and found.contradicted == ()
    count = f"{left} event{'s' * (left > 1)}"
    assert found.notes == (f"B ends there; A goes on: {count} more.",)
    assert found.first is not None and found.first[1] == k


@pytest.mark.parametrize("table", (1, 3, 8, 18, 20, 23, 25, 27))
def test_the_record_with_the_fault_is_contradicted(table: int) -> None:
    right = match(table, 1)
    for kind, mutants in faults(table, 1).items():
        wrong = from_map({**to_map(right), "events": mutants[0].events})
        found = cardlog.diff(right, wrong)
        more = (
            kind == "claim nine" and table != 18
        )  # which the right score leaves out: no contradiction of it
        assert (found.same, found.contradicted) == (more, ("b",)), kind
        with pytest.raises(cardlog.Contradiction):
            cardlog.merge(right, wrong)
        with pytest.raises(cardlog.Contradiction):
            cardlog.merge(wrong, right)


@often
@given(matches, st.randoms(use_true_random=False))
def test_the_other_way_round_is_the_mirror_image(record: Record, chance: Any) -> None:
    def edited() -> Record:
        events = list(record.events)
        for _ in range(chance.randint(1, 6)):
            k = chance.randrange(len(events))
            j = chance.randrange(k, min(k + 4, len(events)))
            events[k : j + 1] = chance.choice(
                ([], events[k : j + 1] * 2, events[k : j + 1][::-1], [events[k]])
            )
            if not events:
                break
        return with_events(record, *events)

    a, b = edited(), edited()
    one, two = cardlog.diff(a, b), cardlog.diff(b, a)
    turn = {"missing": "extra", "extra": "missing"}
    mirror = {(turn.get(d.kind, d.kind), d.b, d.a) for d in one.differences}
    assert {(d.kind, d.a, d.b) for d in two.differences} == mirror
    assert len(two.differences) == len(one.differences)
    assert two.first == (one.first and one.first[::-1])
    assert [{"a": "b", "b": "a"}[name] for name in one.contradicted[::-1]] == [*two.contradicted]


# ---- stretches and chairs ----


def test_another_match_in_front_and_after_the_end() -> None:
    a = cardlog.load(GAMES / "friday-cuckoo.json")
    three = ev.Swap(seat=0, target=1), ev.Stay(seat=1), ev.Stay(seat=2)
    front = with_events(a, *three, *a.events)
    found = cardlog.diff(a, front)
    assert [(d.kind, d.b) for d in found.differences] == [("extra", k) for k in range(3)]
    assert found.notes == ("B has 3 events in front of the first one of A: of another match?",)
    assert found.first == (0, 0)
    after = cardlog.diff(with_events(a, *a.events, *three), a)
    assert after.notes == ("A goes on after the end of the match: 3 events more.",)
    assert after.contradicted == ("a",)


@often
@given(matches, st.data())
def test_seats_counted_from_another_chair(record: Record, data: st.DataObject) -> None:
    seats = len(record.players)
    by = data.draw(st.integers(1, seats - 1))
    turned = rotated(record, by)
    for other in (turned, msgspec.structs.replace(turned, players=record.players)):
        found = cardlog.diff(record, other)
        assert [(d.kind, d.a, d.b) for d in found.differences] == [("header", None, None)]
        assert found.first is None
        assert f"seat 0 of A is seat {by} of B" in found.notes[0]
    assert told(rotated(turned, seats - by), record) == []


def test_a_slip_is_found_from_another_chair_too() -> None:
    record = match(0, 1)
    turned = rotated(record, 1)
    short = with_events(turned, *turned.events[:7], *turned.events[8:])
    assert told(record, short) == [("header", None, None), ("missing", 7, None)]


def test_headers() -> None:
    record = match(0, 1)
    same = msgspec.structs.replace(record, rules={**record.rules, "king_block": "mandatory"})
    assert told(record, same) == []
    lives = msgspec.structs.replace(record, rules={**record.rules, "lives": 3})
    found = cardlog.diff(record, lives)
    assert [d.kind for d in found.differences] == ["header"]
    assert found.notes[0] == "The option lives is 2 in A and 3 in B."
    names = msgspec.structs.replace(record, players=("x", *record.players[1:]))
    assert told(record, names) == [("header", None, None)]


def test_records_that_have_nothing_in_common_are_answered_in_time() -> None:
    a, b = match(7, 1), match(8, 2)
    long_a, long_b = with_events(a, *a.events * 20), with_events(a, *b.events * 20)
    found = cardlog.diff(long_a, long_b)
    assert not found.same and len(found.rows) >= len(long_a.events)
    one = [row[0] for row in found.rows if row[0] is not None]
    assert sorted(one) == list(range(len(long_a.events)))


def test_a_ruling_is_the_same_ruling_wherever_its_event_stands() -> None:
    record = match(0, 1)
    e = record.events
    ruled = with_events(record, *e, ev.Ruling(text="so be it", event=4, effect="stands"))
    noted = with_events(
        record, ev.Note(text="n"), *e, ev.Ruling(text="stands", event=5, effect="stands")
    )
    assert told(ruled, noted) == []
    other = with_events(record, *e, ev.Ruling(text="so be it", event=4, effect="undone"))
    assert told(ruled, other) == [("altered", len(e), len(e))]
    whole = cardlog.merge(ruled, noted)
    assert isinstance(last := whole.events[-1], ev.Ruling) and last.event == 5


# ---- merge ----


def seen(levels_a: list[int], levels_b: list[int]) -> list[int]:
    """How well two people see a card together: a rank and a suit make a card."""
    parts = {KEEP: 3, 1: 1, 2: 2, UNSEEN: 0}
    back = {n: level for level, n in parts.items()}
    return [back[parts[x] | parts[y]] for x, y in zip(levels_a, levels_b, strict=True)]


@often
@given(matches, st.randoms(use_true_random=False))
def test_a_merge_has_every_card_that_anybody_saw(record: Record, chance: Any) -> None:
    one, two = levels(record, chance), levels(record, chance)
    whole = cardlog.merge(hide(record, one), hide(record, two))
    assert whole == hide(record, seen(one, two))
    assert cardlog.audit(whole).ok
    three = cardlog.merge(hide(record, one), hide(record, two), record)
    assert three == record


@often
@given(matches, st.data(), st.randoms(use_true_random=False))
def test_a_merge_takes_the_tail_the_scores_and_the_comments(
    record: Record, data: st.DataObject, chance: Any
) -> None:
    k = place(data, record)
    short = with_events(record, *record.events[:k], ev.Note(text="my battery is empty"))
    scoreless = [e for e in record.events if not isinstance(e, ev.Score)]
    whole = cardlog.merge(
        short, hide(with_events(record, *scoreless), [KEEP] * cards_in(scoreless))
    )
    bare = [e for e in whole.events if not isinstance(e, (ev.Note, ev.Score))]
    assert bare == scoreless
    assert sum(isinstance(e, ev.Note) for e in whole.events) == 1
    scores = [e for e in record.events[:k] if isinstance(e, ev.Score)]
    assert [e for e in whole.events if isinstance(e, ev.Score)] == scores
    assert cardlog.audit(whole).ok
    assert cardlog.merge(whole, record).events.count(ev.Note(text="my battery is empty")) == 1


@often
@given(matches, st.data(), st.randoms(use_true_random=False))
def test_a_merge_never_hides_a_contradiction(
    record: Record, data: st.DataObject, chance: Any
) -> None:
    k = place(data, record)
    event = altered(record, k, chance)
    assume(event != record.events[k])
    other = with_events(record, *record.events[:k], event, *record.events[k + 1 :])
    with pytest.raises(cardlog.Contradiction) as caught:
        cardlog.merge(record, other)
    assert (caught.value.records, caught.value.a, caught.value.b) == ((0, 1), k, k)


def test_what_is_possible_alone_and_not_together() -> None:
    """Each leaves unseen what the other shows: together a card comes twice."""
    record = cardlog.load(GAMES / "worked-example.json")
    e = record.events
    a = with_events(record, ev.Deal(dealer=3, hands=cards("2c", "9h", "??", "??")), *e[1:2])
    b = with_events(record, ev.Deal(dealer=3, hands=cards("??", "??", "9h", "7d")), *e[1:2])
    assert cardlog.audit(a).ok and cardlog.audit(b).ok
    assert told(a, b) == told(b, a) == [("altered", 0, 0)]
    found = cardlog.diff(a, b)
    assert found.contradicted == ()  # which of them is wrong nobody can tell
    assert found.notes[0].startswith("With the cards that B shows, A would break CC-1.")
    with pytest.raises(cardlog.Contradiction, match="9♥ comes 2 times"):
        cardlog.merge(a, b)


def test_what_breaks_a_rule_with_the_cards_of_the_other_log() -> None:
    """Carla's King, which Bruno's log does not show, would have had to refuse."""
    club = cardlog.load(GAMES / "worked-example.json")
    hidden = hide(club, [UNSEEN] * cards_in(club.events)).events
    bruno = with_events(club, *hidden[:2], ev.Swap(seat=1, target=2), *hidden[3:5])
    found = cardlog.diff(club, bruno)
    assert found.differences[0] == cardlog.Difference("altered", 2, 2)
    assert found.contradicted == ()
    assert "With the cards that A shows, B would break CC-3.2 at event 2" in found.notes[0]


def test_three_that_agree_two_by_two() -> None:
    """A King and a spade are the King of spades, which a third has seen elsewhere."""
    record = cardlog.load(GAMES / "worked-example.json")

    def seen(*words: str) -> Record:
        return with_events(record, ev.Deal(dealer=3, hands=cards(*words)))

    a, b, c = (seen(*words.split()) for words in ("K? ?? ?? ??", "?s ?? ?? 9h", "?? Ks ?? ??"))
    for pair in ((a, b), (a, c), (b, c)):
        assert cardlog.audit(cardlog.merge(*pair)).ok
    assert cardlog.merge(a, b).events == (ev.Deal(dealer=3, hands=cards("Ks", "??", "??", "9h")),)
    with pytest.raises(cardlog.Contradiction, match="together they break a rule") as caught:
        cardlog.merge(a, b, c)
    assert caught.value.records == ()


def cards(*words: str) -> tuple[tuple[Card, ...], ...]:
    return tuple((Card(word),) for word in words)


def test_the_header_of_a_merge() -> None:
    record = cardlog.load(GAMES / "worked-example.json")
    hidden = hide(record, [UNSEEN] * cards_in(record.events))
    replace = msgspec.structs.replace
    a = replace(hidden, meta={"x": 1, "y": 1}, observer=0, names={"Ana": "A."})
    b = replace(hidden, meta={"y": 2, "z": 2}, observer=1, uid="room 7")
    whole = cardlog.merge(a, b)
    assert whole.meta == {"x": 1, "y": 1, "z": 2}
    assert (whole.uid, whole.names, whole.observer) == ("room 7", {"Ana": "A."}, msgspec.UNSET)
    assert cardlog.merge(a, a).observer == 0
    assert cardlog.merge(a, replace(record, observer=0)).observer is msgspec.UNSET
    with pytest.raises(cardlog.Contradiction, match="uid"):
        cardlog.merge(b, replace(b, uid="room 8"))


# ---- gaps ----


@often
@given(matches, st.data())
def test_what_happened_in_a_gap_is_no_difference_and_fills_it(
    record: Record, data: st.DataObject
) -> None:
    start = data.draw(st.integers(1, len(record.events) - 1), label="start")
    end = data.draw(st.integers(start, min(len(record.events), start + 40)), label="end")
    events = record.events
    torn = with_events(record, *events[:start], ev.Gap(text="torn off"), *events[end:])
    assume(cardlog.audit(torn).ok)
    for a, b in ((record, torn), (torn, record)):
        found = cardlog.diff(a, b)
        ended = end == start == len(events)
        assert found.same or ended, found.differences
        assert (len(found.notes) > 0) == (end > start)
        whole = cardlog.merge(a, b)
        assert sorted(map(repr, told_events(whole))) == sorted(map(repr, events))
        assert cardlog.outcome(whole).standing == cardlog.outcome(record).standing
        assert ev.Note(text="torn off") in whole.events


def told_events(record: Record) -> list[AnyEvent]:
    return [event for event in record.events if type(event) is not ev.Note]


def test_a_gap_stands_for_nothing_elsewhere() -> None:
    full = match(0, 0)
    events = full.events
    other = with_events(full, *events[:2], ev.Gap(), *events[3:6], *events[7:])
    assert told(full, other) == [("missing", 6, None)]
    with pytest.raises(cardlog.Contradiction, match="Event 6 of the first is not in the second"):
        cardlog.merge(full, other)


def test_gaps_that_both_have_stay() -> None:
    full = match(0, 0)
    events = full.events
    one = with_events(full, *events[:2], ev.Gap(), *events[4:])
    other = with_events(full, *events[:3], ev.Gap(), *events[4:])
    assert cardlog.diff(one, other).same
    whole = cardlog.merge(one, other)
    assert whole.events == other.events


def test_an_event_that_comes_once_is_known_again_anywhere() -> None:
    full = cardlog.load("fixtures/games/gold-rush-california.json")
    tricks = [k for k, event in enumerate(full.events) if type(event) is ev.Trick]
    at, to = tricks[2], tricks[-2]
    event = full.events[at]
    moved = with_events(
        full, *full.events[:at], *full.events[at + 1 : to], event, *full.events[to:]
    )
    assert told(full, moved) == [("reordered", at, to - 1)]
