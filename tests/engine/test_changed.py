"""What a fault changed is held to the game as it was before the fault was put into it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import cardlog
from cardlog.engine import games
from cardlog.engine.messages import changes_in_words
from cardlog.engine.rules import Changed, in_force
from cardlog.records.events import Ruling, Swap, Trick
from cardlog.records.game import Record, from_map, to_map
from tests.engine.test_properties import SEEDS, TABLES, faults, match
from tests.games import FIXTURES, golden

# Faults in which one event was put in the place of the one that the rules had there.
IN_PLACE = {
    "king gives in", "shows another card", "shows too early", "shows twice", "hides low card",
}  # fmt: skip
REFUSALS = {"refuses without king", "shows another king", "dealer's king refuses"}


def results(record: Record) -> list[tuple[int | None, ...] | None]:
    return [deal.changes for deal in cardlog.outcome(record).deals]


def taker(record: Record, index: int) -> int | None:
    before, after = cardlog.state(record, index - 1).taken, cardlog.state(record, index).taken
    assert before is not None and after is not None
    return next(seat for seat, cards in enumerate(after) if cards != before[seat])


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_with_and_without_a_fault_the_deal_comes_to_what_is_said(table: int) -> None:
    seed = SEEDS[0]
    whole = match(table, seed)
    right = results(whole)
    for kind, found in faults(table, seed).items():
        for mutant in found[:6]:
            record = from_map({**to_map(whole), "events": mutant.events})
            for finding in cardlog.audit(record).findings[:1]:
                changed = finding.changed
                if changed is None:
                    continue
                assert finding.deal is not None and finding.event is not None
                if changed.what == "deal":
                    ruling = Ruling(text="", effect="stands", event=finding.event)
                    stood = msgspec.structs.replace(record, events=(*record.events, ruling))
                    assert results(stood)[finding.deal - 1] == changed.written, (kind, finding)
                    replaced = whole.events[finding.event]
                    if kind in IN_PLACE or (kind in REFUSALS and type(replaced) is Swap):
                        assert right[finding.deal - 1] == changed.rules, (kind, finding)
                elif changed.what == "score":
                    assert changed.rules == right[finding.deal - 1]
                elif changed.what == "trick" and type(whole.events[finding.event]) is Trick:
                    assert taker(whole, finding.event) in changed.rules, (kind, finding)


def changed_in(file: str, **events: Any) -> Changed | None:
    """What the first finding of a dispute changed, some of its events written otherwise."""
    record = cardlog.load(FIXTURES / "disputes" / file)
    told = msgspec.to_builtins(to_map(record))
    for index, event in events.items():
        told["events"][int(index[1:])] = event
    return cardlog.audit(from_map(told)).findings[0].changed


def test_a_king_that_was_not_shown_costs_its_holder_the_life() -> None:
    changed = changed_in("king-not-shown.json")
    assert changed is not None
    assert (changed.written, changed.rules) == ((0, 0, -1, 0), (0, -1, 0, 0))
    assert changed.text == (
        "If it stands as written, Carla loses a life; with the King shown and the exchange"
        " refused, and the rest of the deal as it was played, Bruno loses a life."
    )


@pytest.mark.parametrize(
    "index_and_event",
    [
        {"e0": {"type": "deal", "dealer": 3, "hands": [["??"], ["9h"], ["Ks"], ["7d"]]}},
        {"e4": {"type": "swap", "seat": 3, "target": 0}},  # a second fault stands in the way
        {"e8": {"type": "note", "text": "the fourth card was not written down"}},
    ],
)
def test_nothing_is_said_that_the_cards_do_not_determine(index_and_event: dict[str, Any]) -> None:
    unseen = {"e5": {"type": "reveal", "seat": 0, "cards": ["??"]},
              "e7": {"type": "reveal", "seat": 2, "cards": ["??"]}}  # fmt: skip
    assert changed_in("king-not-shown.json", **index_and_event, **unseen) is None


def test_a_fault_without_consequence_is_said_to_have_had_none() -> None:
    record = golden("worked-example")
    events = msgspec.to_builtins(to_map(record))["events"]
    twice = [*events[:6], events[5], *events[6:]]
    finding, *_ = cardlog.audit(from_map({**to_map(record), "events": twice})).findings
    assert finding.code == "reveal-twice" and finding.changed is not None
    assert finding.changed.written == finding.changed.rules == (0, -1, 0, 0)
    assert finding.changed.text == (
        "It changed nothing in the result of the deal: either way Bruno loses a life."
    )


def test_a_false_claim_is_set_against_the_right_one() -> None:
    changed = changed_in("false-score.json")
    assert changed is not None and changed.what == "score"
    assert (
        changed.text == "As the table wrote it, Ana loses a life; by the rules, Bruno loses a life."
    )


def test_every_kind_of_change_is_met_above() -> None:
    met: set[str] = set()
    wanted = {"deal", "trick", "score"}
    for table in range(len(TABLES)):
        whole = match(table, SEEDS[0])
        for found in faults(table, SEEDS[0]).values():
            record = from_map({**to_map(whole), "events": found[0].events})
            for finding in cardlog.audit(record).findings[:1]:
                if finding.changed is not None:
                    met.add(finding.changed.what)
        if met >= wanted:
            return
    raise AssertionError(f"only {met}")


def test_a_finding_carries_the_text_of_its_clause() -> None:
    for path in sorted(FIXTURES.glob("breaches/*/*-2.breach.json")):
        record = cardlog.load(path)
        game = games.find(record.game)
        options = game.options(record.rules, len(record.players))
        texts = {rule.id: rule.text for rule in in_force(game.book(options), options)}
        for finding in cardlog.audit(record).findings:
            assert finding.rule_text == texts.get(finding.rule, finding.rule_text) != ""


@pytest.mark.parametrize(
    ("changes", "names", "stake", "said"),
    [
        ((0, 0), ("Ana", "Bruno"), "lives", "nobody loses or scores anything"),
        ((-1, 0), ("Ana", "Bruno"), "tokens", "Ana loses a token"),
        ((-2, 0), ("Ana", "Bruno"), "lives", "Ana loses two lives"),
        ((-1, -1), ("Ana", "Bruno"), "lives", "Ana and Bruno lose a life each"),
        ((2, -2), ("Ana", "Bruno", "Carla", "Davi"), "points",
         "Ana and Carla score 2, Bruno and Davi lose 2"),
        ((3, 1), ("Ana", "Bruno"), "points", "Ana scores 3, Bruno scores 1"),
    ],
)  # fmt: skip
def test_the_result_of_a_deal_is_said_as_one_says_it(
    changes: tuple[int, ...], names: tuple[str, ...], stake: str, said: str
) -> None:
    assert changes_in_words(changes, names, stake) == said


def test_what_a_trick_counts_is_said_where_it_would_have_counted_otherwise() -> None:
    changed = changed_in("revoke/club.json")
    assert changed is not None and (changed.written, changed.rules) == ((0,), (1,))
    assert changed.text.endswith("with a card that was legal it would have counted 10.")
