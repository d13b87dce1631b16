"""Reading and writing records: `read`, `load`, `write`, and the formats they know.

Each module of this package whose name has no leading underscore is a format, with what the
protocol `Format` asks for; to add a format is to add such a module.
"""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol, cast

from cardlog.records.errors import RecordError
from cardlog.records.formats._assemble import WHOLE, Part, Walk
from cardlog.records.formats._scan import ALLOWANCE
from cardlog.records.formats._source import Source, label_of, opened, peeked
from cardlog.records.formats._write import replacing
from cardlog.records.game import Check, Record, check_events

__all__ = [
    "ALLOWANCE",
    "FORMATS",
    "WHOLE",
    "Format",
    "Part",
    "Walk",
    "declared",
    "format_of",
    "load",
    "read",
    "replacing",
    "write",
]

HEAD: Final = 4096  # the first bytes of a file, by which a format may know it
NO_FORMAT: Final = "neither the name nor the first bytes tell the format"


class Format(Protocol):
    """What a module of this package has.

    `sniff` takes up to HEAD bytes; `read` yields a Record or a located RecordError for each
    record, for what `check` raises too; `walk`, which a format need not have, does the same for a
    part of a file that can seek and says where each lies; `write` returns how many it wrote. A
    format that has `languages` takes one of them as `lang` when it writes.
    """

    name: str
    suffixes: tuple[str, ...]

    def sniff(self, head: bytes) -> bool: ...
    def read(self, file: BinaryIO, *, check: Check) -> Iterator[Record | RecordError]: ...
    def walk(self, file: BinaryIO, *, check: Check, part: Part = WHOLE) -> Walk: ...
    def write(self, records: Iterable[Record], file: BinaryIO) -> int: ...


def _found() -> dict[str, Format]:
    names = [m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")]
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names)
    return {module.name: cast(Format, module) for module in modules}


FORMATS: Final = _found()


def read(
    source: Source,
    *,
    format: str | None = None,
    check: Check = check_events,
    name: str | None = None,
) -> Generator[Record | RecordError, None, None]:
    """The records of a path, of standard input (`"-"`) or of an open binary file, in order.

    Bad content is never raised: where a record cannot be read, a RecordError stands in its place,
    with `source` (`name`, or the path), `index`, and the place as exactly as it is known. `check`
    is asked about every record, and what it raises is such an error too: by default, a seat that
    does not exist. None asks nothing; a fold that ends well proves as much.

    Raises OSError where the file cannot be opened or read, RecordError for an unknown `format`.
    """
    return _read(source, _declared(label_of(source), format), check, name or label_of(source))


def _read(
    source: Source, chosen: Format | None, check: Check, label: str
) -> Generator[Record | RecordError, None, None]:
    with opened(source) as file:
        if chosen is None:
            head, file = peeked(file, HEAD)
            chosen = _sniffed(head)
        if chosen is None:
            yield RecordError(f"{NO_FORMAT}: {_known()}", source=label, index=0, byte=0)
            return
        for item in chosen.read(file, check=check):
            yield item.located(source=label) if isinstance(item, RecordError) else item


def load(path: Source, *, format: str | None = None) -> Record:
    """The one record of a file.

    Raises RecordError where it cannot be read or is not alone, OSError where the file cannot.
    """
    with contextlib.closing(read(path, format=format)) as items:
        found = _record(next(items))
        more = sum(1 for _ in map(_record, items))
    if more:
        raise RecordError(
            f"there are {1 + more} records here, expected one: read() gives them all",
            source=label_of(path),
        )
    return found


def write(
    records: Record | Iterable[Record],
    target: Source,
    *,
    format: str | None = None,
    lang: str | None = None,
) -> int:
    """Write records to a path, to standard output (`"-"`) or to an open binary file; how many.

    A path gets all of them or stays as it was: they go into a new file beside it that takes its
    place in the end. The suffix says the format, or `format` does; `lang` the language of the
    text notation.

    Raises OSError, and RecordError where the format is unknown or has not that language, where a
    record cannot be written, or where `records` yields one.
    """
    chosen = _declared(label_of(target), format)
    if chosen is None:
        raise RecordError(f"the name does not say the format: {_known()}", source=label_of(target))
    put = chosen.write if lang is None else _in_language(chosen, lang)
    items = map(_record, [records] if isinstance(records, Record) else records)
    if target == "-":
        count = put(items, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return count
    if not isinstance(target, (str, Path)):
        return put(items, target)
    with replacing(str(target)) as file:
        return put(items, file)


def format_of(path: str | Path, format: str | None = None) -> Format:
    """The format that `format` names; else the one of the suffix; else the one of the content.

    Raises RecordError where none of them says it, OSError where the content must be looked at and
    cannot.
    """
    chosen = _declared(str(path), format)
    if chosen is None:
        with open(path, "rb") as file:
            chosen = _sniffed(file.read(HEAD))
    if chosen is None:
        raise RecordError(f"{NO_FORMAT}: {_known()}", source=str(path))
    return chosen


def declared(path: str) -> Format | None:
    """The format that a file's name says, if it says one."""
    return _declared(path, None)


def _declared(label: str, format: str | None) -> Format | None:
    if format is None:
        suffix = Path(label).suffix.lower()
        return next((each for each in FORMATS.values() if suffix in each.suffixes), None)
    if format not in FORMATS:
        raise RecordError(f"unknown format `{format}`: {_known()}")
    return FORMATS[format]


def _in_language(chosen: Format, lang: str) -> Callable[[Iterable[Record], BinaryIO], int]:
    known: tuple[str, ...] = getattr(chosen, "languages", ())
    if lang not in known:
        expected = f"expected {', '.join(known)}" if known else "it has none, but `cardlog` has"
        raise RecordError(f"`{chosen.name}` cannot be written in the language `{lang}`: {expected}")
    return partial(cast(Any, chosen).write, lang=lang)


def _sniffed(head: bytes) -> Format | None:
    return next((each for each in FORMATS.values() if each.sniff(head)), None)


def _known() -> str:
    names = (f"`{each.name}` ({' '.join(each.suffixes)})" for each in FORMATS.values())
    return f"expected {', '.join(names)}"


def _record(item: Record | RecordError) -> Record:
    if isinstance(item, RecordError):
        raise item
    return item
