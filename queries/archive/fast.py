"""Records judged straight from the columns of an archive, by compiled rules (engine/bulk/).

Numbers of records bind the rows of both tables together. They are looked at first: where they do
not ascend, as ingest writes them, nothing is judged here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cardlog.engine.audit import Audit
from cardlog.engine.bulk.agreeing import COUNT, DUE, FIRST, KNOWN, PLAYERS
from cardlog.engine.bulk.many import judged as judged_columns
from cardlog.engine.bulk.plain import FAMILIES
from cardlog.queries.archive import columns, headers, reading
from cardlog.queries.archive.exporting import checked, read
from cardlog.queries.archive.headers import Headers
from cardlog.queries.arrow.arrays import Table, tables

if TYPE_CHECKING:
    from cardlog.queries.archive.auditing import Found

AT_ONCE: Final = 4096  # records


def judged(held: Any, game: str, games: str, deals: str) -> Iterator[Found]:
    """The records of one game in the rows that two queries give, in order: the audit of each that
    is plain, and the others put together."""
    with contextlib.closing(_Rows(held, game, games, deals)) as rows:
        if game in FAMILIES and rows.ascend():
            yield from rows.judged()
        else:
            yield from rows.put_together()


def _ascend(held: Any, query: str, least: int) -> bool:
    """Whether the number of the record grows by so much at least from row to row."""
    last = -1
    for table in tables(held, f"SELECT record FROM ({query})"):
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
        self._held, *self._others = [held.cursor() for _ in range(3)]  # with answers of their own
        self._game = game
        self._games = games
        self._deals = deals
        self._headers = Headers(game)
        self._rows: Iterator[Table] = iter(())
        self._rest: Table | None = None  # deals that are read, and not judged

    def close(self) -> None:
        """Ask no more."""
        for cursor in (self._held, *self._others):
            cursor.close()

    def ascend(self) -> bool:
        """Whether the rows are in the order of their records."""
        return _ascend(self._held, self._games, 1) and _ascend(self._held, self._deals, 0)

    def put_together(self) -> Iterator[Found]:
        """Every record."""
        return map(checked, read(self._held, self._games, self._deals))

    def judged(self) -> Iterator[Found]:
        """The audits of those that are plain, and the others put together."""
        games, deals = self._others
        self._rows = tables(deals, f"SELECT {columns.wanted(self._game)} FROM ({self._deals})")
        told = f"SELECT {headers.wanted(self._game)} FROM ({self._games})"
        for table in tables(games, told):
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
        found = columns.taken(games, deals, records)
        return judged_columns(found, self._headers.matches, which, plain)
