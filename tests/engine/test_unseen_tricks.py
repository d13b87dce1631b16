"""The unseen cards of one All Fours deal: an explanation, or the certainty that there is none."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlog.engine.fold import begin
from cardlog.engine.seen import view_of
from cardlog.engine.simulate import simulate
from cardlog.engine.unseen.hidden import EVERY, Undecided
from cardlog.engine.unseen.holding import barred_by
from cardlog.engine.unseen.places import SUIT
from cardlog.engine.unseen.tricks import HiddenTricks
from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Draw, Reveal
from tests.depth import tried
from tests.engine.unseen.by_hand import begged, called, deal, record, score, spelling, turned
from tests.engine.unseen.deals import (
    FORMS,
    OneDeal,
    altered,
    deals_of,
    few_hidden,
    legal_deal,
    much_hidden,
)
from tests.engine.unseen.every_card import all_deals, result
from tests.engine.unseen.legal import SeededDice
from tests.engine.unseen.sound import may_be

UNSEEN: Final = "?? ?? ?? ?? ?? ??"
HEARTS: Final = "2h 3h 4h 5h 6h 7h"
CLUBS, DIAMONDS, HEART, SPADES = SUIT


def trick(leader: int, cards: str) -> dict[str, Any]:
    return {"type": "trick", "leader": leader, "cards": cards.split()}


def draws(*cards: str, first: int = 0, packet: int = 1, seats: int = 2) -> list[dict[str, Any]]:
    return [
        {"type": "draw", "seat": (first + k // packet) % seats, "card": card}
        for k, card in enumerate(cards)
    ]


def one(events: list[dict[str, Any]], kind: str, **keys: Any) -> HiddenTricks:
    (found,) = deals_of(record(events, kind=kind, **keys))
    return HiddenTricks(*found)


def folds(events: list[dict[str, Any]], kind: str, **keys: Any) -> bool:
    """Whether the fold, which takes unseen cards one at a time, finds nothing wrong."""
    return begin(record(events, kind=kind, **keys)).run().stopped is None


# ---- California Jack ----------------------------------------------------------------------------


def california(reply: str, drawn: str, later: str) -> list[dict[str, Any]]:
    """Ana leads a heart and then another; of Bruno she sees what he plays. Spades are trump."""
    start = [deal(HEARTS, UNSEEN, dealer=1), turned("Ts"), trick(0, f"7h {reply}")]
    if reply == "9s":  # Bruno has won it
        return [*start, *draws("Ts", drawn, first=1), trick(1, f"{later} 6h")]
    return [*start, *draws("Ts", drawn), trick(0, f"6h {later}")]


@pytest.mark.parametrize(
    ("rules", "reply", "drawn", "later", "why"),
    [
        ({}, "9d", "8c", "Jh", "CJ-3.1: he had this heart when he did not follow"),
        ({}, "9d", "8c", "?h", "CJ-3.1: and so whatever heart it was"),
        ({"void_must_trump": True}, "9d", "8c", "Js", "B-10: he could have trumped"),
        ({"strict_follow": True}, "9s", "8c", "Jh", "B-11: he trumped and could follow"),
    ],
)
def test_a_later_card_shows_what_was_held(
    rules: dict[str, Any], reply: str, drawn: str, later: str, why: str
) -> None:
    events = california(reply, drawn, later)
    kind = "california-jack"
    assert folds(events, kind, rules=rules), "one card at a time nothing is wrong"
    found = one(events, kind, rules=rules)
    first = 1 << 2
    assert found.explain() is None, why
    assert found.explain(lawful=EVERY & ~first) is not None, "but for that trick"
    assert found.explain(lawful=first) is None, "the others need keep no rule"
    assert found.explain(seen=EVERY & ~(1 << 5)) is not None, "without the later card it may be"


@pytest.mark.parametrize(
    ("rules", "reply", "drawn", "later"),
    [
        ({}, "9d", "??", "Jh"),  # it may be the card that he drew in between
        ({}, "9d", "J?", "Jh"),
        ({}, "9d", "8c", "J?"),  # it may be a Jack of another suit
        ({"void_must_trump": True}, "9d", "??", "Js"),
        ({"void_must_trump": True}, "9d", "?s", "Js"),
        ({}, "9d", "8c", "Js"),  # where nobody must trump
        ({}, "9s", "8c", "Jh"),  # where one may trump though able to follow
    ],
)
def test_a_draw_in_between_may_explain_it(
    rules: dict[str, Any], reply: str, drawn: str, later: str
) -> None:
    explained = one(california(reply, drawn, later), "california-jack", rules=rules).explain()
    assert explained is not None
    if "?" in drawn:
        drawing = [event for event in explained if isinstance(event, Draw)]
        assert Card[later] in [event.card for event in drawing]


def test_what_the_rules_forbid_to_hold_is_asked_of_them() -> None:
    spades, hearts, diamonds = 3, 2, 1
    assert barred_by(0, 0, spades, hearts, diamonds) == HEART  # CJ-3.1
    assert barred_by(0, 0, spades, hearts, spades) == 0
    assert barred_by(0, 0, spades, spades, diamonds) == SPADES
    assert barred_by(1, 0, spades, hearts, spades) == HEART  # B-11
    assert barred_by(0, 1, spades, hearts, diamonds) == HEART | SPADES  # B-10
    assert barred_by(1, 1, spades, hearts, hearts) == 0


def test_a_play_that_may_have_been_wrong() -> None:
    """CJ-3.1: a heart that Bruno drew he may have kept; where he follows suit nothing is wrong."""
    events = california("9d", "??", "Jc")  # the draw may have been a heart
    found = one(events, "california-jack")
    discard = 5  # the second; had he kept a heart at the first, he would have had it here too
    wrong = found.breach(discard)
    assert wrong is not None and found.breach(2) is None
    state: Any = found.before.copy()
    for k, event in enumerate(wrong):
        assert (found.game.apply(state, event) > 0) == (k == discard)
    assert found.breach(1) is None and found.breach(3) is None
    followed = one(california("8h", "8c", "Jh"), "california-jack")
    assert all(followed.breach(k) is None for k in range(1, 6))


# ---- Seven-Up -----------------------------------------------------------------------------------


def seven_up(*tricks: str) -> list[dict[str, Any]]:
    """Ana has the six highest hearts and leads them; spades are trump."""
    return [
        deal("Ah Kh Qh Jh Th 9h", UNSEEN, UNSEEN), turned("2s"), *called("stand"),
        *(trick(0, cards) for cards in tricks),
    ]  # fmt: skip


def test_two_players_show_more_of_a_suit_than_there_is() -> None:
    """SU-1: six hearts and eight are fourteen, though each of the players may have had four."""
    events = seven_up("Ah ?h ?h", "Kh ?h ?h", "Qh ?h ?h", "Jh ?h ?h")
    assert folds(events, "seven-up")
    assert one(events, "seven-up").explain() is None
    assert one(events, "seven-up").explain(lawful=0) is None, "no rule is needed for that"
    assert one(events[:-1], "seven-up").explain() is not None
    one_unseen = [*events[:-1], trick(0, "Jh ?h ??")]
    explained = one(one_unseen, "seven-up").explain()
    assert explained is not None and spelling(explained[-1])[-1].suit in ("c", "d")


RUN: Final = [
    deal("Ah Kh Qh Jh Th 9h", UNSEEN, UNSEEN), turned("2d"), *begged("run"),
    *draws("3c", "4c", "5c", *["??"] * 6, packet=3, seats=3),
]  # fmt: skip


@pytest.mark.parametrize(("later", "explained"), [("8h", False), ("8c", True)])
def test_a_revoke_after_unseen_discards(later: str, explained: bool) -> None:
    """SU-13: nothing is drawn once the cards are led, whatever was put away before."""
    puts = [
        {"type": "discard", "seat": seat, "cards": cards.split()}
        for seat, cards in enumerate(("3c 4c 5c", "?? ?? ??", "?? ?? ?h"))
    ]
    events = [*RUN, turned("8s"), *puts, trick(0, "Ah 9c 7h"), trick(0, f"Kh {later} 6h")]
    assert folds(events, "seven-up")
    assert (one(events, "seven-up").explain() is not None) == explained


def test_a_run_that_goes_on_tells_the_suit_that_was_turned_up() -> None:
    """SU-7: only a card of the suit that was refused brings another run."""
    second = [turned("??"), *draws(*["??"] * 9, packet=3, seats=3)]
    explained = one([*RUN, *second], "seven-up").explain()
    assert explained is not None
    assert [c.suit for e in explained if isinstance(e, Reveal) for c in e.cards] == ["d", "d"]
    taken = [
        deal("Ad Kd Qd Jd Td 9d", "8d 7d 6d 5d 4d 3d", UNSEEN), turned("2d"), *begged("run"),
        *draws(*["??"] * 9, packet=3, seats=3), *second,
    ]  # fmt: skip
    assert one(taken, "seven-up").explain() is None
    assert one(taken[: -len(second) + 1], "seven-up").explain() is not None


def test_a_turned_jack_that_ends_the_match() -> None:
    """SU-4: only a Jack can have ended it, and where play went on it was none."""
    start = [deal(UNSEEN, UNSEEN, UNSEEN), turned("??")]
    keys: dict[str, Any] = {"kind": "seven-up", "standing": [3, 3, 6]}

    def turned_up(events: list[dict[str, Any]]) -> set[str | None]:
        return {spelling(way[1])[0].rank for way in one(events, **keys).ways()}

    assert turned_up([*start, score(0, 0, 1)]) == {"J"}
    assert "J" not in turned_up([*start, *called("stand")])
    both = turned_up(start)
    assert "J" in both and len(both) > 1


# ---- Pitch --------------------------------------------------------------------------------------


def pitch(*tricks: tuple[int, str]) -> list[dict[str, Any]]:
    return [
        deal("As 2h 2d 2c 3c 4c", "5h 5d 6c 7c 8c Ks", UNSEEN), *called("2", "pass", "pass"),
        *(trick(*cards) for cards in tricks),
    ]  # fmt: skip


def test_a_lead_that_nobody_saw() -> None:
    """PI-7, PI-8: Bruno plays his only heart and may not have discarded, so a heart was led."""
    events = pitch((0, "?? 5h 9h"))
    ways = list(one(events, "pitch").ways())
    assert {spelling(way[-1])[0] for way in ways} == {Card["2h"]}
    again = pitch((0, "?? 5h 9h"), (2, "3h 2h 6c"))
    assert folds(again, "pitch")
    assert one(again, "pitch").explain() is None, "Ana cannot play her heart once more"


def test_points_that_every_deal_gives_to_the_same_side() -> None:
    """PI-9, PI-10: Bruno's unseen card may be the Jack; High and Low are settled all the same."""
    tricks = (
        (0, "As ?? 2s"), (0, "Ks Qs 5s"), (0, "4h 9h Kh"), (2, "Qh 3h 8h"), (2, "Kd 7d Td"),
        (2, "8c 2c 4c"),
    )  # fmt: skip
    events = [
        deal("As Ks 4h 3h 7d 2c", UNSEEN, UNSEEN), *called("2", "pass", "pass"),
        *(trick(*cards) for cards in tricks),
    ]  # fmt: skip
    found = one(events, "pitch")
    details = []
    for way in found.ways():
        state: Any = found.before.copy()
        assert all(found.game.apply(state, event) <= 0 for event in way)
        details.append(found.game.detail(state))
    assert {detail["high"] for detail in details} == {0}
    assert {detail["low"] for detail in details} == {2}
    assert {detail["jack"] for detail in details} == {0, None}
    assert {tuple(detail["pips"]) for detail in details} >= {(10, 0, 18), (9, 0, 18)}


# ---- against every card, tried one by one -------------------------------------------------------


def check_fits(deal: OneDeal, explained: tuple[AnyEvent, ...]) -> None:
    """Every card is filled in, as it was seen, and the fold takes them all."""
    result(deal.game, deal.before, explained)
    for written, full in zip(deal.events, explained, strict=True):
        for seen, card in zip(spelling(written), spelling(full), strict=True):
            assert card.known and may_be(seen, card)


@given(seed=st.integers(0, 2**32))
@tried(50)
def test_a_few_hidden_cards_against_all_cards(seed: int) -> None:
    dice = random.Random(seed)
    deal = few_hidden(altered(legal_deal(dice), dice), dice, most=2)
    results = {result(deal.game, deal.before, full) for full in all_deals(*deal)}
    explained = HiddenTricks(*deal).explain()
    assert (explained is not None) == bool(results)
    ways = list(HiddenTricks(*deal).ways())
    for way in [*ways, *([] if explained is None else [explained])]:
        check_fits(deal, way)
    assert {result(deal.game, deal.before, way) for way in ways} == results


@given(seed=st.integers(0, 2**32), data=st.data())
@tried(40)
def test_the_less_is_asked_the_more_is_explained(seed: int, data: st.DataObject) -> None:
    dice = random.Random(seed)
    deal = few_hidden(altered(legal_deal(dice), dice), dice, most=8)
    every = (1 << len(deal.events)) - 1
    seen, lawful = (data.draw(st.integers(0, every)) for _ in range(2))
    less = [data.draw(st.integers(0, every)) for _ in range(2)]
    try:
        explained = HiddenTricks(*deal).explain(seen, lawful)
        by_less = HiddenTricks(*deal).explain(seen & less[0], lawful & less[1])
    except Undecided:
        return
    assert explained is None or by_less is not None
    for k, event in enumerate(explained or ()):
        for written, card in zip(spelling(deal.events[k]), spelling(event), strict=True):
            assert card.known and (not seen >> k & 1 or may_be(written, card))


@given(seed=st.integers(0, 2**32))
@tried(20)
def test_a_lawful_deal_is_explained_however_much_is_hidden(seed: int) -> None:
    dice = random.Random(seed)
    full = legal_deal(dice)
    deal = much_hidden(full, dice)
    try:
        explained = HiddenTricks(*deal).explain()
    except Undecided:
        return
    assert explained is not None
    check_fits(deal, explained)


@pytest.mark.parametrize(("name", "seats", "rules"), FORMS)
def test_the_view_of_a_player_is_always_decided(
    name: str, seats: int, rules: dict[str, Any]
) -> None:
    full = simulate(name, rules, seats, SeededDice(seats), {})
    for viewer in (0, "spectator"):
        for view, whole in zip(deals_of(view_of(full, viewer)), deals_of(full), strict=True):
            explained = HiddenTricks(*view).explain()
            assert explained is not None
            check_fits(view, explained)
            ways = {result(view.game, view.before, way) for way in HiddenTricks(*view).ways()}
            assert ways == {result(*whole)}
