"""What the table wrote down for its deals, as columns: `claim` and `points`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from cardlog.queries.numbers import Lists
from cardlog.records.events import Score
from cardlog.records.flat import POINTS, UNSAID, Claims, claims_of

_scores: Final = re.compile("S").finditer


def claimed(claims: Claims, counts: list[int]) -> tuple[Lists | None, Lists | None]:
    """Both columns, of one score in each segment that counts one."""
    if not claims.sizes:
        return None, None
    claim = Lists(_spread([*claims.sizes], counts), claims.changes)
    told = [each for each in claims.points if each is not None]
    if not told:
        return claim, None
    sizes = [None if each is None else len(POINTS) for each in claims.points]
    return claim, Lists(_spread(sizes, counts), b"".join(told))


def named(small: Iterable[int]) -> list[int | None]:
    """Points of a score, from numbers."""
    return [None if side == UNSAID else side for side in small]


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
        claims_of([score])
    except OverflowError:
        return False
    return True


def _spread(values: list[int | None], counts: list[int]) -> list[int | None]:
    """A value for each segment that counts one, None for each that counts none."""
    if 0 not in counts:
        return values
    each = iter(values)
    return [next(each) if count else None for count in counts]
