"""Many records judged by one call of compiled rules, from columns that hold all their deals.

The columns are those that a table of deals has (queries/SCHEMA.md), with a row a deal and the deals
of a record below one another. Nothing is made for a single record but a row of numbers that says
where its part of each column is (bounds.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from cardlog.engine.bulk import agreeing, bounds
from cardlog.engine.bulk.agreeing import (
    CALLS,
    CARDS,
    CLAIM,
    COUNT,
    FIRST,
    HANDS,
    KINDS,
    NAMED,
    PACKETS,
    SEATS,
    STOCK,
    TARGETS,
    TRICKS,
)
from cardlog.engine.bulk.compiling import kept, modules_of
from cardlog.engine.bulk.noted import NONE, NOT_PLAIN, POINTS, UNSAID, WIDTH
from cardlog.engine.bulk.plain import MOST, Match
from cardlog.engine.state import OVER

SOURCES: Final = ("state", "bulk.noted", "bulk.agreeing")


class Columns(NamedTuple):
    """The deals of some records. `ends` and `null` are those of `agree` in agreeing.py.

    `values` has for each column the bytes of all rows, 255 where one is null: cards in the columns
    of lists of cards, of which `inner` says where each list ends. `claim` and `named` have numbers,
    and those of the calls are the `texts`.
    """

    records: Any  # as in agreeing.py
    numbers: Any  # of the deals
    others: Any  # as in agreeing.py
    ends: Any
    null: Any
    values: Sequence[Any]
    inner: dict[int, Any]
    opening_ends: Any
    opening_null: Any
    opening: Sequence[Any]


class Judged(NamedTuple):
    """Which records are plain and in order, and which of those are over."""

    plain: Any
    over: Any


@cache
def agree() -> Any:
    """See agreeing.py."""
    way_in: Any = agreeing.agree
    return kept(way_in, modules_of(SOURCES))


def judged(columns: Columns, matches: Sequence[Match], which: Any, plain: Any) -> Judged:
    """What the records come to of which `which` says what match each is: all of one game.

    `plain` says which can be, by what is not in the columns.
    """
    fold = matches[0].fold
    plain, told = plain.copy(), _Told(columns)
    if told.agree(matches[0].words, plain):
        return Judged(np.zeros_like(plain), plain)
    rows, data, changes = told.rows()
    rows[:, bounds.MATCH] = which + 1
    rows[:, bounds.GAME] = matches[0].number
    start = b"".join([match.start for match in matches])
    states = np.frombuffer(bytearray(matches[0].start + start), matches[0].type)
    chosen = np.ascontiguousarray(rows[plain])
    found = np.empty((int(columns.records[:, COUNT].max(initial=0)), WIDTH), np.int32)
    if fold(states, chosen, data, changes, found):
        return Judged(np.zeros_like(plain), plain)
    over = np.zeros_like(plain)
    over[plain] = chosen[:, bounds.PHASE] == OVER
    plain[plain] = chosen[:, bounds.COUNT] >= 0
    return Judged(plain, over)


class _Told:
    """Columns on their way to the fold."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._targets = np.empty_like(columns.values[TARGETS])
        self._target_ends = np.zeros(len(columns.numbers) + 1, np.int64)
        self._calls = np.zeros(len(columns.inner[CALLS]) - 1, np.uint8)

    def agree(self, words: dict[str, int], plain: Any) -> int:
        """Leave in `plain` what fits; other than 0 where that cannot be told."""
        c = self._columns
        return agree()(  # type: ignore[no-any-return]
            c.records, c.numbers, c.others, c.ends, c.null, c.values[KINDS], c.values[CARDS],
            c.values[TARGETS], c.opening_ends, c.opening_null, c.opening[KINDS], c.opening[CARDS],
            c.values[CALLS], c.inner[CALLS], *_spelled(tuple(words.items())),
            plain, self._calls, self._targets, self._target_ends,
        )  # fmt: skip

    def rows(self) -> tuple[Any, Any, Any]:
        """The rows of numbers, the bytes and the changes that they are about."""
        c = self._columns
        firsts = c.records[:, FIRST]
        lasts = firsts + c.records[:, COUNT]
        each = np.arange(len(c.records) + 1)
        rows = np.zeros((len(c.records), bounds.PLACES), np.int64)
        before, data = 0, []
        opening = bounds.OPENING_KINDS, bounds.OPENING_SEATS, bounds.OPENING_CARDS
        for column, values, ends in zip(opening, c.opening, c.opening_ends, strict=True):
            _bound(rows, column, before, ends, each[:-1], each[1:])
            data.append(values)
            before += len(values)
        for column, (values, ends) in self._pieces().items():
            _bound(rows, column, before, ends, firsts, lasts)
            data.append(values)
            before += len(values)
        _bound(rows, bounds.CHANGES, 0, c.ends[CLAIM], firsts, lasts)
        rows[:, bounds.ROWS + bounds.BOUNDED] = c.records[:, COUNT]
        rows[:, bounds.COUNT] = NOT_PLAIN
        joined = np.concatenate(data)
        joined.flags.writeable = False  # as where there is one record: a type of its own for Numba
        return rows, joined, c.values[CLAIM]

    def _pieces(self) -> dict[int, tuple[Any, Any]]:
        """By place in a row: the bytes of a column of the deals, and where those of each end."""
        c = self._columns
        scored = ~c.null[CLAIM]
        claims = np.concatenate(([0], np.cumsum(scored)))
        deals = np.arange(len(c.numbers) + 1)
        stocks = np.where(c.null[STOCK], NONE, _small(np.diff(c.ends[STOCK])))
        pieces: dict[int, tuple[Any, Any]] = {
            bounds.KINDS: (c.values[KINDS], c.ends[KINDS]),
            bounds.SEATS: (c.values[SEATS], c.ends[SEATS]),
            bounds.CARDS: (c.values[CARDS], c.ends[CARDS]),
            bounds.TARGETS: (self._targets, self._target_ends),
            bounds.STOCKS: (c.values[STOCK], c.ends[STOCK]),
            bounds.STOCK_SIZES: (stocks.astype(np.uint8), deals),
            bounds.CALLS: (self._calls, c.ends[CALLS]),
            bounds.CLAIM_SIZES: (_small(np.diff(c.ends[CLAIM]))[scored], claims),
            bounds.POINTS_OF: (self._points(scored), POINTS * claims),
        }
        for column, cards, sizes in (
            (HANDS, bounds.HANDS, bounds.HAND_SIZES),
            (TRICKS, bounds.TRICKS, bounds.TRICK_SIZES),
            (PACKETS, bounds.PACKETS, bounds.PACKET_SIZES),
        ):
            inner = c.inner[column]
            pieces[cards] = c.values[column], inner[c.ends[column]]
            pieces[sizes] = _small(np.diff(inner)), c.ends[column]
        return pieces

    def _points(self, scored: Any) -> Any:
        """Five numbers for each score, whether it names points or not."""
        c = self._columns
        points = np.full((int(np.count_nonzero(scored)), POINTS), UNSAID, np.uint8)
        sizes = np.diff(c.ends[NAMED])[scored]
        starts = c.ends[NAMED][:-1][scored]
        named = np.flatnonzero(sizes == POINTS)
        if len(named):
            places = starts[named][:, None] + np.arange(POINTS)
            points[named] = c.values[NAMED][places]
        return points.reshape(-1)


def _bound(rows: Any, column: int, before: int, ends: Any, firsts: Any, lasts: Any) -> None:
    rows[:, column] = before + ends[firsts]
    rows[:, column + bounds.BOUNDED] = before + ends[lasts]


def _small(sizes: Any) -> Any:
    """Sizes as bytes: too many are too many."""
    return np.minimum(sizes, MOST).astype(np.uint8)


@lru_cache(maxsize=16)
def _spelled(words: tuple[tuple[str, int], ...]) -> tuple[Any, Any, Any]:
    """Words one after the other as bytes, where each ends, and their numbers."""
    texts = [word.encode() for word, _ in words]
    ends = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    numbers = np.array([number for _, number in words], np.int64)
    return np.frombuffer(b"".join(texts) or b"\0", np.uint8), ends, numbers
