"""The columns that DuckDB gives, as Python lists: a column of bytes at once, not value by value."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from cardlog.queries.arrow.structs import Array, Get, Release, Schema, Stream, stream_in
from cardlog.queries.clock import interruptible
from cardlog.records.flat import Piles

_NUMBERS: Final = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q"}
_WIDTHS: Final = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "Q": 8}


class Table(dict[str, Any]):
    """Columns by name.

    A list is a Python list; one of bytes is `bytes`, 255 for null, one of lists of bytes Piles.
    """


def batches(held: Any, sql: str) -> Iterator[Table]:
    """What a query of DuckDB comes to, batch by batch. Raises what DuckDB raises."""
    for schema, array in streamed(held, sql):
        yield _table(schema, array)


def streamed(held: Any, sql: str) -> Iterator[tuple[Schema, Array]]:
    """The same as Arrow has it. The memory of a batch is gone when the next is asked for."""
    with interruptible(held):
        result = held.sql(sql).__arrow_c_stream__()
        stream = stream_in(result)
        schema = Schema()
        _ask(stream, Get(stream.get_schema), schema)
    try:
        while True:
            array = Array()
            with interruptible(held):
                _ask(stream, Get(stream.get_next), array)
            if not array.release:
                return
            try:
                yield schema, array
            finally:
                Release(array.release)(ctypes.addressof(array))
    finally:
        Release(schema.release)(ctypes.addressof(schema))


def _ask(stream: Stream, get: Any, out: Any) -> None:
    address = ctypes.addressof(stream)
    if get(address, ctypes.addressof(out)):
        last = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)(stream.get_last_error)
        raise ValueError((last(address) or b"no reason given").decode(errors="replace"))


def _table(schema: Schema, array: Array) -> Table:
    return Table(
        (
            schema.children[k].contents.name.decode(),
            _values(schema.children[k].contents, array.children[k].contents, 0, array.length),
        )
        for k in range(array.n_children)
    )


def _values(schema: Schema, array: Array, start: int, end: int) -> Any:
    """The values from `start` to `end` of a column."""
    start, end = start + array.offset, end + array.offset
    kind = schema.format.decode()
    known = _known(array, start, end)
    if kind == "C":
        return _small(array, start, end, known)
    if kind in _NUMBERS:
        return _with_none(list(_memory(array, 1, _NUMBERS[kind], start, end)), known)
    if kind == "b":
        bits = _bits(array, 1, start, end)
        return _with_none([bit == 49 for bit in bits], known)
    if kind in ("u", "U", "z", "Z"):
        return _with_none(_texts(array, kind, start, end), known)
    if kind in ("+l", "+L"):
        return _with_none(_lists(schema, array, kind, start, end), known)
    if kind == "+s":
        return _structs(schema, array, start, end, known)
    raise ValueError(f"a column of the Arrow type {kind}")


def _small(array: Array, start: int, end: int, known: bytes | None) -> bytes:
    """Bytes, and 255 where one is null."""
    data = _raw(array, 1, start, end)
    if known is None or not data:
        return data
    nulls = known.translate(_NULLS)
    both = int.from_bytes(data, "little") | int.from_bytes(nulls, "little")
    return both.to_bytes(len(data), "little")


_NULLS: Final = bytes(255 if byte == 48 else 0 for byte in range(256))


def _texts(array: Array, kind: str, start: int, end: int) -> list[str]:
    ends = _memory(array, 1, "i" if kind.islower() else "q", start, end + 1)
    first = ends[0]
    data = _raw(array, 2, first, ends[-1])
    return [data[a - first : b - first].decode() for a, b in pairwise(ends)]


def _lists(schema: Schema, array: Array, kind: str, start: int, end: int) -> list[Any]:
    ends = _memory(array, 1, "i" if kind == "+l" else "q", start, end + 1)
    first = ends[0]
    inner = schema.children[0].contents
    if inner.format in (b"+l", b"+L") and inner.children[0].contents.format == b"C":
        return _packed(inner, array.children[0].contents, ends)
    values = _values(inner, array.children[0].contents, first, ends[-1])
    return [values[a - first : b - first] for a, b in pairwise(ends)]


def _packed(schema: Schema, array: Array, rows: Any) -> list[Piles | None]:
    """Lists of lists of bytes, each row in one; None where a list in it is null."""
    start, end = rows[0] + array.offset, rows[-1] + array.offset
    known = _known(array, start, end)
    code = "i" if schema.format == b"+l" else "q"
    ends = _memory(array, 1, code, start, end + 1)
    first = ends[0]
    cards = _values(schema.children[0].contents, array.children[0].contents, first, ends[-1])
    sizes = [b - a for a, b in pairwise(ends)]
    return [
        Piles(
            cards[ends[a - rows[0]] - first : ends[b - rows[0]] - first],
            sizes[a - rows[0] : b - rows[0]],
        )
        if known is None or b"0" not in known[a - rows[0] : b - rows[0]]
        else None
        for a, b in pairwise(rows)
    ]


def _structs(
    schema: Schema, array: Array, start: int, end: int, known: bytes | None
) -> list[tuple[Any, ...] | None]:
    columns = [
        _values(schema.children[k].contents, array.children[k].contents, start, end)
        for k in range(array.n_children)
    ]
    return _with_none(list(zip(*columns, strict=True)), known)


def _with_none(values: list[Any], known: bytes | None) -> list[Any]:
    if known is None:
        return values
    return [value if bit == 49 else None for value, bit in zip(values, known, strict=True)]


def _known(array: Array, start: int, end: int) -> bytes | None:
    """`1` for each value that is there and `0` for each null; None where none is null."""
    if not array.null_count or not array.buffers[0]:
        return None
    return _bits(array, 0, start, end)


def _bits(array: Array, buffer: int, start: int, end: int) -> bytes:
    """Bits as the bytes `0` and `1`."""
    if start == end:
        return b""
    first = start // 8
    data = ctypes.string_at(array.buffers[buffer] + first, (end + 7) // 8 - first)
    text = format(int.from_bytes(data, "little"), f"0{8 * len(data)}b").encode()[::-1]
    return text[start - 8 * first : end - 8 * first]


def _raw(array: Array, buffer: int, start: int, end: int) -> bytes:
    if start == end:
        return b""
    return ctypes.string_at(array.buffers[buffer] + start, end - start)


def _memory(array: Array, buffer: int, code: str, start: int, end: int) -> Any:
    width = _WIDTHS[code]
    return memoryview(_raw(array, buffer, width * start, width * end)).cast(code)  # type: ignore[call-overload]
