"""CSV: a table with a row for each event, to open in a spreadsheet. Its layout: CSV.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.formats._write import write_each
from cardlog.records.game import Record

name: Final = "csv"
suffixes: Final = (".csv", ".tsv")

BOM: Final = b"\xef\xbb\xbf"
_OWN: Final = frozenset((b"record", b"type", b"event", b"deal", b"seat", b"cards"))


def sniff(head: bytes) -> bool:
    """Whether a file that begins with these bytes may be a table with columns of ours."""
    lines = head.removeprefix(BOM).lstrip(b" \t\r\n").split(b"\n", 2)
    first = lines[1] if lines[0].startswith(b"sep=") and len(lines) > 1 else lines[0]
    for separator in (b",", b";", b"\t"):
        cells = {cell.strip(b' "\r').lower() for cell in first.split(separator)}
        if b"type" in cells and len(cells & _OWN) > 1:
            return True
    return False


# The rest is imported when it is used: every command imports the formats.


def read(file: BinaryIO, *, check: game.Check) -> Iterator[Record | RecordError]:
    """The records of an open file, and a located RecordError for each that is none."""
    from cardlog.records.formats._csv.read import Reader

    return iter(Reader(file, check))


def write(records: Iterable[Record], file: BinaryIO) -> int:
    """Write the records one after another; how many they were. Raises RecordError, OSError.

    A byte order mark comes first: without one, spreadsheets take UTF-8 for the local code page.
    """
    from cardlog.records.formats._csv.write import head, rows

    count = 0

    def encode(record: Record) -> bytes:
        nonlocal count
        table = "".join(f"{row}\r\n" for row in rows(record, count))
        start = b"" if count else BOM + head().encode() + b"\r\n"
        count += 1
        return start + table.encode()

    return write_each(records, file, encode)
