"""Locks between processes. The system lets go of one when its process ends, however it ends, so a
lock is never stale."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

_AGAIN: Final = 0.1  # seconds between two looks at a lock that another process has

if sys.platform == "win32":
    import msvcrt

    _BYTE: Final = 2**30  # far behind what is written for people, which must stay readable

    def take(file: Any) -> None:
        """Take the lock of an open file. Raises OSError where another process has it."""
        file.seek(_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def let_go(file: Any) -> None:
        """Let go of it."""
        file.seek(_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def take(file: Any) -> None:
        """Take the lock of an open file. Raises OSError where another process has it."""
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)

    def let_go(file: Any) -> None:
        """Let go of it."""
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)


@contextlib.contextmanager
def one_by_one(path: str, seconds: float) -> Iterator[None]:
    """Within, one process at a time, for work that others may then be spared.

    A process that waits longer than that goes on all the same, and so does one that cannot have
    such a file.
    """
    until = time.monotonic() + seconds
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            file = stack.enter_context(open(path, "ab"))
            while not _taken(file) and time.monotonic() < until:
                time.sleep(_AGAIN)
        yield


def _taken(file: Any) -> bool:
    try:
        take(file)
    except BlockingIOError:
        return False
    except PermissionError:  # what Windows says of a lock that another process has
        return False
    return True
