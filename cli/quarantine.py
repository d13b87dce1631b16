"""`--quarantine`: what is not in order is set aside byte for byte, the rest passed on.

Nothing is lost: every record that came in is passed on or set aside, a file that is already there
is never written over, and OUT appears, or is replaced, only when all the rest is on disk.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from cardlog.cli import show
from cardlog.cli.verdicts import Verdict
from cardlog.records import formats
from cardlog.records.errors import RecordError

SPACE: Final = b" \t\r\n"
LONGEST: Final = 80  # bytes of a source's name in the names of what is set aside
# Names of devices, whatever follows after a point.
_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)", re.IGNORECASE)

LineOf = Callable[[Verdict], dict[str, Any]]


@contextlib.contextmanager
def sorting(folder: str, out: str | None, format: str | None, line_of: LineOf) -> Iterator[Sorting]:
    """Ready to sort verdicts; `line_of` makes the findings that lie beside a record set aside."""
    chosen = None
    if out is not None:
        try:
            chosen = formats.declared(out)
        except RecordError as error:
            raise show.fail(f"-o {show.label(out)}: {error.message}") from None
        if out == "-" or chosen is None:
            raise show.fail(f"-o {show.label(out)}: expected a file whose name says the format")
        if any(hasattr(chosen, each) for each in ("losses", "write_path")):
            raise show.fail(
                f"-o {show.label(out)}: expected a format in which records simply follow one"
                " another: pass them on to a .jsonl file and convert that"
            )
    try:
        os.makedirs(folder, exist_ok=True)
        with contextlib.ExitStack() as stack:
            file = None if out is None else stack.enter_context(formats.writing(out))
            with contextlib.closing(Sorting(Path(folder), format, line_of)) as sort:
                sort.out, sort.out_name, sort.out_format = file, out, chosen
                yield sort
                sort.check()
    except OSError as error:
        where = error.filename or folder
        raise show.fail(f"{where} cannot be written: {error.strerror or error}") from None


class Sorting:
    """Called with each verdict in turn."""

    def __init__(self, folder: Path, format: str | None, line_of: LineOf) -> None:
        self.out: BinaryIO | None = None
        self.out_name: str | None = None
        self.out_format: Any = None
        self._folder = folder
        self._format = format
        self._line_of = line_of
        self._path: str | None = None
        self._file: BinaryIO | None = None
        self._read_as = ""
        self._came = self._passed = self._aside = self._unread = 0

    def __call__(self, verdict: Verdict) -> None:
        """Pass the record on, or set it aside."""
        self._came += 1
        if verdict.start is None and verdict.error is None:
            raise show.fail(
                f"{verdict.source}: its format does not say where records lie: convert it first"
                " (`cardlog convert FILE games.jsonl`)"
            )
        if verdict.start is None or verdict.end is None:
            self._unread += 1
            if self.out_name and verdict.path and _same(verdict.path, self.out_name):
                raise show.fail(f"{self.out_name} is left as it was: not all of it can be read")
            return
        raw = self._bytes(verdict, verdict.start, verdict.end)
        if verdict.error is None and verdict.answer.ok:
            self._passed += 1
            self._pass_on(raw)
        else:
            self._aside += 1
            self._set_aside(verdict, raw)

    @property
    def summary(self) -> str:
        """What became of them all."""
        told = [f"{self._aside} set aside in {self._folder}"]
        if self.out_name:
            told.insert(0, f"{self._passed} passed on to {self.out_name}")
        if self._unread:
            told.append(f"{self._unread} not read, and left where they are")
        return f"{show.records(self._came)}: {', '.join(told)}"

    def check(self) -> None:
        """Nothing is lost."""
        assert self._came == self._passed + self._aside + self._unread

    def close(self) -> None:
        """Let go of the file that was read last."""
        if self._file:
            self._file.close()

    def _bytes(self, verdict: Verdict, start: int, end: int) -> bytes:
        assert verdict.path is not None
        if self._file is None or verdict.path != self._path:
            self.close()
            self._path, self._file = verdict.path, open(verdict.path, "rb")  # noqa: SIM115
            self._read_as = formats.format_of(verdict.path, self._format).name
        self._file.seek(start)
        return self._file.read(end - start)

    def _pass_on(self, raw: bytes) -> None:
        if self.out is None:
            return
        if self.out_format.name == self._read_as:
            text = self._read_as != "msgpack"
            self.out.write(raw.rstrip(SPACE) + b"\n" if text else raw)
            return
        items = formats.read(io.BytesIO(raw), format=self._read_as, check=None)
        formats.write(items, self.out, format=self.out_format.name)  # type: ignore[arg-type]

    def _set_aside(self, verdict: Verdict, raw: bytes) -> None:
        """Two new files: the bytes, and what is wrong with them."""
        plain = plain_name(verdict.source)
        suffix = formats.FORMATS[self._read_as].suffixes[0]
        told = msgspec.json.format(msgspec.json.encode(self._line_of(verdict)), indent=2) + b"\n"
        number = 1
        while True:
            again = "" if number == 1 else f"-{number}"
            stem = self._folder / f"{plain}-{verdict.index}{again}"
            record, findings = f"{stem}{suffix}", f"{stem}.findings.json"
            number += 1
            if os.path.lexists(findings):
                continue
            try:
                _create(record, raw)
            except FileExistsError:
                continue
            _create(findings, told)
            return


def plain_name(source: str) -> str:
    """A source's name as part of a file's: letters and digits of any script, no device's name."""
    name = "stdin" if source == "<stdin>" else os.path.basename(source)
    name = unicodedata.normalize("NFC", os.path.splitext(formats.unpacked_name(name))[0])
    plain = "".join(c if c in "._-" or unicodedata.category(c)[0] in "LMN" else "_" for c in name)
    try:
        data = os.fsencode(plain)
    except UnicodeEncodeError:  # the file system has no such letters
        data = plain.encode("ascii", "replace").replace(b"?", b"_")
    plain = data.strip(b".")[:LONGEST].decode(sys.getfilesystemencoding(), "ignore") or "record"
    return f"_{plain}" if _DEVICE.match(plain) else plain


def _create(path: str, data: bytes) -> None:
    with open(path, "xb") as file:  # follows no link, and writes over nothing
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _same(a: str, b: str) -> bool:
    try:
        return os.path.samefile(a, b)
    except OSError:
        return False
