"""JSON: whole documents, one after another, however they are laid out.

Written for people: a line for each key and for each event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

import msgspec

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.formats._assemble import WHOLE, Part, Walk
from cardlog.records.formats._assemble import records as _records
from cardlog.records.formats._scan import LOOK_BACK, Syntax
from cardlog.records.formats._write import write_each
from cardlog.records.game import Record

name: Final = "json"
suffixes: Final = (".json",)
scanned: Final = True  # records are passed over without decoding them

SPACE: Final = b" \t\r\n"
BOM: Final = b"\xef\xbb\xbf"

_START: Final = re.compile(rb"(?:%b)?[%b]*(?:[{\[]|\Z)" % (BOM, SPACE))
_encode: Final = msgspec.json.Encoder().encode


def sniff(head: bytes) -> bool:
    """Whether a file that begins with these bytes may be JSON that is not one record a line."""
    return looks_like_json(head) and not first_line_is_whole(head)


def looks_like_json(head: bytes) -> bool:
    """Whether a map, a list or nothing at all follows on the space that a file begins with."""
    return _START.match(head) is not None


def first_line_is_whole(head: bytes) -> bool:
    """Whether the first line ends as a map does, or does not end in `head`."""
    line, newline, _ = head.removeprefix(BOM).lstrip(SPACE).partition(b"\n")
    return not newline or line.rstrip().endswith(b"}")


def read(file: BinaryIO, *, check: game.Check) -> Iterator[Record | RecordError]:
    """The records of an open file, and a located RecordError for each that is none."""
    return _records(file, SYNTAX, check=check, stream=False)


def walk(file: BinaryIO, *, check: game.Check, part: Part = WHOLE) -> Walk:
    """The same of a part of a file that can seek, with the place of each."""
    return Walk(file, SYNTAX, check=check, stream=False, part=part)


def write(records: Iterable[Record], file: BinaryIO) -> int:
    """Write the records one after another; how many they were. Raises RecordError, OSError."""
    return write_each(records, file, encode, b"\n")


def encode(record: Record) -> bytes:
    """One record as a JSON document laid out for people, `cardlog` first."""
    data = game.to_map(record)
    events = data.pop("events")
    lines = [b"%b: %b" % (_encode(key), _spaced(value)) for key, value in data.items()]
    listed = b",\n".join(b"  " + _spaced(event) for event in events)
    lines.append(b'"events": [\n%b]' % listed if listed else b'"events": []')
    return b"{" + b",\n ".join(lines) + b"}"


def _spaced(value: object) -> bytes:
    """On one line, with a space after each comma and colon."""
    return msgspec.json.format(_encode(value), indent=0)


def _before(data: bytes, at: int) -> int:
    before = data[max(0, at - LOOK_BACK) : at]
    opened = before.rstrip(SPACE)
    return at - len(before) + len(opened) - 1 if opened.endswith(b"{") else -1


def _stray(head: bytes) -> str:
    text = head.decode(errors="replace").partition("\n")[0].strip()
    return (
        'expected a record, which starts with {"cardlog": 1,'
        f" found `{text}`: repair or remove what stands here"
    )


SYNTAX: Final = Syntax(
    title="JSON",
    empty=b"{}",
    opens=frozenset(b"{["),
    space=re.compile(rb"(?:[%b]++|%b)*+" % (SPACE, BOM)),
    mark=b'"cardlog"',
    before=_before,
    stray=_stray,
    ran_on=lambda value: False,  # JSON closes what it opens: nothing can run on unnoticed
    decoder=lambda type_: msgspec.json.Decoder(type_).decode,
    lines=True,
)
