"""Many files, and large ones, shared out among processes; the answers come in order.

Who works on the parts is a `Pool`: processes of our own (workers.py), or a cluster's (cluster.py).

A file is cut at bytes that need be no start of a record: a part begins with the first record that
seems to start in it. Where the part before ends somewhere else, that was none (a record inside a
comment, say), and the part is read once more from where it does begin. So the verdicts are those
of one process, whatever is in the file.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from cardlog.cli import archived, verdicts
from cardlog.cli.verdicts import SHORTEST, Lost, Read, Stored, Task, Unwritten, Verdict
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.formats import Part

SMALL: Final = 4 * 2**20  # bytes that are not worth a process
LARGE: Final = 128 * 2**20  # bytes that are worth loading compiled rules, where there are any
LEAST: Final = 2**20  # bytes of a part
MOST: Final = 8 * 2**20

# Modules that workers need.
JUDGING: Final = "cardlog.engine.audit"
STORING: Final = "cardlog.cli.storing"
COMPILED: Final = "cardlog.engine.bulk.plain"

Take = Callable[[Stored], object]


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def fast(size: int) -> bool:
    """Whether inputs of this size are worth loading compiled rules.

    They take half a second and 150 MB; CARDLOG_FAST=0 does without, CARDLOG_FAST=1 never does.
    """
    return {"0": False, "1": True}.get(os.environ.get("CARDLOG_FAST", ""), size >= LARGE)


class File(NamedTuple):
    """A file to be judged. Without `format` it is not one that can be cut: a pipe, or packed.

    `copied`: it is a copy of standard input, or of what was packed, that this machine has.
    `archive`: it is no file, but the folder of an archive.
    """

    name: str
    source: str
    format: str | None
    size: int
    copied: bool = False
    archive: bool = False


class Answer(Protocol):
    """What will be known of a part of a file."""

    def result(self) -> Read | Lost:
        """Wait for it. Raises OSError where the part cannot be read."""


class Pool(Protocol):
    """Processes that judge parts of files, several at once."""

    count: int  # how many at once
    far: bool  # on other machines, which do not see a copy that this one has made

    def ask(self, file: File, bounds: Part, task: Task) -> Answer:
        """Ask for a part of a file."""


def shares(pool: Pool, file: File) -> bool:
    """Whether a pool can be asked for parts of a file."""
    return file.format is not None and not (pool.far and file.copied)


@contextlib.contextmanager
def pool(
    jobs: int | None, size: int, cluster: str | None, needed: str = JUDGING
) -> Iterator[Pool | None]:
    """Who works on inputs of this size; None for this process alone.

    `cluster` is the address of one; without `jobs` there are as many processes as are worth it.
    They load the module `needed` while this process is still getting ready to ask them.
    """
    if jobs is None:
        jobs = cores() if size >= SMALL else 1
    found: contextlib.AbstractContextManager[Pool | None] = contextlib.nullcontext()
    if cluster is not None:
        from cardlog.cli.cluster import Cluster

        found = Cluster.at(cluster)
    elif jobs > 1:
        from cardlog.cli.workers import Workers

        ahead = (needed, COMPILED) if fast(size) else (needed,)
        found = Workers(jobs, size // LEAST, ahead)
    with found as pool:
        yield pool


class _Asked(NamedTuple):
    file: File
    bounds: Part
    task: Task
    answer: Answer | None


def file_of(name: str, source: str, format: str | None) -> File:
    """Look at a file. Raises RecordError for an unknown format."""
    if name == "-":
        return File(name, source, None, 0)
    try:
        seen = os.stat(name)
        if stat.S_ISREG(seen.st_mode) and seen.st_size and not formats.packing_of(name):
            chosen = formats.format_of(name, format)
            if hasattr(chosen, "walk"):
                return File(name, source, chosen.name, seen.st_size)
    except (OSError, ValueError):
        pass  # reading it will say so
    except RecordError:
        if format is not None:
            raise
    return File(name, source, None, 0)


def in_turn(file: File, format: str | None, task: Task) -> Iterator[Verdict]:
    """The verdicts of one file in this process; where it cannot be read, that is one too."""
    answered = 0
    try:
        if file.archive:
            for verdict in archived.verdicts(file.name, file.source, task):
                yield verdict
                answered = verdict.index + 1
            return
        if file.format is not None:
            for verdict in verdicts.placed(file.name, file.format, file.source, task):
                yield verdict
                answered += 1
        if not answered:
            for verdict in verdicts.whole(file.name, format, file.source, task):
                yield verdict
                answered += 1
    except OSError as error:
        yield unread(file, answered, error)


def unread(file: File, answered: int, error: OSError) -> Verdict:
    """The verdict of a file that cannot be read, or not on."""
    text = f"cannot be read: {error.strerror or error}"
    if archived.is_archive(file.name):
        text = (
            "this folder is an archive: expected a file of records, which"
            " `cardlog archive export FOLDER -o FILE` makes of it"
        )
    told = RecordError(text, source=file.source, index=answered)
    return Verdict(file.source, answered, error=told, path=file.name)


def shared_out(
    files: Iterable[File],
    format: str | None,
    task: Task,
    pool: Pool,
    take: Take | None = None,
    most: int = MOST,
) -> Generator[Verdict, None, None]:
    """The verdicts of all files in order, worked out by a pool.

    `take` is given what was written down, after the verdicts on it. A part of a file has at most
    `most` bytes, and few of them are under way at once, however many there are.
    """
    asked: deque[_Asked] = deque()
    parts = _asking(files, pool, task, partial(cut, jobs=pool.count, most=most))
    for each in parts:
        asked.append(each)
        if len(asked) > 3 * pool.count:
            break
    progress: _Progress | None = None
    while asked:
        each = asked.popleft()
        following = next(parts, None)
        if following is not None:
            asked.append(following)
        if each.answer is None:
            yield from in_turn(each.file, format, task)
            continue
        if each.bounds.first == 0:
            progress = _Progress(each.file, format, each.task, pool, take)
        assert progress is not None
        yield from progress.take(each)


def _asking(
    files: Iterable[File], pool: Pool, task: Task, cut: Callable[[int], list[Part]]
) -> Iterator[_Asked]:
    before = 0
    for file in files:
        if not shares(pool, file):
            yield _Asked(file, Part(), task, None)
            continue
        for bounds in cut(file.size):
            its = task.after(before + bounds.first)
            yield _Asked(file, bounds, its, pool.ask(file, bounds, its))
        before += file.size + SHORTEST


def cut(size: int, jobs: int, most: int = MOST) -> list[Part]:
    """The parts of a file of this size: as many for each process, so that none ends long after the
    others."""
    rounds = max(4, -(-size // (most * jobs)))
    step = max(LEAST, -(-size // (rounds * jobs)))
    starts = list(range(0, max(1, size - step // 2), step))
    stops = [*starts[1:], None]
    return [Part(first, stop, found=first > 0) for first, stop in zip(starts, stops, strict=True)]


class _Progress:
    """How far the answers for one file have been put together."""

    def __init__(
        self, file: File, format: str | None, task: Task, pool: Pool, take: Take | None
    ) -> None:
        self.file = file
        self.format = format
        self.task = task
        self.pool = pool
        self._take = take
        self.at = 0  # up to here, as bytes,
        self.lines = 0  # as newlines,
        self.index = 0  # and as records
        self.walked = 0
        self.broken = False

    def take(self, asked: _Asked) -> Iterator[Verdict]:
        """The verdicts of the part that follows."""
        assert asked.answer is not None
        stop = asked.bounds.stop
        if self.broken or (stop is not None and self.at >= stop):
            return  # a record before it reaches beyond it
        try:
            yield from self._verdicts(asked.answer.result(), asked.bounds, asked.task)
        except Unwritten:
            raise
        except OSError as error:
            self.broken = True
            yield unread(self.file, self.index, error)
            return
        if stop is None and not self.index:  # nothing but space
            yield from verdicts.whole(self.file.name, self.format, self.file.source, self.task)

    def _verdicts(self, answer: Read | Lost, bounds: Part, task: Task) -> Iterator[Verdict]:
        exact = Part(self.at, bounds.stop, walked=self.walked)
        if isinstance(answer, Read) and not self._fits(answer):
            answer = self.pool.ask(self.file, exact, task).result()
        if isinstance(answer, Lost):
            answer = self._unjudged(exact, answer)
        for each in answer.verdicts:
            yield verdicts.moved(each, self.index + each.index, self.lines)
        self.index += answer.came
        if self._take and answer.stored is not None:
            self._take(answer.stored)
        self.at, self.lines = answer.next, self.lines + answer.lines
        self.walked += answer.walked

    def _fits(self, answer: Read) -> bool:
        """Whether one process would have read this part in the same way."""
        return answer.first == self.at and self.walked + answer.walked <= formats.ALLOWANCE

    def _unjudged(self, bounds: Part, lost: Lost) -> Read:
        """The records of a part whose processes ended: none is judged, and none is passed over."""
        assert self.file.format is not None
        text = f"not judged: the processes that worked on it and its neighbours ended ({lost.how})"
        found = []
        with open(self.file.name, "rb") as file:
            walk = formats.FORMATS[self.file.format].walk(file, check=None, part=bounds)
            for index, item in enumerate(walk):
                known = item if isinstance(item, RecordError) else RecordError(text)
                error = known.located(source=self.file.source, byte=walk.start)
                told = Verdict(self.file.source, index, error=error, path=self.file.name)
                found.append(replace(told, start=walk.start, end=walk.end))
        return Read(found, walk.first, walk.next, walk.lines, walk.walked - bounds.walked)
