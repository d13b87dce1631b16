"""The table `deals`, which grows by a whole record at a time.

What was written down of a record's deals comes as whole columns (cutting.py), and stays so: laying
them out joins them. Only what was found of a deal, a number here and there, is a row of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain, repeat
from typing import TYPE_CHECKING, Any, Final

from cardlog.queries.arrow.columns import NULL, Node, lists_of, node_of, packed_of
from cardlog.queries.cutting import Batch, Cut, Pieces
from cardlog.queries.filling import Rows
from cardlog.queries.found import Found, deals_of, rows_of
from cardlog.queries.numbers import Lists
from cardlog.queries.tables import SEGMENT, Column
from cardlog.records.flat import Flat

if TYPE_CHECKING:
    from cardlog.engine.bulk.plain import Found as Plain

AT_ONCE: Final = 2_000  # events that are cut together: few enough to be at hand still

_NUMBERS: Final = ("record", "deal")
_LISTS: Final = {each.name: each.type.removesuffix("[]") for each in SEGMENT[3:11]}
_RARE: Final = {each.name: each.type for each in SEGMENT[11:]}


class Deals(Rows):
    """See above. Its `rows` hold the numbers of record and deal, and what was found."""

    def __init__(self, columns: Iterable[Column]) -> None:
        """`columns` are those of the table that were written, and perhaps those that were found."""
        self._all = tuple(columns)
        super().__init__(c for c in self._all if c.name in _NUMBERS or not c.written)
        self._nothing: tuple[Any, ...] = (None,) * (len(self.columns) - len(_NUMBERS))
        self._firsts: list[int] = []
        self._sizes: list[int] = []
        self._kinds: list[str] = []
        self._seats: list[bytes] = []
        self._cards: list[bytes] = []
        self._lists = [_Lists(inner) for inner in _LISTS.values()]
        self._rare: list[list[Any]] = [[] for _ in _RARE]
        self._games: list[str] = []
        self._players = bytearray()
        self._batch = Batch()
        self._waiting = 0  # events in it
        self._plain: list[tuple[int, list[int], Plain]] = []  # in the place of rows

    def __len__(self) -> int:
        return len(self._games)

    def add(self, flat: Flat, pieces: Pieces) -> None:
        """The deals of a record in which nothing is rare: cut with those of others."""
        self._batch.add(flat, pieces)
        self._waiting += len(flat.kinds)
        if self._waiting >= AT_ONCE:
            self._cut_batch()

    def add_cut(self, cut: Cut) -> None:
        """The deals of a record."""
        self._cut_batch()
        self._add(cut)

    def add_found(
        self, record: int, starts: list[int], game: str, players: int, found: Found
    ) -> None:
        """What else there is to say of these deals.

        What compiled rules have found is kept as it is while there is nothing else.
        """
        plain = found.plain
        if self.rows or plain is None or len(plain.deals) != len(starts) or self._other(game):
            self._without_vectors()
            self._add_rows(record, starts, deals_of(found))
        else:
            self._plain.append((record, starts, plain))
        self._games += [game] * len(starts)
        self._players += bytes((min(players, NULL - 1),)) * len(starts)

    def _other(self, game: str) -> bool:
        return bool(self._games) and game != self._games[-1]

    def _add_rows(
        self, record: int, starts: list[int], deals: Mapping[int, tuple[Any, ...]]
    ) -> None:
        told, nothing = deals.get, self._nothing
        self.rows += [
            (record, number) + told(first, nothing)  # noqa: RUF005, several times as fast
            for number, first in enumerate(starts, 1)
        ]

    def _without_vectors(self) -> None:
        """Rows for what compiled rules have found so far, as something else comes after it."""
        plain, self._plain = self._plain, []
        for record, starts, found in plain:
            self._add_rows(record, starts, rows_of(found))

    def _cut_batch(self) -> None:
        if self._batch.starts:
            self._add(self._batch.cut())
            self._batch, self._waiting = Batch(), 0

    def _add(self, cut: Cut) -> None:
        before = len(self._firsts)
        self._firsts += cut.starts
        self._sizes += cut.sizes
        self._kinds.append(cut.kinds)
        self._seats.append(cut.seats)
        self._cards.append(cut.cards)
        for column, lists in zip(self._lists, cut[5:13], strict=True):
            if lists is not None:
                column.add(before, lists)
        for values, more in zip(self._rare, cut[13:], strict=True):
            if more is not None:
                _pad(values, before)
                values += more

    def _empty(self) -> Deals:
        return Deals(self._all)

    def _nodes(self) -> Iterator[tuple[str, Node]]:
        told = self._vectors() if self._plain else super()._nodes()
        nodes = {**dict(told), **dict(self._written())}
        return ((column.name, nodes[column.name]) for column in self._all)

    def _vectors(self) -> Iterator[tuple[str, Node]]:
        from cardlog.queries.vectors import vectors

        counts = [len(starts) for _, starts, _ in self._plain]
        records = [record for record, _, _ in self._plain]
        numbers = chain.from_iterable(map(repeat, records, counts))
        yield "record", node_of("UINTEGER", [*numbers])
        within = chain.from_iterable([range(1, count + 1) for count in counts])
        yield "deal", node_of("UINTEGER", [*within])
        yield from vectors([found for _, _, found in self._plain])

    def _written(self) -> Iterator[tuple[str, Node]]:
        self._cut_batch()
        size = len(self)
        ends = array("i", accumulate(self._sizes, initial=0))
        yield "first", node_of("UINTEGER", self._firsts)
        yield "kinds", Node("u", size, 0, (None, ends, "".join(self._kinds).encode()))
        for name, pieces in (("seats", self._seats), ("cards", self._cards)):
            inner = node_of("UTINYINT", b"".join(pieces))
            yield name, Node("+l", size, 0, (None, ends), (("l", inner),))
        for name, column in zip(_LISTS, self._lists, strict=True):
            yield name, column.node(size)
        for (name, type), values in zip(_RARE.items(), self._rare, strict=True):
            _pad(values, size)
            yield name, node_of(type, values)
        yield "game", node_of("VARCHAR", self._games)
        yield "size", node_of("UTINYINT", bytes(self._players))


class _Lists:
    """A column of lists: how long each is, and runs of what is in them."""

    def __init__(self, inner: str) -> None:
        self._inner = inner
        self._sizes: list[int | None] = []
        self._data: list[Any] = []

    def add(self, before: int, lists: Lists) -> None:
        """The lists of a record that so many rows come before."""
        _pad(self._sizes, before)
        self._sizes += lists.sizes
        self._data.append(lists.data)

    def node(self, size: int) -> Node:
        """The column of so many rows."""
        _pad(self._sizes, size)
        if self._inner == "UTINYINT[]":
            return packed_of(self._sizes, self._data)
        return lists_of(self._sizes, self._values())

    def _values(self) -> Node:
        if self._inner == "VARCHAR":
            return node_of(self._inner, [*chain.from_iterable(self._data)])
        data = b"".join(self._data)
        if self._inner == "INTEGER":
            return node_of(self._inner, array("i", data))
        return node_of(self._inner, data)


def _pad(values: list[Any], size: int) -> None:
    """Nulls for rows that nothing was added for."""
    if len(values) < size:
        values += [None] * (size - len(values))
