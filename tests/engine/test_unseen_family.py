"""What one player of Seven-Up or Pitch saw: the other hands, draws and discards are unseen."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from cardlog.engine import audit
from cardlog.records.game import Record
from tests.engine.unseen.by_hand import (
    DISCARDS,
    HANDS,
    RUN,
    TRICKS,
    begged,
    called,
    deal,
    record,
    score,
    turned,
)


def seen_by(seat: int, events: list[dict[str, Any]], kind: str, **keys: Any) -> Record:
    """The record as one player has it: the others' hands, and what they draw or discard, unseen."""
    own: list[dict[str, Any]] = []
    for event in events:
        if event["type"] == "deal":
            hands = [h if k == seat else ["??"] * 6 for k, h in enumerate(event["hands"])]
            event = event | {"hands": hands}
        elif event["type"] in ("draw", "discard") and event["seat"] != seat:
            key = "card" if event["type"] == "draw" else "cards"
            event = event | {key: "??" if key == "card" else ["??"] * len(event["cards"])}
        own.append(event)
    return record(own, kind=kind, **keys)


FORMS: Final = {
    "seven-up": [deal(*HANDS), turned("7s"), *called("stand"), *TRICKS],
    "pitch": [deal(*HANDS), *called("2", "pass", "pass"), *TRICKS],
}


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("kind", FORMS)
def test_the_tricks_tell_a_player_everything(kind: str, seat: int) -> None:
    """Where every trick is seen it does not matter that the hands were not."""
    result = audit.outcome(seen_by(seat, FORMS[kind], kind))
    assert result.findings == ()
    assert result.standing == (2, 0, 2)
    detail = result.deals[0].detail
    assert (detail["high"], detail["low"], detail["jack"], detail["game"]) == (0, 2, 0, 2)
    assert detail["pips"] == [10, 0, 18]


@pytest.mark.parametrize("seat", range(3))
def test_unseen_discards_leave_nothing_open_that_the_tricks_tell(seat: int) -> None:
    events = [deal(*HANDS), turned("2d"), *begged("run"), *RUN, turned("8s"), *DISCARDS, *TRICKS]
    result = audit.outcome(seen_by(seat, events, "seven-up"))
    assert result.findings == ()
    assert result.standing == (2, 0, 2)


@pytest.mark.parametrize("kind", FORMS)
def test_an_unseen_card_in_a_trick_leaves_open_what_it_might_change(kind: str) -> None:
    """Bruno's Jack goes unseen: it may have been a higher trump, so even the trick is open."""
    first = {"type": "trick", "leader": 0, "cards": ["As", "??", "2s"]}
    start = FORMS[kind][: -len(TRICKS)]
    result = audit.outcome(seen_by(0, [*start, first, *TRICKS[1:]], kind))
    assert result.findings == ()
    detail = result.deals[0].detail
    assert (detail["high"], detail["low"]) == (0, 2)  # nothing is above the Ace or below the Two
    assert (detail["jack"], detail["game"], detail["pips"]) == (None, None, None)
    assert result.deals[0].changes == (None, 0, None)


def test_an_unseen_turn_up_leaves_trump_and_a_turned_jack_open() -> None:
    unseen = [deal(*HANDS), turned("??"), *called("stand"), *TRICKS]
    result = audit.outcome(record(unseen, kind="seven-up"))
    assert result.findings == ()
    assert result.deals[0].detail["trump"] is None
    assert result.standing == (None, 0, None)
    half = [deal(*HANDS), turned("?s"), *called("stand"), *TRICKS]
    detail = audit.outcome(record(half, kind="seven-up")).deals[0].detail
    assert (detail["trump"], detail["high"], detail["game"]) == ("s", 0, 2)


def test_a_score_after_an_unseen_turn_up_says_that_a_jack_ended_the_match() -> None:
    events = [deal(*HANDS), turned("??"), score(0, 0, 1)]
    result = audit.outcome(record(events, kind="seven-up", standing=[3, 3, 6]))
    assert (result.status, result.winners, result.standing) == ("finished", (2,), (3, 3, 7))
    early = audit.audit(record(events, kind="seven-up", standing=[3, 3, 5]))
    assert [finding.code for finding in early.findings] == ["incomplete"]


@pytest.mark.parametrize(
    ("kind", "cards", "code"),
    [
        ("seven-up", "As 4c 2s", None),  # Bruno may have no spade
        ("seven-up", "As Js Kh", None),
        ("pitch", "As 4c 2s", None),
        ("seven-up", "As Ks 2s", "not-held"),  # Ana holds the King
        ("pitch", "As Ks 2s", "not-held"),
        ("pitch", "As As 2s", "not-held"),
        ("seven-up", "7d 4c 7s", "not-held"),  # the turn-up is out of play
    ],
)
def test_only_what_is_certain_is_a_fault(kind: str, cards: str, code: str | None) -> None:
    """Ana's own record: what the others hold is unknown, what she holds is not."""
    start = FORMS[kind][: -len(TRICKS)]
    trick = {"type": "trick", "leader": 0, "cards": cards.split()}
    found = audit.audit(seen_by(0, [*start, trick], kind)).findings
    assert [finding.code for finding in found] == ([code] if code else [])


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (["??", "??", "??"], None),
        (["Qs", "??", "??"], None),
        (["As", "??", "??"], "discard-not-held"),  # Ana holds the Ace
        (["2d", "??", "??"], "discard-not-held"),  # and the turn-up was put aside
        (["??", "??"], "discard-count"),
    ],
)
def test_unseen_discards(cards: list[str], code: str | None) -> None:
    events = [deal(*HANDS), turned("2d"), *begged("run"), *RUN, turned("8s")]
    own = seen_by(0, events, "seven-up")
    (full,) = record([{"type": "discard", "seat": 1, "cards": cards}], kind="seven-up").events
    found = audit.audit(msgspec.structs.replace(own, events=(*own.events, full))).findings
    assert [finding.code for finding in found] == ([code] if code else [])


def test_a_bid_is_open_where_the_cards_that_decide_it_are() -> None:
    """Ana bid three and is known to have High alone; the rest hangs on a trick nobody saw."""
    first = {"type": "trick", "leader": 0, "cards": ["As", "??", "??"]}
    events = [deal(*HANDS), *called("3", "pass", "pass"), first, *TRICKS[1:]]
    result = audit.outcome(seen_by(0, events, "pitch"))
    assert result.findings == ()
    assert result.deals[0].detail["bid"] == {"side": 0, "value": 3, "made": None}
    assert result.standing == (None, None, None)
