"""Which format a file is in and how it is packed, and what a format can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, cast

from cardlog.records.errors import RecordError
from cardlog.records.formats import _packed, _registry
from cardlog.records.formats._format import Format
from cardlog.records.formats._registry import HEAD
from cardlog.records.formats._source import peeked
from cardlog.records.game import Record

if TYPE_CHECKING:
    from cardlog.records.formats._csv.mapped import Mapped

NO_FORMAT: Final = "neither the name nor the first bytes tell the format"


class Seen(NamedTuple):
    """What a look at the beginning of a file has shown."""

    format: Format
    packing: _packed.Packing | None
    file: BinaryIO  # at its beginning again, and unpacked


def looked_at(file: BinaryIO, label: str, format: str | Mapped | None) -> Seen:
    """Raises RecordError where the format is not known, OSError."""
    inner, promised = _packed.split(format if isinstance(format, str) else label)
    head, file = peeked(file, HEAD)
    packing = _packed.by_content(head)
    file = _packed.read_packed(file, head, promised)
    if format is None or isinstance(format, str):
        chosen = _registry.by_suffix(inner) if format is None else _registry.by_name(inner)
    else:
        chosen = cast(Format, format)
    if chosen is None:
        head, file = peeked(file, HEAD) if packing else (head, file)
        chosen = _registry.by_content(head)
    if chosen is None:
        raise RecordError(f"{NO_FORMAT}: {_registry.known()}", byte=0)
    return Seen(chosen, packing, file)


def declared(label: str, format: str | None = None) -> Format | None:
    """The format that `format` names, else that a file's name says, if it says one.

    Raises RecordError where there is no such format, or it cannot be used.
    """
    inner = _packed.split(label if format is None else format)[0]
    return _registry.by_suffix(inner) if format is None else _registry.by_name(inner)


def function(chosen: Format, name: str) -> Any:
    """What reads or writes: of a path where the format has that, else of an open file, or None."""
    return getattr(chosen, f"{name}_path", None) or getattr(chosen, name, None)


def reader(chosen: Format) -> Callable[..., Iterator[Record | RecordError]]:
    read: Callable[..., Iterator[Record | RecordError]] | None = function(chosen, "read")
    if read is None:
        raise RecordError(f"`{chosen.name}` can only be written: {_registry.known()}")
    return read


def writer(chosen: Format, lang: str | None) -> Callable[[Iterable[Record], Any], int]:
    put: Callable[..., int] | None = function(chosen, "write")
    if put is None:
        raise RecordError(f"`{chosen.name}` can only be read: {_registry.known()}")
    if lang is None:
        return put
    known: tuple[str, ...] = getattr(chosen, "languages", ())
    if lang not in known:
        expected = f"expected {', '.join(known)}" if known else "it has none, but `cardlog` has"
        raise RecordError(f"`{chosen.name}` cannot be written in the language `{lang}`: {expected}")
    return partial(put, lang=lang)
