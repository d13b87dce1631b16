"""Files to records, for every command that reads."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.cli.progress import Bar
    from cardlog.cli.sharing import File
    from cardlog.cli.verdicts import Task, Verdict
    from cardlog.records.errors import RecordError
    from cardlog.records.formats._csv.mapped import Mapped
    from cardlog.records.game import Check, Record

T = TypeVar("T")

Files = typer.Argument(
    ..., metavar="FILES...", help="Files of records, patterns, or - for standard input."
)
Format = typer.Option(
    None,
    "--from",
    help="Read this format, whatever the file is called: msgpack, json, jsonl, cardlog, csv, mjai.",
)
Cluster = typer.Option(
    None,
    "--cluster",
    metavar="ADDRESS",
    help="Have the workers of a Dask cluster do the work (tcp://host:8786). They must see FILES,"
    " and an ARCHIVE, under the same paths as this machine.",
)
Index = typer.Option(
    None, "--index", min=0, help="Which record, counted from 0, where a file holds several."
)


def check_cluster(cluster: str | None, files: list[str], jobs: int | None) -> None:
    """End the command where what else was asked for cannot be done by a cluster."""
    if cluster is None:
        return
    if jobs is not None:
        raise show.fail("--cluster and -j: a cluster has as many processes as it has workers")
    if "-" in files:
        raise show.fail(
            "--cluster: standard input cannot be given to a cluster, only files that its workers"
            " see too: write it into one first"
        )


def answers(
    files: list[str],
    format: str | Mapped | None,
    judge: Callable[[Record], T],
    view: Callable[[Record], Record] | None = None,
    bar: Bar | None = None,
) -> Iterator[tuple[str, int, Record | RecordError, T | None]]:
    """(file, the record's number in it, record or located error, what `judge` says of it).

    With a `view` the records are judged, and answered, as it makes them. A RecordError that `judge`
    or `view` raises is located like one of the reader. A file that cannot be opened is an error of
    its own and does not keep the others from being read. `bar` is moved on as they are read.
    """
    from cardlog.cli.verdicts import guarded
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    said: list[tuple[Record, T]] = []

    def check(record: Record) -> None:
        seen = record if view is None else view(record)
        said.append((seen, guarded(judge, seen)))

    for name in show.expand(files):
        source = show.label(name)
        if name == "-" and sys.stdin is None:
            raise show.fail("standard input is closed")
        try:
            moved = None if bar is None else bar.of(name)
            items = formats.read(name, format=format, check=check, name=source, moved=moved)
        except RecordError as error:  # an unknown format
            raise show.fail(error.message) from None
        answered = 0
        try:
            for item in items:
                yield source, answered, *(said.pop() if said else (item, None))
                answered += 1
        except OSError as error:
            text = f"cannot be read: {error.strerror or error}"
            yield source, answered, RecordError(text, source=source, index=answered), None


@contextlib.contextmanager
def verdicts(
    files: list[str],
    format: str | None,
    task: Task,
    jobs: int | None,
    spooled: object = None,
    cluster: str | None = None,
) -> Iterator[Iterator[Verdict]]:
    """The verdicts of all files in order, by a pool (`sharing.pool`).

    With `spooled` standard input, and what is packed, is put on disk first as it is read, so that
    the place of each record is known.
    """
    from cardlog.cli import sharing
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    with contextlib.ExitStack() as stack:
        found: list[File] = []
        for name in show.expand(files):
            if name == "-" and sys.stdin is None:
                raise show.fail("standard input is closed")
            path = name
            try:
                if spooled:
                    from cardlog.cli import rewrite

                    path = stack.enter_context(rewrite.on_disk(name))
                found.append(_file(path, name, format))
            except RecordError as error:  # an unknown format, or what it is packed in is damaged
                raise show.fail(str(error)) from None
        if spooled and format is not None:
            format = formats.unpacked_name(format)
        size = sum(file.size for file in found)
        task = task._replace(fast=sharing.fast(size))
        pool = stack.enter_context(sharing.pool(jobs, size, cluster))
        if pool is not None:
            told = sharing.shared_out(found, format, task, pool)
        else:
            told = (each for file in found for each in sharing.in_turn(file, format, task))
        with contextlib.closing(told):
            yield stack.enter_context(_progress(told, size))


def _file(path: str, name: str, format: str | None) -> File:
    """What lies at this path, which may be a copy of what has this name. Raises RecordError."""
    from cardlog.cli import archived, sharing

    if format is None and archived.is_archive(name):
        return sharing.File(name, show.label(name), None, archived.size(name), archive=True)
    return sharing.file_of(path, show.label(name), format)._replace(copied=path != name)


@contextlib.contextmanager
def _progress(told: Iterator[Verdict], size: int) -> Iterator[Iterator[Verdict]]:
    """A bar, where somebody looks at it and at nothing else meanwhile."""
    from cardlog.cli.progress import shown

    if sys.stdout.isatty():
        yield told
        return
    with shown("audited", size) as bar:

        def moving() -> Iterator[Verdict]:
            source = None
            for verdict in told:
                if verdict.source != source:
                    source = verdict.source
                    bar.next()
                if verdict.end is not None:
                    bar.to(verdict.end)
                yield verdict

        yield moving()


def one_each(
    files: list[str], format: str | None, index: int | None, json: bool
) -> list[tuple[str, Record]]:
    """(file, its record) for commands about one game; `index` says which where a file has several.

    Ends the command where a file has no such record, or where it cannot be read as a game of ours.
    """
    return [_one(name, format, index, json) for name in show.expand(files)]


def _one(name: str, format: str | None, index: int | None, json: bool) -> tuple[str, Record]:
    from cardlog.cli.verdicts import guarded
    from cardlog.engine.audit import audit
    from cardlog.records.errors import RecordError

    source = show.label(name)
    if index is not None:
        try:
            return source, _numbered(name, format, index, partial(guarded, audit), source)
        except RecordError as error:
            show.error(error, json)
            raise typer.Exit(show.FAILED) from None
        except OSError as error:
            raise show.fail(f"{source}: cannot be read: {error.strerror or error}") from None
    record = None
    for _, number, record, _ in answers([name], format, audit):
        if isinstance(record, RecordError):
            break
        if number:
            raise show.fail(f"{source} holds several records: say which with --index")
    if isinstance(record, RecordError):
        show.error(record, json)
        raise typer.Exit(show.FAILED)
    assert record is not None, "a file without any record has an error"
    return source, record


def _numbered(name: str, format: str | None, index: int, check: Check, source: str) -> Record:
    """The record of this number; of a file that holds but one, that one."""
    from cardlog.cli import rewrite
    from cardlog.records import formats

    with contextlib.ExitStack() as stack:
        path = stack.enter_context(rewrite.on_disk(name)) if name == "-" else name

        def at(number: int) -> Record:
            warn = show.complain
            return formats.at(path, number, format=format, check=check, name=source, warn=warn)

        try:
            return at(index)
        except formats.NoRecord as error:
            if error.count == 1:
                return at(0)
            raise
