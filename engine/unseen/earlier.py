"""What earlier deals have to do with a fault: the events that decide who was in, dealt or had won.

A player may be dealt a card only while he is in, and whether he is, earlier deals tell, with cards
that were seen of them and others that were not. Named are the events without whose cards the fault
would be none: what was played is believed of all the others, but not with which cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from cardlog.engine.state import State
from cardlog.engine.unseen.across import play_on
from cardlog.engine.unseen.course import Course
from cardlog.engine.unseen.hidden import EVERY, Asked, Events, Undecided, blurred

MOST_TRIED: Final = 120  # sets of events, before the search for fewer is given up
PATIENCE: Final = 1000  # deals played in one of them
MOST_POSITIONS: Final = 256


class Played(NamedTuple):
    """Deals that follow one another, from where they may have begun."""

    course: Course
    hidden: Asked
    positions: list[State]
    deals: list[tuple[int, Events]]  # the index of the first event, and the events


class Later(NamedTuple):
    """The deal in which the fault came out, and what of it proves that it is one."""

    events: Events
    seen: int
    lawful: int


def deciding(played: Played, later: Later) -> tuple[int, ...]:
    """The events of earlier deals that decide a fault; none where that takes too long."""
    try:
        return tuple(_Reduced(played, later).events())
    except Undecided:
        return ()


class _Reduced:
    def __init__(self, played: Played, later: Later) -> None:
        self.played = played
        self.later = later
        self.kept = [EVERY] * len(played.deals)
        self.tried = 0

    def events(self) -> Iterator[int]:
        """First whole deals are left out, then single events of the others."""
        for number in reversed(range(len(self.kept))):
            self._leave_out(number, 0)
        for number, (first, events) in enumerate(self.played.deals):
            if not self.kept[number]:
                continue
            self.kept[number] = (1 << len(events)) - 1
            for k, event in enumerate(events):
                tells = blurred((event,), 0) != (event,)
                if not tells or self._leave_out(number, self.kept[number] & ~(1 << k)):
                    self.kept[number] &= ~(1 << k)
                else:
                    yield first + k

    def _leave_out(self, number: int, kept: int) -> bool:
        """Believe fewer cards of a deal, where it still fails."""
        was = self.kept[number]
        self.kept[number] = kept
        if self._fails():
            return True
        self.kept[number] = was
        return False

    def _fails(self) -> bool:
        """Whether nothing explains the later deal, with what is believed of these."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise Undecided
        course, hidden, positions, deals = self.played
        for kept, (first, events) in zip(self.kept, deals, strict=True):
            believed = blurred(events, kept)
            stands = course.mask(first, first + len(events))
            positions = play_on(
                course.fold, hidden, positions, believed, PATIENCE, stands, MOST_POSITIONS
            ).positions
        later = self.later
        asked = (hidden(course.fold.game, before, later.events) for before in positions)
        return all(each.explain(later.seen, later.lawful) is None for each in asked)
