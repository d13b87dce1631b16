"""Archives: many games in a folder of Parquet files, or in one DuckDB file (queries/README.md).

held = opened(path)              a locked, read-only connection with the tables and views
with writing(path) as archive:   the archive, to be changed by one writer at a time
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import TypeVar

from cardlog.queries.archive import kinds, opening
from cardlog.queries.archive.opening import SUFFIX
from cardlog.queries.archive.opening import opened as opened
from cardlog.queries.archive.settling import Shelf

__all__ = ["compacted", "opened", "rewritten", "writing"]

T = TypeVar("T")


@contextlib.contextmanager
def writing(path: str, *, make: bool = False) -> Iterator[Shelf]:
    """An archive that nobody else can write to meanwhile; with `make` there need be none yet.

    Raises RecordError where it is no archive, or somebody else is writing to it, OSError.
    """
    from cardlog.queries.archive.database import Database
    from cardlog.queries.archive.folder import Folder

    if _is_folder(path, make):
        with opening.in_words(), Folder.writing(path, make=make) as folder:
            yield folder
    else:
        with Database.writing(path, make=make) as file:
            yield file


def _is_folder(path: str, make: bool) -> bool:
    """What an archive is or, with `make`, is going to be. Raises RecordError where it is none."""
    if make and path.endswith(SUFFIX) and kinds.is_blank(path):
        return False
    if make and not os.path.lexists(path):
        kinds.check_name(path)
    if make and (os.path.isdir(path) or not os.path.exists(path)):
        return True
    return kinds.is_folder(path)


def compacted(path: str) -> tuple[int, int]:
    """Rewrite an archive as few parts: how many before and after. Raises RecordError, OSError."""
    from cardlog.queries.archive import database
    from cardlog.queries.archive.compacting import compact
    from cardlog.queries.archive.folder import Folder

    if not kinds.is_folder(path):
        database.compact(path)
        return 1, 1
    with opening.in_words(), Folder.writing(path) as folder:
        return compact(folder)


def rewritten(path: str, work: Callable[[Shelf], T]) -> tuple[T, str]:
    """Change an archive so that nothing of what was is left; also where its quarantine is."""
    with writing(path) as archive:
        done, quarantine = work(archive), archive.quarantine
    if not kinds.is_folder(path):
        compacted(path)  # what is deleted still lies in the file
    return done, quarantine
