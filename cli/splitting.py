"""`convert --split`: a file for each record, in a folder; all of them or none."""

from __future__ import annotations

import contextlib
import filecmp
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cardlog.cli.converting import Conversion
from cardlog.records import formats
from cardlog.records.errors import RecordError

DIGITS: Final = 12  # of a content id, in a name
MARK: Final = "~"


def split(job: Conversion, folder: str) -> int:
    """Write them; how many they were. Raises Refused, Differs, RecordError and OSError.

    They are made in a folder beside their places, and moved there when all are complete.
    """
    to = job.to or _format_of(job)
    chosen: Any = formats.declared("", to)
    job.into(chosen)
    suffix = chosen.suffixes[0] + to[len(formats.unpacked_name(to)) :]
    os.makedirs(folder, exist_ok=True)
    count = 0
    with _folder_in(folder) as made:
        for count, record in enumerate(job.records(), 1):
            # Two records may want one name, so they are numbered for now.
            named = f"{count:09}{MARK}{job.index:06}-{record.id[:DIGITS]}{suffix}"
            path = os.path.join(made, named)
            checked = job.read_back.compare if job.read_back else None
            formats.write(record, path, format=to, lang=job.lang, checked=checked)
        for name in sorted(os.listdir(made)):
            _move(Path(made, name), Path(folder), suffix)
    return count


def _format_of(job: Conversion) -> str:
    """The format of the input, as its name says."""
    named = job.format
    if named is None or isinstance(named, str):  # a mapping says how to read, not how to write
        for name in job.names:
            chosen = None if name == "-" else formats.declared(name, named)
            if chosen is None:
                break
            return chosen.name
    raise RecordError("--split: say with --to in which format")


@contextlib.contextmanager
def _folder_in(folder: str) -> Iterator[str]:
    made = os.path.join(folder, f".cardlog-{os.urandom(8).hex()}.tmp")
    try:
        os.mkdir(made)
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _move(file: Path, folder: Path, suffix: str) -> None:
    """Into its place; nothing is written over, but what is there already need not be twice."""
    stem = file.name.partition(MARK)[2][: -len(suffix)]
    number = 1
    while True:
        place = folder / f"{stem}{f'-{number}' if number > 1 else ''}{suffix}"
        number += 1
        if not os.path.lexists(place):
            os.replace(file, place)
            return
        if place.is_file() and filecmp.cmp(file, place, shallow=False):
            return
