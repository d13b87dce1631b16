"""Records judged once and written down: parts of an archive, under names that nobody looks for.

    intake = Intake(folder, first, known)
    intake.add(record)                    an audit, or None where the archive has the record
    parts = intake.close()                complete and on disk, each in `folder`

Each process has its own. What it writes becomes part of an archive when that says so.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any, Final

from cardlog.engine.audit import Audit
from cardlog.queries import gather
from cardlog.queries.archive import disk
from cardlog.queries.archive.growing import Growing, Judge, taken
from cardlog.queries.archive.known import Known
from cardlog.queries.archive.manifest import Part, Sheet
from cardlog.queries.archive.rows import aside
from cardlog.queries.arrow.stream import Source
from cardlog.queries.formats._reading import one, quoted
from cardlog.queries.tables import VERSION
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

EVENTS: Final = 1_000_000  # in a part, about: two megabytes
NUMBERS: Final = 2**32  # that a record can have


class Intake:
    """See above. `folder` is where the parts go, `first` the number of the first record.

    `fast`: there are so many that compiled rules are worth loading, where there are any.
    """

    def __init__(self, folder: str, first: int, known: Known, fast: bool = False) -> None:
        self._judge = Judge(fast)
        self._folder = folder
        self._known = known
        self.next = first  # the number of the next record, which must grow
        self._growing: dict[str, Growing] = {}
        self._full: list[str] = []
        self._done: list[Part] = []

    def add(self, record: Record) -> Audit | None:
        """Judge a record and add it. Raises RecordError, and then it was not added."""
        its = taken(record)
        if its.id in self._known:
            return None
        if self.next >= NUMBERS:
            raise RecordError("the archive has no number left for it: ingest it into another one")
        game, made, audit = self._judge.of(its)
        part = self._growing.get(game)
        if part is None:
            part = self._growing[game] = Growing(game)
        part.add(self.next, its, made, audit)
        self.next += 1
        self._known.add(its.id)
        if part.events >= EVENTS or part.bytes >= 4 * gather.BYTES:
            self._full.append(game)
        return audit

    def write_full(self) -> None:
        """Write the parts that have grown enough. Raises OSError."""
        while self._full:
            self._write(self._full.pop())

    def close(self) -> list[Part]:
        """The parts, all of them on disk. Raises OSError."""
        self._full.clear()
        for game in sorted(self._growing):
            self._write(game)
        self._known.close()
        return self._done

    def _write(self, game: str) -> None:
        part = self._growing.pop(game)
        part.lay_out()
        if part.first is None:
            return  # no record of it could be added
        name = new_name(part.first)
        sheets = {
            table: write_sheet(source, os.path.join(self._folder, aside(name, game, table)))
            for table, source in part.sources()
        }
        self._done.append(
            Part(
                name=name, game=game, tables=VERSION, first=part.first, last=part.last,
                events=part.events, uids=part.uids, sheets=sheets,
            )
        )  # fmt: skip


def new_name(first: int) -> str:
    """A name for a part that begins with this record, which no other part has."""
    return f"part-{first:010}-{os.urandom(4).hex()}"


def write_sheet(source: Source, path: str) -> Sheet:
    """Write columns as a file. Raises OSError."""
    held = _database()
    held.register("written", source)
    try:
        disk.copy(held, "FROM written", path)
    finally:
        held.unregister("written")
    return sheet(held, path)


def sheet(held: Any, path: str) -> Sheet:
    """See that a file is on disk, and say what it is."""
    rows = one(held, f"SELECT num_rows FROM parquet_file_metadata({quoted(path)})")
    size, digest = disk.sync(path)
    return Sheet(rows=rows, bytes=size, sha256=digest)


@cache
def _database() -> Any:
    import duckdb

    return duckdb.connect(config={"threads": "1"})
