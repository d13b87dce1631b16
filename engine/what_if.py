"""What if: a record with an event replaced, removed or put in, and what it comes to then.

How the new course goes, and where the record stops telling it, is in course.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from cardlog.engine.audit import DealResult, Outcome, outcome
from cardlog.engine.course import BEFORE, ILLEGAL, OVER, Change, Course, End, Followed
from cardlog.records.game import Record


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """Both courses. `after` is the new one as far as the record tells, `course` its record.

    `deals` are those that differ, by their number from 1: (number, before, after), None where one
    course has no such deal. `end` is None where the record tells the new course to its own end.
    """

    before: Outcome
    after: Outcome
    course: Record
    deals: tuple[tuple[int, DealResult | None, DealResult | None], ...]
    followed: tuple[Followed, ...]
    end: End | None

    @property
    def same(self) -> bool:
        """Whether the record tells that the match comes to the same."""
        told = self.end is None or self.end.why in (ILLEGAL, OVER)
        return (
            told
            and not self.open
            and all(
                getattr(self.before, key) == getattr(self.after, key)
                for key in ("status", "winners", "standing")
            )
        )

    @property
    def open(self) -> bool:
        """Whether unseen cards leave open what it comes to, with the changes or without them."""
        return None in self.before.standing or None in self.after.standing


def what_if(record: Record, changes: Iterable[Change]) -> WhatIf:
    """What a record would come to with these changes; events count as in the record as it is.

    Raises RecordError where a change names what there is not, and where the record cannot be read
    as a game of ours.
    """
    before = outcome(record)
    course = Course(record, list(changes))
    end = course.run()
    after = outcome(course.record)
    return WhatIf(
        before=before,
        after=after,
        course=course.record,
        deals=tuple(_differing(before, after, end)),
        followed=tuple(course.followed),
        end=end,
    )


def _differing(
    before: Outcome, after: Outcome, end: End | None
) -> Iterable[tuple[int, DealResult | None, DealResult | None]]:
    """The deals that differ; where the record stops telling, as far as it tells."""
    told = end is None or end.why in (ILLEGAL, OVER, BEFORE)
    count = max(len(before.deals), len(after.deals)) if told else len(after.deals)
    for number in range(count):
        old, new = (
            each.deals[number] if number < len(each.deals) else None for each in (before, after)
        )
        if old is None or new is None or _content(old) != _content(new):
            yield number + 1, old, new


def _content(deal: DealResult) -> Any:
    return deal.dealer, deal.void, deal.changes, deal.detail
