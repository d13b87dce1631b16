"""Where a command may write: not into or over what it reads, however that is spelt."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from cardlog.cli import show


def check(option: str, out: str | None, *read: str) -> None:
    """End the command in words where an output would be one of the inputs, or lie in an archive.

    An input is an archive or a file of records. Links, also hard ones, are looked through.
    """
    if out in (None, "-"):
        return
    assert out is not None
    for path in read:
        if path != "-" and _is_in(out, path):
            where = "lies in" if os.path.isdir(path) else "is"
            raise show.fail(
                f"{option} {show.label(out)}: this {where} {show.label(path)} itself, which nothing"
                " is written into or over: name another place"
            )


def _is_in(out: str, path: str) -> bool:
    try:
        whole = Path(os.path.realpath(out))
        if whole.is_relative_to(os.path.realpath(path)):
            return True  # which need not be there yet
        if any(same_file(each, path) for each in (whole, *whole.parents)):
            return True
        return _has_other_names(whole) and any(same_file(whole, each) for each in _files(path))
    except (OSError, ValueError):  # opening it will say why
        return False


def _has_other_names(path: Path) -> bool:
    return path.is_file() and path.stat().st_nlink > 1


def _files(path: str) -> Iterator[str]:
    for folder, _, names in os.walk(path):
        yield from (os.path.join(folder, name) for name in names)


def same_file(a: str | Path, b: str | Path) -> bool:
    """Whether two paths lead to one thing that is there; `-` is none."""
    with contextlib.suppress(OSError, ValueError):
        return "-" not in (a, b) and os.path.samefile(a, b)
    return False
