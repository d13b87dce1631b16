"""A bar on standard error that shows how much of the input has been read."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

import typer

STEPS: Final = 200  # how often a bar moves, at most
CLEAR: Final = "\r\x1b[2K"


class Bar:
    """How far in which file; `bar` is what shows it, None where nobody looks."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._at = 0

    def next(self) -> None:
        """The next file is read from its beginning."""
        self._at = 0

    def to(self, byte: int) -> None:
        """So far in the file."""
        if self._bar is not None and byte > self._at:
            self._bar.update(byte - self._at)
            self._at = byte

    def of(self, name: str) -> Callable[[int], None] | None:
        """What to tell how far the file of this name has been read; None where nobody looks."""
        self.next()
        return None if self._bar is None or name == "-" else self.to

    def full(self) -> None:
        """All has been read."""
        if self._bar is not None:
            self._bar.update_min_steps = 1
            self._bar.update(self._bar.length - self._bar.pos)

    def aside(self) -> None:
        """Make room on the line for something else to be said."""
        if self._bar is not None:
            sys.stderr.write(CLEAR)


@contextlib.contextmanager
def shown(label: str, size: int) -> Iterator[Bar]:
    """A bar for inputs of so many bytes, if standard error is a terminal."""
    if size == 0 or not sys.stderr.isatty():
        yield Bar(None)
        return
    with typer.progressbar(length=size, label=label, file=sys.stderr) as bar:
        bar.update_min_steps = max(1, size // STEPS)
        yield Bar(bar)


def sizes(names: list[str]) -> int:
    """How many bytes the files have together, as far as that can be known."""
    total = 0
    for name in names:
        with contextlib.suppress(OSError, ValueError):
            total += os.stat(name).st_size if os.path.isfile(name) else 0
    return total
