"""Two stories side by side: rows of events, and what kind of difference each row shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Final

import msgspec

from cardlog.engine.compare.align import Pairs
from cardlog.engine.compare.gaps import aligned, gap_near, is_gap
from cardlog.engine.compare.sight import agree
from cardlog.engine.compare.story import Told

SAME: Final = "same"
GAP: Final = "gap"  # an event of one story that may have happened in a gap of the other; the gap
# A stretch with more unpaired events than this is another game: which of them changed places is
# no question there.
STRETCH: Final = 64


class Row(msgspec.Struct, frozen=True):
    """Positions in both stories, None where one lacks the event.

    `shown` is False in the second row of an event that changed places: told once is enough.
    """

    a: int | None
    b: int | None
    kind: str = SAME
    other: int | None = None  # where it stands in the other, or the gap there that stands for it
    shown: bool = True

    @property
    def differs(self) -> bool:
        """Whether the two stories differ here; what was not recorded is no difference."""
        return self.kind not in (SAME, GAP)


def rows(a: list[Told], b: list[Told]) -> list[Row]:
    """All events of both stories, aligned."""
    pairs = aligned(a, b)
    left = _Left(a, b, pairs)
    moved = dict(_moved(left))
    left.take(moved)
    once = dict(_moved_far(left))
    left.take(once)
    moved |= once
    altered = dict(_altered(left))
    left.take(altered)
    if left.free[0]:
        pairs = _unrepeated(a, pairs, left.free[0])
    if left.free[1]:
        pairs = [(i, j) for j, i in _unrepeated(b, [(j, i) for i, j in pairs], left.free[1])]
    return list(_rows(left, pairs, moved, altered))


def _unrepeated(story: list[Told], pairs: Pairs, free: list[int]) -> Pairs:
    """Of equal neighbours with fewer partners than they are, the repeated ones go without."""
    partner, lone = dict(pairs), set(free)
    for _, run in groupby(range(len(story)), key=lambda k: story[k][2:]):
        group = [k for k in run if k in partner or k in lone]
        spare = sum(k in lone for k in group)
        if 0 < spare < len(group):
            again = [k for k in group if _repeats(story, k)][:spare]
            keep = [k for k in group if k not in again][: len(group) - spare]
            mates = sorted(partner.pop(k) for k in group if k in partner)
            partner.update(zip(keep, mates, strict=True))
    return sorted(partner.items())


class _Left:
    """The unpaired events, and where among the paired ones they stand."""

    def __init__(self, a: list[Told], b: list[Told], pairs: Pairs) -> None:
        self.stories = a, b
        paired = {i for i, _ in pairs}, {j for _, j in pairs}
        self.free = [
            [k for k in range(len(story)) if k not in known]
            for story, known in zip((a, b), paired, strict=True)
        ]
        self.rank, self.deal, self.firm = (self._counted(paired, what) for what in range(3))

    def _counted(self, paired: tuple[set[int], set[int]], what: int) -> list[list[int]]:
        """By story and event, the paired ones before it: all of them, deals, those with a place."""
        counts = []
        for story, known in zip(self.stories, paired, strict=True):
            count, row = 0, []
            for k, item in enumerate(story):
                row.append(count)
                counted = (True, item.fixed[0] == "deal", not item.loose)[what]
                count += k in known and counted
            counts.append(row)
        return counts

    def take(self, pairs: dict[int, int]) -> None:
        """These have found a partner."""
        taken = set(pairs), set(pairs.values())
        self.free = [
            [k for k in row if k not in t] for row, t in zip(self.free, taken, strict=True)
        ]

    def stretches(self, by: list[list[int]]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The unpaired of each story by a count."""
        found: tuple[dict[int, list[int]], ...] = defaultdict(list), defaultdict(list)
        for side in (0, 1):
            for k in self.free[side]:
                found[side][by[side][k]].append(k)
        return found[0], found[1]


def _moved(left: _Left) -> Iterator[tuple[int, int]]:
    """The same event in another place: of the same deal, or just across its border."""
    a, b = left.stories
    by_deal, by_rank = left.stretches(left.deal)[1], left.stretches(left.rank)[1]
    taken: set[int] = set()
    for i in left.free[0]:
        rank = left.rank[0][i]
        near = [by_deal.get(left.deal[0][i], []), *(by_rank.get(rank + d, []) for d in (-1, 0, 1))]
        ideas = {j for group in near if len(group) <= STRETCH for j in group} - taken
        found = [j for j in ideas if agree(a[i], b[j])]
        if found:
            j = min(found, key=lambda j: (abs(left.rank[1][j] - rank), j))
            taken.add(j)
            yield i, j


def _moved_far(left: _Left) -> Iterator[tuple[int, int]]:
    """The same event in quite another place: where there is but one like it in either story."""
    a, b = left.stories
    free_a, free_b = (
        [k for k in row if _tells(s[k])] for row, s in zip(left.free, (a, b), strict=True)
    )
    if not free_a or not free_b or max(len(free_a), len(free_b)) > STRETCH:
        return
    for i in free_a:
        found = [j for j in range(len(b)) if agree(a[i], b[j])]
        if len(found) == 1 and found[0] in free_b:
            j = found[0]
            if sum(agree(item, b[j]) for item in a) == 1:
                yield i, j


def _tells(item: Told) -> bool:
    """Whether there is anything in an event to know it again by."""
    return item.fixed[0] != "deal" and not is_gap(item)


def _altered(left: _Left) -> Iterator[tuple[int, int]]:
    """Another event in the same place: between the same events whose order matters."""
    a, b = left.stories
    mine, other = left.stretches(left.firm)
    for count in sorted(mine.keys() & other.keys()):
        one = sorted(mine[count], key=lambda k: a[k].at)
        two = sorted(other[count], key=lambda k: b[k].at)
        if any(is_gap(a[k]) for k in one) or any(is_gap(b[k]) for k in two):
            continue  # nobody knows what stood in the place
        if len(one) == len(two) or max(len(one), len(two)) > STRETCH:
            yield from zip(one, two, strict=False)
            continue
        for i in one:
            same = [n for n, j in enumerate(two) if b[j].fixed[0] == a[i].fixed[0]]
            if same:
                yield i, two[same[0]]
                del two[: same[0] + 1]


def _rows(
    left: _Left, pairs: Pairs, moved: dict[int, int], altered: dict[int, int]
) -> Iterator[Row]:
    a, b = left.stories
    back = {j: i for i, j in moved.items()}
    with_a = set(altered.values())
    told: set[int] = set()  # moved events of A, once told
    i = j = 0
    for to_i, to_j in [*pairs, (len(a), len(b))]:
        for k in sorted(range(i, to_i), key=lambda k: a[k].at):
            in_b = gap_near(b, j, to_j, a[k])
            if k in altered:
                yield Row(k, altered[k], "altered")
            elif k in moved:
                yield Row(k, None, "reordered", moved[k], k not in told)
                told.add(k)
            elif in_b is not None or (is_gap(a[k]) and (j < to_j or to_j < len(b))):
                yield Row(k, None, GAP, in_b)
            else:
                yield Row(k, None, "repeated" if _repeats(a, k) else "missing")
        for k in sorted(range(j, to_j), key=lambda k: b[k].at):
            in_a = gap_near(a, i, to_i, b[k])
            if k in back:
                yield Row(None, k, "reordered", back[k], back[k] not in told)
                told.add(back[k])
            elif k in with_a:
                continue
            elif in_a is not None or (is_gap(b[k]) and (i < to_i or to_i < len(a))):
                yield Row(None, k, GAP, in_a)
            else:
                yield Row(None, k, "repeated" if _repeats(b, k) else "extra")
        if to_i < len(a) or to_j < len(b):
            yield Row(to_i, to_j)
        i, j = to_i + 1, to_j + 1


def _repeats(story: list[Told], k: int) -> bool:
    """Whether the event is the one before it once more, as a click sent twice is."""
    before = story[k - 1] if k else None
    item = story[k]
    if before is None or item.at < before.at:
        return False
    return item[2:] == before[2:] and not _between(story, before.at, item.at)


def _between(story: list[Told], first: int, last: int) -> bool:
    return any(first < item.at < last for item in story)


def flipped(found: list[Row]) -> list[Row]:
    """The rows with the two stories changed over."""
    names = {"missing": "extra", "extra": "missing"}
    return [Row(r.b, r.a, names.get(r.kind, r.kind), r.other, r.shown) for r in found]
