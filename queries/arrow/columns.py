"""Columns of Python values, given to DuckDB as they then lie in memory.

`node_of` lays out the values of a column as Arrow has them, by its type as DuckDB names it. None is
null everywhere. Lists of small numbers are `bytes`, with 255 for a null in them, and lists of those
Packed: so that most of a column is joined, not gone through.
"""

from __future__ import annotations

import ctypes
import errno
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, count
from typing import Any, Final, NamedTuple

from cardlog.queries.arrow.structs import Array, Get, LastError, Release, Schema, Stream, capsule

NULL: Final = 255  # in a column of bytes
_NULLABLE: Final = 2  # Arrow's flag
_SEEN: Final = b"1" * NULL + b"0"

Fields = Sequence[tuple[str, str]]  # names and types

# By DuckDB's type: how Arrow calls it, and Python's array.
_NUMBERS: Final = {
    "TINYINT": ("c", "b"), "SMALLINT": ("s", "h"), "INTEGER": ("i", "i"), "BIGINT": ("l", "q"),
    "UINTEGER": ("I", "I"),
}  # fmt: skip


class Node(NamedTuple):
    """A column as Arrow has it: its format, how long it is, its buffers and its children."""

    format: str
    length: int
    nulls: int
    buffers: tuple[Any, ...]
    children: tuple[tuple[str, Node], ...] = ()


def node_of(type: str, values: Sequence[Any], struct: Fields = ()) -> Node:
    """The values of a column. A STRUCT has the fields `struct`.

    Raises UnicodeEncodeError where a text is none that a file can hold.
    """
    size = len(values)
    if type.endswith("[]"):
        return _lists(type.removesuffix("[]"), values, struct)
    if type == "UTINYINT":
        data = values if isinstance(values, bytes) else _small(values)
        return Node("C", size, *_with_validity(data, data))
    known = _known(values)
    nothing = known is not None and known.count(NULL) == size
    if type.startswith("STRUCT"):
        columns = zip(*[value or (None,) * len(struct) for value in values], strict=True)
        filled = list(columns) or [()] * len(struct)
        inner = tuple(
            (name, node_of(each, column))
            for (name, each), column in zip(struct, filled, strict=True)
        )
        return Node("+s", size, *_with_validity(known), inner)
    if nothing and type == "VARCHAR":
        return Node("u", size, *_with_validity(known, _zeros(size + 1), b""))
    if type == "BOOLEAN":
        return Node("b", size, *_with_validity(known, _bits(_small([v or None for v in values]))))
    if type == "VARCHAR":
        texts = [(value or "").encode() for value in values]
        ends = array("i", accumulate(map(len, texts), initial=0))
        return Node("u", size, *_with_validity(known, ends, b"".join(texts)))
    name, code = _NUMBERS[type]
    if nothing:
        numbers = array(code, bytes(array(code).itemsize * size))
    else:
        numbers = array(code, values if known is None else [value or 0 for value in values])
    return Node(name, size, *_with_validity(known, numbers))


def _lists(type: str, values: Sequence[Any], struct: Fields) -> Node:
    known = _known(values)
    lists = values if known is None else [value for value in values if value is not None]
    if type == "UTINYINT[]":
        return _packed(values, lists, known)
    if not lists:
        ends = _zeros(len(values) + 1)
    else:
        sizes = map(len, values) if known is None else (0 if v is None else len(v) for v in values)
        ends = array("i", accumulate(sizes, initial=0))
    if type == "UTINYINT":
        inner = node_of(type, b"".join(map(bytes, lists)))
    else:
        inner = node_of(type, list(chain.from_iterable(lists)), struct)
    return Node("+l", len(values), *_with_validity(known, ends), (("l", inner),))


def _packed(values: Sequence[Any], lists: Sequence[Any], known: bytes | None) -> Node:
    if lists:
        sizes = [0 if value is None else len(value.sizes) for value in values]
        outer = array("i", accumulate(sizes, initial=0))
    else:
        outer = _zeros(len(values) + 1)
    ends = array("i", accumulate(chain.from_iterable(each.sizes for each in lists), initial=0))
    cards = node_of("UTINYINT", b"".join([each.cards for each in lists]))
    middle = Node("+l", len(ends) - 1, 0, (None, ends), (("l", cards),))
    return Node("+l", len(values), *_with_validity(known, outer), (("l", middle),))


def _zeros(size: int) -> Any:
    """The ends of lists or texts of which there are none."""
    return array("i", bytes(4 * size))


def _small(values: Sequence[int | None]) -> bytes:
    return bytes([NULL if value is None else value for value in values])


def _known(values: Sequence[Any]) -> bytes | None:
    """NULL for each null; None where none is."""
    if isinstance(values, (bytes, array)):
        return None
    nulls = values.count(None)
    if nulls == len(values):
        return bytes((NULL,)) * nulls if nulls else None
    return bytes([NULL if value is None else 0 for value in values]) if nulls else None


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


def table(columns: Iterable[tuple[str, Node]], rows: int) -> Node:
    """Columns as a table."""
    return Node("+s", rows, 0, (None,), tuple(columns))


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


def _with_validity(known: bytes | None, *buffers: Any) -> tuple[int, tuple[Any, ...]]:
    """How many are null, and the buffers with the one in front that says which."""
    nulls = known.count(NULL) if known else 0
    return nulls, (_bits(known or b"") if nulls else None, *buffers)


def _bits(known: bytes) -> bytes:
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
