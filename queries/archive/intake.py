"""Records judged once and written down: parts of an archive, under names that nobody looks for.

    intake = Intake(folder, first, known)
    intake.add(record)                    an audit, or None where the archive has the record
    parts = intake.close()                complete and on disk, each in `folder`

Each process has its own. What it writes becomes part of an archive when that says so.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from typing import Any, Final

from msgspec import UNSET

from cardlog.engine import bulk
from cardlog.engine.audit import Audit, judged
from cardlog.queries import gather
from cardlog.queries.archive import disk
from cardlog.queries.archive.known import Known
from cardlog.queries.archive.manifest import NAMES, Part, Sheet
from cardlog.queries.archive.rows import aside
from cardlog.queries.arrow.columns import Node
from cardlog.queries.arrow.stream import Source
from cardlog.queries.formats._reading import one, quoted
from cardlog.queries.found import Found, found, found_plain
from cardlog.queries.tables import VERSION
from cardlog.records import canonical
from cardlog.records.flat import Flat
from cardlog.records.game import Record

EVENTS: Final = 1_000_000  # in a part, about: two megabytes
ROWS: Final = 80_000  # events that are rows before they are laid out as columns


class Intake:
    """See above. `folder` is where the parts go, `first` the number of the first record.

    `fast`: there are so many that compiled rules are worth loading, where there are any.
    """

    def __init__(self, folder: str, first: int, known: Known, fast: bool = False) -> None:
        self._judge = bulk.judge() if fast else None
        self._folder = folder
        self._known = known
        self.next = first  # the number of the next record, which must grow
        self._growing: dict[str, _Growing] = {}
        self._full: list[str] = []
        self._done: list[Part] = []

    def add(self, record: Record) -> Audit | None:
        """Judge a record and add it. Raises RecordError, and then it was not added."""
        try:
            flat = Flat(record.events)
        except ValueError:  # a seat that fits into no byte
            flat = None
        plain = flat is not None and not flat.others and not flat.shuffled
        written = canonical.canonical(record, plain=plain)
        id = hashlib.sha256(written).digest()
        if id in self._known:
            return None
        game, made, audit = self._judged(record, flat)
        part = self._growing.get(game)
        if part is None:
            part = self._growing[game] = _Growing(game)
        part.rows.record = self.next
        part.rows.add_found(record, made, audit, written, id.hex(), flat)
        part.uids += record.uid is not UNSET
        self.next += 1
        self._known.add(id)
        if part.rows.events >= ROWS or part.rows.full:
            part.lay_out()
        if part.events >= EVENTS or part.bytes >= 4 * gather.BYTES:
            self._full.append(game)
        return audit

    def _judged(self, record: Record, flat: Flat | None) -> tuple[str, Found, Audit]:
        """What comes of a record."""
        plain = self._judge(record, flat) if self._judge and flat else None
        if plain is not None:
            return plain.match.game, found_plain(plain), plain.audit
        outcome, audit = judged(record)
        return outcome.game, found(outcome, audit), audit

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
        self._done.append(self._growing.pop(game).write(self._folder))


class _Growing:
    """A part that is not written yet: rows, and batches of columns."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rows = gather.Part(verify=False)
        self.uids = self.events = self.bytes = 0
        self._batches: dict[str, list[Node]] = {name: [] for name in NAMES}
        self._first: int | None = None
        self._last = 0

    def lay_out(self) -> None:
        """Rows as columns, which take far less."""
        part, self.rows = self.rows, gather.Part(verify=False)
        if not part.games.rows:
            return
        for name, batches in self._batches.items():
            rows: gather.Rows = getattr(part, name)
            if len(rows):
                batches.append(rows.node())
        if self._first is None:
            self._first = part.games.rows[0][0]
        self._last = part.games.rows[-1][0]
        self.events += part.events
        self.bytes += part.bytes

    def write(self, folder: str) -> Part:
        """The part, on disk in this folder."""
        self.lay_out()
        assert self._first is not None
        name = new_name(self._first)
        sheets = {}
        for table, batches in self._batches.items():
            if batches:
                source = Source(_empty(table), batches)
                sheets[table] = write_sheet(
                    source, os.path.join(folder, aside(name, self.game, table))
                )
        return Part(
            name=name,
            game=self.game,
            tables=VERSION,
            first=self._first,
            last=self._last,
            events=self.events,
            uids=self.uids,
            sheets=sheets,
        )


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


@cache
def _empty(table: str) -> Node:
    rows: gather.Rows = getattr(gather.Part(), table)
    return rows.node()
