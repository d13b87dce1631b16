"""What `cardlog query` and `cardlog shell` may use: limits of their own process.

DuckDB counts the memory of tables and not that of a single value, and stops between values and not
within one. A process that is there for the query alone can be held to both.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from typing import Final

from cardlog.cli import show

SPARE: Final = 3 << 30  # bytes of addresses beyond those in use when a query begins


def apply() -> None:
    """Hold every query of this process to its limits."""
    from cardlog.queries.clock import Clock

    Clock.around = _memory
    Clock.stuck = _end


@contextlib.contextmanager
def _memory() -> Iterator[None]:
    """Within, no more memory than SPARE can be had. Only Linux says how much there is already."""
    if sys.platform != "linux":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm", "rb") as file:
        most = int(file.read().split()[0]) * os.sysconf("SC_PAGESIZE") + SPARE
    if before[0] != resource.RLIM_INFINITY:
        most = min(most, before[0])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _end(asked: int | None) -> None:
    """The query has not stopped when it was asked to: end the process, and leave no half file.

    `asked` is the signal that asked; without one it was its time.
    """
    from cardlog.queries import output

    for folder in output.unfinished:
        shutil.rmtree(folder, ignore_errors=True)
    if asked is not None:
        os._exit(128 + asked)
    show.complain("cardlog: the query was stopped: it takes too long")
    os._exit(show.FAILED)
