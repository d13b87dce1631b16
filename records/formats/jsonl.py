"""JSON Lines: one record a line, or in the stream form a header line and a line for each event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

import msgspec

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.formats import json, mjai
from cardlog.records.formats._assemble import WHOLE, Part, Walk
from cardlog.records.formats._assemble import records as _records
from cardlog.records.formats._write import write_each
from cardlog.records.game import Record
from cardlog.records.written import to_write

name: Final = "jsonl"
suffixes: Final = (".jsonl", ".ndjson")
scanned: Final = True  # records are passed over without decoding them

_encode: Final = msgspec.json.Encoder().encode


def sniff(head: bytes) -> bool:
    """Whether a file that begins with these bytes may be one JSON map a line."""
    return json.looks_like_json(head) and json.first_line_is_whole(head) and not mjai.sniff(head)


def read(file: BinaryIO, *, check: game.Check) -> Iterator[Record | RecordError]:
    """The records of an open file, and a located RecordError for each that is none."""
    return _records(file, json.SYNTAX, check=check)


def walk(file: BinaryIO, *, check: game.Check, part: Part = WHOLE) -> Walk:
    """The same of a part of a file that can seek, with the place of each."""
    return Walk(file, json.SYNTAX, check=check, part=part)


def write(records: Iterable[Record], file: BinaryIO) -> int:
    """Write a line for each record; how many they were. Raises RecordError, OSError."""
    return write_each(records, file, encode, b"\n")


def write_stream(records: Iterable[Record], file: BinaryIO) -> int:
    """The same in the stream form: the header of each record, then its events one by one."""
    return write_each(records, file, _encode_stream, b"\n")


def encode(record: Record) -> bytes:
    """One record as JSON without spaces or newlines, `cardlog` first."""
    return _encode(to_write(record))


def _encode_stream(record: Record) -> bytes:
    header = game.to_map(record)
    events = header.pop("events")
    return b"\n".join(map(_encode, (header, *events)))
