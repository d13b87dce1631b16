"""Where several deals, or several parts of a score, are wrong only taken together."""

from __future__ import annotations

import json
from typing import Final

import pytest
from msgspec.structs import replace

from cardlog.engine.audit import audit, outcome
from cardlog.engine.rules import Finding
from cardlog.engine.unseen.hidden import blurred
from cardlog.records.game import Record
from tests.engine.unseen.by_hand import HANDS, TRICKS, called, deal, record, score, shows, stays
from tests.engine.unseen.by_hand import turned as turned_up

NOBODY_SAW: Final = deal("??", "??", "??")


# ---- what earlier deals decide ------------------------------------------------------------------

BRUNO_IS_IN: Final = record(  # he had a Five, and Ana's Two was lower
    [NOBODY_SAW, *stays(0, 1, 2), *shows("2c", "5h", "??"), deal("??", "", "??", dealer=0)],
    rules={"lives": 1},
)
THREE_LOSSES: Final = record(  # Bruno never had the lowest, and two lives each are not enough
    [
        NOBODY_SAW, *stays(0, 1, 2), *shows("2c", "5h", "??"),
        NOBODY_SAW | {"dealer": 0}, *stays(1, 2, 0), *shows("2d", "6h", "??"),
        NOBODY_SAW | {"dealer": 1}, *stays(2, 0, 1), *shows("2h", "7h", "??"),
        NOBODY_SAW | {"dealer": 2},
    ],
    rules={"lives": 2},
)  # fmt: skip
ACROSS: Final[dict[str, Record]] = {"one deal decides": BRUNO_IS_IN, "three together": THREE_LOSSES}


@pytest.mark.parametrize("name", ACROSS)
def test_the_proof_has_the_events_of_earlier_deals_and_none_to_spare(name: str) -> None:
    match = ACROSS[name]
    (found,) = audit(match).findings
    last = max(k for k, event in enumerate(match.events) if type(event).__name__ == "Deal")
    earlier = [event for event in found.proof if event < last]
    assert f"events {', '.join(map(str, earlier[:-1]))} and {earlier[-1]} show" in found.message
    only = without(match, {k for k in range(last) if k not in earlier})
    assert same(found, audit(only).findings), "it is enough"
    for event in earlier:
        assert not same(found, audit(without(only, {event})).findings), f"{event} is needed"


def without(match: Record, left_out: set[int]) -> Record:
    """The record without the cards of some events."""
    kept = sum(1 << k for k in range(len(match.events)) if k not in left_out)
    return replace(match, events=blurred(match.events, kept))


def same(found: Finding, others: tuple[Finding, ...]) -> bool:
    return any((found.event, found.code) == (each.event, each.code) for each in others)


def test_what_no_card_could_excuse_needs_no_earlier_event() -> None:
    """Whoever lost, with one life each somebody was out, and all three got a card."""
    start = [NOBODY_SAW, *stays(0, 1, 2), *shows("2c", "5h", "??")]
    (found,) = audit(record([*start, NOBODY_SAW | {"dealer": 0}], rules={"lives": 1})).findings
    assert found.proof == (7,)


# ---- a score at odds with itself ----------------------------------------------------------------


def carlas_ten(*changes: int, **points: int | None) -> Record:
    """The Ten of diamonds was not seen: with it Carla has Game, and else perhaps nobody."""
    hands = [hand.replace("Td", "?d") for hand in HANDS]
    tricks = json.loads(json.dumps(TRICKS).replace("Td", "?d"))
    events = [deal(*hands), turned_up("7s"), *called("stand"), *tricks, score(*changes, **points)]
    return record(events, kind="seven-up")


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ((2, 0, 2), {"high": 0, "low": 2, "jack": 0, "game": 2}),
        ((3, 0, 1), {"high": 0, "low": 2, "jack": 0, "game": 0}),
        ((2, 0, 1), {"high": 0, "low": 2, "jack": 0, "game": None}),
        ((2, 0, 2), {"high": 0}),
    ],
)
def test_points_that_come_to_what_was_scored(
    changes: tuple[int, ...], points: dict[str, int | None]
) -> None:
    assert audit(carlas_ten(*changes, **points)).findings == ()


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ((2, 0, 2), {"high": 0, "low": 2, "jack": 0, "game": 0}),
        ((3, 0, 1), {"high": 0, "low": 2, "jack": 0, "game": 2}),
        ((2, 0, 2), {"high": 0, "low": 2, "jack": 0, "game": None}),
        ((2, 0, 1), {"game": 2}),
    ],
)
def test_points_that_do_not_come_to_what_was_scored(
    changes: tuple[int, ...], points: dict[str, int | None]
) -> None:
    """SU-17: either may be true as the Ten lay, but no card makes both of them so."""
    match = carlas_ten(*changes, **points)
    (found,) = audit(match).findings
    assert (found.event, found.code, found.changed) == (9, "claim", None)
    assert "no unseen cards make all of that true" in found.message
    assert [f.code for f in outcome(match).findings] == ["claim"]


def test_a_score_at_odds_with_itself_where_nothing_else_was_seen() -> None:
    """The search for all results may be given up, but more points than were scored are too many."""
    unseen = ["?? ?? ?? ?? ?? ??"] * 3
    tricks = [trick | {"cards": ["??"] * 3} for trick in TRICKS]
    events = [deal(*unseen), turned_up("7s"), *called("stand"), *tricks]
    (found,) = audit(record([*events, score(1, 0, 1, high=0, jack=0)], kind="seven-up")).findings
    assert (found.event, found.code) == (9, "claim")
    assert audit(record([*events, score(2, 0, 1, high=0, jack=0)], kind="seven-up")).ok


# ---- a search that is given up ------------------------------------------------------------------


def test_a_deal_is_explained_though_not_all_its_results_were_found() -> None:
    unseen = ["?? ?? ?? ?? ?? ??"] * 3
    tricks = [trick | {"cards": ["??"] * 3} for trick in TRICKS]
    match = record([deal(*unseen), turned_up("7s"), *called("stand"), *tricks], kind="seven-up")
    left = audit(match).unseen
    assert left is not None
    assert (left.explained, left.undecided, left.open) == (True, (1,), ())


def test_what_follows_a_deal_that_was_given_up_is_not_called_explained() -> None:
    unseen = ["?? ?? ?? ?? ?? ??"] * 3
    tricks = [trick | {"cards": ["??"] * 3} for trick in TRICKS]
    events = [deal(*unseen), turned_up("7s"), *called("stand"), *tricks, deal(*unseen, dealer=0)]
    left = audit(record(events, kind="seven-up")).unseen
    assert left is not None
    assert (left.explained, left.undecided) == (None, (1,))
