"""Columns of Python values, laid out as Arrow has them in memory.

`node_of` lays out the values of a column as Arrow has them, by its type as DuckDB names it. None is
null everywhere. Lists of small numbers are `bytes`, with 255 for a null in them (-128 where numbers
have a sign), and lists of those Piles: so that most of a column is joined, not gone through.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import Any, Final, NamedTuple

NULL: Final = 255  # in a column of bytes
NO_NUMBER: Final = -128  # in one of bytes with a sign
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
    if type in _NUMBERS:
        return _numbers_of(type, values)
    known = _known(values)
    nothing = known is not None and known.count(NULL) == size
    if type.startswith("STRUCT"):
        return Node("+s", size, *_with_validity(known), _fields(values, struct, nothing))
    texts = values if known is None else [value or "" for value in values]
    return Node("u", size, *_with_validity(known, *_texts(() if nothing else texts, size)))


def lists_of(sizes: Sequence[int | None], inner: Node) -> Node:
    """Lists of so many values each, None for a list that is null: `inner` holds all values."""
    known = _known(sizes)
    if known is None:
        return _all_lists(sizes, inner)
    if known.count(NULL) == len(sizes):
        ends = _zeros(len(sizes) + 1)
    else:
        ends = _ends([size or 0 for size in sizes])
    return Node("+l", len(sizes), *_with_validity(known, ends), (("l", inner),))


def packed_of(sizes: Sequence[int | None], packed: Sequence[Any]) -> Node:
    """Lists of so many lists each; what is packed holds them all, one after the other."""
    inner = node_of("UTINYINT", b"".join([each.cards for each in packed]))
    middle = _all_lists([*chain.from_iterable([each.sizes for each in packed])], inner)
    return lists_of(sizes, middle)


def _all_lists(sizes: Sequence[Any], inner: Node) -> Node:
    """Lists of which none is null."""
    return Node("+l", len(sizes), 0, (None, _ends(sizes)), (("l", inner),))


def _ends(sizes: Sequence[int]) -> array[int]:
    """Where lists of these sizes end, one after the other."""
    size = sizes[0] if sizes else 0
    if size and sizes.count(size) == len(sizes):  # hands and tricks of one table
        return array("i", range(0, size * len(sizes) + 1, size))
    return array("i", list(accumulate(sizes, initial=0)))


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
        return _ends([*map(len, texts)]), joined.encode()
    encoded = [text.encode() for text in texts]
    return _ends([*map(len, encoded)]), b"".join(encoded)


def _numbers_of(type: str, values: Sequence[Any]) -> Node:
    name, code = _NUMBERS[type]
    known = None
    try:
        numbers = array(code, values)
    except TypeError:  # a null
        known = _known(values)
        if known is not None and known.count(NULL) == len(values):
            numbers = array(code, bytes(array(code).itemsize * len(values)))
        else:
            numbers = array(code, [value or 0 for value in values])
    return Node(name, len(values), *_with_validity(known, numbers))


def _lists(type: str, values: Sequence[Any], struct: Fields) -> Node:
    if type == "UTINYINT[]":
        sizes = [None if value is None else len(value.sizes) for value in values]
        return packed_of(sizes, [value for value in values if value is not None])
    sizes = [None if value is None else len(value) for value in values]
    if sizes.count(None) == len(sizes):
        return lists_of(sizes, node_of(type, (), struct))
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


def table(columns: Iterable[tuple[str, Node]], rows: int) -> Node:
    """Columns as a table."""
    return Node("+s", rows, 0, (None,), tuple(columns))


def _with_validity(known: bytes | None, *buffers: Any) -> tuple[int, tuple[Any, ...]]:
    """How many are null, and the buffers with the one in front that says which."""
    nulls = known.count(NULL) if known else 0
    return nulls, (_bits(known or b"") if nulls else None, *buffers)


def _bits(known: bytes) -> bytes:
    """A bit for each byte: 0 where it is NULL. As one number written in binary: no loop."""
    if not known:
        return b""
    return int(known.translate(_SEEN)[::-1], 2).to_bytes((len(known) + 7) // 8, "little")
