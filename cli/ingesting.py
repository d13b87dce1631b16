"""What `cardlog ingest` does: records from files into an archive, and what it says of them."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Final

import typer

from cardlog.cli import sharing, show, storing
from cardlog.cli.aside import Aside
from cardlog.cli.audit import line_of, say
from cardlog.cli.progress import Bar, shown
from cardlog.cli.sharing import File, Pool
from cardlog.cli.verdicts import SHORTEST, Store, Stored, Task, Verdict
from cardlog.queries.archive.intake import NUMBERS
from cardlog.queries.archive.settling import Shelf
from cardlog.queries.archive.twins import Told

EVENTS: Final = 4_000_000  # between two commits, about a minute's work
PARTS: Final = 40  # of a long run: a commit looks for doubles through all that the run has brought
TOO_MUCH: Final = (
    "--cluster: parts of an input that are read at once leave out numbers of records, and so much"
    " would need more than an archive has: ingest into several archives, each of up to 64 GiB"
)


def due(pending: int, before: int) -> bool:
    """Whether to commit so many events, after a run has brought so many before."""
    return pending >= max(EVENTS, before // PARTS)


class Ingest:
    """Made by `into`; then `run`, once."""

    def __init__(self, archive: Shelf, aside: Aside, format: str | None, json: bool) -> None:
        self.status = show.Status()
        self._archive = archive
        self._aside = aside
        self._json = json
        self._format = format
        self._bar = Bar(None)
        self._size = self._events = 0
        self._fast = False
        self._known: str | None = None
        self._added = self._there = self._wrong = self._unread = 0
        self._stages = self._replaced = 0
        self._told: Counter[str] = Counter()  # by kind

    @classmethod
    @contextlib.contextmanager
    def into(
        cls, archive: Shelf, quarantine: str | None, format: str | None, json: bool
    ) -> Iterator[Ingest]:
        """An ingest into an archive that is being written to."""
        folder = archive.quarantine if quarantine is None else quarantine
        with contextlib.closing(Aside(folder, format, line_of)) as aside:
            yield cls(archive, aside, format, json)

    def run(self, files: list[File], pool: Pool | None) -> None:
        """All files, by a pool or by this process alone. Raises OSError where the archive cannot
        be written."""
        self._known = self._archive.known()
        size = sum(file.size for file in files)
        self._fast = sharing.fast(size)
        if self._archive.next + size // SHORTEST + len(files) >= NUMBERS:
            if pool is not None and pool.far:
                raise show.fail(TOO_MUCH)
            pool = None  # numbers are given out one by one then
        with shown("ingested", size) as bar:
            self._bar = bar
            for verdict in self._verdicts(files, pool):
                bar.aside()
                self._say(verdict)
        self._commit()

    def _verdicts(self, files: list[File], pool: Pool | None) -> Iterator[Verdict]:
        def shared(file: File) -> bool:
            return pool is not None and sharing.shares(pool, file)

        for together, some in groupby(files, shared):
            if pool is not None and together:
                task = Task(store=self._store())
                yield from sharing.shared_out(
                    some, self._format, task, pool, self._take, storing.MOST
                )
            else:
                for file in some:
                    yield from storing.in_turn(file, self._format, self._store, self._take)

    def _store(self) -> Store:
        known = self._known and os.path.abspath(self._known)
        return Store(os.path.abspath(self._archive.aside), known, self._archive.next, self._fast)

    def _take(self, stored: Stored) -> None:
        self._added += sum(part.rows("games") for part in stored.parts)
        self._there += stored.known
        self._size += stored.size
        self._bar.to(self._size)
        self._archive.take(stored.parts)
        pending = sum(part.events for part in self._archive.pending)
        if due(pending, self._events):
            self._commit()
            self._events += pending

    def _commit(self) -> None:
        with storing.written():
            settled = self._archive.commit()
        self._there += settled.twice
        self._stages += settled.superseded
        self._added -= settled.twice + settled.superseded
        self._replaced += settled.replaced
        self._wrong -= settled.not_in_order
        for each in settled.told:
            self._tell(each)

    def _tell(self, told: Told) -> None:
        """What is said of two records of one game."""
        self._told[told.kind] += 1
        if told.kind == "contradicted":
            self.status.at_least(show.WRONG)
        self._bar.aside()
        if not self._json:
            wrong = told.kind == "contradicted"
            message = f"two records of this game contradict each other: {told.message}"
            typer.echo(show.printable(f"{told.uid}: {message if wrong else told.message}"))
            typer.echo(f"  {told.ids[0]}\n  {told.ids[1]}")
        elif told.kind == "dropped":
            kept, dropped = told.ids
            line = {"uid": told.uid, "kept": kept, "dropped": dropped, "meta": told.lost}
            show.line({**line, "message": told.message})
        else:
            show.line({"uid": told.uid, told.kind: told.ids, "message": told.message})

    def _say(self, verdict: Verdict) -> None:
        self._aside(verdict)
        if verdict.error is not None:
            self.status.at_least(show.FAILED)
            self._unread += 1
        else:
            self.status.at_least(show.WRONG)
            self._wrong += 1
        if self._json:
            show.line(line_of(verdict))
        else:
            say(verdict)

    @property
    def summary(self) -> str:
        """What became of them all."""
        came = self._added + self._there + self._unread + self._stages
        told = [f"{self._added} added"]
        if self._wrong:
            told.append(f"{self._wrong} of them not in order")
        if self._there:
            told.append(f"{self._there} there already")
        if self._stages:
            told.append(f"{self._stages} told more fully by others")
        if self._replaced:
            told.append(f"{self._replaced} there already replaced by a fuller one")
        if self._told["beside"]:
            told.append(f"{self._told['beside']} kept beside others of their games")
        if self._told["dropped"]:
            told.append(f"{self._told['dropped']} of which `meta` is not kept")
        if self._told["contradicted"]:
            told.append(show.many(self._told["contradicted"], "contradiction"))
        if self._unread:
            told.append(f"{self._unread} not readable")
        if self._aside.count:
            told.append(f"{self._aside.count} set aside in {show.label(self._aside.folder)}")
        return f"{show.records(came)}: {', '.join(told)}"
