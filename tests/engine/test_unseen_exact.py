"""What is said of unseen cards is exactly what every deal that explains the record has in common.

Held to brute force: every such deal, one by one. Run as a module with a number, this file tries so
many records: python -m tests.engine.test_unseen_exact 100000
"""

from __future__ import annotations

import random
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.engine import audit
from cardlog.engine.faults import NAMES
from cardlog.engine.fold import begin
from cardlog.engine.rules import Finding
from cardlog.engine.unseen.reasoning import CLAIMS, agreed
from cardlog.records.events import Deal
from cardlog.records.game import Record
from tests.engine.unseen.brute import Worlds, worlds
from tests.engine.unseen.small import small_record


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**48))
def test_exactly_what_all_deals_have_in_common(seed: int) -> None:
    check(small_record(random.Random(seed)))


@pytest.mark.parametrize(
    ("seed", "kind"),
    [
        (5000138, "broken: block-no-king"),
        (5000146, "broken: low-not-shown"),
        (5000798, "explained"),  # only what is assumed of a later event breaks a rule
        (5002659, "broken: low-not-shown"),  # and another one, with what is assumed
        (20006850, "broken: low-not-shown"),  # and a card shown too early is what shows it
        (20103650, "broken: low-not-shown"),  # twice, and one card shows both
        (20124206, "impossible"),  # the third of three events, or else the other two
        (20003839, "broken: block-no-king"),  # only after it, a card that shows an earlier fault
    ],
)
def test_a_fault_before_an_event_that_no_card_explains(seed: int, kind: str) -> None:
    """What is illegal by itself later on in the deal does not hide what was wrong before it."""
    assert check(small_record(random.Random(seed))) == kind


@pytest.mark.parametrize(
    "seed, kind",
    [
        (7000017, "explained"),  # a card shown before it is handed over, assumed twice
        (7100413, "explained"),  # a turn that is assumed, and a card shown before it
        (7100428, "impossible"),  # one of two events, and nobody knows which
        (7102128, "impossible"),  # a third nine
    ],
)
def test_nobody_is_accused_of_more_than_is_certain(seed: int, kind: str) -> None:
    assert check(small_record(random.Random(seed))) == kind


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 2**48))
def test_what_may_have_been_wrong(seed: int) -> None:
    check_possible(small_record(random.Random(seed)))


def check_possible(record: Record) -> None:
    """Possible faults are those of the deals in which one event is wrong and all others right."""
    fold = begin(record).run()
    end = len(record.events) if fold.stopped is None else fold.index
    answer = audit.audit(record, possible=True)
    if answer.unseen is None or answer.unseen.explained is not True:
        return
    first = min(k for k, event in enumerate(record.events) if type(event) is Deal)
    true = set()
    for k in range(first + 1, end):
        faults = [begin(each).run().stopped for each in worlds(record, end, 1 << k).found]
        true |= {(k, fault.code) for fault in faults if fault is not None}
    said = {(found.event, found.code) for found in answer.unseen.possible or ()}
    assert {event for event, _ in said} == {event for event, _ in true}
    assert said <= {(event, NAMES[code]) for event, code in true}


def check(record: Record) -> str:
    """Hold all that is said of a record to brute force; what kind of record it was."""
    fold = begin(record).run()
    end = len(record.events) if fold.stopped is None else fold.index
    if not fold.state.hidden:
        return "nothing hidden"
    every = worlds(record, end)
    answer = audit.audit(record)
    proved = [f for f in answer.findings if f.proof and f.depends is None]
    if every.found:
        assert not proved, proved
        check_result(record, end, every)
        return "explained"
    assert proved, f"nothing explains event {every.reach}"
    assert min(max(found.proof) for found in proved) == every.reach
    proved = [found for found in proved if max(found.proof) == every.reach]
    return check_proof(record, proved, every.reach + 1)


def check_result(record: Record, end: int, every: Worlds) -> None:
    """What is stated is what all the deals agree on, no more and no less."""
    said = audit.outcome(record)
    true = [audit.outcome(each) for each in every.found]
    assert said.standing == agreed([each.standing for each in true])
    winners = {each.winners for each in true}
    assert said.winners == (winners.pop() if len(winners) == 1 else ())
    for number, deal in enumerate(said.deals):
        theirs = [each.deals[number] for each in true]
        assert deal.changes == agreed([each.changes for each in theirs])
        if deal.changes is not None:
            assert deal.detail == agreed([each.detail for each in theirs])
    claims = [{(f.event, f.code) for f in each.findings} for each in true]
    mine = {(f.event, f.code) for f in said.findings if f.code in CLAIMS}
    always = set.intersection(*claims)
    false = set.intersection(*({event for event, _ in each} for each in claims))
    at_odds = false - {event for event, _ in always}
    assert mine == always | {(event, "claim") for event in at_odds}


def check_proof(record: Record, proved: list[Finding], end: int) -> str:
    """Events are accused only where some deal explains all the others, and then it must be they.

    Where one event may be wrong, or else several others, nobody is accused.
    """
    if proved[0].code == "impossible":
        without = [worlds(record, end, 1 << k) for k in range(end)]
        alone = [k for k, each in enumerate(without) if each.found and not each.beyond]
        assert {*alone} <= {*(proved[0].proof or ())}
        if len(alone) == 1:
            assert worlds(record, end, (1 << end) - 1 & ~(1 << alone[0])).found
        return "impossible"
    accused = sum(1 << (found.event or 0) for found in proved)
    assert worlds(record, end, accused).found
    for found in proved:
        assert not worlds(record, end, accused & ~(1 << (found.event or 0))).found
    return f"broken: {proved[0].code}"


def main(many: int, start: int = 0) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(start, start + many):
        try:
            kinds[check(small_record(random.Random(seed)))] += 1
        except Exception as error:
            print(f"seed {seed}: {type(error).__name__} {error}")
            kinds["WRONG"] += 1
    print(dict(kinds.most_common()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
