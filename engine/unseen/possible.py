"""What may have been wrong: events that break a rule with some of the cards that nobody saw.

Each of them by itself, within its deal: there are cards with which it breaks a rule and all other
events of the deal keep theirs. Events that could be wrong only together are not looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardlog.engine.rules import Finding
from cardlog.engine.state import State
from cardlog.engine.unseen.accuse import accusation
from cardlog.engine.unseen.course import Course
from cardlog.engine.unseen.hidden import EVERY, Asked, Events, Undecided

Deal = tuple[int, list[State], Events]  # index of its first event, the positions before it, events


def possible_faults(course: Course, hidden: Asked, deals: Sequence[Deal]) -> Iterator[Finding]:
    """A finding for every event that some deal makes the only wrong one.

    Where the search for such a deal takes too long, nothing is said of the event.
    """
    for first, positions, events in deals:
        for k in range(len(events)):
            for before in positions:
                found = _breach(course, hidden, before, events, k)
                if found is not None:
                    code, deal = found
                    yield accusation(course, first + k, code, before, deal, k, certain=False)
                    break


def _breach(
    course: Course, hidden: Asked, before: State, events: Events, k: int
) -> tuple[int, Events] | None:
    """The fault of event k in a deal that explains everything else, and that deal."""
    game = course.fold.game
    cards = hidden(game, before, events)
    try:
        deal = cards.breach(k) if k else cards.explain(lawful=EVERY & ~1)
    except Undecided:
        return None
    if deal is None:
        return None
    state = before.copy()
    for event in deal[:k]:
        game.apply(state, event)
    code = game.apply(state, deal[k])
    return (code, deal) if code > 0 else None
