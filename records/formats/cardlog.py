"""The text notation: what a person writes at the table. Its grammar: NOTATION.md, beside this."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.formats._assemble import WHOLE, Part
from cardlog.records.formats._write import write_each
from cardlog.records.game import Record

if TYPE_CHECKING:
    from cardlog.records.formats._notation.walk import Walk

name: Final = "cardlog"
suffixes: Final = (".cardlog",)
languages: Final = ("en", "pt", "es", "it", "ru")

_FIRST_LINE: Final = re.compile(
    rb"^(?:\xef\xbb\xbf)*[ \t]*[Cc]ardlog[ \t]+\d+[ \t]*:", re.MULTILINE
)


def sniff(head: bytes) -> bool:
    """Whether a file that begins with these bytes may be text with a record's first line in it."""
    match = _FIRST_LINE.search(head)
    if match is None or head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return False
    try:
        head[: match.start()].decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in head[: match.start()]


# The grammar is imported when it is used: every command imports the formats.


def read(file: BinaryIO, *, check: game.Check) -> Iterator[Record | RecordError]:
    """The records of an open file, and a located RecordError for each that is none."""
    from cardlog.records.formats._notation.read import Reader

    return iter(Reader(file, check))


def walk(file: BinaryIO, *, check: game.Check, part: Part = WHOLE) -> Walk:
    """The same of a part of a file that can seek, with the place of each."""
    from cardlog.records.formats._notation.walk import Walk

    return Walk(file, check=check, part=part)


def write(records: Iterable[Record], file: BinaryIO, *, lang: str = "en") -> int:
    """Write the records one after another; how many they were. Raises RecordError, OSError."""
    return write_each(records, file, lambda record: encode(record, lang), b"\n")


def encode(record: Record, lang: str = "en") -> bytes:
    """One record as text, in one of the languages of the notation."""
    from cardlog.records.formats._notation.write import lines

    return "".join(f"{line}\n" for line in lines(record, lang)).encode()


def amended(data: bytes, before: Record, after: Record) -> bytes:
    """The bytes of a record with the one ruling that it has more afterwards, and else as they were.

    Comments, spaces and the language stay as somebody wrote them.
    """
    from cardlog.records.formats._notation.amend import amended

    return amended(data, before, after)
