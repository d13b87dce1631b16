"""Rulings: an event stands, did not happen or reads otherwise; a deal is void; lives are adjusted.

A fault is put into a match that was right (mutate) and ruled on: the match then comes to what it
came to without the fault, and what was ruled on is still listed.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardlog
from cardlog.engine.audit import Outcome
from cardlog.engine.fold import begin
from cardlog.records.events import Misdeal, Ruling
from cardlog.records.game import Record, from_map, to_map
from tests.engine.test_properties import SEEDS, TABLES, faults, match

quickly = settings(max_examples=60, deadline=None)


@st.composite
def mutants(draw: st.DrawFn) -> tuple[Record, Any]:
    """A match that was right, and the same with a fault."""
    table = draw(st.sampled_from(range(len(TABLES))))
    seed = draw(st.sampled_from(SEEDS))
    found = faults(table, seed)
    kinds = [kind for kind in sorted(found) if kind != "miscount"]  # by itself that is no fault
    kind = draw(st.sampled_from(kinds))
    return match(table, seed), draw(st.sampled_from(found[kind]))


def with_ruling(record: Record, events: list[Any], **keys: Any) -> Record:
    ruling = {"type": "ruling", "text": "decided", **keys}
    return from_map({**to_map(record), "events": [*events, ruling]})


def timeless(found: Outcome, keys: tuple[str, ...] = ("status", "winners", "standing")) -> Any:
    """What a match came to, without the indexes of its events."""
    deals = [(d.dealer, d.void, d.changes, d.detail) for d in found.deals]
    return [getattr(found, key) for key in keys], deals


@quickly
@given(mutants())
def test_what_did_not_happen_changes_nothing(pair: tuple[Record, Any]) -> None:
    whole, mutant = pair
    events = maps_of(whole)
    at = mutant.found[0]
    if (
        len(mutant.events) != len(events) + 1
        or mutant.events[:at] + mutant.events[at + 1 :] != events
    ):
        return  # not an event too many
    ruled = with_ruling(whole, mutant.events, effect="undone", event=at)
    assert timeless(cardlog.outcome(ruled)) == timeless(cardlog.outcome(whole))
    answer = cardlog.audit(ruled)
    assert answer.ok
    assert [(f.event, f.ruled, f.code in mutant.codes) for f in answer.findings] == [
        (at, len(mutant.events), True)
    ]


@quickly
@given(mutants())
def test_an_event_that_reads_otherwise_counts_as_it_reads(pair: tuple[Record, Any]) -> None:
    whole, mutant = pair
    events = maps_of(whole)
    wrong = [k for k, (a, b) in enumerate(zip(events, mutant.events, strict=False)) if a != b]
    if len(mutant.events) != len(events) or len(wrong) != 1:
        return  # not one event that is written wrongly
    at = wrong[0]
    ruled = with_ruling(whole, mutant.events, effect="replaced", event=at, **{"with": events[at]})
    assert timeless(cardlog.outcome(ruled)) == timeless(cardlog.outcome(whole))
    answer = cardlog.audit(ruled)
    assert answer.ok
    assert {(f.event, f.ruled) for f in answer.findings} <= {(at, len(events))}
    if at in mutant.found:
        assert answer.findings


@quickly
@given(mutants())
def test_what_stands_is_followed_or_said_to_be_beyond_following(pair: tuple[Record, Any]) -> None:
    whole, mutant = pair
    at = mutant.found[0]
    if at >= len(mutant.events) or mutant.is_claim:
        return
    ruled = with_ruling(whole, mutant.events[: at + 1], effect="stands", event=at)
    answer = cardlog.audit(ruled)
    assert answer.ok and answer.status != "illegal"
    assert [(f.event, f.ruled) for f in answer.findings] == [(at, at + 1)]
    assert answer.stopped is None or answer.stopped[0] == at
    state = begin(ruled).run().state
    assert min(state.standing) >= 0 or whole.game == "pitch"


def maps_of(record: Record) -> list[Any]:
    events: list[Any] = msgspec.json.decode(msgspec.json.encode(record.events))
    return events


@quickly
@given(st.sampled_from(range(len(TABLES))), st.sampled_from(SEEDS), st.data())
def test_the_last_deal_made_void_is_a_misdeal(table: int, seed: int, data: st.DataObject) -> None:
    record = match(table, seed)
    deal = data.draw(st.sampled_from(cardlog.outcome(record).deals))
    at = data.draw(st.integers(deal.events[0] + 1, deal.events[1]))
    before = msgspec.structs.replace(record, events=record.events[:at])
    phase = cardlog.state(before).phase
    ruled = msgspec.structs.replace(
        before, events=(*before.events, Ruling(text="void", effect="void", deal=deal.deal))
    )
    if phase not in ("done", "over", "void"):
        misdealt = msgspec.structs.replace(before, events=(*before.events, Misdeal()))
        assert timeless(cardlog.outcome(ruled)) == timeless(cardlog.outcome(misdealt))
    found = cardlog.outcome(ruled)
    assert found.deals[-1].void
    assert found.standing == cardlog.state(record, deal.events[0] - 1).standing
    again = msgspec.structs.replace(ruled, events=(*ruled.events, *record.events[deal.events[0] :]))
    whole = cardlog.outcome(record)
    later = cardlog.outcome(again)
    assert later.findings == ()
    assert (later.status, later.winners, later.standing) == (
        whole.status, whole.winners, whole.standing,
    )  # fmt: skip


def worked(*events: dict[str, Any], **keys: Any) -> Record:
    players = ["Ana", "Bruno", "Carla"]
    return from_map({"cardlog": 1, "game": "chase-the-ace", "rules": {}, "players": players}
                    | {"events": list(events)} | keys)  # fmt: skip


DEAL: dict[str, Any] = {"type": "deal", "dealer": 2, "hands": [["2c"], ["9h"], ["7d"]]}
STAYS = [{"type": "stay", "seat": seat} for seat in range(3)]
SHOWS = [
    {"type": "reveal", "seat": seat, "cards": [card]}
    for seat, card in enumerate(("2c", "9h", "7d"))
]


def ruling(**keys: Any) -> dict[str, Any]:
    return {"type": "ruling", "text": "decided", "by": "Íris", **keys}


@pytest.mark.parametrize(
    ("standing", "changes", "winners", "after"),
    [
        ([1, 1, 2], [1, 0, 0], (), (1, 1, 2)),  # Ana, who went out, is back in
        ([2, 1, 1], [0, -1, -1], (0,), (1, 0, 0)),  # only Ana is left
        ([1, 1, 2], [0, -1, 0], (2,), (0, 0, 2)),
    ],
)
def test_adjusted_lives_say_who_is_in(
    standing: list[int], changes: list[int], winners: tuple[int, ...], after: tuple[int, ...]
) -> None:
    adjust = ruling(effect="adjust", changes=changes)
    found = cardlog.outcome(worked(DEAL, *STAYS, *SHOWS, adjust, standing=standing))
    assert (found.winners, found.standing) == (winners, after)
    assert found.deals[0].changes == (-1, 0, 0)


def test_a_ruling_that_is_undone_never_was() -> None:
    first = ruling(effect="adjust", changes=[0, -1, 0])
    record = worked(DEAL, *STAYS, *SHOWS, first, ruling(effect="undone", event=7))
    assert cardlog.outcome(record).standing == (2, 3, 3)
    assert cardlog.audit(record).findings == ()


def test_of_two_rulings_on_one_event_the_later_holds() -> None:
    wrong = {"type": "stay", "seat": 1}
    one, other = ruling(effect="stands", event=1), ruling(effect="undone", event=1)
    record = worked(DEAL, wrong, *STAYS, *SHOWS, one, other)
    assert cardlog.outcome(record).standing == (2, 3, 3)
    assert [(f.event, f.ruled) for f in cardlog.audit(record).findings] == [(1, 9)]


def test_a_king_that_gave_in_stands_and_the_next_may_not() -> None:
    deal = DEAL | {"hands": [["2c"], ["Kh"], ["7d"]]}
    swap = {"type": "swap", "seat": 0, "target": 1}
    record = worked(deal, swap, ruling(effect="stands", event=1), *STAYS[1:])
    assert [card.value for (card,) in cardlog.state(record).hands] == ["Kh", "2c", "7d"]
    again = worked(deal, swap, ruling(effect="stands", event=1), STAYS[1], STAYS[1])
    (other, found) = sorted(cardlog.audit(again).findings, key=lambda f: f.ruled is None)
    assert (other.code, found.event, found.code) == ("king-must-block", 4, "turn-order")
    assert not cardlog.audit(again).ok


def test_a_ruling_that_nobody_can_follow_ends_the_fold_in_words() -> None:
    record = worked(DEAL, DEAL, ruling(effect="stands", event=1), *STAYS)
    answer = cardlog.audit(record)
    assert answer.ok and answer.stopped is not None and answer.stopped[0] == 1
    assert "cannot be followed" in answer.stopped[1]


def test_a_true_score_that_was_written_wrongly_first() -> None:
    wrong = {"type": "score", "changes": [0, -1, 0]}
    right = ruling(effect="replaced", event=7, **{"with": wrong | {"changes": [-1, 0, 0]}})
    answer = cardlog.audit(worked(DEAL, *STAYS, *SHOWS, wrong, right))
    assert answer.ok
    assert [(f.code, f.event, f.ruled) for f in answer.findings] == [("claim", 7, 8)]


# ---- a deal that is void because of an illegal event in it ----

GAVE: list[dict[str, Any]] = [
    DEAL | {"hands": [["2c"], ["Kh"], ["7d"]]},
    {"type": "swap", "seat": 0, "target": 1},  # Bruno has a King
    *STAYS[1:],
    *({"type": "reveal", "seat": k, "cards": [c]} for k, c in enumerate(("Kh", "2c", "7d"))),
    {"type": "score", "changes": [0, -1, 0]},
]
VOID = ruling(effect="void", deal=1)


def dealt(dealer: int) -> list[dict[str, Any]]:
    """A deal in which Ana loses a life."""
    seats = [(dealer + 1 + k) % 3 for k in range(3)]
    stays = [{"type": "stay", "seat": seat} for seat in seats]
    return [DEAL | {"dealer": dealer}, *stays, *SHOWS]


@pytest.mark.parametrize(
    ("events", "dealers", "at"),
    [
        ([*GAVE, VOID, *dealt(2)], [2, 2], 8),  # it is dealt again
        ([*GAVE, *dealt(0), VOID], [2, 0], 15),  # the table had gone on
        ([*GAVE, *dealt(2), VOID], [2, 2], 15),  # or had dealt again, before the arbiter came
        ([*GAVE[:2], VOID, *dealt(2)], [2, 2], 2),  # as soon as it was seen
    ],
)
def test_a_void_deal_is_not_judged_to_its_end(
    events: list[dict[str, Any]], dealers: list[int], at: int
) -> None:
    record = worked(*events)
    found = cardlog.outcome(record)
    assert (found.status, found.standing) == ("unfinished", (2, 3, 3))
    assert [(d.dealer, d.void, d.changes) for d in found.deals] == [
        (dealers[0], True, (0, 0, 0)),
        (dealers[1], False, (-1, 0, 0)),
    ]
    assert found.deals[0].events == (0, min(at, 8) - 1)
    answer = cardlog.audit(record)
    assert answer.ok
    (said,) = answer.findings
    assert (said.event, said.code, said.ruled) == (1, "king-must-block", at)
    assert said.without is not None and said.without.status == "illegal"
    steps = list(cardlog.replay(record))
    assert len(steps) == len(record.events)
    assert [step.ruled for step in steps[1 : min(at, 8)]] == [at] * (min(at, 8) - 1)


def test_who_deals_after_a_void_deal_is_judged_where_it_is_dealt_again() -> None:
    answer = cardlog.audit(worked(*GAVE, VOID, *dealt(0)))
    assert [(f.event, f.code) for f in answer.findings if f.ruled is None] == [(9, "wrong-dealer")]


def test_play_goes_no_further_in_a_deal_that_is_void() -> None:
    answer = cardlog.audit(worked(*GAVE[:2], VOID, *GAVE[2:]))
    assert next(f.code for f in answer.findings if f.ruled is None) == "no-deal"


def test_a_deal_by_the_wrong_player_is_void_and_dealt_by_either() -> None:
    wrong = [*dealt(2), *dealt(1)]  # the deal was Ana's
    for dealer in (0, 1):
        void = ruling(effect="void", deal=2)
        answer = cardlog.audit(record := worked(*wrong, void, *dealt(dealer)))
        assert answer.ok and [(f.event, f.ruled) for f in answer.findings] == [(7, 14)]
        assert cardlog.outcome(record).standing == (1, 3, 3)


def test_a_void_of_another_deal_leaves_an_illegal_event_as_it_is() -> None:
    record = worked(*dealt(2), *({**e, "dealer": 0} if "dealer" in e else e for e in GAVE), VOID)
    assert cardlog.outcome(record).status == "illegal"
    assert not cardlog.audit(record).ok


@quickly
@given(mutants(), st.data())
def test_a_fault_in_a_void_deal_takes_nothing_but_the_deal(
    pair: tuple[Record, Any], draws: st.DataObject
) -> None:
    whole, mutant = pair
    at = mutant.found[0]
    if mutant.is_claim or at >= len(mutant.events):
        return
    deal = sum(event["type"] == "deal" for event in mutant.events[: at + 1])
    if not deal:
        return
    ends = (k for k in range(at + 1, len(mutant.events)) if mutant.events[k]["type"] == "deal")
    end = draws.draw(st.integers(at + 1, next(ends, len(mutant.events))))
    ruled = with_ruling(whole, mutant.events[:end], effect="void", deal=deal)
    before = cardlog.state(from_map({**to_map(whole), "events": mutant.events[:at]}))
    start = before.standing
    found = cardlog.outcome(ruled)
    if found.stopped is not None:
        return  # what stands before it cannot be told either
    assert found.status != "illegal", found.findings
    assert found.deals[-1].void
    if before.phase not in ("done", "over") and mutant.events[at]["type"] != "deal":
        first = found.deals[-1].events[0]
        start = cardlog.state(ruled, first - 1).standing
    assert cardlog.state(ruled).standing == start or before.phase in ("done", "over")
    assert {f.ruled for f in cardlog.audit(ruled).findings} <= {len(mutant.events[:end])}


def test_what_was_open_in_an_earlier_deal_that_is_void_is_certain_again() -> None:
    def shown(dealer: int, *cards: str) -> list[dict[str, Any]]:
        seats = [(dealer + 1 + k) % 3 for k in range(3)]
        return [
            DEAL | {"dealer": dealer, "hands": [[card] for card in cards]},
            *({"type": "stay", "seat": seat} for seat in seats),
            *({"type": "reveal", "seat": k, "cards": [card]} for k, card in enumerate(cards)),
        ]

    unseen, seen = shown(2, "??", "3c", "7d"), shown(0, "2c", "3c", "7d")
    assert cardlog.outcome(worked(*unseen, *seen)).standing == (None, None, 3)
    assert cardlog.outcome(worked(*unseen, *seen, VOID)).standing == (2, 3, 3)
    again = shown(0, "2c", "??", "7d")
    assert cardlog.outcome(worked(*unseen, *again, VOID)).standing == (None, None, 3)
    ace = {"rules": {"ace_of_spades": True}}  # it costs one life or two
    found = cardlog.outcome(worked(*shown(2, "A?", "3c", "7d"), *seen, VOID, **ace))
    assert found.standing == (2, 3, 3)
