"""Columns that are filled in Python and given to DuckDB as they lie in memory.

Each kind of column has its values where a caller appends them, and `node` says how Arrow sees
them. Small numbers are bytes, 255 for null.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from itertools import accumulate
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

    def node(self) -> Node: ...


class Small:
    """Numbers from 0 to 254."""

    def __init__(self) -> None:
        self.values = bytearray()

    def node(self) -> Node:
        return Node("C", len(self.values), *_with_validity(self.values, self.values))


class Numbers:
    """Whole numbers, None for null: of 16, 32 or 64 bits (`h`, `i`, `q`), `I` without a sign."""

    FORMATS: Final = {"h": "s", "i": "i", "q": "l", "I": "I", "b": "c"}

    def __init__(self, code: str) -> None:
        self.code = code
        self.values: list[int | None] = []

    def node(self) -> Node:
        values = self.values
        if None in values:
            data = array(self.code, [value or 0 for value in values])
        else:
            data = array(self.code, values)
        known = bytes([NULL if value is None else 0 for value in values])
        return Node(self.FORMATS[self.code], len(values), *_with_validity(known, data))


class Truths:
    """True, False or None for null."""

    def __init__(self) -> None:
        self.values: list[bool | None] = []

    def node(self) -> Node:
        known = bytes([NULL if value is None else 0 for value in self.values])
        data = bytes([0 if value else NULL for value in self.values])
        return Node("b", len(self.values), *_with_validity(known, _bits(data)))


class Texts:
    """Strings, None for null. Raises UnicodeEncodeError where one is none that a file can hold."""

    def __init__(self) -> None:
        self.values: list[str | None] = []

    def node(self) -> Node:
        data = [(value or "").encode() for value in self.values]
        known = bytes([NULL if value is None else 0 for value in self.values])
        ends = array("i", accumulate(map(len, data), initial=0))
        return Node("u", len(data), *_with_validity(known, ends, b"".join(data)))


class Lists:
    """Lists of what `inner` holds: fill it, then `close` the list, or say that there is `none`."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.ends = array("i", (0,))
        self.known = bytearray()

    def close(self, size: int) -> None:
        """The last `size` values are a list."""
        self.ends.append(self.ends[-1] + size)
        self.known.append(0)

    def none(self) -> None:
        """Here is no list."""
        self.ends.append(self.ends[-1])
        self.known.append(NULL)

    def put(self, values: Sequence[Any] | None) -> None:
        """A whole list, or none."""
        if values is None:
            self.none()
        else:
            self.inner.values += values
            self.close(len(values))

    def put_packed(self, packed: Packed | None) -> None:
        """A whole list of lists, or none."""
        if packed is None:
            self.none()
            return
        inner, (cards, sizes) = self.inner, packed
        inner.inner.values += cards
        end = inner.ends.pop()
        inner.ends.extend(accumulate(sizes, initial=end))
        inner.known += bytes(len(sizes))
        self.close(len(sizes))

    def node(self) -> Node:
        inner = (("l", self.inner.node()),)
        return Node("+l", len(self.known), *_with_validity(self.known, self.ends), inner)


class Structs:
    """Rows of named columns, all of them filled by whoever says how many `rows` there are."""

    def __init__(self, columns: dict[str, Any]) -> None:
        self.columns = columns
        self.known = bytearray()  # one for each row: 0, or NULL where there is none

    def node(self) -> Node:
        children = tuple((name, column.node()) for name, column in self.columns.items())
        return Node("+s", len(self.known), *_with_validity(self.known), children)


class Source:
    """Columns of one length, to be read once by DuckDB as a table."""

    def __init__(self, columns: dict[str, Any], rows: int) -> None:
        children = tuple((name, column.node()) for name, column in columns.items())
        self._node = Node("+s", rows, 0, (None,), children)
        self._kept: list[Any] = []  # what C holds pointers to
        self._given = False
        self._made = Stream(
            get_schema=_pointer(self._keep(Get(self._schema))),
            get_next=_pointer(self._keep(Get(self._next))),
            get_last_error=_pointer(self._keep(LastError(lambda _: None))),
            release=_pointer(_RELEASED[Stream]),
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        self._given = False
        twin = self._keep(Stream())
        ctypes.pointer(twin)[0] = self._made
        return capsule(twin)

    def _schema(self, _: int, out: int) -> int:
        ctypes.pointer(Schema.from_address(out))[0] = self._schema_of("", self._node)
        return 0

    def _next(self, _: int, out: int) -> int:
        target = Array.from_address(out)
        if self._given:
            target.release = None  # the end of the stream
            return 0
        self._given = True
        ctypes.pointer(target)[0] = self._array_of(self._node)
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

    def _array_of(self, node: Node) -> Array:
        children = [self._keep(self._array_of(child)) for _, child in node.children]
        pointers = self._keep(
            (ctypes.POINTER(Array) * len(children))(*map(ctypes.pointer, children))
        )
        held = [self._keep(_buffer(each)) for each in node.buffers]
        addresses = [None if each is None else ctypes.addressof(each) for each in held]
        return Array(
            length=node.length,
            null_count=node.nulls,
            n_buffers=len(addresses),
            n_children=len(children),
            buffers=self._keep((ctypes.c_void_p * len(addresses))(*addresses)),
            children=pointers,
            release=_pointer(_RELEASED[Array]),
        )

    def _keep(self, value: Any) -> Any:
        self._kept.append(value)
        return value


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


def _release(kind: Any) -> Any:
    """Say that a structure is done with. Its memory is Python's and goes with its Source."""

    def released(address: int) -> None:
        kind.from_address(address).release = None

    return Release(released)


_RELEASED: Final = {kind: _release(kind) for kind in (Schema, Array, Stream)}
