"""The quarantine of an archive: what cannot be read or is not in order, with what is wrong with it.

A record is set aside once, however often it comes: what lies there already is left as it is.
"""

from __future__ import annotations

import io
import os
from typing import BinaryIO, Final

import msgspec

from cardlog.cli.quarantine import LineOf, plain_name
from cardlog.cli.verdicts import Verdict
from cardlog.queries.archive import disk
from cardlog.records import formats

MOST: Final = 10_000  # records of one name that are looked through


class Aside:
    """Called with each verdict that is to be set aside. Raises OSError."""

    def __init__(self, folder: str, format: str | None, line_of: LineOf) -> None:
        self.folder = folder
        self.count = 0
        self._format = format
        self._line_of = line_of
        self._path: str | None = None
        self._file: BinaryIO = io.BytesIO()
        self._suffix = ""

    def __call__(self, verdict: Verdict) -> None:
        """Set the record aside, with its line of `audit --json`, unless none of it can be had."""
        raw, suffix = self._bytes(verdict)
        if raw is None:
            return
        disk.make_folder(self.folder)
        told = msgspec.json.format(msgspec.json.encode(self._line_of(verdict)), indent=2) + b"\n"
        plain = plain_name(verdict.source)
        for number in range(1, MOST):
            again = "" if number == 1 else f"-{number}"
            stem = os.path.join(self.folder, f"{plain}-{verdict.index}{again}")
            if self._put(stem, suffix, raw, told):
                break
        self.count += 1

    def _put(self, stem: str, suffix: str, raw: bytes, told: bytes) -> bool:
        """Both files, unless they are there; False where others are. The findings come last."""
        record, findings = f"{stem}{suffix}", f"{stem}.findings.json"
        return _written(record, raw) and (os.path.lexists(findings) or _written(findings, told))

    def _bytes(self, verdict: Verdict) -> tuple[bytes | None, str]:
        """The record as it stood in its file, or as JSON; None where nothing of it can be had."""
        if verdict.start is None or verdict.end is None or verdict.path is None:
            return verdict.raw, ".json"
        if verdict.path != self._path:
            self.close()
            self._path, self._file = verdict.path, open(verdict.path, "rb")  # noqa: SIM115
            name = formats.format_of(verdict.path, self._format).name
            self._suffix = formats.FORMATS[name].suffixes[0]
        self._file.seek(verdict.start)
        return self._file.read(verdict.end - verdict.start), self._suffix

    def close(self) -> None:
        """Let go of the file that was read last."""
        self._file.close()


def _written(path: str, data: bytes) -> bool:
    """Whether the file has these bytes, now that it was written if there was none."""
    if os.path.lexists(path):
        return os.path.isfile(path) and not os.path.islink(path) and _same(path, data)
    temp = os.path.join(os.path.dirname(path), f".{os.urandom(8).hex()}.tmp")
    try:
        disk.create(temp, data)
        disk.rename(temp, path)
    except OSError:
        disk.remove(temp)
        raise
    disk.sync_folder(os.path.dirname(path))
    return True


def _same(path: str, data: bytes) -> bool:
    with open(path, "rb") as file:
        return file.read(len(data) + 1) == data
