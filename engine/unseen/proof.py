"""Why no deal explains what was written: the events that together prove it.

Cards that nobody saw may be any, but not any at once. Where nothing fits, the shortest stretch of
events that nothing fits is taken first. An event that no cards make right, though no other need
keep the rules, broke them, whatever the cards were, and later ones have shown it. If there is none,
as where one of several must have, or no cards fit at all, the record is impossible. Either way the
events named are irreducible: without any of them there is an explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from cardlog.engine import faults
from cardlog.engine.explain import finding
from cardlog.engine.messages import sentence, tell
from cardlog.engine.rules import Finding
from cardlog.engine.scorebook import Fault
from cardlog.engine.state import State
from cardlog.engine.unseen.accuse import OF_THE_MATCH, accusation
from cardlog.engine.unseen.course import Course
from cardlog.engine.unseen.earlier import Later, Played, deciding
from cardlog.engine.unseen.hidden import EVERY, Asked, Events, Undecided

MOST_FINDINGS: Final = 12  # in one deal


class Deal(NamedTuple):
    """The events of one deal, and the positions it may have begun from."""

    course: Course
    hidden: Asked
    positions: list[State]
    events: Events
    first: int  # index in the course of the first of them
    earlier: Sequence[tuple[int, Events]] = ()  # deals before it that it goes on from
    start: Sequence[State] = ()  # the positions before those

    def explained(self, length: int, seen: int, lawful: int) -> tuple[State, Events] | None:
        """A deal that explains the first events, with the position it began from."""
        game, events = self.course.fold.game, self.events[:length]
        for before in self.positions:
            deal = self.hidden(game, before, events).explain(seen, lawful)
            if deal is not None:
                return before, deal
        return None


def contradictions(deal: Deal) -> Iterator[tuple[Finding, int]]:
    """What is wrong for certain with a deal that nothing explains.

    With each finding comes a mask of the one event that broke a rule, 0 where that is not certain.
    Raises Undecided.

    Raises it as well where nothing explains what is assumed, or what a ruling lets stand.
    """
    last = deal.first + len(deal.events)
    lawful = ((1 << len(deal.events)) - 1) & ~deal.course.mask(deal.first, last)
    wrong: list[tuple[int, int]] = []  # events, with how many it took to show it
    for _ in range(MOST_FINDINGS):
        length = _shortest(deal, lawful)
        if length is None:
            return
        if deal.course.is_settled(deal.first + length - 1):
            if wrong:
                return
            raise Undecided
        part = lawful & (1 << length) - 1
        broken, shown = _proof(deal, length, part)
        proof = deal.course.numbers([deal.first + k for k in _events(broken | shown)])
        one = broken.bit_count() == 1
        if one:
            found = _broken(deal, length, (broken, shown), part, proof)
        else:
            found = _impossible(deal, length, broken, proof)
        end = deal.first + length - 1
        before = [event for event, took in wrong if took < length and event < end]
        if before and found.depends is None:
            found = replace(found, depends=deal.course.indexes[before[-1]])
        yield found, broken if one else 0
        if not one:
            return
        lawful &= ~broken
        wrong.append((deal.first + broken.bit_length() - 1, length))


def _proof(deal: Deal, length: int, lawful: int) -> tuple[int, int]:
    """Events that cannot all have kept the rules, and those whose cards show it.

    One alone where there is one: that is certain, whatever may be wrong with the others besides.
    """
    broken = 0
    if not _fails(deal, length, EVERY, 0):
        alone = (1 << k for k in _events(lawful) if _fails(deal, length, EVERY, 1 << k))
        every = partial(_fails, deal, length, EVERY)
        broken = next(alone, 0) or _irreducible(lawful, every)
    shown = _irreducible((1 << length) - 1, lambda kept: _fails(deal, length, kept, broken))
    return broken, shown


def _shortest(deal: Deal, lawful: int) -> int | None:
    """How many of the events nothing explains, the fewest; None where all are explained."""
    if not _fails(deal, len(deal.events), EVERY, lawful):
        return None
    least, most = 1, len(deal.events)
    while least < most:
        middle = (least + most) // 2
        if _fails(deal, middle, EVERY, lawful):
            most = middle
        else:
            least = middle + 1
    return most


def _fails(deal: Deal, length: int, seen: int, lawful: int) -> bool:
    return deal.explained(length, seen, lawful) is None


def _irreducible(events: int, fails: Callable[[int], bool]) -> int:
    """A part of the events with which it still fails, though with no smaller part of it."""
    for k in _events(events):
        if fails(events & ~(1 << k)):
            events &= ~(1 << k)
    return events


def _events(mask: int) -> Iterator[int]:
    return (k for k in range(mask.bit_length()) if mask >> k & 1)


def _broken(
    deal: Deal, length: int, proved: tuple[int, int], lawful: int, proof: tuple[int, ...]
) -> Finding:
    """The finding for the one event that broke a rule."""
    broken, shown = proved
    k = broken.bit_length() - 1
    code, before, events = _fault(deal, length, broken, lawful)
    index = deal.first + k
    found = accusation(deal.course, index, code, before, events, k)
    found = deal.course.told(found, index, deal.first + length - 1)
    if code in OF_THE_MATCH and deal.earlier:
        later = Later(deal.events[:length], shown, broken)
        played = Played(deal.course, deal.hidden, list(deal.start), list(deal.earlier))
        proof = (*deal.course.numbers(deciding(played, later)), *proof)
    return _proved(deal, found, proof)


def _impossible(deal: Deal, length: int, broken: int, proof: tuple[int, ...]) -> Finding:
    index = deal.first + length - 1
    lawful = (1 << length) - 1
    code = _fault(deal, length, broken, lawful)[0] if broken else faults.DUPLICATE_CARD
    found = finding(deal.course.begin().run(until=index), Fault(index, code))
    name = faults.NAMES[faults.IMPOSSIBLE]
    facts = {"events": _listed(proof)}
    return replace(
        deal.course.told(found, index),
        code=name,
        seat=None,
        expected=(),
        facts={},
        changed=None,
        message=sentence(name, facts, deal.course.record.shown_names),
        proof=proof,
    )


def _proved(deal: Deal, found: Finding, proof: tuple[int, ...]) -> Finding:
    others = [event for event in proof if event != found.event]
    if not others:
        return replace(found, proof=proof)
    key = "shown-by" if len(others) == 1 else "shown-by-several"
    shown = tell(key, {"events": _listed(others)}, deal.course.record.shown_names)
    return replace(found, message=f"{found.message.rstrip('.')}; {shown}", proof=proof)


def _listed(events: tuple[int, ...] | list[int]) -> str:
    *others, last = map(str, events)
    return f"{', '.join(others)} and {last}" if others else last


def _fault(deal: Deal, length: int, broken: int, lawful: int) -> tuple[int, State, Events]:
    """The fault of the first of these events in a deal that explains all others, and the deal.

    Others that broke a rule as certainly, by what the same event shows, are left out: their turn
    comes.
    """
    others = lawful & ~broken
    while (found := deal.explained(length, EVERY, others)) is None:
        if not others:
            raise Undecided
        others &= ~_irreducible(others, partial(_fails, deal, length, EVERY))
    before, events = found
    state = before.copy()
    game = deal.course.fold.game
    for k, event in enumerate(events):
        code = game.apply(state, event)
        if code > 0:
            if broken >> k & 1:
                return code, before, events
            game.let_stand(state, event, code)
    raise Undecided
