"""The finding for an event that breaks a rule with cards that nobody saw.

A deal that shows the fault tells who it was and what he played. Of its other cards, which are only
some of those that nobody saw, the finding says nothing.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from cardlog.engine import faults
from cardlog.engine.explain import finding
from cardlog.engine.fold import clauses
from cardlog.engine.legal import actor
from cardlog.engine.messages import sentence, tell
from cardlog.engine.rules import Finding, clause_of
from cardlog.engine.scorebook import Fault
from cardlog.engine.state import State
from cardlog.engine.unseen.across import play
from cardlog.engine.unseen.course import Course
from cardlog.engine.unseen.hidden import Events
from cardlog.records.events import Trick, kind_of

# Faults that earlier deals decide: which of them it was, and so whose fault it is, may be open.
OF_THE_MATCH: Final = frozenset(
    {faults.DEALT_OUT, faults.WRONG_DEALER, faults.WRONG_COUNT, faults.OVER, faults.GIFT_OUT}
)


def accusation(
    course: Course,
    index: int,
    fault: int,
    before: State,
    deal: Events,
    k: int,
    certain: bool = True,
) -> Finding:
    """The finding for event `index` of a course, event k of a deal that began at `before`.

    Where it is not `certain`, the deal is only one of those that there may have been.
    """
    known = course.begin().run(until=index)
    found = course.told(finding(known, Fault(index, fault)), index)
    names = course.record.shown_names
    if fault in OF_THE_MATCH:
        title = clause_of(clauses(known), fault).title
        key = "whatever-the-cards" if certain else "with-some-cards"
        message = tell(key, {"title": title}, names)
        return replace(found, message=message, facts={}, expected=(), changed=None)
    if not isinstance(deal[k], Trick):
        event = course.events[index]
        parts = kind_of(event), actor(event), getattr(event, "target", None)
        own = " ".join(str(part) for part in parts if part is not None)
        legal = tuple(move for move in found.expected if move != own)
        return replace(found, expected=legal, changed=None)
    stands = course.mask(index - k, index - k + len(deal))
    shown = play(course.fold, before, deal, stands).run(until=k)
    told = finding(shown, Fault(k, fault))
    written = course.events[index]
    assert isinstance(written, Trick)
    facts: dict[str, Any] = {"seat": told.seat, "led": str(written.cards[0])}
    if told.seat is not None:
        place = (told.seat - written.leader) % len(course.record.players)
        facts["card"] = str(written.cards[place])
    message = sentence(faults.NAMES[fault], facts, names)
    return replace(found, seat=told.seat, message=message, facts=facts, expected=(), changed=None)
