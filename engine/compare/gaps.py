"""Gaps: what one record tells may have happened where another one says that it does not tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from cardlog.engine.compare.align import Pairs, align
from cardlog.engine.compare.sight import agree
from cardlog.engine.compare.story import Told, seat_of

# More gaps than these are compared as they stand: each costs two alignments of the whole.
MOST_GAPS: Final = 16


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


def starts_deal(item: Told) -> bool:
    """Whether a deal starts here."""
    return bool(item.fixed[0] == "deal")


def aligned(a: Sequence[Told], b: Sequence[Told]) -> Pairs:
    """The events of two stories that belong together, as many as possible."""
    torn = _around_gaps(a, b) if any(map(is_gap, b)) else None
    if torn is None and any(map(is_gap, a)):
        back = _around_gaps(b, a)
        torn = back and [(i, j) for j, i in back]
    if torn is None:
        torn = align(a, b, agree, starts_deal)
    return towards_gaps(a, b, torn)


def _around_gaps(a: Sequence[Told], b: Sequence[Told]) -> Pairs | None:
    """The pairs where `a` tells all that `b` does, and more only where `b` has a gap.

    Looked for in the order of the records, in which a gap may tear a showdown apart.
    """
    if any(map(is_gap, a)):
        return None
    in_a, in_b = (sorted(range(len(s)), key=lambda k: s[k].at) for s in (a, b))
    found = _torn([a[k] for k in in_a], [b[k] for k in in_b])
    pairs = sorted((in_a[i], in_b[j]) for i, j in found or ())
    crossed = any(one[1] > two[1] for one, two in pairwise(pairs))
    return None if found is None or crossed else pairs


def _torn(a: Sequence[Told], b: Sequence[Told]) -> Pairs | None:
    """The pairs where the stretches of `b` between its gaps stand in `a`, one after another."""
    pairs: Pairs = []
    at = 0
    marks = [-1, *(j for j, item in enumerate(b) if is_gap(item)), len(b)]
    for first, end in pairwise(marks):
        size = end - first - 1
        last = len(a) - size
        places = range(at, last + 1)
        if first < 0:
            places = range(0, min(1, last + 1))
        elif end == len(b):
            places = range(max(at, last), last + 1)
        found = next((k for k in places if _all_agree(a, k, b, first + 1, size)), None)
        if found is None:
            return None
        pairs += [(found + k, first + 1 + k) for k in range(size)]
        at = found + size
    return pairs


def _all_agree(a: Sequence[Told], i: int, b: Sequence[Told], j: int, size: int) -> bool:
    return all(agree(a[i + k], b[j + k]) for k in range(size))


def settled(a: list[Told], b: list[Told]) -> list[Told]:
    """`b` with events whose order is of no consequence put in order across a gap among them.

    Only where that is how `a` tells them: a whole deal may have gone by in the gap.
    """
    gaps = [j for j, item in enumerate(b) if is_gap(item)]
    if not gaps or len(gaps) > MOST_GAPS:
        return b
    for j in gaps:
        start, end = _like(b, j, -1), _like(b, j, 1)
        if start is None or end is None or b[start].fixed[0] != b[end].fixed[0]:
            continue
        run = sorted((*b[start:j], *b[j + 1 : end + 1]), key=seat_of)
        other = [*b[:start], *run, b[j], *b[end + 1 :]]
        if len(aligned(a, other)) > len(aligned(a, b)):
            b = other
    return b


def _like(story: Sequence[Told], gap: int, step: int) -> int | None:
    """How far the run of events of no fixed order reaches that touches a gap; None without one."""
    at = gap + step
    if not 0 <= at < len(story) or not story[at].loose:
        return None
    kind = story[at].fixed[0]
    while 0 <= at + step < len(story) and story[at + step].fixed[0] == kind:
        at += step
    return at


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
