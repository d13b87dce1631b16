"""Names in what an ingest has set aside: bytes that could not be read as well as those that can."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from cardlog.queries.archive import disk
from cardlog.queries.archive.spotting import Spotter
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.game import Record, to_map

FINDINGS: Final = ".findings.json"  # beside a record: what was wrong with it
_CHUNK: Final = 4 * 2**20  # bytes that are looked through at a time
_OVERLAP: Final = 2**16  # bytes of which a name, however escaped, does not need more
# What a text in an unknown encoding may be; the first is what records are written in.
_ENCODINGS: Final = ("utf-8", "cp1252", "utf-16-le", "utf-16-be")


def holding(folder: str, spotter: Spotter | None, *, own: bool = True) -> list[str]:
    """The files of a quarantine that hold a word or belong to one that does; without words all.

    In a folder that is not the archive's `own` other files may lie: without words only those
    count that have findings beside them. Raises RecordError where it is none, OSError.
    """
    stems: dict[str, list[str]] = {}
    for name in sorted(_files(folder)):
        stems.setdefault(_stem(name), []).append(os.path.join(folder, name))
    return [path for paths in stems.values() if _counts(paths, spotter, own) for path in paths]


def check(folder: str) -> None:
    """Raises RecordError where it cannot be looked through, OSError."""
    for _ in _files(folder):
        pass


def remove(paths: list[str]) -> None:
    """Remove such files. Raises OSError."""
    for path in paths:
        disk.remove(path)
    for folder in sorted({os.path.dirname(path) for path in paths}):
        disk.sync_folder(folder)


def _files(folder: str) -> Iterator[str]:
    """The names in it, which are all of files. Raises RecordError where they are not."""
    if os.path.islink(folder):
        raise RecordError(f"{folder} is a link: expected the folder itself")
    if not os.path.isdir(folder):
        return
    for entry in list(os.scandir(folder)):
        if not entry.is_file(follow_symlinks=False):
            raise RecordError(
                f"{entry.path} is no file: expected only what `cardlog ingest` sets aside;"
                " move it away, for nobody looks for names in it"
            )
        yield entry.name


def _stem(name: str) -> str:
    """What a record and its findings have in common."""
    if name.endswith(FINDINGS):
        return name.removesuffix(FINDINGS)
    return os.path.splitext(formats.unpacked_name(name))[0]


def _counts(paths: list[str], spotter: Spotter | None, own: bool) -> bool:
    if spotter is None:
        return own or any(path.endswith(FINDINGS) for path in paths)
    return any(_holds(path, spotter) for path in paths)


def _holds(path: str, spotter: Spotter) -> bool:
    if not spotter:
        return False
    return (
        spotter.inside(os.path.basename(path))
        or _bytes_hold(path, spotter)
        or _records_hold(path, spotter)
    )


def _records_hold(path: str, spotter: Spotter) -> bool:
    """What readers make of it: formats may spell names in ways that their bytes do not show."""
    try:
        for item in formats.read(path, check=None):
            if isinstance(item, Record):
                written = msgspec.json.encode(to_map(item)).decode()
                if spotter.written_in(written):
                    return True
    except RecordError:  # of no known format
        return False
    return False


def _bytes_hold(path: str, spotter: Spotter) -> bool:
    with open(path, "rb") as file:
        if any(_says(data, spotter) for data in _chunks(file)):
            return True
        if formats.packing_of(path) is None:
            return False
        file.seek(0)
        try:
            return any(_says(data, spotter) for data in _chunks(formats.unpacked(file)))
        except RecordError:  # it is damaged: nobody knows what its other bytes say
            return True


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    before = b""
    while data := file.read(_CHUNK):
        yield before + data
        before = (before + data)[-_OVERLAP:]


def _says(data: bytes, spotter: Spotter) -> bool:
    encodings = _ENCODINGS if b"\0" in data or not data.isascii() else _ENCODINGS[:1]
    texts = (
        part.decode(encoding, "replace")
        for encoding in encodings
        for part in ((data, data[1:]) if encoding.startswith("utf-16") else (data,))
    )
    # In CSV a quote within quotes stands twice.
    return any(
        spotter.written_in(text) or ('""' in text and spotter.inside(text.replace('""', '"')))
        for text in texts
    )
