"""Gaps: what one record tells may have happened where another one says that it does not tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardlog.engine.compare.align import Pairs
from cardlog.engine.compare.sight import agree
from cardlog.engine.compare.story import Told


def is_gap(item: Told) -> bool:
    """Whether something was not recorded here."""
    return bool(item.fixed[0] == "gap")


def gap_near(story: Sequence[Told], start: int, end: int, item: Told | None = None) -> int | None:
    """A gap in this stretch of a story, or where it begins or ends, that may stand for more.

    An event of a showdown, say, may change places with its like: it may have happened in a gap
    before or after all of them.
    """
    if item is not None and item.loose:
        kind = item.fixed[0]
        while start > 0 and story[start - 1].fixed[0] == kind:
            start -= 1
        while end < len(story) and story[end].fixed[0] == kind:
            end += 1
    near = range(max(start - 1, 0), min(end + 1, len(story)))
    return next((k for k in near if is_gap(story[k])), None)


def towards_gaps(a: Sequence[Told], b: Sequence[Told], pairs: Pairs) -> Pairs:
    """The same number of pairs, with what only one story has next to a gap of the other if it can.

    Of several like events in a row any may be the ones that the other record has not.
    """
    pairs = _towards(a, b, pairs)
    return [(i, j) for j, i in _towards(b, a, [(j, i) for i, j in pairs])]


def _towards(a: Sequence[Told], b: Sequence[Told], pairs: Pairs) -> Pairs:
    if not any(map(is_gap, a)):
        return pairs
    back = {j: i for i, j in pairs}
    for start, end in list(_blocks(back, len(b))):
        for step in (-1, 1):
            moved = _slid(a, b, back, start, end, step)
            if moved is not None:
                back = moved
                break
    return sorted((i, j) for j, i in back.items())


def _blocks(back: dict[int, int], end: int) -> Iterator[tuple[int, int]]:
    """The stretches of a story that have no partners."""
    start = None
    for j in range(end + 1):
        free = j < end and j not in back
        if free and start is None:
            start = j
        elif not free and start is not None:
            yield start, j
            start = None


def _slid(
    a: Sequence[Told], b: Sequence[Told], back: dict[int, int], start: int, end: int, step: int
) -> dict[int, int] | None:
    """The partners with a stretch moved on until it is next to a gap; None where it cannot be."""
    back = dict(back)
    while True:
        beside, other = (start - 1, end - 1) if step < 0 else (end, start)
        i = back.get(beside)
        if i is None:
            return None
        if gap_near(a, i + 1, i + 1) is not None if step < 0 else gap_near(a, i, i) is not None:
            return back
        if not agree(a[i], b[other]):
            return None
        back[other] = back.pop(beside)
        start, end = start + step, end + step
