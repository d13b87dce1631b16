"""`convert --check`: the new file read back before it takes the old one's place."""

from __future__ import annotations

import hashlib
import itertools
import tempfile
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import UNSET

from cardlog.cli.losses import Losses
from cardlog.records import canonical, formats
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

SIZE: Final = 32  # bytes of a content id
UNKNOWN: Final = bytes(2 * SIZE)  # of a record of which something is lost


class Differs(Exception):
    """A record does not read back as it was. Says which."""


class ReadBack:
    """Remembers each record that is written, by two digests, on disk; then compares."""

    def __init__(self, format: str, losses: Losses) -> None:
        self._format = format
        self._losses = losses
        self._digests = tempfile.TemporaryFile()  # noqa: SIM115, until it is closed

    def close(self) -> None:
        """Forget them all."""
        self._digests.close()

    def noted(self, record: Record, lossy: bool) -> None:
        """Remember a record that is going to be written."""
        self._digests.write(UNKNOWN if lossy else b"".join(_digests(record)))

    def compare(self, path: str) -> None:
        """Raise Differs at the first record of a file that is not the one that was written."""
        self._digests.seek(0)
        items = formats.read(path, format=self._format, check=None)
        written: Iterator[bytes] = iter(lambda: self._digests.read(2 * SIZE), b"")
        pairs: Iterable[tuple[bytes | None, Record | RecordError | None]]
        pairs = itertools.zip_longest(written, items)
        for number, (digests, item) in enumerate(pairs):
            fault = _fault(digests, item)
            if fault:
                items.close()
                raise Differs(f"record {number} {fault}")
        self._digests.seek(0)
        self._digests.truncate()


def _fault(digests: bytes | None, item: Record | RecordError | None) -> str | None:
    if isinstance(item, RecordError):
        return f"cannot be read back: {item.message}"
    if item is None:
        return "is not there when the file is read back"
    if digests is None:
        return "is one too many when the file is read back"
    if digests == UNKNOWN:
        return None
    content, rest = _digests(item)
    if content != digests[:SIZE]:
        return f"reads back otherwise: its content id was {digests[:SIZE].hex()}, now {item.id}"
    return None if rest == digests[SIZE:] else "reads back with other `names` or `seals`"


def _digests(record: Record) -> tuple[bytes, bytes]:
    """Of all that the content id is of, and of the rest."""
    rest = [[] if part is UNSET else [part] for part in (record.names, record.seals)]
    return bytes.fromhex(record.id), hashlib.sha256(canonical.encode(rest)).digest()
