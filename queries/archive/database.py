"""An archive that is one DuckDB file, being written to: DuckDB sees that a commit is whole or not.

Parts are written beside it as for a folder (folder.py), and taken in by a commit.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator
from functools import partial
from typing import Any

from cardlog.queries.archive import disk, kinds, known, links, locking, plain, rows
from cardlog.queries.archive.manifest import Part
from cardlog.queries.archive.settling import Settled, path, settle
from cardlog.queries.clock import interruptible
from cardlog.queries.formats._reading import one, quoted, told, type_name
from cardlog.queries.tables import TABLES, VERSION, Table
from cardlog.records.errors import RecordError


class Database:
    """See above; made by `writing`."""

    def __init__(self, path: str, held: Any, aside: str) -> None:
        self.path = path
        self.held = held
        self.aside = aside
        self.pending: list[Part] = []
        self._first = self._next = one(held, "SELECT coalesce(max(record) + 1, 0) FROM games")
        self._gone: set[int] = set()

    @classmethod
    @contextlib.contextmanager
    def writing(cls, path: str, *, make: bool = False) -> Iterator[Database]:
        """The archive, locked. With `make` there need be none yet.

        Raises RecordError where it is no archive, or somebody else is using it, OSError.
        """
        given, path = path, os.path.realpath(path)
        links.check_file(path, _quarantine(given))
        with _alone(path):
            if make and kinds.is_blank(path):
                _make(path)
            with cls.opened(path, given) as archive:
                yield archive

    @classmethod
    @contextlib.contextmanager
    def opened(cls, path: str, given: str) -> Iterator[Database]:
        """The archive at a path, where no other writer is."""
        import duckdb

        aside = f"{path}.new-{os.urandom(8).hex()}"
        held = None
        try:
            held = duckdb.connect(path, config={**rows.CONFIG, "temp_directory": aside})
            with interruptible(held):
                _check(held)
            disk.make_folder(aside)
            yield cls(given, held, aside)
        except duckdb.IOException as error:
            if "lock" in str(error):
                raise RecordError("another process is using it") from None
            raise OSError(told(error)) from None
        except duckdb.Error as error:
            raise RecordError(f"the file cannot be used: {told(error)}") from None
        finally:
            if held is not None:
                held.close()
            with contextlib.suppress(OSError):
                disk.remove_folder(aside)

    @property
    def quarantine(self) -> str:
        """Where records that are not in order are set aside."""
        return _quarantine(self.path)

    @property
    def next(self) -> int:
        """The number of the next record."""
        return max(int(self._next), *(part.last + 1 for part in self.pending), 0)

    def known(self) -> str | None:
        """A file of the ids that are part of it; None where there is no record yet."""
        if not self._next:
            return None
        place = os.path.join(self.aside, "ids")
        known.write(self.held, "SELECT id FROM games", place)
        return place

    def take(self, parts: Collection[Part]) -> None:
        """Parts that lie in `aside`, to be part of it with the next commit."""
        self.pending += parts

    def since(self) -> Iterator[str]:
        """Queries for the games that were committed in this run."""
        yield f"SELECT * FROM games WHERE record >= {self._first}"

    def all(self, table: str) -> str:
        """A query for the rows of a table."""
        return f"SELECT * FROM {table}"

    def leave_out(self, numbers: Collection[int]) -> None:
        """Have records that are part of it no longer be, with the next commit."""
        self._gone |= set(numbers)

    def commit(self) -> Settled:
        """Let what is pending be part of it. Raises OSError, and then it is as it was."""
        settled = settle(self)
        self.replace()
        return settled

    def whole(self, table: str) -> str:
        """A query for all rows of a table."""
        return self.all(table)

    def replace(self) -> None:
        """Let what is pending be part of it, as it is, and what was left out no longer."""
        disk.transact(self.held, list(self._statements()))
        written = [path(self, part, table) for part in self.pending for table in part.sheets]
        self._next, self.pending, self._gone = self.next, [], set()
        for each in written:  # and not what others are writing meanwhile for the next commit
            disk.remove(each)

    def _statements(self) -> Iterator[str]:
        gone = ", ".join(map(str, self._gone))
        for table in TABLES:
            if gone:
                yield f"DELETE FROM {table.name} WHERE record IN ({gone})"
            for part in self.pending:
                if table.name in part.sheets:
                    source = rows.query(table.name, [path(self, part, table.name)])
                    yield f"INSERT INTO {table.name} BY NAME {source}"


@contextlib.contextmanager
def _alone(path: str) -> Iterator[None]:
    """Keep every other writer out, until the file is again what others are to find. DuckDB's own
    lock is that of a file, which a new one may take the place of."""
    with locking.locked(f"{path}{locking.NAME}", keep=False):
        _sweep(path)
        yield


def _quarantine(path: str) -> str:
    return f"{path}.{links.QUARANTINE}"


def _make(path: str) -> None:
    """An archive without records. It gets its name when it is complete."""
    import duckdb

    temp = f"{path}.new-{os.urandom(8).hex()}"
    try:
        with contextlib.closing(duckdb.connect(temp)) as held, interruptible(held):
            held.execute(f"CREATE TABLE cardlog AS SELECT {VERSION} AS tables")
            for table in TABLES:
                columns = (f'"{each.name}" {each.type}' for each in table.columns)
                held.execute(f"CREATE TABLE {table.name} ({', '.join(columns)})")
            held.execute("CHECKPOINT")  # which closing does too, but without a word if it fails
        disk.sync(temp)
        disk.rename(temp, path)
        disk.sync_folder(os.path.dirname(os.path.abspath(path)))
    except duckdb.Error as error:
        raise OSError(told(error)) from None
    finally:
        for name in (temp, f"{temp}.wal"):
            disk.remove(name)


def compact(path: str) -> None:
    """Rewrite the file: its rows in order, and nothing of what was deleted. It is replaced at once.

    Raises RecordError, OSError.
    """
    given, path = path, os.path.realpath(path)
    links.check_file(path, _quarantine(given))
    with _alone(path):
        _rewrite(path, given)


def _rewrite(path: str, given: str) -> None:
    temp = f"{path}.new-{os.urandom(8).hex()}"
    try:
        with Database.opened(path, given) as old:
            _make(temp)
            run = partial(disk.step, old.held)
            run(f"ATTACH {quoted(temp)} AS compacted")
            for table in TABLES:
                run(
                    f"INSERT INTO compacted.{table.name} BY NAME FROM {table.name}"
                    f" ORDER BY {table.order}"
                )
            run("CHECKPOINT compacted")  # which DETACH does too, but without a word if it fails
            run("DETACH compacted")
            disk.sync(temp)
        disk.rename(temp, path)
        disk.sync_folder(os.path.dirname(os.path.abspath(path)))
    finally:
        for name in (temp, f"{temp}.wal"):
            disk.remove(name)


def _check(held: Any) -> None:
    """Raise RecordError where it is no archive; add the columns that older ones lack."""
    (database,) = held.execute(
        "SELECT database_name FROM system.main.duckdb_databases() WHERE NOT internal"
    ).fetchone()
    tables = plain.tables(held, database)
    for table in TABLES:
        if table.name not in tables:
            raise RecordError(
                f"there is no table `{table.name}` as `cardlog ingest` makes it: expected an"
                " archive (what `cardlog convert` wrote can be ingested into one)"
            )
    plain.check(held, database)
    for table in TABLES:
        _check_columns(held, table)
    if "cardlog" in tables:
        version = one(held, "SELECT max(tables) FROM cardlog")
        if version is not None and version > VERSION:
            raise RecordError(
                f"it has version {version} of the tables, which is newer than this cardlog"
                f" (it knows up to {VERSION})"
            )


def _check_columns(held: Any, table: Table) -> None:
    found = {row[0]: row[1] for row in held.execute(f"DESCRIBE {table.name}").fetchall()}
    for column in table.columns:
        due = type_name(held, column.type)
        if column.name not in found:
            held.execute(f'ALTER TABLE {table.name} ADD COLUMN "{column.name}" {column.type}')
        elif found[column.name] != due:
            raise RecordError(
                f"the column `{column.name}` of `{table.name}` has the type"
                f" {found[column.name]:.60}: expected {due:.60} (queries/SCHEMA.md)"
            )


def _sweep(path: str) -> None:
    """Remove what a killed writer left beside it."""
    folder, name = os.path.split(os.path.abspath(path))
    if os.path.isdir(folder):
        for entry in list(os.scandir(folder)):
            if rows.LEFT.fullmatch(entry.name.removeprefix(name)) and entry.name.startswith(name):
                if entry.is_dir(follow_symlinks=False) and not links.is_link(entry.path):
                    disk.remove_folder(entry.path)
                else:
                    disk.remove(entry.path)
