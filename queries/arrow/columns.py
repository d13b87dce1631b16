"""Columns that are filled in Python and given to DuckDB as they lie in memory.

Each kind of column takes a row's value by `put`, and `node` says how Arrow sees them all. Small
numbers are bytes, 255 for null.
"""

from __future__ import annotations

import ctypes
import errno
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, count
from typing import Any, Final, NamedTuple, Protocol

from cardlog.queries.arrow.structs import Array, Get, LastError, Release, Schema, Stream, capsule
from cardlog.queries.numbers import Packed

NULL: Final = 255  # in a column of bytes
_NULLABLE: Final = 2  # Arrow's flag
_SEEN: Final = b"1" * NULL + b"0"


class Node(NamedTuple):
    """A column as Arrow has it: its format, how long it is, its buffers and its children."""

    format: str
    length: int
    nulls: int
    buffers: tuple[Any, ...]
    children: tuple[tuple[str, Node], ...] = ()


class Column(Protocol):
    """What can be given to DuckDB."""

    def put(self, value: Any) -> None: ...
    def node(self) -> Node: ...


class Small:
    """Numbers from 0 to 254."""

    def __init__(self) -> None:
        self.values = bytearray()

    def put(self, value: int | None) -> None:
        self.values.append(NULL if value is None else value)

    def node(self) -> Node:
        return Node("C", len(self.values), *_with_validity(self.values, self.values))


class Numbers:
    """Whole numbers, None for null: of 16, 32 or 64 bits (`h`, `i`, `q`), `I` without a sign."""

    FORMATS: Final = {"h": "s", "i": "i", "q": "l", "I": "I", "b": "c"}

    def __init__(self, code: str) -> None:
        self.code = code
        self.values: list[int | None] = []
        self.put = self.values.append

    def node(self) -> Node:
        values = self.values
        data = array(self.code, [value or 0 for value in values])
        known = bytes([NULL if value is None else 0 for value in values])
        return Node(self.FORMATS[self.code], len(values), *_with_validity(known, data))


class Truths:
    """True, False or None for null."""

    def __init__(self) -> None:
        self.values: list[bool | None] = []
        self.put = self.values.append

    def node(self) -> Node:
        known = bytes([NULL if value is None else 0 for value in self.values])
        data = bytes([0 if value else NULL for value in self.values])
        return Node("b", len(self.values), *_with_validity(known, _bits(data)))


class Texts:
    """Strings, None for null. Raises UnicodeEncodeError where one is none that a file can hold."""

    def __init__(self) -> None:
        self.values: list[str | None] = []
        self.put = self.values.append

    def node(self) -> Node:
        data = [(value or "").encode() for value in self.values]
        known = bytes([NULL if value is None else 0 for value in self.values])
        ends = array("i", accumulate(map(len, data), initial=0))
        return Node("u", len(data), *_with_validity(known, ends, b"".join(data)))


class Lists:
    """Lists of what `inner` holds, None for null; lists of lists of bytes are Packed."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.ends = array("i", (0,))
        self.known = bytearray()
        by_kind: dict[type, Any] = {Lists: self._put_packed, Structs: self._put_rows}
        self.put: Callable[[Any], None] = by_kind.get(type(inner), self._put_values)

    def _put_values(self, values: Sequence[Any] | None) -> None:
        if values is None:
            self._none()
        else:
            self.inner.values.extend(values)
            self._close(len(values))

    def _put_packed(self, packed: Packed | None) -> None:
        if packed is None:
            self._none()
            return
        inner, (cards, sizes) = self.inner, packed
        inner.inner.values += cards
        end = inner.ends.pop()
        inner.ends.extend(accumulate(sizes, initial=end))
        inner.known += bytes(len(sizes))
        self._close(len(sizes))

    def _put_rows(self, rows: Sequence[Any] | None) -> None:
        if rows is None:
            self._none()
            return
        for row in rows:
            self.inner.put(row)
        self._close(len(rows))

    def _close(self, size: int) -> None:
        self.ends.append(self.ends[-1] + size)
        self.known.append(0)

    def _none(self) -> None:
        self.ends.append(self.ends[-1])
        self.known.append(NULL)

    def node(self) -> Node:
        inner = (("l", self.inner.node()),)
        return Node("+l", len(self.known), *_with_validity(self.known, self.ends), inner)


class Structs:
    """Rows of named columns, None for null."""

    def __init__(self, columns: dict[str, Any]) -> None:
        self.columns = columns
        self.known = bytearray()
        self._puts = [column.put for column in columns.values()]
        self._nothing = (None,) * len(columns)

    def put(self, row: Sequence[Any] | None) -> None:
        for put, value in zip(self._puts, row or self._nothing, strict=True):
            put(value)
        self.known.append(NULL if row is None else 0)

    def node(self) -> Node:
        children = tuple((name, column.node()) for name, column in self.columns.items())
        return Node("+s", len(self.known), *_with_validity(self.known), children)


class Source:
    """Batches of columns of the same names and types, to be read once by DuckDB as a table.

    `empty` are such columns without values. A batch is asked for when the one before it has been
    taken in; an error in that is told to DuckDB in general terms, and stands in `raised`.
    """

    def __init__(
        self, empty: dict[str, Any], batches: Iterable[tuple[dict[str, Any], int]]
    ) -> None:
        self.raised: BaseException | None = None
        self._empty = _table(empty, 0)
        self._batches = iter(batches)
        self._kept: list[Any] = []  # what C holds pointers to
        self._error = ctypes.create_string_buffer(b"the source of the rows failed")
        self._stream = Stream(
            get_schema=_pointer(self._keep(Get(self._schema))),
            get_next=_pointer(self._keep(Get(self._next))),
            get_last_error=_pointer(self._keep(LastError(lambda _: ctypes.addressof(self._error)))),
            release=_pointer(_RELEASED[Stream]),
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        twin = self._keep(Stream())  # whoever takes it ends it
        ctypes.pointer(twin)[0] = self._stream
        return capsule(twin)

    def _schema(self, _: int, out: int) -> int:
        ctypes.pointer(Schema.from_address(out))[0] = self._schema_of("", self._empty)
        return 0

    def _next(self, _: int, out: int) -> int:
        target = Array.from_address(out)
        target.release = None  # the end, unless there is more
        try:
            batch = next(self._batches, None)
            if batch is not None:
                kept: list[Any] = []
                ctypes.pointer(target)[0] = _array_of(_table(*batch), kept)
                target.private_data = _hold(kept)
        except BaseException as error:
            self.raised = error
            return errno.EIO
        return 0

    def _schema_of(self, name: str, node: Node) -> Schema:
        children = [self._keep(self._schema_of(*child)) for child in node.children]
        pointers = self._keep(
            (ctypes.POINTER(Schema) * len(children))(*map(ctypes.pointer, children))
        )
        return Schema(
            format=node.format.encode(),
            name=name.encode(),
            flags=_NULLABLE,
            n_children=len(children),
            children=pointers,
            release=_pointer(_RELEASED[Schema]),
        )

    def _keep(self, value: Any) -> Any:
        self._kept.append(value)
        return value


def _table(columns: dict[str, Any], rows: int) -> Node:
    children = tuple((name, column.node()) for name, column in columns.items())
    return Node("+s", rows, 0, (None,), children)


def _array_of(node: Node, kept: list[Any]) -> Array:
    """The values of a column, with what must be kept as long as they are in use."""
    children = [_array_of(child, kept) for _, child in node.children]
    held = [_buffer(each) for each in node.buffers]
    addresses = [None if each is None else ctypes.addressof(each) for each in held]
    buffers = (ctypes.c_void_p * len(addresses))(*addresses)
    pointers = _pointers(Array, children)
    kept += (children, held, buffers, pointers)
    return Array(
        length=node.length,
        null_count=node.nulls,
        n_buffers=len(addresses),
        n_children=len(children),
        buffers=buffers,
        children=pointers,
        release=_pointer(_RELEASED[Array]),
    )


def _with_validity(known: bytes | bytearray, *buffers: Any) -> tuple[int, tuple[Any, ...]]:
    """How many are null, and the buffers with the one in front that says which."""
    nulls = known.count(NULL)
    return nulls, (_bits(known) if nulls else None, *buffers)


def _bits(known: bytes | bytearray) -> bytes:
    """A bit for each byte: 0 where it is NULL. As one number written in binary: no loop."""
    if not known:
        return b""
    return int(known.translate(_SEEN)[::-1], 2).to_bytes((len(known) + 7) // 8, "little")


def _pointers(kind: Any, values: list[Any]) -> Any:
    return (ctypes.POINTER(kind) * len(values))(*map(ctypes.pointer, values))


def _buffer(data: Any) -> Any:
    """Memory that C may point to: eight spare bytes, since an empty one has no address."""
    if data is None:
        return None
    data = bytes(data) if not isinstance(data, array) else data.tobytes()
    return ctypes.create_string_buffer(data, len(data) + 8)


def _pointer(function: Any) -> int | None:
    return ctypes.cast(function, ctypes.c_void_p).value


_held: Final[dict[int, list[Any]]] = {}  # what batches in use keep
_numbers: Final = count(1)


def _hold(kept: list[Any]) -> int:
    number = next(_numbers)
    _held[number] = kept
    return number


def _release(kind: Any) -> Any:
    """Say that a structure is done with, and let go of what a batch keeps."""

    def released(address: int) -> None:
        done = kind.from_address(address)
        done.release = None
        if done.private_data:
            _held.pop(done.private_data, None)

    return Release(released)


_RELEASED: Final = {kind: _release(kind) for kind in (Schema, Array, Stream)}
