"""Aligning two sequences: as many agreeing pairs as possible, in order.

The method is Myers' (An O(ND) Difference Algorithm, 1986). It needs no equality, only a relation:
where two first elements agree, pairing them is never worse than not. So cards that one record has
not seen take part like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")
Agree = Callable[[T, T], bool]
Pairs = list[tuple[int, int]]

# Unpaired elements up to which the best alignment is looked for. Work grows with the square;
# records further apart than that are aligned deal by deal.
FAR: Final = 400
FAR_IN_A_DEAL: Final = 150


def align(a: Sequence[T], b: Sequence[T], agree: Agree[T], starts: Callable[[T], bool]) -> Pairs:
    """Positions that belong together. `starts` tells the elements at which a deal starts."""
    whole = _one_in_the_other(a, b, agree)
    if whole is not None:
        return whole
    pairs = shortest(a, b, agree, FAR)
    return by_deals(a, b, agree, starts) if pairs is None else pairs


def _one_in_the_other(a: Sequence[T], b: Sequence[T], agree: Agree[T]) -> Pairs | None:
    """The pairs where one sequence begins or ends with all of the other.

    One element more in front is left to the search: it may be the first one once more.
    """
    short = min(len(a), len(b))
    ends = (len(a) - short, len(b) - short)
    for i, j in ((0, 0), ends) if max(ends) > 1 else ((0, 0),):
        if all(agree(a[i + k], b[j + k]) for k in range(short)):
            return [(i + k, j + k) for k in range(short)]
    return None


def by_deals(a: Sequence[T], b: Sequence[T], agree: Agree[T], starts: Callable[[T], bool]) -> Pairs:
    """First the deals are aligned, then what lies between them."""
    mine, other = (tuple(k for k, x in enumerate(row) if starts(x)) for row in (a, b))
    deals = shortest([a[k] for k in mine], [b[k] for k in other], agree, FAR) or []
    marks = [(mine[i], other[j]) for i, j in deals]
    pairs: Pairs = []
    i = j = 0
    for to_i, to_j in [*marks, (len(a), len(b))]:
        between = shortest(a[i:to_i], b[j:to_j], agree, FAR_IN_A_DEAL) or []
        pairs += [(i + x, j + y) for x, y in between]
        i, j = to_i, to_j
    return pairs


def shortest(a: Sequence[T], b: Sequence[T], agree: Agree[T], far: int) -> Pairs | None:
    """The best alignment, or None where it leaves more than `far` elements unpaired."""
    start = 0
    end_a, end_b = len(a), len(b)
    while start < min(end_a, end_b) and agree(a[start], b[start]):
        start += 1
    while min(end_a, end_b) > start and agree(a[end_a - 1], b[end_b - 1]):
        end_a, end_b = end_a - 1, end_b - 1
    middle = _myers(a[start:end_a], b[start:end_b], agree, far)
    if middle is None:
        return None
    return [
        *((k, k) for k in range(start)),
        *((start + i, start + j) for i, j in middle),
        *((end_a + k, end_b + k) for k in range(len(a) - end_a)),
    ]


def _myers(a: Sequence[T], b: Sequence[T], agree: Agree[T], far: int) -> Pairs | None:
    reach = {1: 0}  # by diagonal (i - j), how far along `a` this many steps lead
    steps: list[dict[int, int]] = []
    for step in range(min(far, len(a) + len(b)) + 1):
        steps.append(dict(reach))
        for k in range(-step, step + 1, 2):
            i = reach[k + 1] if _down(reach, k, step) else reach[k - 1] + 1
            j = i - k
            while i < len(a) and j < len(b) and agree(a[i], b[j]):
                i, j = i + 1, j + 1
            reach[k] = i
            if i >= len(a) and j >= len(b):
                return _walk_back(steps, len(a), len(b))
    return None


def _down(reach: dict[int, int], k: int, step: int) -> bool:
    return k == -step or (k != step and reach[k - 1] < reach[k + 1])


def _walk_back(steps: list[dict[int, int]], i: int, j: int) -> Pairs:
    pairs: Pairs = []
    for step in range(len(steps) - 1, -1, -1):
        reach, k = steps[step], i - j
        from_k = k + 1 if _down(reach, k, step) else k - 1
        from_i = reach[from_k]
        from_j = from_i - from_k
        while i > max(from_i, 0) and j > max(from_j, 0):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        i, j = from_i, from_j
    return pairs[::-1]
