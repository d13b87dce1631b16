"""Where one value of a file ends and the next begins, also in a damaged file.

msgspec decodes one value from a buffer and refuses a buffer that holds more. Its refusal names
the byte where the value ended, and decoding into `Raw` only walks over the value: the two
together find the end of a record at the speed of C, in JSON and in MessagePack alike.

After bytes that are no value the scanner looks for the key that every record starts with. A
hostile file could make it walk the same bytes again from thousands of such places, so that work
has an allowance, and when it is spent a damaged stretch is passed over as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec

from cardlog.records.errors import RecordError
from cardlog.records.formats._window import Window
from cardlog.records.game import MAX_BYTES, Wire

# Bytes that failed attempts may walk over: so many, and so many more for each byte of the file.
ALLOWANCE: Final = 16 * MAX_BYTES
ALLOWANCE_PER_BYTE: Final = 8

LOOK_BACK: Final = 64  # bytes before the mark in which its map must begin
OVERLAP: Final = LOOK_BACK + 16  # what is kept of a window when looking for a mark across its end
# An incomplete number at the end of a window is reported as a wrong one, a few bytes before it.
NUMBER: Final = 32
SHOWN: Final = 24  # bytes of a stray text that its error shows

TOO_BIG: Final = f"the record does not end within {MAX_BYTES >> 20} MiB, the most a record may have"
TOO_DEEP: Final = "the record is nested too deep: remove it, or flatten what it holds"
CUT_OFF: Final = "the record is cut off: restore the rest of it, or remove it"

_AT: Final = re.compile(r" \(byte (\d+)\)$")


class Fault(NamedTuple):
    """Why no value was found: a sentence, where (from its start), whether more bytes may help."""

    message: str
    at: int | None = None
    incomplete: bool = False


class Span(NamedTuple):
    """A well-formed value: its bytes, its place in the window, in the file, and its line.

    `record` is what it was decoded to on the way, where it was.
    """

    view: memoryview
    start: int
    byte: int
    line: int | None
    record: Wire | None = None

    @property
    def end(self) -> int:
        """Where it ends in the file."""
        return self.byte + len(self.view)


class Damage(NamedTuple):
    """A stretch without a value: its error, whether it begins as a record does, its place."""

    error: RecordError
    of_record: bool
    byte: int
    end: int
    line: int | None


@dataclass
class Syntax:
    """What the scanner and the assembler need to know of one notation of maps."""

    title: str
    empty: bytes  # an empty map
    opens: frozenset[int]  # the bytes that a value of interest begins with
    space: re.Pattern[bytes] | None  # what may stand between values
    mark: bytes  # the first key of a record as written
    before: Callable[[bytes, int], int]  # where the map begins whose first key is at n, or -1
    stray: Callable[[bytes], str]  # the sentence for bytes that begin no value of interest
    ran_on: Callable[[Any], bool]  # whether a decoded value swallowed bytes that were not its own
    decoder: Callable[[Any], Callable[[Any], Any]]  # type -> the function that decodes it
    lines: bool  # whether it is text in lines

    def __post_init__(self) -> None:
        self.marks = re.compile(re.escape(self.mark))
        self.raw: Callable[[Any], object] = self.decoder(msgspec.Raw)
        self.wire: Callable[[Any], Wire] = self.decoder(Wire)
        self.any: Callable[[Any], Any] = self.decoder(Any)
        # The JSON decoder counts trailing bytes from 1, the MessagePack decoder from 0.
        self.shift = 0
        end = self.end(memoryview(self.empty * 2))
        assert isinstance(end, int), "the decoder no longer says where trailing bytes begin"
        self.shift = end - len(self.empty)

    def end(self, view: memoryview) -> int | Fault:
        """The length of the value that `view` begins with (and of the space after it)."""
        try:
            self.raw(view)
            return len(view)
        except RecursionError:
            return Fault(TOO_DEEP)
        except msgspec.DecodeError as error:
            text = str(error)
        if "trailing characters" in text:
            return int(text[text.rindex(" ") + 1 : -1]) - self.shift
        if "truncated" in text:
            return Fault(CUT_OFF, incomplete=True)
        fault = self.fault(text)
        return fault._replace(incomplete=fault.at is not None and len(view) - fault.at < NUMBER)

    def fault(self, text: str) -> Fault:
        """What a decoder said, as a sentence for people."""
        match = _AT.search(text)
        text = _AT.sub("", text).partition(" - at `")[0]
        reason = text.partition(" is malformed: ")[2] or text
        return Fault(
            f"broken {self.title} ({reason[0].lower()}{reason[1:]}): repair or remove the record",
            int(match[1]) if match else None,
        )


class Scanner:
    """Iterate for the values of a file: a Span for each, a Damage for each bad stretch."""

    def __init__(self, file: BinaryIO, syntax: Syntax, byte: int = 0) -> None:
        self.syntax = syntax
        self.window = Window(file, lines=syntax.lines, base=byte)
        self.walked = 0  # bytes that failed attempts walked over

    def __iter__(self) -> Iterator[Span | Damage]:
        while self.window.skip(self.syntax.space):
            yield self._next()

    @property
    def byte(self) -> int:
        """How far it has come in the file."""
        return self.window.byte

    @property
    def line(self) -> int:
        """The line it is on, from 1 where it began; 1 throughout where there are no lines."""
        return self.window.line

    def find_start(self) -> None:
        """Go to the first place from here on where a record may start: that line is its first."""
        self._find_start(self.window.byte)
        self.window.line = 1

    def starts_record(self, span: Span) -> bool:
        """Whether the span just given begins as a record does."""
        return self.start_in_window(span.start, span.start + OVERLAP) == span.start

    def reject(self, span: Span, fault: Fault) -> Damage:
        """Take back the span just given: its bytes turned out to be damaged."""
        window = self.window
        window.pos = span.start
        if span.line is not None:
            window.line = span.line
        return self._damage(fault, len(span.view))

    def _next(self) -> Span | Damage:
        window, syntax = self.window, self.syntax
        if window.data[window.pos] not in syntax.opens:
            head = window.data[window.pos : window.pos + SHOWN]
            return self._damage(Fault(syntax.stray(head)), 0)
        if span := self._record_up_to_next():
            return span
        while isinstance(end := syntax.end(view := window.view[window.pos :]), Fault):
            if end.incomplete and len(view) > MAX_BYTES:
                end = Fault(TOO_BIG)
            if not (end.incomplete and window.fill()):
                return self._damage(end, len(view) if end.at is None else end.at)
        line = window.line if syntax.lines else None
        span = Span(view[:end], window.pos, window.byte, line)
        if end > MAX_BYTES and len(bytes(span.view).rstrip()) > MAX_BYTES:
            return self.reject(span, Fault(TOO_BIG))
        window.advance(window.pos + end)
        return span

    def _record_up_to_next(self) -> Span | None:
        """The usual case at half the work: one whole record, and the next one follows it."""
        window = self.window
        pos = window.pos
        if self.start_in_window(pos, pos + OVERLAP) != pos:
            return None
        match = self.syntax.marks.search(window.data, pos + OVERLAP)  # faster than bytes.find
        end = self.syntax.before(window.data, match.start()) if match else -1
        if end <= pos or end - pos > MAX_BYTES:
            return None
        view = window.view[pos:end]
        try:
            record = self.syntax.wire(view)
        except (msgspec.DecodeError, RecursionError):
            return None
        line = window.line if self.syntax.lines else None
        span = Span(view, pos, window.byte, line, record)
        window.advance(end)
        return span

    def _damage(self, fault: Fault, walked: int) -> Damage:
        """Go to the next record, or to the end of the file; the error for what lies before it."""
        window = self.window
        start, line = window.byte, window.line if self.syntax.lines else None
        begins = line
        of_record = self.start_in_window(window.pos, window.pos + OVERLAP) == window.pos
        if line is not None and fault.at:
            line += window.data.count(b"\n", window.pos, window.pos + fault.at)
        self.walked += walked
        if self.walked > ALLOWANCE + ALLOWANCE_PER_BYTE * window.seen:
            window.advance(window.pos + max(0, walked - OVERLAP))
        self._find_start(start + 1)
        at, skipped = start + (fault.at or 0), window.byte - start
        error = RecordError(fault.message, byte=at, line=line, skipped=skipped)
        return Damage(error, of_record, start, window.byte, begins)

    def _find_start(self, byte: int) -> None:
        """Go to the first start of a record from offset `byte` on, or to the end of the file."""
        window = self.window
        while (found := self.start_in_window(max(window.pos, byte - window.base))) < 0:
            window.advance(max(window.pos, len(window.data) - OVERLAP))
            if not window.fill():
                found = len(window.data)
                break
        window.advance(found)

    def start_in_window(self, low: int, high: int | None = None) -> int:
        """Where the first record in this part of the window seems to start, or -1."""
        data, syntax = self.window.data, self.syntax
        at = data.find(syntax.mark, low, high)
        while at >= 0:
            if (start := syntax.before(data, at)) >= low:
                return start
            at = data.find(syntax.mark, at + 1, high)
        return -1
