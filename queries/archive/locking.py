"""One writer at a time, by a file with a lock; who has it is written into the file for people."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from typing import BinaryIO, Final

from cardlog.records import locks
from cardlog.records.errors import RecordError

NAME: Final = ".lock"


@contextlib.contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep every other writer out. Raises RecordError where one is at work, OSError."""
    with open(path, "a+b", buffering=0) as file:
        try:
            locks.take(file)
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
            locks.let_go(file)


def _who(file: BinaryIO) -> str:
    try:
        file.seek(0)
        said = file.read(200).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return f": {said}" if said.isprintable() and said else ""
