"""The manifest of an archive, `archive.json`: which files are part of it, and what each holds.

What is not named here is not part of the archive. Files are not named by their path but by parts
of it that are checked, so that a stranger's manifest cannot point anywhere else.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from cardlog.queries.archive import disk, rows
from cardlog.queries.formats._reading import answers, told
from cardlog.queries.tables import TABLES, VERSION
from cardlog.records.errors import RecordError

NAME: Final = "archive.json"
FORMAT: Final = 1  # of the manifest itself
MAX_BYTES: Final = 256 * 2**20
NAMES: Final = tuple(table.name for table in TABLES)

_Count = Annotated[int, Meta(ge=0, le=2**62)]
_Number = Annotated[int, Meta(ge=0, lt=2**32)]


class Sheet(msgspec.Struct, frozen=True):
    """A file: the rows of one table in a part."""

    rows: _Count
    bytes: _Count
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Some records of one game: a file in each of the tables, those without a row excepted.

    `tables` is the version of the tables it was written in, `first` and `last` are the lowest and
    highest `record` in it, and `uids` is how many records have one.
    """

    name: Annotated[str, Meta(pattern=r"^part-[0-9a-z-]{1,60}\Z")]
    game: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,60}\Z")]
    tables: Annotated[int, Meta(ge=1)]
    first: _Number
    last: _Number
    events: _Count
    uids: _Count = 0
    sheets: dict[str, Sheet]

    def path(self, table: str) -> str:
        """Where its file of a table lies in the archive."""
        return f"{table}/game={self.game}/{self.name}.parquet"

    def rows(self, table: str) -> int:
        """How many rows of a table it has."""
        return self.sheets[table].rows if table in self.sheets else 0


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """An archive: its parts in the order of their records, and the number of the next record."""

    cardlog_archive: int = msgspec.field(name="cardlog-archive", default=FORMAT)
    next: _Number = 0
    parts: tuple[Part, ...] = ()

    def rows(self, table: str) -> int:
        """How many rows a table has in all."""
        return sum(part.rows(table) for part in self.parts)

    def paths(self) -> Iterator[tuple[str, Sheet]]:
        """The path of each file within the archive, and what it is."""
        for part in self.parts:
            for table, sheet in part.sheets.items():
                yield part.path(table), sheet


def read(folder: str) -> Manifest:
    """The manifest of an archive. Raises RecordError where it is none, OSError."""
    path = os.path.join(folder, NAME)
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    try:
        if len(data) > MAX_BYTES:
            raise RecordError(f"it is larger than {MAX_BYTES >> 20} MiB")
        _check_version(data)
        found = msgspec.json.decode(data, type=Manifest)
        _check(found)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise RecordError(f"{NAME} is no manifest of an archive: {error}") from None
    except _Newer as error:
        raise RecordError(f"{NAME} was written by a newer cardlog: {error.message}") from None
    except RecordError as error:
        raise RecordError(f"{NAME} is no manifest of an archive: {error.message}") from None
    return found


class _Newer(RecordError):
    """What this version does not know yet."""


def _check_version(data: bytes) -> None:
    head = msgspec.json.decode(data, type=_Head)
    if head.version > FORMAT:
        raise _Newer(
            f"it has version {head.version}, which is newer than this cardlog"
            f" (it knows up to {FORMAT})"
        )


class _Head(msgspec.Struct):
    version: Annotated[int, Meta(ge=1)] = msgspec.field(name="cardlog-archive")


def _check(found: Manifest) -> None:
    seen = set()
    for part in found.parts:
        if part.tables > VERSION:
            raise _Newer(
                f"{part.name} has version {part.tables} of the tables, which is newer than this"
                f" cardlog (it knows up to {VERSION})"
            )
        if "games" not in part.sheets or not set(part.sheets) <= set(NAMES):
            raise RecordError(f"{part.name} needs a file of `games`, and knows {', '.join(NAMES)}")
        if part.last < part.first or (part.game, part.name) in seen:
            raise RecordError(f"{part.name} stands in it twice, or ends before it begins")
        seen.add((part.game, part.name))


def place(folder: str, path: str) -> str:
    """Where a file of an archive lies, by its path within it, which has `/` on every system."""
    return os.path.join(folder, *path.split("/"))


def encode(found: Manifest) -> bytes:
    """The manifest as it is written."""
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def write(folder: str, found: Manifest) -> None:
    """Replace the manifest in one step. Raises OSError."""
    temp = os.path.join(folder, f".{NAME}-{os.urandom(6).hex()}.tmp")
    try:
        disk.create(temp, encode(found))
        disk.rename(temp, os.path.join(folder, NAME))
    except OSError:
        disk.remove(temp)
        raise
    disk.sync_folder(folder)


def missing(folder: str, found: Manifest) -> str | None:
    """What keeps an archive from being read, in words: a file that is not as the manifest says."""
    root = os.path.realpath(folder)
    for path, sheet in found.paths():
        whole = place(root, path)
        if os.path.realpath(whole) != whole:
            return f"{path} is a link: expected a file in the archive itself"
        try:
            size = os.stat(whole).st_size
        except OSError as error:
            return f"{path}: {error.strerror or error}"
        if size != sheet.bytes:
            return f"{path} has {size} bytes, where {NAME} says {sheet.bytes}"
    return None


class Damage(NamedTuple):
    """A file that is not what the manifest says. Without `rows` it cannot be read at all."""

    path: str
    rows: int | None
    message: str


def damaged(held: Any, folder: str, found: Manifest) -> list[Damage]:
    """The files that cannot be read, or have another number of rows than the manifest says.

    Only what stands at the end of each file is looked at.
    """
    root = os.path.realpath(folder)
    rows_of: dict[str, int | str] = _rows(held, root, [path for path, _ in found.paths()])
    wrong = []
    for path, sheet in found.paths():
        its = rows_of[path]
        if isinstance(its, str):
            wrong.append(Damage(path, None, f"{path} cannot be read: {its}"))
        elif its != sheet.rows:
            message = f"{path} has {its} rows, where {NAME} says {sheet.rows}"
            wrong.append(Damage(path, its, message))
    return wrong


def _rows(held: Any, root: str, paths: list[str]) -> dict[str, int | str]:
    """How many rows each file has, or why that cannot be told."""
    import duckdb

    whole = {_normal(place(root, path)): path for path in paths}
    if not whole:
        return {}
    listed = ", ".join(map(rows.literal, whole))
    try:
        found = answers(held, f"SELECT file_name, num_rows FROM parquet_file_metadata([{listed}])")
    except (duckdb.OutOfMemoryException, duckdb.InterruptException):
        raise
    except duckdb.Error as error:
        if len(paths) == 1:
            return {paths[0]: told(error)}
        half = len(paths) // 2
        return _rows(held, root, paths[:half]) | _rows(held, root, paths[half:])
    return {whole[_normal(name)]: count for name, count in found}


def _normal(path: str) -> str:
    return os.path.normcase(os.path.normpath(path))


LEFTOVER: Final = re.compile(rf"\.{re.escape(NAME)}-[0-9a-f]+\.tmp")
