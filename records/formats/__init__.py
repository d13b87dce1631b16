"""Reading and writing records: `read`, `load`, `write`, and the formats they know.

Each module of this package whose name has no leading underscore is a format, with what the
protocol `Format` asks for; to add a format is to add such a module, to name one with `add`, or to
install a package that offers one (records/README.md).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, cast

from cardlog.records.errors import RecordError
from cardlog.records.formats import _packed, _registry, _target
from cardlog.records.formats._assemble import WHOLE, Part, Walk
from cardlog.records.formats._format import Format
from cardlog.records.formats._registry import FORMATS, HEAD
from cardlog.records.formats._scan import ALLOWANCE
from cardlog.records.formats._source import Source, label_of, opened, peeked, spooled
from cardlog.records.formats._write import replacing
from cardlog.records.game import Check, Record, check_events
from cardlog.records.registered import add

if TYPE_CHECKING:
    from cardlog.records.formats._csv.mapped import Mapped

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
    "mapping",
    "on_disk",
    "packing_of",
    "read",
    "replacing",
    "unpacked_name",
    "write",
    "writing",
]

NO_FORMAT: Final = "neither the name nor the first bytes tell the format"


def read(
    source: Source,
    *,
    format: str | Format | Mapped | None = None,
    check: Check = check_events,
    name: str | None = None,
) -> Generator[Record | RecordError, None, None]:
    """The records of a path, of standard input (`"-"`) or of an open binary file, in order.

    Bad content is never raised: where a record cannot be read, a RecordError stands in its place,
    with `source` (`name`, or the path), `index`, and the place as exactly as it is known. `check`
    is asked about every record, and what it raises is such an error too: by default, a seat that
    does not exist. None asks nothing; a fold that ends well proves as much. `format` is a name, or
    what `mapping` gives.

    Raises OSError where the file cannot be opened or read, RecordError for a `format` that there
    is not or that cannot be read.
    """
    if isinstance(format, str):
        _reader(_registry.by_name(_packed.split(format)[0]))
    return _read(source, format, check, name or label_of(source))


def _read(
    source: Source, format: str | Format | Mapped | None, check: Check, label: str
) -> Generator[Record | RecordError, None, None]:
    count = 0
    try:
        with contextlib.ExitStack() as stack:
            items = _items(source, format, check, stack)
            for count, item in enumerate(items, 1):  # noqa: B007, the error has it
                yield item.located(source=label) if isinstance(item, RecordError) else item
    except RecordError as error:
        yield error.located(source=label, index=count)


def _items(
    source: Source, format: str | Format | Mapped | None, check: Check, stack: contextlib.ExitStack
) -> Iterator[Record | RecordError]:
    """What the format reads, from a file or from a path. Raises RecordError, OSError."""
    seen = _looked_at(stack.enter_context(opened(source)), label_of(source), format)
    read = _reader(seen.format)
    if not hasattr(seen.format, "read_path"):
        return read(seen.file, check=check)
    if isinstance(source, (str, Path)) and source != "-" and seen.file.seekable():
        return read(str(source), check=check)
    return read(stack.enter_context(spooled(seen.file, seen.format.suffixes[0])), check=check)


class _Seen(NamedTuple):
    """What a look at the beginning of a file has shown."""

    format: Format
    packing: _packed.Packing | None
    file: BinaryIO  # at its beginning again, and unpacked


def _looked_at(file: BinaryIO, label: str, format: str | Format | Mapped | None) -> _Seen:
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
    return _Seen(chosen, packing, file)


def mapping(path: str | Path) -> Mapped:
    """Somebody's own table as a format for `read`, by a TOML file that says what it means.

    Raises RecordError where that file is no mapping, OSError where it cannot be read.
    """
    from cardlog.records.formats._csv.mapped import Mapped

    return Mapped(path)


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
    packing = _packing(str(label_of(target)), format)
    if hasattr(chosen, "write_path"):
        return _target.write_path(put, items, target, chosen.suffixes[0], packing)
    with _target.opened(target, packing) as file:
        return put(items, file)


def format_of(path: str | Path, format: str | None = None) -> Format:
    """The format that `format` names; else the one of the suffix; else the one of the content.

    Raises RecordError where none of them says it, OSError where the content must be looked at and
    cannot.
    """
    chosen = _declared(str(path), format)
    if chosen is None:
        with open(path, "rb") as file:
            try:
                chosen = _looked_at(file, str(path), format).format
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


def declared(path: str) -> Format | None:
    """The format that a file's name says, if it says one."""
    return _declared(path, None)


def _declared(label: str, format: str | None) -> Format | None:
    inner = _packed.split(label if format is None else format)[0]
    return _registry.by_suffix(inner) if format is None else _registry.by_name(inner)


def _packing(label: str, format: str | None) -> _packed.Packing | None:
    """How to pack what is written: as the format says, else as the name does."""
    return (_packed.split(format)[1] if format else None) or _packed.split(label)[1]


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
