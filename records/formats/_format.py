"""What a format is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Protocol

from cardlog.records.errors import RecordError
from cardlog.records.formats._assemble import WHOLE, Part, Walk
from cardlog.records.game import Check, Record


class Format(Protocol):
    """What the module of a format has.

    `sniff` takes the first bytes of a file (up to HEAD of them); `read` yields a Record or a
    located RecordError for each record, for what `check` raises too; `write` returns how many it
    wrote.

    What it need not have: `walk`, which does as `read` for a part of a file that can seek and says
    where each lies, and `scanned`, True where records can be passed over in it (_skip.py) and an
    index can be made; `languages`, one of which `write` takes as `lang`; `losses`, short phrases
    for what of a record the format cannot hold (without it, it holds everything). A format without
    `write` is only read, one without `read` only written. One that needs a file with a name has
    `read_path` and `write_path` instead: they are given paths, whatever is read or written.
    """

    name: str
    suffixes: tuple[str, ...]

    def sniff(self, head: bytes) -> bool: ...
    def read(self, file: BinaryIO, *, check: Check) -> Iterator[Record | RecordError]: ...
    def write(self, records: Iterable[Record], file: BinaryIO) -> int: ...
    def walk(self, file: BinaryIO, *, check: Check, part: Part = WHOLE) -> Walk: ...
    def losses(self, record: Record) -> list[str]: ...
    def read_path(self, path: str, *, check: Check) -> Iterator[Record | RecordError]: ...
    def write_path(self, records: Iterable[Record], path: str, **options: Any) -> int: ...
