"""Archives among the files of `cardlog audit`: the answer for every record, as for a file's.

A record has the number that it has in the archive, as `cardlog archive export` and `check` say it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, Final

from cardlog.cli.verdicts import Task, Verdict, function, guarded, names_for
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

MANIFEST: Final = "archive.json"
EVENT: Final = 40  # bytes that an event takes in a file, about


def is_archive(name: str) -> bool:
    """Whether this is an archive that is a folder; one that is a file is read as any file is."""
    return os.path.isfile(os.path.join(name, MANIFEST))


def size(name: str) -> int:
    """How large the file of its records would be, about; 0 where it cannot be looked at."""
    from cardlog.queries.archive import manifest

    try:
        return EVENT * sum(part.events for part in manifest.read(name).parts)
    except (RecordError, OSError):
        return 0  # reading it will say so


def verdicts(name: str, source: str, task: Task) -> Iterator[Verdict]:
    """The verdict on every record. Raises OSError where the archive cannot be read."""
    from cardlog.engine.audit import Audit

    judge = function(task._replace(fast=False))
    fast = task.fast and task.edition is None
    for number, id, found in _found(name, fast):
        told = id if task.ids else None
        if isinstance(found, Audit):
            yield Verdict(source, number, found, id=told)
            continue
        try:
            if isinstance(found, RecordError):
                raise found
            answer = guarded(judge, found)
        except RecordError as error:
            yield Verdict(source, number, error=error.located(source=source, index=number))
        else:
            yield Verdict(source, number, answer, id=told, names=names_for(task, found, answer))


def answers(
    name: str, source: str, judge: Callable[[Record], Any]
) -> Iterator[tuple[str, int, Record | RecordError, Any]]:
    """The same as inputs.answers: every record with what `judge` says of it."""
    for number, _, found in _found(name, fast=False):
        try:
            if isinstance(found, RecordError):
                raise found
            answer = guarded(judge, found)
        except RecordError as error:
            yield source, number, error.located(source=source, index=number), None
        else:
            yield source, number, found, answer


def _found(name: str, fast: bool) -> Iterator[tuple[int, str, Any]]:
    """Every record, its audit, or why there is none; that of the whole archive comes last."""
    from cardlog.engine import bulk
    from cardlog.queries.archive.auditing import audited

    number = -1
    try:
        for number, id, found in audited(name, fast=fast and bulk.judge() is not None):
            yield number, id, found
    except RecordError as error:
        yield number + 1, "", error
