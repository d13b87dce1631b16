"""Before a commit: what came twice in one run is dropped."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple, Protocol

from cardlog.queries.archive import disk, intake
from cardlog.queries.archive.manifest import NAMES, Part
from cardlog.queries.archive.rows import aside, query


class Settled(NamedTuple):
    """How many records came twice."""

    twice: int


class Shelf(Protocol):
    """An archive that is being written to: a folder (folder.py) or a file (database.py)."""

    held: Any
    aside: str  # the folder where parts are written before they are part of it
    pending: list[Part]

    @property
    def quarantine(self) -> str:
        """Where records that are not in order are set aside."""

    @property
    def next(self) -> int:
        """The number of the next record."""

    def known(self) -> str | None:
        """A file of the ids that are part of it; None where there is no record yet."""

    def take(self, parts: Collection[Part]) -> None:
        """Parts that lie in `aside`, to be part of it with the next commit."""

    def since(self) -> str:
        """A query for the games that were committed in this run."""

    def commit(self) -> Settled:
        """Let what is pending be part of it."""


def settle(shelf: Shelf) -> Settled:
    """Look through what is pending. Raises OSError."""
    if not shelf.pending:
        return Settled(0)
    held = shelf.held
    games = query("games", [path(shelf, part, "games") for part in shelf.pending])
    held.execute(f"CREATE OR REPLACE TEMP TABLE fresh AS SELECT record, id, uid FROM ({games})")
    twice = held.execute(
        "SELECT record FROM fresh QUALIFY row_number() OVER (PARTITION BY id ORDER BY record) > 1"
        f" UNION SELECT record FROM fresh SEMI JOIN ({shelf.since()}) USING (id)"
    ).fetchall()
    drop(shelf, {row[0] for row in twice})
    return Settled(len(twice))


def path(shelf: Shelf, part: Part, table: str) -> str:
    """Where a pending file is."""
    return f"{shelf.aside}/{aside(part.name, part.game, table)}"


def drop(shelf: Shelf, numbers: Collection[int]) -> None:
    """Leave records out of what is pending."""
    for part in list(shelf.pending):
        its = sorted(number for number in numbers if part.first <= number <= part.last)
        if its:
            shelf.pending.remove(part)
            left = without(shelf, part, its, lambda table, part=part: path(shelf, part, table))
            shelf.pending += left


def without(shelf: Shelf, part: Part, numbers: list[int], place: Any) -> list[Part]:
    """The part without some of its records, pending; none where nothing is left."""
    listed = ", ".join(map(str, numbers))
    rest = f"record NOT IN ({listed}) ORDER BY record"
    name = intake.new_name(part.first)
    left = {}
    for table in NAMES:
        if table not in part.sheets:
            continue
        source = query(table, [place(table)])
        order = {"games": "", "deals": ", deal", "findings": ", finding"}[table]
        target = f"{shelf.aside}/{aside(name, part.game, table)}"
        disk.copy(shelf.held, f"{source} WHERE {rest}{order}", target)
        sheet = intake.sheet(shelf.held, target)
        if sheet.rows:
            left[table] = sheet
        else:
            disk.remove(target)
    if "games" not in left:
        return []
    file = query("games", [f"{shelf.aside}/{aside(name, part.game, 'games')}"])
    first, last, events, uids = shelf.held.execute(
        f"SELECT min(record), max(record), sum(events), count(uid) FROM ({file})"
    ).fetchall()[0]
    return [
        Part(
            name=name, game=part.game, tables=part.tables, first=first, last=last,
            events=int(events), uids=uids, sheets=left,
        )
    ]  # fmt: skip
