"""What a zstd file holds, block by block (RFC 8878), and the block where it is damaged.

The library keeps to itself what it had unpacked of a piece before it failed. So it is given one
block at a time, for which the heads of frames and blocks are read here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from cardlog.records.errors import RecordError
from cardlog.records.formats._packed import CHUNK, SKIPPED, zstd_module

MAGIC: Final = b"\x28\xb5\x2f\xfd"
RLE: Final = 1  # a block of one byte, repeated

CUT_OFF: Final = "the zstd data is cut off: restore the rest of it; the records before it are read"
FOREIGN: Final = "what follows the zstd data is none itself: remove it"
CHECKSUM: Final = "the zstd data does not match its checksum: what was read from it may be wrong"


def unzstd(file: BinaryIO) -> Iterator[bytes]:
    """The pieces of all frames, one after another. Raises RecordError with the byte of a fault."""
    zstd = zstd_module()
    source = _Source(file)
    while magic := source.take(4, whole=False):
        if magic == MAGIC:
            yield from _frame(source, zstd)
        elif magic in SKIPPED:
            left = int.from_bytes(source.take(4), "little")
            while left:
                left -= len(source.take(min(left, CHUNK)))
        elif len(magic) < 4 and any(each.startswith(magic) for each in (MAGIC, *SKIPPED)):
            raise RecordError(CUT_OFF, byte=source.byte)
        else:
            raise RecordError(FOREIGN, byte=source.byte - len(magic))


def _frame(source: _Source, zstd: Any) -> Iterator[bytes]:
    """The blocks of a frame, whose magic number has been read."""
    engine = zstd.ZstdDecompressor()

    def unpack(data: bytes, checksum: bool = False) -> Iterator[bytes]:
        try:
            part = engine.decompress(data, CHUNK)
            while part:
                yield part
                if engine.needs_input or engine.eof:
                    return
                part = engine.decompress(b"", CHUNK)
        except zstd.ZstdError as error:
            reason = str(error).rpartition(": ")[2].rstrip(".").lower()
            text = f"the zstd data is damaged ({reason}): restore it; what is before it is read"
            byte = source.byte - len(data)
            raise RecordError(CHECKSUM if checksum else text, byte=byte) from None

    head = source.take(1)
    single = head[0] >> 5 & 1
    size = (1 - single) + (0, 1, 2, 4)[head[0] & 3] + (single, 2, 4, 8)[head[0] >> 6]
    yield from unpack(MAGIC + head + source.take(size))
    last = False
    while not last:
        block = source.take(3)
        number = int.from_bytes(block, "little")
        last = bool(number & 1)
        size = 1 if number >> 1 & 3 == RLE else number >> 3
        data = source.take(size, whole=False)
        yield from unpack(block + data)
        if len(data) < size:
            raise RecordError(CUT_OFF, byte=source.byte)
    if head[0] >> 2 & 1:
        yield from unpack(source.take(4), checksum=True)


class _Source:
    """The packed file, in pieces of a size that is known before."""

    def __init__(self, file: BinaryIO) -> None:
        self._read = getattr(file, "read1", file.read)
        self._data = b""
        self._pos = 0
        self.byte = 0

    def take(self, size: int, whole: bool = True) -> bytes:
        """The next bytes. Raises RecordError where there are not so many and `whole` needs them."""
        while len(self._data) - self._pos < size and (chunk := self._read(CHUNK)):
            self._data, self._pos = self._data[self._pos :] + chunk, 0
        data = self._data[self._pos : self._pos + size]
        self._pos += len(data)
        self.byte += len(data)
        if whole and len(data) < size:
            raise RecordError(CUT_OFF, byte=self.byte)
        return data
