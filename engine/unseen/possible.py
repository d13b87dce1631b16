"""What may have been wrong: events that break a rule with some of the cards that nobody saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardlog.engine.explain import finding
from cardlog.engine.fold import Fold, begin
from cardlog.engine.rules import Finding
from cardlog.engine.scorebook import Fault
from cardlog.engine.state import State
from cardlog.engine.unseen.hidden import EVERY, Events, Hidden, Undecided

Deal = tuple[int, list[State], Events]  # index of its first event, the positions before it, events


def possible_faults(fold: Fold, hidden: type[Hidden], deals: Sequence[Deal]) -> Iterator[Finding]:
    """A finding for every event that some deal makes the only wrong one.

    Where the search for such a deal takes too long, nothing is said of the event.
    """
    for first, positions, events in deals:
        for k in range(len(events)):
            code = next(filter(None, (_fault(fold, hidden, p, events, k) for p in positions)), 0)
            if code:
                index = first + k
                yield finding(begin(fold.record).run(until=index), Fault(index, code))


def _fault(fold: Fold, hidden: type[Hidden], before: State, events: Events, k: int) -> int:
    """The fault of event k in a deal that explains everything else; 0 where there is none."""
    cards = hidden(fold.game, before, events)
    try:
        deal = cards.breach(k) if k else cards.explain(lawful=EVERY & ~1)
    except Undecided:
        return 0
    if deal is None:
        return 0
    state = before.copy()
    for event in deal[:k]:
        fold.game.apply(state, event)
    return max(0, fold.game.apply(state, deal[k]))
