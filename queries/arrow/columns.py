"""Columns of Python values, given to DuckDB as they then lie in memory.

`node_of` lays out the values of a column as Arrow has them, by its type as DuckDB names it. None is
null everywhere. Lists of small numbers are `bytes`, with 255 for a null in them (-128 where numbers
have a sign), and lists of those Packed: so that most of a column is joined, not gone through.
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
NO_NUMBER: Final = -128  # in one of bytes with a sign
_NULLABLE: Final = 2  # Arrow's flag
_SEEN: Final = b"1" * NULL + b"0"
_FALSE: Final = bytes((NULL, 0)) + bytes((NULL,)) * 254
_NO_NUMBER: Final = bytes(NULL if byte == NO_NUMBER + 256 else 0 for byte in range(256))

Fields = Sequence[tuple[str, str]]  # names and types

# By DuckDB's type: how Arrow calls it, and Python's array.
_NUMBERS: Final = {
    "SMALLINT": ("s", "h"), "INTEGER": ("i", "i"), "BIGINT": ("l", "q"),
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
    if type == "TINYINT":
        small = values if isinstance(values, bytes) else _signed(values)
        return Node("c", size, *_with_validity(small.translate(_NO_NUMBER), small))
    if type == "BOOLEAN":
        truth = _small(values)
        return Node("b", size, *_with_validity(truth, _bits(truth.translate(_FALSE))))
    known = _known(values)
    nothing = known is not None and known.count(NULL) == size
    if type.startswith("STRUCT"):
        return Node("+s", size, *_with_validity(known), _fields(values, struct, nothing))
    if type == "VARCHAR":
        texts = values if known is None else [value or "" for value in values]
        return Node("u", size, *_with_validity(known, *_texts(() if nothing else texts, size)))
    name, code = _NUMBERS[type]
    if nothing:
        numbers = array(code, bytes(array(code).itemsize * size))
    else:
        numbers = array(code, values if known is None else [value or 0 for value in values])
    return Node(name, size, *_with_validity(known, numbers))


def lists_of(sizes: Sequence[int | None], inner: Node) -> Node:
    """Lists of so many values each, None for a list that is null: `inner` holds all values."""
    known = _known(sizes)
    ends: Any
    if known is None:
        ends = array("i", accumulate(sizes, initial=0))
    elif known.count(NULL) == len(sizes):
        ends = _zeros(len(sizes) + 1)
    else:
        ends = array("i", accumulate([size or 0 for size in sizes], initial=0))
    return Node("+l", len(sizes), *_with_validity(known, ends), (("l", inner),))


def packed_of(sizes: Sequence[int | None], packed: Sequence[Any]) -> Node:
    """Lists of so many lists each; what is packed holds them all, one after the other."""
    inner = node_of("UTINYINT", b"".join([each.cards for each in packed]))
    middle = lists_of([*chain.from_iterable([each.sizes for each in packed])], inner)
    return lists_of(sizes, middle)


def _fields(values: Sequence[Any], struct: Fields, nothing: bool) -> tuple[tuple[str, Node], ...]:
    """The columns of structs."""
    absent = (None,) * len(struct)
    if nothing or not values:
        columns: Iterable[Any] = ((None,) * len(values) for _ in struct)
    else:
        columns = zip(*[value or absent for value in values], strict=True)
    return tuple(
        (name, node_of(each, column)) for (name, each), column in zip(struct, columns, strict=True)
    )


def _texts(texts: Sequence[str], size: int) -> tuple[Any, bytes]:
    """Where texts end, and all of them; without any, so many empty ones."""
    if not texts:
        return _zeros(size + 1), b""
    joined = "".join(texts)
    if joined.isascii():
        return array("i", accumulate(map(len, texts), initial=0)), joined.encode()
    encoded = [text.encode() for text in texts]
    return array("i", accumulate(map(len, encoded), initial=0)), b"".join(encoded)


def _lists(type: str, values: Sequence[Any], struct: Fields) -> Node:
    if type == "UTINYINT[]":
        sizes = [None if value is None else len(value.sizes) for value in values]
        return packed_of(sizes, [value for value in values if value is not None])
    sizes = [None if value is None else len(value) for value in values]
    lists = values if None not in sizes else [value for value in values if value is not None]
    if type == "UTINYINT":
        inner = node_of(type, b"".join(map(bytes, lists)))
    else:
        inner = node_of(type, [*chain.from_iterable(lists)], struct)
    return lists_of(sizes, inner)


def _zeros(size: int) -> Any:
    """The ends of lists or texts of which there are none."""
    return array("i", bytes(4 * size))


def _small(values: Sequence[int | None]) -> bytes:
    return bytes([NULL if value is None else value for value in values])


def _signed(values: Sequence[int | None]) -> bytes:
    return array("b", [NO_NUMBER if value is None else value for value in values]).tobytes()


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
