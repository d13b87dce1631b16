"""MessagePack: the maps of records/README.md as MessagePack maps, one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

import msgspec

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.formats._assemble import WHOLE, Part, Walk
from cardlog.records.formats._assemble import records as _records
from cardlog.records.formats._scan import Syntax
from cardlog.records.formats._write import write_each
from cardlog.records.game import Record
from cardlog.records.written import to_write

name: Final = "msgpack"
suffixes: Final = (".msgpack", ".mpk")
scanned: Final = True  # records are passed over without decoding them

FIXMAP: Final = range(0x81, 0x90)  # an empty map (0x80) is no record
MAP_16: Final = 0xDE
MAP_32: Final = 0xDF
MARK: Final = b"\xa7cardlog"

# Deep enough for a record that stands where a value of an event belongs.
_DEPTH: Final = 5

_encode: Final = msgspec.msgpack.Encoder().encode


def sniff(head: bytes) -> bool:
    """Whether a file that begins with these bytes may be MessagePack maps."""
    return head[:1] != b"" and (head[0] in (0x80, MAP_16, MAP_32) or head[0] in FIXMAP)


def read(file: BinaryIO, *, check: game.Check) -> Iterator[Record | RecordError]:
    """The records of an open file, and a located RecordError for each that is none."""
    return _records(file, SYNTAX, check=check)


def walk(file: BinaryIO, *, check: game.Check, part: Part = WHOLE) -> Walk:
    """The same of a part of a file that can seek, with the place of each."""
    return Walk(file, SYNTAX, check=check, part=part)


def write(records: Iterable[Record], file: BinaryIO) -> int:
    """Write the records one after another; how many they were. Raises RecordError, OSError."""
    return write_each(records, file, encode)


def write_stream(records: Iterable[Record], file: BinaryIO) -> int:
    """The same in the stream form: the header of each record, then its events one by one."""
    return write_each(records, file, _encode_stream)


def encode(record: Record) -> bytes:
    """One record as a MessagePack map, `cardlog` first."""
    return _encode(to_write(record))


def _encode_stream(record: Record) -> bytes:
    header = game.to_map(record)
    events = header.pop("events")
    return b"".join(map(_encode, (header, *events)))


def _before(data: bytes, at: int) -> int:
    if at >= 1 and data[at - 1] in FIXMAP:
        return at - 1
    if at >= 3 and data[at - 3] == MAP_16:
        return at - 3
    if at >= 5 and data[at - 5] == MAP_32:
        return at - 5
    return -1


def _stray(head: bytes) -> str:
    return (
        "expected a record, a MessagePack map that starts with `cardlog`,"
        f" found the byte 0x{head[0]:02x}: repair or remove what stands here"
    )


def _ran_on(value: Any) -> bool:
    """Whether this map is no map of ours but what damage made of it.

    A record that is cut off takes the records after it for its own missing parts: they turn up as
    its events, or where a string or a number belongs. In `meta` a record may stand by right.
    """
    if not value or any(type(key) is not str for key in value):
        return True
    return _holds_record([part for key, part in value.items() if key != "meta"], _DEPTH)


def _holds_record(value: Any, depth: int) -> bool:
    if type(value) is dict:
        if "cardlog" in value and "game" in value:
            return True
        value = value.values()
    elif type(value) is not list:
        return False
    return depth > 0 and any(_holds_record(part, depth - 1) for part in value)


SYNTAX: Final = Syntax(
    title="MessagePack",
    empty=b"\x80",
    opens=frozenset((*FIXMAP, MAP_16, MAP_32)),
    space=None,
    mark=MARK,
    before=_before,
    stray=_stray,
    ran_on=_ran_on,
    decoder=lambda type_: msgspec.msgpack.Decoder(type_).decode,
    lines=False,
)
