"""The columns that DuckDB gives, as NumPy arrays: for whoever looks at many rows at once.

A column of texts or lists is one array of everything in it, and where each row ends in that. So no
value becomes an object of Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from cardlog.queries.arrow.rows import streamed
from cardlog.queries.arrow.structs import Array, Schema

_TYPES: Final[dict[str, Any]] = {
    "c": np.int8, "C": np.uint8, "s": np.int16, "S": np.uint16, "i": np.int32, "I": np.uint32,
    "l": np.int64, "L": np.uint64,
}  # fmt: skip
_LARGE: Final = ("U", "+L")  # whose ends are numbers of eight bytes


class Column(NamedTuple):
    """`null` says of each row whether it is; None where none is. What is null has no values.

    The values of row k are `values` from `ends[k]` to `ends[k + 1]`: bytes of a text, or the rows
    of another column. Numbers have no `ends`, and one value a row.
    """

    values: Any
    ends: Any = None
    null: Any = None

    def __len__(self) -> int:
        return len(self.values) if self.ends is None else len(self.ends) - 1

    def rows(self, start: int, end: int) -> Column:
        """Some of its rows."""
        null = None if self.null is None else self.null[start:end]
        if self.ends is None:
            return Column(self.values[start:end], None, null)
        ends = self.ends[start : end + 1]
        values = self.values
        first, last = int(ends[0]), int(ends[-1])
        if type(values) is Column:
            return Column(values.rows(first, last), ends - first, null)
        return Column(values[first:last], ends - first, null)

    def before(self, other: Column) -> Column:
        """Its rows, and then those of another."""
        null = None
        if self.null is not None or other.null is not None:
            null = np.concatenate((self.nulls, other.nulls))
        if type(self.values) is Column:
            values: Any = self.values.before(other.values)
        else:
            values = np.concatenate((self.values, other.values))
        if self.ends is None:
            return Column(values, None, null)
        return Column(values, np.concatenate((self.ends, other.ends[1:] + self.ends[-1])), null)

    @property
    def nulls(self) -> Any:
        """Of each row whether it is null."""
        return np.zeros(len(self), np.bool_) if self.null is None else self.null

    @property
    def with_nulls(self) -> Any:
        """Of each list whether there is a null in it."""
        if self.values.null is None:
            return np.zeros(len(self), np.bool_)
        before = np.concatenate(([0], np.cumsum(self.values.null)))
        return np.diff(before[self.ends]) > 0

    def filled(self, value: int) -> Any:
        """The numbers, with this one for each that is null."""
        if self.null is None:
            return self.values
        return np.where(self.null, self.values.dtype.type(value), self.values)


class Table(dict[str, Column]):
    """Columns by name."""

    @property
    def size(self) -> int:
        """How many rows it has."""
        return len(next(iter(self.values())))

    def rows(self, start: int, end: int) -> Table:
        """Some of its rows."""
        return Table((name, column.rows(start, end)) for name, column in self.items())

    def before(self, other: Mapping[str, Column]) -> Table:
        """Its rows, and then those of another."""
        return Table((name, column.before(other[name])) for name, column in self.items())


def tables(held: Any, sql: str) -> Iterator[Table]:
    """What a query of DuckDB comes to, some rows at a time.

    Raises what DuckDB raises, and ValueError where a column has another type than those above.
    """
    for schema, array in streamed(held, sql):
        yield Table(
            (
                schema.children[k].contents.name.decode(),
                _column(schema.children[k].contents, array.children[k].contents, 0, array.length),
            )
            for k in range(array.n_children)
        )


def _column(schema: Schema, array: Array, start: int, end: int) -> Column:
    """The rows from `start` to `end`, copied: the memory is DuckDB's, and soon gone."""
    start, end = start + array.offset, end + array.offset
    kind = schema.format.decode()
    null = _nulls(array, start, end)
    if kind in _TYPES:
        return Column(_raw(array, 1, _TYPES[kind], start, end), None, null)
    if kind == "b":
        return Column(_bits(array, 1, start, end), None, null)
    if kind not in ("u", "U", "+l", "+L"):
        raise ValueError(f"a column of the Arrow type {kind}")
    ends = _raw(array, 1, np.int64 if kind in _LARGE else np.int32, start, end + 1)
    if not len(ends):
        ends = np.zeros(1, np.int32)
    first, last = int(ends[0]), int(ends[-1])
    ends = ends.astype(np.int64) - first
    if null is not None and np.any(np.diff(ends)[null]):
        raise ValueError("a row that is null has values")
    if kind in ("u", "U"):
        return Column(_raw(array, 2, np.uint8, first, last), ends, null)
    inner = array.children[0].contents
    return Column(_column(schema.children[0].contents, inner, first, last), ends, null)


def _nulls(array: Array, start: int, end: int) -> Any:
    if not array.null_count or not array.buffers[0]:
        return None
    return ~_bits(array, 0, start, end)


def _bits(array: Array, buffer: int, start: int, end: int) -> Any:
    first = start // 8
    data = _raw(array, buffer, np.uint8, first, (end + 7) // 8)
    return np.unpackbits(data, bitorder="little")[start - 8 * first : end - 8 * first] == 1


def _raw(array: Array, buffer: int, type: Any, start: int, end: int) -> Any:
    if start >= end or not array.buffers[buffer]:
        return np.empty(0, type)
    found = np.empty(end - start, type)
    width = found.itemsize
    ctypes.memmove(found.ctypes.data, array.buffers[buffer] + width * start, found.nbytes)
    return found
