"""gzip and zstd around a file of any format: which it is, unpacking it and packing it, streamed."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final, NamedTuple

from cardlog.records.errors import RecordError

CHUNK: Final = 2**17  # bytes unpacked, or packed, at a time
SKIPPED: Final = tuple(bytes((first, 0x2A, 0x4D, 0x18)) for first in range(0x50, 0x60))


class Packing(NamedTuple):
    """A way to pack a file: the end of its name, and what it begins with."""

    name: str
    suffix: str
    magic: tuple[bytes, ...]
    compressor: Callable[[], Any]
    unpack: Callable[[BinaryIO], Iterator[bytes]]


def split(name: str) -> tuple[str, Packing | None]:
    """The name of a file, or of a format, without what says how it is packed; and what that is."""
    for packing in PACKINGS:
        if name.lower().endswith(packing.suffix):
            return name[: -len(packing.suffix)], packing
    return name, None


def by_content(head: bytes) -> Packing | None:
    """How a file that begins with these bytes is packed, if it is."""
    return next((each for each in PACKINGS if head.startswith(each.magic)), None)


def unpacked(file: BinaryIO, packing: Packing) -> BinaryIO:
    """What is packed in a file, unpacked as it is read.

    Where the file is damaged or cut off, all that lies before that is read, and then a RecordError
    is raised with the byte of the packed file.
    """
    return io.BufferedReader(_Unpacked(packing.unpack(file)), CHUNK)


def read_packed(file: BinaryIO, head: bytes, promised: Packing | None) -> BinaryIO:
    """The file, unpacked where its `head` shows that it is packed.

    Raises RecordError where it was promised to be and is not.
    """
    packing = by_content(head)
    if packing is not None:
        return unpacked(file, packing)
    if promised is not None and head:
        text = (
            f"this is no {promised.name} data, as the name or the format says: give its format"
            f" without {promised.suffix} (`--from jsonl`), or restore it"
        )
        raise RecordError(text, byte=0)
    return file


class _Unpacked(io.RawIOBase):
    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._rest = memoryview(part)
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


@contextlib.contextmanager
def packed(file: BinaryIO, packing: Packing | None) -> Iterator[BinaryIO]:
    """A file whose bytes go into another one packed; that gets its end only if the block does."""
    if packing is None:
        yield file
        return
    engine = packing.compressor()
    raw = _Packed(file, engine.compress)
    out = io.BufferedWriter(raw, CHUNK)
    try:
        yield out
        out.flush()
        file.write(engine.flush())
    finally:
        raw.done = True  # what a failure left in the buffer is not written any more
        out.close()


class _Packed(io.RawIOBase):
    def __init__(self, file: BinaryIO, compress: Callable[[Any], bytes]) -> None:
        self._file = file
        self._compress = compress
        self.done = False

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        size = len(data)
        if not self.done:
            self._file.write(self._compress(data))
        return size


# What packs and unpacks is imported where it is needed: hardly any file is packed.


def _gzip_compressor() -> Any:
    import zlib

    return zlib.compressobj(6, zlib.DEFLATED, 31)  # with a gzip header, which has no time in it


def _zstd_compressor() -> Any:
    zstd = zstd_module()
    return zstd.ZstdCompressor(options={zstd.CompressionParameter.checksum_flag: 1})


def _gunzip(file: BinaryIO) -> Iterator[bytes]:
    from cardlog.records.formats._gunzip import gunzip

    return gunzip(file)


def _unzstd(file: BinaryIO) -> Iterator[bytes]:
    from cardlog.records.formats._unzstd import unzstd

    return unzstd(file)


def zstd_module() -> Any:
    """Raises RecordError where it is not installed."""
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise RecordError("zstd needs a package: pip install backports.zstd") from None
    return zstd


PACKINGS: Final = (
    Packing("gzip", ".gz", (b"\x1f\x8b",), _gzip_compressor, _gunzip),
    Packing("zstd", ".zst", (b"\x28\xb5\x2f\xfd", *SKIPPED), _zstd_compressor, _unzstd),
)
