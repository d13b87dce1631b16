"""Writing: records one by one into an open file, and a file in one step or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from cardlog.records.errors import RecordError
from cardlog.records.game import MAX_BYTES, Record


def write_each(
    records: Iterable[Record],
    file: BinaryIO,
    encode: Callable[[Record], bytes],
    end: bytes = b"",
) -> int:
    """Write each record as `encode` gives it, and `end` after it; how many they were.

    Raises RecordError where one cannot be written: none could read it back.
    """
    count = 0
    for count, record in enumerate(records, 1):
        file.write(_encoded(record, encode, count - 1) + end)
    return count


def _encoded(record: Record, encode: Callable[[Record], bytes], index: int) -> bytes:
    try:
        data = encode(record)
    except UnicodeEncodeError:
        raise RecordError(
            "a text holds half of a surrogate pair, which no file can: remove it", index=index
        ) from None
    if len(data) > MAX_BYTES:
        raise RecordError(
            f"the record takes {len(data)} bytes: expected at most {MAX_BYTES >> 20} MiB",
            index=index,
        )
    return data


@contextlib.contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when the block ends, and vanishes if it fails.

    A symlink stays and its target is replaced; a pipe, a terminal or a device is written to.
    Raises OSError.
    """
    mode = _mode(path)
    if _is_special(path, mode):
        # Appending: a shell that sent /dev/stdout to the end of a file wants the rest kept.
        with open(path, "ab") as special:
            yield special
        return
    path = _replaceable(path, mode)
    temp = _beside(path)
    try:
        with _create(temp, 0o666 if mode is None else 0o600) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(temp, stat.S_IMODE(mode))
        os.replace(temp, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temp)
        raise


@contextlib.contextmanager
def replacing_path(path: str) -> Iterator[str]:
    """The same for a writer that opens its file itself: the path of a file that is not there yet.

    It lies in a folder of its own beside `path`, with whatever else the writer puts there.
    """
    import shutil
    import tempfile

    mode = _mode(path)
    if _is_special(path, mode):
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, _named_like(path))
            yield made
            with open(made, "rb") as file, open(path, "ab") as special:
                shutil.copyfileobj(file, special)
        return
    path = _replaceable(path, mode)
    folder = _beside(path)
    try:
        os.mkdir(folder, 0o700)
        made = os.path.join(folder, _named_like(path))
        yield made
        with open(made, "rb+") as file:
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(made, stat.S_IMODE(mode))
        os.replace(made, path)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _replaceable(path: str, mode: int | None) -> str:
    """The path behind symlinks. Raises OSError where the file there must not be written."""
    path = os.path.realpath(path)
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    return path


def _beside(path: str) -> str:
    return os.path.join(os.path.dirname(path), f".cardlog-{os.urandom(8).hex()}.tmp")


def _named_like(path: str) -> str:
    return f"new{os.path.splitext(path)[1]}"


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _is_special(path: str, mode: int | None) -> bool:
    named = path.startswith(("/dev/std", "/dev/fd/", "/proc/"))
    return named or (mode is not None and not stat.S_ISREG(mode))


def _create(path: str, mode: int) -> BinaryIO:
    # O_EXCL follows no symlink; O_BINARY keeps Windows from rewriting newlines.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, mode), "wb")
