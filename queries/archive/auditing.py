"""The records of an archive to be judged: most of them straight from its columns.

    for number, id, found in audited(path, fast=True): ...

With compiled rules (engine/bulk/) the columns of many deals are judged by one call, and of the
records that are plain and in order no more is made than the answer. All the others are put together
and left to whoever asked, as is every record where there are no compiled rules.

Two things are asked of an archive before: records stand in it in the order of their numbers, and so
do deals. Any other is put together.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator
from typing import Any, Final

import numpy as np

from cardlog.engine.audit import Audit
from cardlog.engine.bulk.agreeing import COUNT, DUE, FIRST, KNOWN, PLAYERS
from cardlog.engine.bulk.many import judged
from cardlog.engine.bulk.plain import FAMILIES
from cardlog.queries.archive import manifest, opening, reading
from cardlog.queries.archive.columns import columns, wanted
from cardlog.queries.archive.exporting import checked, in_order, lanes, read
from cardlog.queries.archive.headers import QUERY, Headers
from cardlog.queries.archive.manifest import Part
from cardlog.queries.arrow.arrays import Table, tables
from cardlog.queries.tables import DEALS, GAMES
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

AT_ONCE: Final = 2048  # records
PARTS: Final = 16  # whose files are open at once

Found = tuple[int, str, Audit | Record | RecordError]


def audited(path: str, *, fast: bool = True) -> Generator[Found, None, None]:
    """Number and id of each record in an archive that is a folder, and its audit where it is plain
    and in order; else the record, or a RecordError where a row makes none, or not that of its id.

    With `fast=False` there are only records. Raises RecordError where it is no archive, OSError.
    """
    with contextlib.closing(opening.opened(path, with_views=False)) as held:
        root = os.path.realpath(path)
        games: dict[str, list[Part]] = {}
        for part in manifest.read(path).parts:
            games.setdefault(part.game, []).append(part)
        yield from in_order(
            _lane(held, root, game, lane, fast and game in FAMILIES)
            for game, parts in games.items()
            for lane in lanes(parts)
        )


def _lane(held: Any, root: str, game: str, parts: list[Part], fast: bool) -> Iterator[Found]:
    """Parts of which one begins after the other has ended, some at a time."""
    for start in range(0, len(parts), PARTS):
        its = parts[start : start + PARTS]
        rows = _Rows(
            held, game, *(opening.select(held, root, its, each) for each in (GAMES, DEALS))
        )
        yield from rows.judged() if fast and rows.ascend() else rows.put_together()


def _ascend(held: Any, query: str, least: int) -> bool:
    """Whether the number of the record grows by so much at least from row to row."""
    last = -1
    for table in tables(held.sql(f"SELECT record FROM ({query})")):
        numbers = table["record"]
        if numbers.null is not None or not len(numbers):
            return False
        steps = np.diff(numbers.values.astype(np.int64), prepend=last)
        if steps.min(initial=1) < least:
            return False
        last = int(numbers.values[-1])
    return True


class _Rows:
    """Records of one game, by queries for their rows in both tables."""

    def __init__(self, held: Any, game: str, games: str, deals: str) -> None:
        self._held = held.cursor()  # with answers of its own
        self._game = game
        self._games = games
        self._deals = deals

    def put_together(self) -> Iterator[Found]:
        """Every record."""
        return map(checked, read(self._held, self._games, self._deals))

    def ascend(self) -> bool:
        """Whether the rows are in the order of their records."""
        return _ascend(self._held, self._games, 1) and _ascend(self._held, self._deals, 0)

    def judged(self) -> Iterator[Found]:
        """The audits of those that are plain, and the others put together."""
        told = self._held.cursor().sql(f"SELECT {wanted(self._game)} FROM ({self._deals})")
        self._rows = tables(told)
        self._rest: Table | None = None  # deals that are read, and not judged
        self._headers = Headers(self._game)
        told = self._held.cursor().sql(f"SELECT {QUERY} FROM ({self._games})")
        for table in tables(told):
            for start in range(0, table.size, AT_ONCE):
                yield from self._some(table.rows(start, min(start + AT_ONCE, table.size)))

    def _some(self, games: Table) -> Iterator[Found]:
        """Some records that follow one another."""
        numbers = games["record"].values
        plain, over = self._judge(games, self._deals_to(int(numbers[-1])))
        others = reading.records(self._held, self._games, self._deals, numbers[~plain].tolist())
        ids = games["id"].values.tobytes().decode("latin-1")
        ends = games["id"].ends.tolist()
        answers = tuple(
            Audit(game=self._game, ok=True, status=status) for status in ("unfinished", "finished")
        )
        for k, (number, fits, ended) in enumerate(
            zip(numbers.tolist(), plain.tolist(), over.tolist(), strict=True)
        ):
            if fits:
                yield number, ids[ends[k] : ends[k + 1]], answers[ended]
            else:
                yield checked(next(others))

    def _deals_to(self, number: int) -> Table | None:
        """The deals up to those of this record."""
        rest = self._rest
        while rest is None or not rest.size or rest["record"].values[-1] <= number:
            more = next(self._rows, None)
            if more is None:
                break
            rest = more if rest is None or not rest.size else rest.before(more)
        if rest is None:
            return None
        end = int(np.searchsorted(rest["record"].values, number, "right"))
        self._rest = rest.rows(end, rest.size)
        return rest.rows(0, end)

    def _judge(self, games: Table, deals: Table | None) -> tuple[Any, Any]:
        which, players = self._headers.of(games)
        plain = which >= 0
        if deals is None or not plain.any():
            return np.zeros_like(plain), plain
        numbers = games["record"].values
        records = np.zeros((len(numbers), KNOWN), np.int64)
        of = deals["record"].values
        records[:, FIRST] = np.searchsorted(of, numbers, "left")
        records[:, COUNT] = np.searchsorted(of, numbers, "right") - records[:, FIRST]
        records[:, DUE] = games["deals"].filled(0)
        records[:, PLAYERS] = players
        rare = np.concatenate(([0], np.cumsum(deals["rare"].values)))
        ends = records[:, FIRST] + records[:, COUNT]
        plain &= rare[ends] == rare[records[:, FIRST]]
        try:
            found = columns(games, deals, records)
        except ValueError:
            return np.zeros_like(plain), plain
        return judged(found, self._headers.matches, which, plain)
