"""What the table wrote down for its deals, as columns: `claim` and `points`."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from itertools import chain
from operator import attrgetter
from typing import Final

from msgspec import UNSET

from cardlog.queries.arrow.columns import NO_NUMBER
from cardlog.queries.numbers import Lists
from cardlog.records.events import Points, Score

POINTS: Final = ("high", "low", "jack", "game", "nine")
NOBODY: Final = -1  # among `points`: claimed for nobody
_MOST: Final = 126

_sides: Final = attrgetter(*POINTS)
_scores: Final = re.compile("S").finditer


class _Small(dict[Points, bytes]):
    """The points of scores as bytes: made once, for there are few different ones."""

    def __missing__(self, points: Points) -> bytes:
        if len(self) >= 2**12:
            self.clear()  # a stranger's file may hold anything
        sides = _sides(points)
        if any(type(side) is int and side > _MOST for side in sides):
            raise OverflowError
        made = self[points] = bytes(
            array("b", [NO_NUMBER if s is UNSET else NOBODY if s is None else s for s in sides])
        )
        return made


_small: Final = _Small()


def claimed(scores: list[Score], counts: list[int]) -> tuple[Lists | None, Lists | None]:
    """Both columns, of one score in each segment that counts one.

    Raises OverflowError where a number does not fit.
    """
    if not scores:
        return None, None
    changes = [each.changes for each in scores]
    claim = Lists(_spread([*map(len, changes)], counts), array("i", chain.from_iterable(changes)))
    small = [None if each.points is UNSET else _small[each.points] for each in scores]
    if None not in small:
        return claim, Lists(_spread([len(POINTS)] * len(small), counts), b"".join(small))  # type: ignore[arg-type]
    told = [each for each in small if each is not None]
    if not told:
        return claim, None
    sizes = [None if each is None else len(POINTS) for each in small]
    return claim, Lists(_spread(sizes, counts), b"".join(told))


def named(small: Iterable[int]) -> list[int | None]:
    """Points of a score, from numbers."""
    return [None if side == NO_NUMBER else side for side in small]


def first_fitting(
    scores: list[Score], starts: list[int], pieces: list[str]
) -> tuple[list[Score], list[int], list[tuple[int, Score]]]:
    """The first score of each segment that fits, their counts, and where the other scores stand."""
    found: list[Score] = []
    counts: list[int] = []
    others: list[tuple[int, Score]] = []
    left = iter(scores)
    for start, piece in zip(starts, pieces, strict=True):
        count = 0
        for match in _scores(piece):
            score = next(left)
            if count or not _fits(score):
                others.append((start + match.start(), score))
            else:
                found.append(score)
                count = 1
        counts.append(count)
    return found, counts, others


def _fits(score: Score) -> bool:
    try:
        claimed([score], [1])
    except OverflowError:
        return False
    return True


def _spread(values: list[int | None], counts: list[int]) -> list[int | None]:
    """A value for each segment that counts one, None for each that counts none."""
    if 0 not in counts:
        return values
    each = iter(values)
    return [next(each) if count else None for count in counts]
