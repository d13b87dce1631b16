"""What there is to say of every record of a file, or of a part of one, in one process.

The workers (worker.py) run this too, so nothing here imports more than reading and judging needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.formats import Part
from cardlog.records.game import Record

if TYPE_CHECKING:
    from cardlog.queries.archive.manifest import Part as NewPart

SHORTEST: Final = 16  # bytes: every record in any format takes more


class Store(NamedTuple):
    """Where to write records down: a folder, the file of the ids that are known, a first number.

    `fast`: as a Task has it.
    """

    folder: str
    known: str | None
    first: int
    fast: bool = False


class Task(NamedTuple):
    """What is asked of every record: whether it is in order, or what another `edition` makes of it.

    `ids`: its content id too, which takes half as long as an audit. `possible`: also what may have
    been wrong, with cards that nobody saw. `store`: to be written down for an archive besides.
    `fast`: there are so many that compiled rules are worth loading, where there are any.
    """

    ids: bool = False
    edition: str | None = None
    possible: bool = False
    store: Store | None = None
    fast: bool = False

    def after(self, before: int) -> Task:
        """The same task for a part that so many bytes come before: records get numbers behind."""
        if self.store is None:
            return self
        first = self.store.first + before // SHORTEST
        return self._replace(store=self.store._replace(first=first))


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """The answer for one record, or the error in its place.

    `start` and `end` are its bytes in the file at `path`, where those are known; `names` are for
    people.
    """

    source: str
    index: int
    answer: Any = None
    error: RecordError | None = None
    id: str | None = None
    names: tuple[str, ...] = ()
    path: str | None = None
    start: int | None = None
    end: int | None = None
    raw: bytes | None = None  # the record as JSON, where its place is not known


class Stored(NamedTuple):
    """Records that were written down: how many came, in how many bytes, how many were known
    already, and the new parts."""

    came: int
    size: int
    known: int
    parts: list[NewPart]


class Unwritten(OSError):
    """It is the archive that cannot be written, and not the file that cannot be read."""


class Read(NamedTuple):
    """A part of a file that has been read: its verdicts, counted from 0, and its bounds (Walk).

    Where its records were written down, only those that are not in order have a verdict.
    """

    verdicts: list[Verdict]
    first: int
    next: int
    lines: int
    walked: int
    stored: Stored | None = None

    @property
    def came(self) -> int:
        """How many records there were."""
        return len(self.verdicts) if self.stored is None else self.stored.came


class Lost(NamedTuple):
    """No answer: the processes that worked on it ended. `how` the last one did, in words."""

    how: str


class Judge:
    """Answers the task for records as they are read: a reader's `check`, then `verdict`."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._answer = function(task)
        self._said: list[tuple[Record, Any]] = []

    def check(self, record: Record) -> None:
        """Raises RecordError where the record cannot be read as a game of ours."""
        self._said.append((record, guarded(self._answer, record)))

    def verdict(self, source: str, index: int, item: Record | RecordError) -> Verdict:
        """Of the record that was checked last, or of an error."""
        if isinstance(item, RecordError):
            self._said.clear()
            return Verdict(source, index, error=item.located(source=source))
        record, answer = self._said.pop()
        told = record.id if self._task.ids else None
        names = names_for(self._task, record, answer)
        return Verdict(source, index, answer, id=told, names=names)


def names_for(task: Task, record: Record, answer: Any) -> tuple[str, ...]:
    """The names of the players where somebody is told of."""
    return record.shown_names if task.edition or task.possible or answer.findings else ()


def guarded(judge: Callable[[Record], Any], record: Record) -> Any:
    """What is said of a record. A fault of ours is an error of that record: others are answered."""
    try:
        return judge(record)
    except RecordError:
        raise
    except Exception as error:
        from cardlog.cli.show import internal_error

        raise RecordError(f"not judged: {internal_error(error)}") from error


def function(task: Task) -> Callable[[Record], Any]:
    """What answers the task for a record. It raises RecordError for no game of ours."""
    if task.edition is not None:
        from cardlog.engine.impact import under_edition

        return partial(under_edition, edition=task.edition)
    if task.fast and not task.possible:
        from cardlog.engine import bulk

        return bulk.audit()
    from cardlog.engine.audit import audit

    return partial(audit, possible=True) if task.possible else audit


def whole(name: str, format: str | None, source: str, task: Task) -> Iterator[Verdict]:
    """The verdicts of a file, or of standard input, as they are read.

    Raises RecordError for an unknown format, OSError where the file cannot be read.
    """
    judge = Judge(task)
    items = formats.read(name, format=format, check=judge.check, name=source)
    for index, item in enumerate(items):
        yield judge.verdict(source, index, item)


def placed(path: str, format: str, source: str, task: Task) -> Iterator[Verdict]:
    """The same of a file, with the place of every record. A file without any has no verdict."""
    judge = Judge(task)
    with open(path, "rb") as file:
        walk = formats.FORMATS[format].walk(file, check=judge.check)
        for index, item in enumerate(walk):
            told = judge.verdict(source, index, item)
            yield replace(_located(told, index), path=path, start=walk.start, end=walk.end)


def part(path: str, format: str, bounds: Part, source: str, task: Task) -> Read:
    """The same of a part of a file. Raises OSError."""
    if task.store is not None:
        from cardlog.cli import storing

        return storing.part(path, format, bounds, source, task.store)
    judge = Judge(task)
    found = []
    with open(path, "rb") as file:
        walk = formats.FORMATS[format].walk(file, check=judge.check, part=bounds)
        for index, item in enumerate(walk):
            told = judge.verdict(source, index, item)
            found.append(replace(told, path=path, start=walk.start, end=walk.end))
    return Read(found, walk.first, walk.next, walk.lines, walk.walked - bounds.walked)


def moved(verdict: Verdict, index: int, lines: int) -> Verdict:
    """A verdict of a part, by its place in the whole file."""
    error = verdict.error
    if error is not None and error.line is not None:
        error.line += lines
    return _located(verdict, index)


def _located(verdict: Verdict, index: int) -> Verdict:
    if verdict.error is not None:
        verdict.error.located(index=index)
    return replace(verdict, index=index)
