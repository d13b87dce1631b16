"""An index beside a file, `FILE.idx`: where each record lies.

A line of JSON that says of which file it is, and then for each record its first byte and the byte
after its last one, eight bytes each, little-endian. It is believed only where it fits the file, and
what it says is looked at: a record has to stand there, alone, and the next ones beside it.
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
from typing import Any, BinaryIO, Final

import msgspec

from cardlog.records.errors import RecordError
from cardlog.records.formats._assemble import EMPTY, Walk
from cardlog.records.formats._format import Format
from cardlog.records.formats._reach import SUFFIX
from cardlog.records.formats._write import replacing
from cardlog.records.game import MAX_BYTES, Check, Record

VERSION: Final = 1
HEAD: Final = 4096  # bytes that its first line has at most
ENTRY: Final = struct.Struct("<QQ")
BROKEN: Final = 1 << 63  # added to the first byte of what is no readable record
SPACE: Final = b" \t\r\n\xef\xbb\xbf"
GAP: Final = 2**20  # bytes of space that may stand between two records

SAMPLE: Final = 2**16  # bytes looked at, at both ends of the file
SAMPLES: Final = 14  # and places between them,
SAMPLED: Final = 2**12  # of so many bytes each


class Misfit(Exception):
    """The index is not one of this file as it is now. Says why."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which file this is the index of."""

    cardlog_index: int
    format: str
    records: int
    size: int
    modified: int
    sample: str


def write_index(path: str, format: Format) -> tuple[int, int]:
    """Write the index of a file; how many records there are, and how many cannot be read.

    Raises OSError, and RecordError where the file is empty or changes meanwhile.
    """
    entries = bytearray()
    broken = 0
    with open(path, "rb") as file:
        before = _seen(file, format.name)
        walk = format.walk(file, check=None)
        for item in walk:
            bad = isinstance(item, RecordError)
            broken += bad
            entries += ENTRY.pack(walk.start | BROKEN if bad else walk.start, walk.end)
        if _seen(file, format.name) != before:
            raise RecordError("the file changed while it was read: try again", source=path)
    if not entries:
        raise RecordError(EMPTY, source=path)
    count = len(entries) // ENTRY.size
    head = msgspec.json.encode(msgspec.structs.replace(before, records=count))
    with replacing(path + SUFFIX) as out:
        out.write(head + b"\n" + entries)
    return count, broken


def record_at(path: str, index: int, format: Format, check: Check) -> Record | None:
    """The record of this number by the index beside the file; None where there is no use for it.

    That is so where there is no index, no such record in it, or none that can be read, or that
    `check` lets pass. Raises Misfit where the index is not one of this file, and OSError.
    """
    try:
        entries = open(path + SUFFIX, "rb")  # noqa: SIM115, the next line closes it
    except OSError:
        return None
    with entries, open(path, "rb") as file:
        first = entries.read(HEAD).partition(b"\n")[0]
        try:
            head = msgspec.json.decode(first, type=Head)
        except msgspec.DecodeError:
            raise Misfit("it is damaged, or no index at all") from None
        if head.cardlog_index != VERSION or head.format != format.name:
            raise Misfit(f"it was made for {head.format!r:.20}, version {head.cardlog_index}")
        if _seen(file, format.name) != msgspec.structs.replace(head, records=0):
            raise Misfit("the file has changed since")
        if os.fstat(entries.fileno()).st_size != len(first) + 1 + head.records * ENTRY.size:
            raise Misfit("it is damaged: its length is wrong")
        if index >= head.records:
            return None
        before, place, after = _places(entries, len(first) + 1, index, head)
        if place[0] & BROKEN:
            return None
        _check_gaps(file, before[1], place, after[0] & ~BROKEN, format)
        return _record(file, place, format, check)


def _places(entries: BinaryIO, first: int, index: int, head: Head) -> list[tuple[int, int]]:
    """Where the record before this one lies, where this one does and where the next one does."""
    entries.seek(first + max(0, index - 1) * ENTRY.size)
    found = list(ENTRY.iter_unpack(entries.read(3 * ENTRY.size)[: _entries(index, head)]))
    start, end = (0, 0), (head.size, head.size)
    return [*([] if index else [start]), *found, *([end] if index + 1 == head.records else [])]


def _entries(index: int, head: Head) -> int:
    return (min(index + 2, head.records) - max(0, index - 1)) * ENTRY.size


def _check_gaps(
    file: BinaryIO, low: int, place: tuple[int, int], high: int, format: Format
) -> None:
    """Raise Misfit where something other than space stands before or after the record."""
    for start, end in ((low, place[0]), (place[1], high)):
        if not 0 <= end - start <= GAP:
            raise Misfit("what it says of the record cannot be")
        file.seek(start)
        if file.read(end - start).strip(SPACE):
            raise Misfit("it passes something over")


def _record(file: BinaryIO, place: tuple[int, int], format: Format, check: Check) -> Record | None:
    """The one record that stands there; None where `check` is against it."""
    start, end = place
    if not 0 < end - start <= 2 * MAX_BYTES:
        raise Misfit("what it says of the record cannot be")
    file.seek(start)
    data = file.read(end - start)
    walk: Walk = format.walk(io.BytesIO(data), check=None)
    items: list[Any] = [(item, walk.start) for item, _ in zip(walk, range(2), strict=False)]
    if len(items) != 1 or items[0][1] or not isinstance(items[0][0], Record):
        raise Misfit("no record stands where it says")
    record: Record = items[0][0]
    try:
        if check:
            check(record)
    except RecordError:
        return None  # whoever comes to it in order can say where that is
    return record


def _seen(file: BinaryIO, format: str) -> Head:
    """What tells this file from another, and from itself after a change."""
    stat = os.fstat(file.fileno())
    size = stat.st_size
    digest = hashlib.sha256()
    between = [size * n // (SAMPLES + 1) for n in range(1, SAMPLES + 1)]
    for place, length in (
        (0, SAMPLE),
        (max(0, size - SAMPLE), SAMPLE),
        *((place, SAMPLED) for place in between),
    ):
        file.seek(place)
        digest.update(file.read(length))
    file.seek(0)
    return Head(VERSION, format, 0, size, stat.st_mtime_ns, digest.hexdigest())
