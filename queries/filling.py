"""The rows of a table, to be laid out as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from cardlog.queries.arrow.columns import Node, node_of, table
from cardlog.queries.arrow.stream import Source
from cardlog.queries.tables import SEGMENT, Column

_SEGMENT: Final = [(column.name, column.type) for column in SEGMENT]


class Rows:
    """The rows of a table, to be laid out once they are all there."""

    def __init__(self, columns: Iterable[Column]) -> None:
        self.columns = tuple(columns)
        self.rows: list[Sequence[Any]] = []

    def __len__(self) -> int:
        return len(self.rows)

    def node(self) -> Node:
        """The table. Raises UnicodeEncodeError where a text is none that a file can hold."""
        return table(self._nodes(), len(self))

    def source(self) -> Source:
        """The table, for DuckDB."""
        return Source(self._empty().node(), [self.node()] if len(self) else [])

    def _empty(self) -> Rows:
        return Rows(self.columns)

    def _nodes(self) -> Iterator[tuple[str, Node]]:
        found = list(zip(*self.rows, strict=True)) or [()] * len(self.columns)
        for column, values in zip(self.columns, found, strict=True):
            yield column.name, node_of(column.type, values, _SEGMENT)
