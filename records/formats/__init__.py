"""Reading and writing records: `read`, `load`, `write`, and the formats they know.

Each module of this package whose name has no leading underscore is a format, with what the
protocol `Format` asks for; to add a format is to add such a module, to name one with `add`, or to
install a package that offers one (records/README.md).
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from cardlog.records.errors import RecordError
from cardlog.records.formats import _registry
from cardlog.records.formats._assemble import WHOLE, Part, Walk
from cardlog.records.formats._format import Format
from cardlog.records.formats._registry import FORMATS, HEAD
from cardlog.records.formats._scan import ALLOWANCE
from cardlog.records.formats._source import Source, label_of, opened, peeked, spooled
from cardlog.records.formats._write import replacing, replacing_path
from cardlog.records.game import Check, Record, check_events
from cardlog.records.registered import add

__all__ = [
    "ALLOWANCE",
    "FORMATS",
    "WHOLE",
    "Format",
    "Part",
    "Walk",
    "add",
    "declared",
    "format_of",
    "load",
    "read",
    "replacing",
    "write",
]

NO_FORMAT: Final = "neither the name nor the first bytes tell the format"


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

    Raises OSError where the file cannot be opened or read, RecordError for a `format` that there
    is not or that cannot be read.
    """
    chosen = None if format is None else _registry.by_name(format)
    if chosen is not None:
        _reader(chosen)
    return _read(source, chosen, check, name or label_of(source))


def _read(
    source: Source, chosen: Format | None, check: Check, label: str
) -> Generator[Record | RecordError, None, None]:
    count = 0
    try:
        with contextlib.ExitStack() as stack:
            chosen = chosen or _registry.by_suffix(label_of(source))
            items = _items(source, chosen, check, stack)
            for count, item in enumerate(items, 1):  # noqa: B007, the error has it
                yield item.located(source=label) if isinstance(item, RecordError) else item
    except RecordError as error:
        yield error.located(source=label, index=count)


def _items(
    source: Source, chosen: Format | None, check: Check, stack: contextlib.ExitStack
) -> Iterator[Record | RecordError]:
    """What the format reads, from a file or from a path. Raises RecordError, OSError."""
    file = stack.enter_context(opened(source))
    if chosen is None:
        head, file = peeked(file, HEAD)
        chosen = _registry.by_content(head)
        if chosen is None:
            raise RecordError(f"{NO_FORMAT}: {_registry.known()}", byte=0)
    read = _reader(chosen)
    if not hasattr(chosen, "read_path"):
        return read(file, check=check)
    if isinstance(source, (str, Path)) and file.seekable():
        return read(str(source), check=check)
    return read(stack.enter_context(spooled(file, chosen.suffixes[0])), check=check)


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

    Raises OSError, and RecordError where the format is unknown, can only be read or has not that
    language, where a record cannot be written, or where `records` yields one.
    """
    chosen = _declared(label_of(target), format)
    if chosen is None:
        text = f"the name does not say the format: {_registry.known()}"
        raise RecordError(text, source=label_of(target))
    put = _writer(chosen, lang)
    items = map(_record, [records] if isinstance(records, Record) else records)
    if hasattr(chosen, "write_path"):
        return _write_path(put, items, target, chosen.suffixes[0])
    if target == "-":
        count = put(items, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return count
    if not isinstance(target, (str, Path)):
        return put(items, target)
    with replacing(str(target)) as file:
        return put(items, file)


def _write_path(
    put: Callable[[Iterable[Record], Any], int],
    records: Iterable[Record],
    target: Source,
    suffix: str,
) -> int:
    if isinstance(target, (str, Path)) and target != "-":
        with replacing_path(str(target)) as path:
            return put(records, path)
    out = cast(BinaryIO, sys.stdout.buffer if target == "-" else target)
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, f"new{suffix}")
        count = put(records, made)
        with open(made, "rb") as file:
            shutil.copyfileobj(file, out)
    out.flush()
    return count


def format_of(path: str | Path, format: str | None = None) -> Format:
    """The format that `format` names; else the one of the suffix; else the one of the content.

    Raises RecordError where none of them says it, OSError where the content must be looked at and
    cannot.
    """
    chosen = _declared(str(path), format)
    if chosen is None:
        with open(path, "rb") as file:
            chosen = _registry.by_content(file.read(HEAD))
    if chosen is None:
        raise RecordError(f"{NO_FORMAT}: {_registry.known()}", source=str(path))
    return chosen


def declared(path: str) -> Format | None:
    """The format that a file's name says, if it says one."""
    return _declared(path, None)


def _declared(label: str, format: str | None) -> Format | None:
    return _registry.by_suffix(label) if format is None else _registry.by_name(format)


def _function(chosen: Format, name: str) -> Any:
    """What reads or writes: of a path where the format has that, else of an open file, or None."""
    return getattr(chosen, f"{name}_path", None) or getattr(chosen, name, None)


def _reader(chosen: Format) -> Callable[..., Iterator[Record | RecordError]]:
    read: Callable[..., Iterator[Record | RecordError]] | None = _function(chosen, "read")
    if read is None:
        raise RecordError(f"`{chosen.name}` can only be written: {_registry.known()}")
    return read


def _writer(chosen: Format, lang: str | None) -> Callable[[Iterable[Record], Any], int]:
    put: Callable[..., int] | None = _function(chosen, "write")
    if put is None:
        raise RecordError(f"`{chosen.name}` can only be read: {_registry.known()}")
    if lang is None:
        return put
    known: tuple[str, ...] = getattr(chosen, "languages", ())
    if lang not in known:
        expected = f"expected {', '.join(known)}" if known else "it has none, but `cardlog` has"
        raise RecordError(f"`{chosen.name}` cannot be written in the language `{lang}`: {expected}")
    return partial(put, lang=lang)


def _record(item: Record | RecordError) -> Record:
    if isinstance(item, RecordError):
        raise item
    return item
