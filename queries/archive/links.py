"""No writer follows a link out of an archive: what it writes or removes lies in the archive itself.

The path of the archive, as it is given, may be a link: that is its owner's choice. Whatever lies in
it may have been put there by a stranger.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import Final

from cardlog.queries.archive import locking, manifest, rows
from cardlog.queries.formats._reading import logs
from cardlog.records.errors import RecordError

QUARANTINE: Final = "quarantine"
_JUNCTION: Final = 0xA0000003  # what Windows says of a folder that is another one

_NAMES: Final = frozenset({manifest.NAME, locking.NAME, QUARANTINE, *manifest.NAMES})


def is_link(path: str) -> bool:
    """Whether a name stands for something elsewhere: a symbolic link, or a junction of Windows."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return False
    return stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) == _JUNCTION


def check_folder(path: str) -> None:
    """Raise RecordError where something in an archive's folder is a link. Raises OSError."""
    for name in _looked_at(path):
        if is_link(manifest.place(path, name)):
            raise _refused(name)


def check_file(path: str, quarantine: str) -> None:
    """The same for an archive that is one file: of what lies beside it. Raises OSError."""
    check_log(path)
    for each in (quarantine, f"{path}{locking.NAME}"):
        if is_link(each):
            raise _refused(os.path.basename(each))


def check_log(path: str) -> None:
    """Raise RecordError where a database's log of changes is a link, or has another name.

    DuckDB reads it whoever wrote it, goes on writing where it ends, and cuts it off.
    """
    for log in logs(path):
        try:
            found = os.lstat(log)
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            raise RecordError(
                f"{os.path.basename(log)} is a link: expected the file that DuckDB leaves beside a"
                " database where it was stopped, or none; copy it into its place, or remove it"
            )


def _looked_at(path: str) -> Iterator[str]:
    """The names in it that a writer may write to or remove, as they are there."""
    for name in sorted(os.listdir(path)):
        if name.lower() in _NAMES or rows.LEFT.fullmatch(name):
            yield name
        if name.lower() in manifest.NAMES and os.path.isdir(os.path.join(path, name)):
            yield from _below(path, name)


def _below(path: str, table: str) -> Iterator[str]:
    for game in sorted(os.listdir(os.path.join(path, table))):
        yield f"{table}/{game}"
        folder = os.path.join(path, table, game)
        if game.lower().startswith("game=") and os.path.isdir(folder):
            yield from (f"{table}/{game}/{name}" for name in sorted(os.listdir(folder)))


def _refused(name: str) -> RecordError:
    return RecordError(
        f"{name} is a link: expected what lies in the archive itself, so nothing was changed;"
        " remove the link, or copy into its place what it leads to"
    )
