"""One record of a file, changed in its place: every other byte of the file stays as it is."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from cardlog.cli import show
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

SPACE = b" \t\r\n"


class Place:
    """A record of a file, and where it lies there."""

    def __init__(self, path: str, format: str | None, index: int | None, source: str) -> None:
        """Raises RecordError where there is no such record or it cannot be read, and OSError."""
        self.format: Any = formats.format_of(path, format)
        self.path = path
        self.source = source
        if not hasattr(self.format, "walk"):
            text = (
                f"a record in {self.format.name} cannot be changed in its place: convert it first"
                " (`cardlog convert FILE game.json`)"
            )
            raise RecordError(text, source=source)
        self.index = index or 0
        with open(path, "rb") as file:
            self.record = self._found(file, alone=index is None)

    def _found(self, file: BinaryIO, alone: bool) -> Record:
        walk = self.format.walk(file, check=None)
        found: Record | RecordError | None = None
        count = 0
        for count, item in enumerate(walk, 1):
            if count == self.index + 1:
                found = item
                self.start, self.end, self.stream = walk.start, walk.end, walk.stream
            if count > self.index and not (alone and count == 1):
                break
        if found is None:
            text = f"there is no record {self.index}: the file holds {show.records(count)}"
            raise RecordError(text, source=self.source)
        if isinstance(found, RecordError):
            raise found.located(source=self.source, index=self.index)
        if alone and count > 1:
            raise RecordError(
                "it holds several records: say which with --index", source=self.source
            )
        return found

    def write(self, record: Record, out: BinaryIO) -> None:
        """Copy the file with another record in the place, written as the one there was."""
        with open(self.path, "rb") as file:
            file.seek(self.start)
            new = self._bytes(record, file.read(self.end - self.start))
            file.seek(0)
            for start in range(0, self.start, 2**20):
                out.write(file.read(min(2**20, self.start - start)))
            out.write(new)
            file.seek(self.end)
            shutil.copyfileobj(file, out)

    def _bytes(self, record: Record, old: bytes) -> bytes:
        if hasattr(self.format, "amended"):  # it has comments, which the record has not
            return bytes(self.format.amended(old, self.record, record))
        file = io.BytesIO()
        write = self.format.write_stream if self.stream else self.format.write
        write([record], file)
        if self.format.name == "msgpack":
            return file.getvalue()
        space = old[len(old.rstrip(SPACE)) :]  # an item of a text ends with the space after it
        return file.getvalue().rstrip(SPACE) + space


@contextlib.contextmanager
def on_disk(name: str) -> Iterator[str]:
    """The path of a file; what standard input holds, or a packed file, is put into one as it is.

    Raises OSError, and RecordError where what is packed is damaged.
    """
    if name == "-" and sys.stdin is None:
        raise show.fail("standard input is closed")
    with contextlib.ExitStack() as stack:
        try:
            path = stack.enter_context(formats.on_disk(name))
        except RecordError as error:
            raise error.located(source=show.label(name)) from None
        yield path


def write(place: Place, record: Record, target: str, packing: str | None = None) -> None:
    """Write the file to `target` with this record in the place, in the format of its name.

    It is packed as its name says, or as `packing` does. Raises RecordError where the format is
    another one and some record cannot be read, and OSError.
    """
    other = None if target == "-" else formats.declared(target)
    if other is None or other.name == place.format.name:
        with formats.writing(target, packing) as file:
            place.write(record, file)
        return
    formats.write(_all(place, record), target)


def _all(place: Place, record: Record) -> Iterator[Record]:
    items = formats.read(place.path, format=place.format.name, name=place.source)
    for index, item in enumerate(items):
        if isinstance(item, RecordError):
            raise item
        yield record if index == place.index else item
