"""Event streams in the shape of mjai, the protocol of mahjong programs (FOREIGN.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.formats._write import write_each
from cardlog.records.game import Record

name: Final = "mjai"
suffixes: Final = (".mjson", ".mjai")

# Such a stream begins with start_game; before it stands at most what a server says first.
_FIRST: Final = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*+\{\s*"type"\s*:\s*"(?:start_game|hello|join|none)"'
)


def sniff(head: bytes) -> bool:
    """Whether a file that begins with these bytes may be such a stream."""
    return _FIRST.match(head) is not None


# The rest is imported when it is used: every command imports the formats.


def read(file: BinaryIO, *, check: game.Check) -> Iterator[Record | RecordError]:
    """The records of an open file, and a located RecordError for each that is none."""
    from cardlog.records.formats._mjai.read import Reader

    return iter(Reader(file, check))


def write(records: Iterable[Record], file: BinaryIO) -> int:
    """Write the records one after another; how many they were. Raises RecordError, OSError."""
    from cardlog.records.formats._mjai.write import encode

    return write_each(records, file, encode)
