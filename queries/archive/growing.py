"""Records judged and laid out as the columns of an archive: what ingest writes down, and what a
check holds against what was written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from msgspec import UNSET

from cardlog.engine import bulk
from cardlog.engine.audit import Audit, judged
from cardlog.queries import gather
from cardlog.queries.archive.manifest import NAMES
from cardlog.queries.arrow.columns import Node
from cardlog.queries.arrow.stream import Source
from cardlog.queries.found import Found, found, found_plain
from cardlog.records import canonical
from cardlog.records.flat import Flat
from cardlog.records.game import Record

ROWS: Final = 80_000  # events that are rows before they are laid out as columns


class Taken(NamedTuple):
    """A record with its canonical bytes and their hash, and its events as columns if they fit."""

    record: Record
    written: bytes
    id: bytes
    flat: Flat | None


def taken(record: Record) -> Taken:
    """The record, looked at once for all that is to be done with it."""
    try:
        flat = Flat(record.events)
    except ValueError:  # a seat that fits into no byte
        flat = None
    plain = flat is not None and not flat.others and not flat.shuffled
    written = canonical.canonical(record, plain=plain)
    return Taken(record, written, hashlib.sha256(written).digest(), flat)


class Judge:
    """Judges records. `fast`: by compiled rules, where there are any."""

    def __init__(self, fast: bool) -> None:
        self._plain = bulk.judge() if fast else None

    def of(self, taken: Taken) -> tuple[str, Found, Audit]:
        """Its game, and what comes of it. Raises RecordError where it is no game of ours."""
        plain = self._plain(taken.record, taken.flat) if self._plain and taken.flat else None
        if plain is not None:
            return plain.match.game, found_plain(plain), plain.audit
        outcome, audit = judged(taken.record)
        return outcome.game, found(outcome, audit), audit


class Growing:
    """Records of one game: rows, and batches of columns."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.events = self.bytes = self.uids = 0
        self.first: int | None = None  # number of the first record that was laid out,
        self.last = 0  # and of the last
        self._rows = gather.Part(verify=False)
        self._batches: dict[str, list[Node]] = {name: [] for name in NAMES}

    def add(self, number: int, taken: Taken, made: Found, audit: Audit) -> None:
        """Add a record. Raises RecordError where no file can hold it; then it was not added."""
        rows = self._rows
        rows.record = number
        rows.add_found(taken.record, made, audit, taken.written, taken.id.hex(), taken.flat)
        self.uids += taken.record.uid is not UNSET
        if rows.events >= ROWS or rows.full:
            self.lay_out()

    def lay_out(self) -> None:
        """Rows as columns, which take far less."""
        part, self._rows = self._rows, gather.Part(verify=False)
        if not part.games.rows:
            return
        for name, batches in self._batches.items():
            rows: gather.Rows = getattr(part, name)
            if len(rows):
                batches.append(rows.node())
        if self.first is None:
            self.first = part.games.rows[0][0]
        self.last = part.games.rows[-1][0]
        self.events += part.events
        self.bytes += part.bytes

    def sources(self) -> Iterator[tuple[str, Source]]:
        """The tables that have rows, each to be read once."""
        self.lay_out()
        for table, batches in self._batches.items():
            if batches:
                yield table, Source(empty(table), batches)


@cache
def empty(table: str) -> Node:
    """The columns of a table, without values."""
    rows: gather.Rows = getattr(gather.Part(), table)
    return rows.node()
