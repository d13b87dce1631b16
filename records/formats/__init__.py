"""Reading and writing records: `read`, `load`, `write`, and the formats they know.

Each module of this package whose name has no leading underscore is a format, with what the
protocol `Format` asks for; to add a format is to add such a module, to name one with `add`, or to
install a package that offers one (records/README.md).
"""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cardlog.records.errors import RecordError
from cardlog.records.formats import _packed, _reach, _registry, _target
from cardlog.records.formats._assemble import WHOLE, Part, Walk
from cardlog.records.formats._format import Format
from cardlog.records.formats._look import declared, looked_at, reader, writer
from cardlog.records.formats._reach import NoRecord
from cardlog.records.formats._registry import FORMATS, HEAD
from cardlog.records.formats._scan import ALLOWANCE
from cardlog.records.formats._source import Source, label_of, opened, peeked, spooled
from cardlog.records.formats._write import replacing, replacing_path
from cardlog.records.game import Check, Record, check_events
from cardlog.records.registered import add

if TYPE_CHECKING:
    from cardlog.records.formats._csv.mapped import Mapped

__all__ = [
    "ALLOWANCE",
    "FORMATS",
    "WHOLE",
    "Format",
    "NoRecord",
    "Part",
    "Walk",
    "add",
    "at",
    "declared",
    "format_of",
    "index",
    "load",
    "mapping",
    "on_disk",
    "packing_of",
    "read",
    "replacing",
    "replacing_path",
    "unpacked",
    "unpacked_name",
    "write",
    "writing",
]


def read(
    source: Source,
    *,
    format: str | Mapped | None = None,
    check: Check = check_events,
    name: str | None = None,
    moved: Callable[[int], object] | None = None,
) -> Generator[Record | RecordError, None, None]:
    """The records of a path, of standard input (`"-"`) or of an open binary file, in order.

    Bad content is never raised: where a record cannot be read, a RecordError stands in its place,
    with `source` (`name`, or the path), `index`, and the place as exactly as it is known. `check`
    is asked about every record, and what it raises is such an error too: by default, a seat that
    does not exist. None asks nothing; a fold that ends well proves as much. `moved` is told how far
    in the file reading has come, where that can be known. `format` is a name, or a `mapping`.

    Raises OSError where the file cannot be opened or read, RecordError for a `format` that there
    is not or that cannot be read.
    """
    if isinstance(format, str):
        reader(_registry.by_name(_packed.split(format)[0]))
    return _read(source, format, check, name or label_of(source), moved)


def _read(
    source: Source,
    format: str | Mapped | None,
    check: Check,
    label: str,
    moved: Callable[[int], object] | None,
) -> Generator[Record | RecordError, None, None]:
    count = 0
    try:
        with contextlib.ExitStack() as stack:
            file = stack.enter_context(opened(source))
            items = _items(file, source, format, check, stack)
            if moved and file.seekable():
                items = _told(items, file, moved)
            for count, item in enumerate(items, 1):  # noqa: B007, the error has it
                yield item.located(source=label) if isinstance(item, RecordError) else item
    except RecordError as error:
        yield error.located(source=label, index=count)


def _told(
    items: Iterator[Record | RecordError], file: BinaryIO, moved: Callable[[int], object]
) -> Iterator[Record | RecordError]:
    for item in items:
        moved(file.tell())
        yield item


def _items(
    file: BinaryIO,
    source: Source,
    format: str | Mapped | None,
    check: Check,
    stack: contextlib.ExitStack,
) -> Iterator[Record | RecordError]:
    """What the format reads, from a file or from a path. Raises RecordError, OSError."""
    seen = looked_at(file, label_of(source), format)
    read = reader(seen.format)
    if not hasattr(seen.format, "read_path"):
        return read(seen.file, check=check)
    if isinstance(source, (str, Path)) and source != "-" and seen.file.seekable():
        return read(str(source), check=check)
    return read(stack.enter_context(spooled(seen.file, seen.format.suffixes[0])), check=check)


def mapping(path: str | Path) -> Mapped:
    """Somebody's own table as a format for `read`, by a TOML file that says what it means.

    Raises RecordError where that file is no mapping, OSError where it cannot be read.
    """
    from cardlog.records.formats._csv.mapped import Mapped

    return Mapped(path)


def at(
    source: Source,
    index: int,
    *,
    format: str | Mapped | None = None,
    check: Check = check_events,
    name: str | None = None,
    warn: Callable[[str], object] = warnings.warn,
) -> Record:
    """The record of this number, from 0, of a path, standard input or an open binary file.

    Those before it are passed over without decoding them where the format allows that; where there
    is an index beside a path (`index`), it says where the record lies. An index that is not one of
    the file as it is now is not used, and `warn` is told.

    Raises RecordError where there is no such record or it cannot be read, and OSError.
    """
    label = name or label_of(source)
    try:
        return _reach.at(source, index, format, check, warn)
    except RecordError as error:
        raise error.located(source=label) from None


def index(path: str | Path, *, format: str | None = None) -> tuple[int, int]:
    """Write `PATH.idx`, where each record of a file lies; how many, and how many of them are bad.

    Raises OSError, and RecordError where the format has no records to be found that way.
    """
    return _reach.index(str(path), format)


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
    checked: Callable[[str], object] | None = None,
) -> int:
    """Write records to a path, to standard output (`"-"`) or to an open binary file; how many.

    A path gets all of them or stays as it was: they go into a new file beside it that takes its
    place in the end, once `checked`, if given, has been called with its path and has not raised.
    The suffix says the format, or `format` does (and how the file is packed: `.gz`, `.zst`); `lang`
    the language of the text notation.

    Raises OSError, and RecordError where the format is unknown, can only be read or has not that
    language, where a record cannot be written, or where `records` yields one.
    """
    chosen = declared(label_of(target), format)
    if chosen is None:
        text = f"the name does not say the format: {_registry.known()}"
        raise RecordError(text, source=label_of(target))
    put = writer(chosen, lang)
    items = map(_record, [records] if isinstance(records, Record) else records)
    packing = _packing(str(label_of(target)), format)
    if hasattr(chosen, "write_path"):
        return _target.write_path(put, items, target, chosen.suffixes[0], packing, checked)
    with _target.opened(target, packing, checked) as file:
        return put(items, file)


def format_of(path: str | Path, format: str | None = None) -> Format:
    """The format that `format` names; else the one of the suffix; else the one of the content.

    Raises RecordError where none of them says it, OSError where the content must be looked at and
    cannot.
    """
    chosen = declared(str(path), format)
    if chosen is None:
        with open(path, "rb") as file:
            try:
                chosen = looked_at(file, str(path), format).format
            except RecordError as error:
                raise error.located(source=str(path)) from None
    return chosen


def packing_of(path: str) -> str | None:
    """How a file is packed, `gzip` or `zstd`; None where it is not, or cannot be looked at."""
    with contextlib.suppress(OSError, ValueError):
        if os.path.isfile(path):  # looking at a pipe would take from it
            with open(path, "rb") as file:
                found = _packed.by_content(file.read(HEAD))
                return found.name if found else None
    return None


def unpacked(file: BinaryIO) -> BinaryIO:
    """An open file, unpacked as it is read if it is packed; damage raises RecordError then."""
    head, file = peeked(file, HEAD)
    return _packed.read_packed(file, head, None)


def unpacked_name(name: str) -> str:
    """The name of a file, or of a format, without the end that says how it is packed."""
    return _packed.split(name)[0]


@contextlib.contextmanager
def on_disk(path: str) -> Iterator[str]:
    """The path of a file that can seek and is not packed: this one, or a temporary copy of it.

    Raises OSError, and RecordError where what it is packed in is damaged.
    """
    if path != "-" and packing_of(path) is None:
        yield path
        return
    inner = unpacked_name(path)
    with opened(path) as file:
        head, file = peeked(file, HEAD)
        with spooled(_packed.read_packed(file, head, None), Path(inner).suffix) as copy:
            yield copy


@contextlib.contextmanager
def writing(path: str, packing: str | None = None) -> Iterator[BinaryIO]:
    """As `replacing`, for what is to be packed as the file's name says, or as `packing` does."""
    named = next((each for each in _packed.PACKINGS if each.name == packing), None)
    with _target.opened(path, named or _packed.split(path)[1]) as file:
        yield file


def _packing(label: str, format: str | None) -> _packed.Packing | None:
    """How to pack what is written: as the format says, else as the name does."""
    return (_packed.split(format)[1] if format else None) or _packed.split(label)[1]


def _record(item: Record | RecordError) -> Record:
    if isinstance(item, RecordError):
        raise item
    return item
