"""The lines of a file in blocks of whole lines, and where each of them stands.

No more than `limit` bytes of one line are kept: of a longer one its end is handed out, in which a
record may begin, as a line that `overlong` names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

CHUNK: Final = 2**14  # bytes asked of the file at a time: the lines stay in the cache
TAIL: Final = 2**10  # bytes of an overlong line that are kept

_MARKS: Final = re.compile(r"(?m)^\ufeff+|\ufeff+(?=[Cc]ardlog|$)")  # byte order marks
_BROKEN: Final = re.compile("[\udc80-\udcff]")


class Block:
    """Lines that were read at once. `byte` and `line` are those of the first, from 0 and 1."""

    def __init__(self, data: bytes, byte: int, line: int, lost: int) -> None:
        self.byte = byte
        self.line = line
        self.end = byte + lost + len(data)
        self.lost = lost  # bytes of the first line that were not kept
        self._data = data
        self._counted = (0, byte)
        try:
            text = data.decode()
            self.damaged = False
        except UnicodeDecodeError:
            text = data.decode(errors="surrogateescape")
            self.damaged = True
        if "\r" in text:
            text = text.replace("\r\n", "\n")
        if "\ufeff" in text:
            text = _MARKS.sub("", text)
        self.lines = text.split("\n")
        if text.endswith("\n") or not text:
            self.lines.pop()
        # As many characters as bytes: there is no need to split the bytes as well.
        self._raw: Sequence[str | bytes] | None = self.lines if len(text) == len(data) else None

    def byte_of(self, n: int) -> int:
        """The offset in the file of line n of this block. Asked for in rising order."""
        if self._raw is None:
            self._raw = self._data.split(b"\n")
        done, byte = self._counted
        if n < done:
            done, byte = 0, self.byte
        if n >= len(self.lines):
            return self.end
        byte += sum(map(len, self._raw[done:n])) + n - done + (self.lost if done == 0 < n else 0)
        self._counted = n, byte
        return byte

    def byte_at(self, n: int, column: int) -> int:
        """The offset in the file of a column, from 0, of line n. Byte order marks count there."""
        start = self.byte_of(n) + (self.lost if not n else 0)
        assert self._raw is not None, "byte_of was asked"
        raw = self._raw[n]
        if isinstance(raw, str):
            return start + column
        text = raw.decode(errors="surrogateescape").removesuffix("\r")
        for match in _MARKS.finditer(text):
            if match.start() <= column:
                column += len(match[0])
        return start + len(text[:column].encode(errors="surrogateescape"))

    def undecoded(self, n: int) -> int | None:
        """The column, from 0, of a byte in line n that is no UTF-8."""
        match = _BROKEN.search(self.lines[n]) if self.damaged else None
        return match.start() if match else None


class Lines:
    """Iterate for the blocks of a file from `byte` on. `limit` may be changed at any time."""

    def __init__(self, file: BinaryIO, limit: int, byte: int = 0) -> None:
        # read1 gives what a pipe has at hand, so a game in progress is read as it is written.
        self._read = getattr(file, "read1", file.read)
        self.limit = limit
        self._byte = byte

    def __iter__(self) -> Iterator[Block]:
        parts: list[bytes] = []
        size = lost = 0
        byte = self._byte
        line = 1
        while chunk := self._read(CHUNK):
            cut = chunk.rfind(b"\n") + 1
            parts.append(chunk[:cut] if cut else chunk)
            size += len(parts[-1])
            if cut:
                block = Block(b"".join(parts), byte, line, lost)
                yield block
                byte, line = block.end, line + len(block.lines)
                parts, lost = [chunk[cut:]], 0
                size = len(parts[0])
            elif size > self.limit:
                kept = b"".join(parts)[-TAIL:]
                lost += size - len(kept)
                parts, size = [kept], len(kept)
        if size or lost:
            yield Block(b"".join(parts), byte, line, lost)
