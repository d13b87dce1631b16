"""Before a commit: what came twice in one run is dropped, and stages of one game become one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple, Protocol

from cardlog.queries.archive import disk, intake, reading
from cardlog.queries.archive.manifest import Part
from cardlog.queries.archive.rows import aside, query
from cardlog.queries.archive.twins import Stored, Told, sort_out
from cardlog.queries.formats._reading import answers
from cardlog.queries.tables import TABLES
from cardlog.records.game import Record

LATEST: Final = 1000  # records with one `uid` that are looked at


class Settled(NamedTuple):
    """How many new records came twice or were a stage of another, how many that were part of it
    were a stage of a new one; how many of the new that were not added are not in order; and what
    is said of records of one game."""

    twice: int = 0
    superseded: int = 0
    replaced: int = 0
    not_in_order: int = 0
    told: tuple[Told, ...] = ()


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

    def since(self) -> Iterator[str]:
        """Queries for the games that were committed in this run, a few files each."""

    def all(self, table: str) -> str:
        """A query for the rows of a table, of records that have a `uid` at least."""

    def whole(self, table: str) -> str:
        """A query for all rows of a table."""

    def replace(self) -> None:
        """Let what is pending be part of it, as it is, and what was left out no longer."""

    def leave_out(self, numbers: Collection[int]) -> None:
        """Have records that are part of it no longer be, with the next commit."""

    def commit(self) -> Settled:
        """Let what is pending be part of it."""


def settle(shelf: Shelf) -> Settled:
    """Look through what is pending. Raises OSError."""
    if not shelf.pending:
        return Settled()
    held = shelf.held
    games = _pending(shelf, "games")
    columns = "record, id, uid, ok"
    answers(held, f"CREATE OR REPLACE TEMP TABLE fresh AS SELECT {columns} FROM ({games})")
    answers(held, "CREATE OR REPLACE TEMP TABLE again (id VARCHAR)")
    for games in shelf.since():  # past what is new, which is held in memory alone
        answers(
            held,
            f"INSERT INTO again SELECT id FROM (SELECT id FROM ({games}))"
            " SEMI JOIN fresh USING (id)",
        )
    twice = answers(
        held,
        "SELECT record FROM fresh JOIN (SELECT id, min(record) AS first FROM fresh GROUP BY id"
        " HAVING count(*) > 1) USING (id) WHERE record > first"
        " UNION SELECT record FROM fresh SEMI JOIN again USING (id)",
    )
    drop(shelf, {row[0] for row in twice})
    gone: set[int] = set()
    told: list[Told] = []
    for group in _of_one_game(shelf, {row[0] for row in twice}):
        its, said = sort_out(group)
        gone.update(its)
        told += said
    fresh = dict(answers(held, "SELECT record, ok FROM fresh"))
    old = gone.difference(fresh)
    left_out = (gone - old).union(row[0] for row in twice)
    wrong = sum(fresh[number] is False for number in left_out)
    if gone:
        drop(shelf, gone - old)
        shelf.leave_out(old)
    return Settled(len(twice), len(gone) - len(old), len(old), wrong, tuple(told))


def _pending(shelf: Shelf, table: str) -> str:
    return query(
        table, [path(shelf, part, table) for part in shelf.pending if table in part.sheets]
    )


def _of_one_game(shelf: Shelf, dropped: Collection[int]) -> Iterator[list[Stored]]:
    """The records that share a `uid` with one that is pending, game by game."""
    if not any(part.uids for part in shelf.pending):
        return
    games, deals = (
        f"SELECT * FROM ({shelf.all(table)}) UNION ALL BY NAME SELECT * FROM"
        f" ({_pending(shelf, table)})"
        for table in ("games", "deals")
    )
    fresh = {row[0] for row in answers(shelf.held, "SELECT record FROM fresh")} - set(dropped)
    together = answers(
        shelf.held,
        f"SELECT list(record ORDER BY record) FROM ({games}) SEMI JOIN fresh USING (uid)"
        " GROUP BY uid HAVING count(*) > 1 ORDER BY min(record)",
    )
    for (numbers,) in together:
        found = reading.records(shelf.held, games, deals, numbers[-LATEST:])
        yield [
            Stored(number, record, number in fresh)
            for number, _, record in found
            if isinstance(record, Record)
        ]


def path(shelf: Shelf, part: Part, table: str) -> str:
    """Where a pending file is."""
    return f"{shelf.aside}/{aside(part.name, part.game, table)}"


def drop(shelf: Shelf, numbers: Collection[int]) -> None:
    """Leave records out of what is pending."""
    for part in list(shelf.pending):
        its = inside(shelf.held, part, path(shelf, part, "games"), numbers)
        if its:
            shelf.pending.remove(part)
            left = without(shelf, part, its, lambda table, part=part: path(shelf, part, table))
            shelf.pending += left


def inside(held: Any, part: Part, games: str, numbers: Collection[int]) -> list[int]:
    """Those of some numbers that are records of a part."""
    its = [str(number) for number in numbers if part.first <= number <= part.last]
    if not its:
        return []
    told = f"SELECT record FROM ({query('games', [games])}) WHERE record IN ({', '.join(its)})"
    return [row[0] for row in answers(held, told)]


def without(shelf: Shelf, part: Part, numbers: list[int], place: Any) -> list[Part]:
    """The part without some of its records, pending; none where nothing is left."""
    listed = ", ".join(map(str, numbers))
    name = intake.new_name(part.first)
    left = {}
    for table in TABLES:
        if table.name not in part.sheets:
            continue
        source = query(table.name, [place(table.name)])
        rest = f"WHERE record NOT IN ({listed}) ORDER BY {table.order}"
        target = f"{shelf.aside}/{aside(name, part.game, table.name)}"
        disk.copy(shelf.held, f"{source} {rest}", target)
        sheet = intake.sheet(shelf.held, target)
        if sheet.rows:
            left[table.name] = sheet
        else:
            disk.remove(target)
    if "games" not in left:
        return []
    file = query("games", [f"{shelf.aside}/{aside(name, part.game, 'games')}"])
    first, last, events, uids = answers(
        shelf.held, f"SELECT min(record), max(record), sum(events), count(uid) FROM ({file})"
    )[0]
    return [
        Part(
            name=name, game=part.game, tables=part.tables, first=first, last=last,
            events=int(events), uids=uids, sheets=left,
        )
    ]  # fmt: skip
