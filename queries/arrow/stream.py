"""Columns given to DuckDB as they lie in memory: batches of them, as a stream."""

from __future__ import annotations

import ctypes
import errno
from array import array
from collections.abc import Iterable
from itertools import count
from typing import Any, Final

from cardlog.queries.arrow.columns import Node
from cardlog.queries.arrow.structs import Array, Get, LastError, Release, Schema, Stream, capsule
from cardlog.queries.clock import called_by_duckdb

_NULLABLE: Final = 2  # Arrow's flag


class Source:
    """Batches of columns of the same names and types, to be read once by DuckDB as a table.

    `empty` are such columns without values. A batch is asked for when the one before it has been
    taken in; an error in that is told to DuckDB in general terms, and stands in `raised`.
    """

    def __init__(self, empty: Node, batches: Iterable[Node]) -> None:
        self.raised: BaseException | None = None
        self._empty = empty
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
            with called_by_duckdb():
                batch = next(self._batches, None)
            if batch is not None:
                kept: list[Any] = []
                ctypes.pointer(target)[0] = _array_of(batch, kept)
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
