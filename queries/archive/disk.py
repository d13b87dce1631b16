"""Every step by which an archive changes on disk. All others call these through the module, so
that a test can make any of them fail, or the machine stop there.

A file is complete and synced before it gets its name, a name is synced with its folder, and the
manifest is replaced last: what was not named in it never was.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from typing import Any, Final

from cardlog.queries.formats._reading import quoted
from cardlog.queries.formats._writing import run

# Larger row groups than in a file of one's own: 3% smaller, and as fast to ask.
OPTIONS: Final = "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 16384"


def make_folder(path: str) -> None:
    """A folder, with those above it, unless it is there."""
    if not os.path.isdir(path):
        os.makedirs(path, exist_ok=True)
        sync_folder(os.path.dirname(os.path.abspath(path)))


def create(path: str, data: bytes) -> None:
    """A new file. Raises FileExistsError where there is one."""
    with open(path, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync(path: str) -> tuple[int, str]:
    """See that a file that was written is on disk; its size and SHA-256."""
    with open(path, "r+b") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        os.fsync(file.fileno())
        return os.fstat(file.fileno()).st_size, digest


def rename(old: str, new: str) -> None:
    """Give a file its name, or take the place of what has it."""
    os.replace(old, new)


def sync_folder(path: str) -> None:
    """See that the names in a folder are on disk, where the system can."""
    if sys.platform == "win32":  # which syncs names by itself
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove(path: str) -> None:
    """Remove a file, unless it is gone."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def remove_files(path: str, *kept: str) -> None:
    """Remove the files of a folder but those."""
    for name in os.listdir(path):
        if name not in kept:
            remove(os.path.join(path, name))


def remove_folder(path: str) -> None:
    """Remove a folder and the files in it, which no other folder is."""
    with contextlib.suppress(FileNotFoundError):
        remove_files(path)
        os.rmdir(path)


def step(held: Any, statement: str) -> None:
    """Run a statement on a database that is being made. Raises OSError."""
    run(held, statement)


def copy(held: Any, query: str, path: str) -> None:
    """What a query gives, as a new Parquet file. Raises OSError."""
    run(held, f"COPY ({query}) TO {quoted(path)} ({OPTIONS})")


def transact(held: Any, statements: list[str]) -> None:
    """Run statements on a database, all of them or none. Raises OSError."""
    try:
        step(held, "BEGIN")
        for statement in statements:
            step(held, statement)
        step(held, "COMMIT")
    except BaseException:
        with contextlib.suppress(OSError):
            run(held, "ROLLBACK")
        raise
