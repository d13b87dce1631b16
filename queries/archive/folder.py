"""An archive that is a folder, being written to: killed anywhere, it is the old one or the new one.

    with Folder.writing(path) as archive:
        archive.take(parts)          written by an Intake into `archive.aside`
        archive.commit()             from here on they are part of it

New files are complete and synced before the manifest names them, and what it no longer names is
removed after that. What a killed writer left behind is swept by the next.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Any, Final

from cardlog.queries.archive import disk, known, links, locking, manifest, rows
from cardlog.queries.archive.manifest import NAMES, Manifest, Part
from cardlog.queries.archive.settling import Settled, inside, settle, without
from cardlog.records.errors import RecordError

_FILE: Final = re.compile(r"part-[0-9a-z-]{1,60}\.parquet")
FILES: Final = 32  # of which DuckDB holds what is in them at once
NONE: Final = (
    f"there is no {manifest.NAME} in this folder: expected an archive, which `cardlog ingest` makes"
)


class Folder:
    """See above; made by `writing`."""

    def __init__(self, path: str, held: Any) -> None:
        self.path = path
        self.held = held
        self.aside = os.path.join(path, f".new-{os.urandom(8).hex()}")
        self.manifest = manifest.read(path)
        self.pending: list[Part] = []
        self._before = {part.name for part in self.manifest.parts}  # this run
        self._gone: list[Part] = []

    @classmethod
    @contextlib.contextmanager
    def writing(cls, path: str, *, make: bool = False) -> Iterator[Folder]:
        """The archive, locked. With `make` there need be none yet.

        Raises RecordError where it is no archive, or somebody else is writing to it, OSError.
        """
        if make:
            disk.make_folder(path)
        if not (make and _is_free(path)) and not os.path.isfile(os.path.join(path, manifest.NAME)):
            raise RecordError(NONE if not make else f"{NONE}, of an empty folder or a new one")
        links.check_folder(path)
        with locking.locked(os.path.join(path, locking.NAME)), rows.database(path) as held:
            if not os.path.exists(os.path.join(path, manifest.NAME)):
                manifest.write(path, Manifest())
            archive = cls(path, held)
            wrong = archive._damage()
            if wrong:
                raise RecordError(f"the archive is damaged, so nothing was changed: {wrong}")
            archive._sweep()
            disk.make_folder(archive.aside)
            try:
                yield archive
            finally:
                with contextlib.suppress(OSError):
                    disk.remove_folder(archive.aside)

    @property
    def quarantine(self) -> str:
        """Where records that are not in order are set aside."""
        return os.path.join(self.path, links.QUARANTINE)

    @property
    def next(self) -> int:
        """The number of the next record: none that is there, whatever the manifest says of it."""
        parts = (*self.manifest.parts, *self.pending)
        return max(self.manifest.next, *(part.last + 1 for part in parts), 0)

    def known(self) -> str | None:
        """A file of the ids that are part of it; None where there is no record yet."""
        if not self.manifest.parts:
            return None
        path = os.path.join(self.aside, "ids")
        known.write(self.held, self.query("games", self.manifest.parts), path)
        return path

    def query(self, table: str, parts: Iterable[Part]) -> str:
        """A query for the rows of a table in some parts, pending ones too."""
        return rows.query(
            table, [self.where(part, table) for part in parts if table in part.sheets]
        )

    def where(self, part: Part, table: str) -> str:
        """Where a file of a part is, which may be pending."""
        if part in self.pending:
            return os.path.join(self.aside, rows.aside(part.name, part.game, table))
        return self._place(part, table)

    def _place(self, part: Part, table: str) -> str:
        return manifest.place(self.path, part.path(table))

    def take(self, parts: Collection[Part]) -> None:
        """Parts that lie in `aside`, to be part of the archive with the next commit."""
        self.pending += parts

    def since(self) -> Iterator[str]:
        """Queries for the games that were committed in this run, a few files each."""
        parts = [part for part in self.manifest.parts if part.name not in self._before]
        for start in range(0, len(parts), FILES):
            yield self.query("games", parts[start : start + FILES])

    def all(self, table: str) -> str:
        """A query for the rows of a table, of records that have a `uid` at least."""
        return self.query(table, [part for part in self.manifest.parts if part.uids])

    def leave_out(self, numbers: Collection[int]) -> None:
        """Have records that are part of it no longer be, with the next commit."""
        for part in self.manifest.parts:
            its = inside(self.held, part, self._place(part, "games"), numbers)
            if its:
                left = without(self, part, its, partial(self._place, part))
                self.pending += left
                self._before |= {each.name for each in left}
                self._gone.append(part)

    def commit(self) -> Settled:
        """Let what is pending be part of the archive. Raises OSError."""
        settled = settle(self)
        self.replace()
        return settled

    def whole(self, table: str) -> str:
        """A query for all rows of a table."""
        return self.query(table, self.manifest.parts)

    def drop(self, parts: Collection[Part]) -> None:
        """Have parts no longer be part of it, with the next commit."""
        self._gone += parts

    def replace(self) -> None:
        """Let what is pending be part of it, as it is, and what was left out no longer.

        Raises OSError, and then the archive is as it was.
        """
        gone = self._gone
        if not self.pending and not gone:
            return
        folders = set()
        for part in self.pending:
            for table in part.sheets:
                place = self._place(part, table)
                disk.make_folder(os.path.dirname(place))
                disk.rename(self.where(part, table), place)
                folders.add(os.path.dirname(place))
        for folder in sorted(folders):
            disk.sync_folder(folder)
        names = {part.name for part in gone}
        kept = [part for part in self.manifest.parts if part.name not in names]
        parts = sorted((*kept, *self.pending), key=lambda part: (part.first, part.name))
        found = Manifest(next=self.next, parts=tuple(parts))
        manifest.write(self.path, found)
        self.manifest, self.pending, self._gone = found, [], []
        for part in gone:
            for table in part.sheets:
                disk.remove(self._place(part, table))

    def _damage(self) -> str | None:
        missing = manifest.missing(self.path, self.manifest)
        if missing:
            return missing
        damaged = manifest.damaged(self.held, self.path, self.manifest)
        return damaged[0].message if damaged else None

    def _sweep(self) -> None:
        """Remove what a killed writer left behind, and nothing that is not ours."""
        named = {manifest.place(self.path, path) for path, _ in self.manifest.paths()}
        for entry in list(os.scandir(self.path)):
            if rows.LEFT.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False):
                disk.remove_folder(entry.path)
            elif manifest.LEFTOVER.fullmatch(entry.name):
                disk.remove(entry.path)
        for table in NAMES:
            for folder in _folders(os.path.join(self.path, table)):
                for entry in list(os.scandir(folder)):
                    if _FILE.fullmatch(entry.name) and entry.path not in named:
                        disk.remove(entry.path)


def _is_free(path: str) -> bool:
    """Whether there is nothing in a folder, but what a writer killed at once left."""
    return all(
        name == locking.NAME or manifest.LEFTOVER.fullmatch(name) for name in os.listdir(path)
    )


def _folders(path: str) -> list[str]:
    """The folders of the games in that of a table; a link is none of ours."""
    if os.path.islink(path) or not os.path.isdir(path):
        return []
    return [
        entry.path
        for entry in os.scandir(path)
        if entry.name.startswith("game=") and entry.is_dir(follow_symlinks=False)
    ]
