"""What a gzip file holds, piece by piece, and the exact byte where it is damaged."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NoReturn

from cardlog.records.errors import RecordError
from cardlog.records.formats._packed import CHUNK

PIECE: Final = 2**16  # bytes of the file at a time: so many are looked at again at a fault
GZIP: Final = 31  # what zlib calls a gzip member

CUT_OFF: Final = "the gzip data is cut off: restore the rest of it; the records before it are read"
FOREIGN: Final = "what follows the gzip data is none itself: remove it"
CHECKSUM: Final = "the gzip data does not match its checksum: what was read from it may be wrong"
DAMAGED: Final = "the gzip data is damaged: restore it; the records before the damage are read"


def gunzip(file: BinaryIO) -> Iterator[bytes]:
    """The pieces of all members, one after another. Raises RecordError with the byte of a fault."""
    read = getattr(file, "read1", file.read)
    byte = 0  # how much of the file has been unpacked
    data: bytes = b""
    while data or (data := read(PIECE)):
        if byte and not (full := data.lstrip(b"\0")):
            byte, data = byte + len(data), b""  # some pad the end with zeros
            continue
        if byte:
            byte, data = byte + len(data) - len(full), full
        engine = zlib.decompressobj(GZIP)
        first = byte
        while not engine.eof:
            piece = data or read(PIECE)
            before = engine.copy()
            try:
                part = engine.decompress(piece, CHUNK)
            except zlib.error:
                yield from _up_to_fault(before, piece, byte, first)
            if part:
                yield part
            elif not piece and not engine.eof:
                raise RecordError(CUT_OFF, byte=byte)
            data = engine.unconsumed_tail
            byte += len(piece) - len(data) - len(engine.unused_data)
        data = engine.unused_data


def _up_to_fault(engine: Any, piece: bytes, byte: int, first: int) -> Iterator[bytes]:
    """What a piece with a fault in it holds before that, and then the fault.

    An engine that fails keeps to itself what it had unpacked, hence a byte at a time.
    """
    for number in range(len(piece)):
        try:
            part = engine.decompress(piece[number : number + 1])
        except zlib.error as error:
            _fail(str(error), byte + number, first)
        if part:
            yield part
    raise AssertionError("the fault is gone")


def _fail(text: str, byte: int, first: int) -> NoReturn:
    if "incorrect data check" in text or "incorrect length check" in text:
        raise RecordError(CHECKSUM, byte=byte) from None
    if "incorrect header check" in text and first:
        raise RecordError(FOREIGN, byte=first) from None
    raise RecordError(DAMAGED, byte=byte) from None
