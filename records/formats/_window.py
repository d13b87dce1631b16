"""A window of bytes that slides over a file, so that a file of any size takes little memory."""

from __future__ import annotations

import re
from typing import BinaryIO, Final

from cardlog.records.errors import RecordError
from cardlog.records.game import MAX_BYTES

CHUNK: Final = 2**17  # bytes asked of the file at a time


class Window:
    """`data[pos:]` is what was read and not yet used; `base + pos` its offset in the file.

    `line` is the line, from 1, that `pos` is on; it is only kept where `lines` asks for it.
    """

    def __init__(self, file: BinaryIO, *, lines: bool, base: int = 0) -> None:
        # read1 gives what a pipe has at hand, so a game in progress is read as it is written.
        self._read = getattr(file, "read1", file.read)
        self._lines = lines
        self.line = 1
        self.data = b""
        self.view = memoryview(self.data)
        self.pos = 0
        self.base = base
        self._ended = False
        self._broken: Exception | None = None

    @property
    def byte(self) -> int:
        """The offset of `pos` in the file."""
        return self.base + self.pos

    @property
    def seen(self) -> int:
        """How many bytes of the file were read so far."""
        return self.base + len(self.data)

    def advance(self, pos: int, lines: int | None = None) -> None:
        """Go on to `pos`, an index in `data` not before the present one; over so many lines."""
        if lines is not None:
            self.line += lines
        elif self._lines:
            first = self.data.find(b"\n", self.pos, pos)  # often there is one, at the end
            if first >= 0:
                self.line += self.data.count(b"\n", first, pos)
        self.pos = pos

    def fill(self) -> bool:
        """Drop what was used and read on; False where the file has ended.

        What is left doubles at least, up to the size of a record: whoever looks at it again from
        its start has then looked at no byte more than twice on average. What a file gave before it
        could not be read on is used first.
        """
        if self._broken:
            raise self._broken
        if self._ended:
            return False
        rest = self.data[self.pos :]
        want = min(len(rest), max(0, MAX_BYTES - len(rest)))
        parts, got = [rest], 0
        try:
            while chunk := self._read(max(CHUNK, want - got)):
                parts.append(chunk)
                got += len(chunk)
                if got >= want:
                    break
        except (OSError, RecordError) as error:
            if not got:
                raise
            self._broken = error
        self._ended = not got
        self.base += self.pos
        self.data = b"".join(parts)
        self.view = memoryview(self.data)
        self.pos = 0
        return got > 0

    def skip(self, space: re.Pattern[bytes] | None) -> bool:
        """Pass over `space`; False where nothing else is left in the file."""
        while True:
            if space and (match := space.match(self.data, self.pos)):
                self.advance(match.end())
            # A byte order mark is space too, and may lie across the end of the window.
            left = len(self.data) - self.pos
            if left > 2 or (left and self.data[self.pos] != 0xEF):
                return True
            if not self.fill():
                return left > 0
