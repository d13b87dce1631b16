"""One writer at a time, by a file with a lock; who has it is written into the file for people."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
from collections.abc import Iterator
from typing import BinaryIO, Final

from cardlog.records import locks
from cardlog.records.errors import RecordError

NAME: Final = ".lock"


@contextlib.contextmanager
def locked(path: str, *, keep: bool = True) -> Iterator[None]:
    """Keep every other writer out. Raises RecordError where one is at work, OSError.

    Without `keep` the file is gone afterwards, where the system can.
    """
    with contextlib.ExitStack() as stack:
        file = _taken(path, stack)
        ours = os.fstat(file.fileno()).st_nlink == 1  # and no file of something else as well
        with contextlib.suppress(OSError):  # it is for people: a full disk is told of elsewhere
            if ours:
                file.truncate(0)
                file.write(f"process {os.getpid()} on {socket.gethostname()}\n".encode())
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                if ours:
                    file.truncate(0)
                if ours and not keep:  # which Windows does with none that is open
                    os.unlink(path)
            locks.let_go(file)


def _taken(path: str, stack: contextlib.ExitStack) -> BinaryIO:
    """The file, locked. One that another process removed meanwhile keeps nobody out any more."""
    while True:
        file = stack.enter_context(_opened(path))
        try:
            locks.take(file)
        except OSError:
            raise RecordError(f"another process is writing to it{_who(file)}") from None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                return file


def _opened(path: str) -> BinaryIO:
    """The file, made if there is none, but none behind a link."""
    follow_none = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(path, flags | follow_none, 0o666), "r+b", buffering=0)
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise RecordError(f"{NAME} is no plain file: remove it")


def _who(file: BinaryIO) -> str:
    try:
        file.seek(0)
        said = file.read(200).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return f": {said}" if said.isprintable() and said else ""
