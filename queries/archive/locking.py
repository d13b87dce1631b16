"""One writer at a time. The system lets go of a lock when its process ends, however it ends, so a
lock is never stale; who has it is written into the file for people."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from cardlog.records.errors import RecordError

NAME: Final = ".lock"


@contextlib.contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep every other writer out. Raises RecordError where one is at work, OSError."""
    with open(path, "a+b", buffering=0) as file:
        try:
            _take(file)
        except OSError:
            raise RecordError(f"another process is writing to it{_who(file)}") from None
        with contextlib.suppress(OSError):  # it is for people: a full disk is told of elsewhere
            file.truncate(0)
            file.write(f"process {os.getpid()} on {socket.gethostname()}\n".encode())
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                file.truncate(0)
            _let_go(file)


def _who(file: BinaryIO) -> str:
    try:
        file.seek(0)
        said = file.read(200).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return f": {said}" if said.isprintable() and said else ""


if sys.platform == "win32":
    import msvcrt

    _BYTE: Final = 2**30  # far behind what is written for people, which must stay readable

    def _take(file: Any) -> None:
        file.seek(_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _let_go(file: Any) -> None:
        file.seek(_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _take(file: Any) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _let_go(file: Any) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)
