"""Exact reasoning about cards that nobody saw.

The fold is sound: of an unseen card it says nothing that might be wrong. This package is complete
as well: it asks whether any deal explains the whole record.

    hidden.py     what is asked of a family: a deal that explains the events, and all its results
    exchange.py   the answer for Chase the Ace, with trace.py: where its cards went
    tricks.py     the answer for All Fours, with places.py, holding.py, dealing.py: where its cards
                  may lie; alike.py: cards that no rule tells apart
    matching.py   a card for every place, all at once
    course.py     the events as they count, with rulings, and where the audit assumes something
    across.py     from deal to deal, every position that is still possible
    proof.py      where nothing explains the events: which of them prove what
    earlier.py    and which events of the deals before it
    possible.py   which events may have broken a rule
    reasoning.py  the whole record: findings, and what is left open
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from cardlog.engine.exchange.state import ExchangeState
from cardlog.engine.fold import Fold, begin
from cardlog.engine.onwards import Way
from cardlog.engine.rules import Finding
from cardlog.engine.rulings import without
from cardlog.engine.unseen.course import Course
from cardlog.engine.unseen.exchange import HiddenExchange
from cardlog.engine.unseen.possible import possible_faults
from cardlog.engine.unseen.reasoning import Reasoned, Unseen, reason
from cardlog.engine.unseen.tricks import HiddenTricks

__all__ = ["Reasoned", "Unseen", "reasoned", "ruled_besides"]


def reasoned(
    fold: Fold, possible: bool = False, ways: Mapping[int, Way] | None = None
) -> Reasoned | None:
    """What is certain of a folded record beyond the fold; None where no card was unseen.

    With `possible` also which events may have broken a rule. `ways` has what an audit assumes of
    illegal events, by event; without them it goes only up to the first.
    """
    after = [] if ways is None else [way.fold for way in ways.values()]
    if not any(each.state.hidden for each in (fold, *after)):
        return None
    hidden = HiddenExchange if isinstance(fold.state, ExchangeState) else HiddenTricks
    course = Course(fold, ways)
    found = reason(course, hidden)
    if found is None or not possible:
        return found
    doubts = tuple(possible_faults(course, hidden, found.starts))
    return found._replace(unseen=replace(found.unseen, possible=doubts))


def ruled_besides(fold: Fold, found: Iterable[Finding]) -> Iterator[Finding]:
    """What was wrong with events that were ruled on, where only other events show it."""
    if fold.ruled is None or not fold.state.hidden:
        return
    known = {each.event for each in found}
    for event, ruling in fold.ruled.by.items():
        if event in known:
            continue
        more = reasoned(begin(without(fold.record, ruling)).run())
        for each in () if more is None else more.findings:
            if each.event == event:
                yield replace(each, ruled=ruling)
