"""Where bytes come from: a path, standard input or an open file, and a look at their beginning."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

Source = str | Path | BinaryIO
SPOOL: Final = 2**20


def label_of(source: Source) -> str:
    """What to call a source: its path, `-`, or an open file's own name where it has one."""
    if isinstance(source, (str, Path)):
        return str(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "-"


@contextlib.contextmanager
def opened(source: Source) -> Iterator[BinaryIO]:
    """The source as a binary file; closed afterwards only if it was a path. Raises OSError."""
    if not isinstance(source, (str, Path)):
        yield source
    elif source == "-":
        yield sys.stdin.buffer
    else:
        with open(source, "rb") as file:
            yield file


@contextlib.contextmanager
def spooled(file: BinaryIO, suffix: str) -> Iterator[str]:
    """The path of a temporary file that holds what is left of another file. Raises OSError."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"spooled{suffix}")
        with open(path, "wb") as copy:
            while chunk := file.read(SPOOL):
                copy.write(chunk)
        yield path


def peeked(file: BinaryIO, size: int) -> tuple[bytes, BinaryIO]:
    """The next bytes of a file, up to `size`, and a file that still begins with them."""
    head: bytes = getattr(file, "read1", file.read)(size)
    if file.seekable():
        file.seek(-len(head), io.SEEK_CUR)
        return head, file
    return head, io.BufferedReader(_Rejoined(head, file))


class _Rejoined(io.RawIOBase):
    """A stream that cannot seek, with the bytes that were read from it put back in front."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._read = getattr(rest, "read1", rest.read)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        chunk, self._head = self._head[: len(buffer)], self._head[len(buffer) :]
        chunk = chunk or self._read(len(buffer))
        buffer[: len(chunk)] = chunk
        return len(chunk)
