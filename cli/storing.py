"""Records of a file judged and written down for an archive, in one process: what workers run too.

Only those that are not in order, or cannot be read, have a verdict; of the others there are counts.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from cardlog.cli import sharing
from cardlog.cli.verdicts import Read, Store, Stored, Unwritten, Verdict, guarded, moved
from cardlog.queries.archive.intake import Intake
from cardlog.queries.archive.known import Known
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.formats import Part
from cardlog.records.game import Record, to_map

MOST: Final = 16 * 2**20  # bytes of a part of a file: bounds memory; larger ones make larger parts
AT_ONCE: Final = 20_000  # records of a file that cannot be cut

Take = Callable[[Stored], object]


class _Storing:
    """Stores records as they are read: a reader's `check`, then `verdict`."""

    def __init__(self, store: Store) -> None:
        self._intake = Intake(store.folder, store.first, Known(store.known), store.fast)
        self._said: list[tuple[Record, Any]] = []
        self._came = self._known = 0

    def check(self, record: Record) -> None:
        """Raises RecordError where the record cannot be read as a game of ours."""
        self._said.append((record, guarded(self._intake.add, record)))

    def verdict(self, source: str, item: Record | RecordError) -> Verdict | None:
        """Of the record that was checked last, or of an error; None where all is in order."""
        index = self._came
        self._came += 1
        with written():
            self._intake.write_full()
        if isinstance(item, RecordError):
            self._said.clear()
            return Verdict(source, index, error=item.located(source=source))
        record, answer = self._said.pop()
        if answer is None:
            self._known += 1
            return None
        if answer.ok:
            return None
        return Verdict(source, index, answer, id=record.id, names=record.shown_names)

    def stored(self, size: int = 0) -> Stored:
        """What came of them."""
        with written():
            return Stored(self._came, size, self._known, self._intake.close())


@contextlib.contextmanager
def written() -> Iterator[None]:
    """What fails in this is the archive, and no file that is read."""
    try:
        yield
    except OSError as error:
        raise Unwritten(error.strerror or str(error)) from None


def part(path: str, format: str, bounds: Part, source: str, store: Store) -> Read:
    """The records of a part of a file. Raises OSError."""
    storing = _Storing(store)
    found = []
    with open(path, "rb") as file:
        walk = formats.FORMATS[format].walk(file, check=storing.check, part=bounds)
        for item in walk:
            told = storing.verdict(source, item)
            if told is not None:
                found.append(replace(told, path=path, start=walk.start, end=walk.end))
    stored = storing.stored(walk.next - walk.first)
    return Read(found, walk.first, walk.next, walk.lines, walk.walked - bounds.walked, stored)


def in_turn(
    file: sharing.File, format: str | None, store: Callable[[], Store], take: Take
) -> Iterator[Verdict]:
    """The verdicts on a file, in this process; `take` is given what was written down.

    `store` says where that goes next. What cannot be read is a verdict too.
    """
    answered = 0

    def counted(stored: Stored) -> None:
        nonlocal answered
        answered += stored.came
        take(stored)

    try:
        if file.format is not None:
            yield from _cut(file, file.format, store, counted)
        if not answered:
            yield from _whole(file, format, store, counted)
    except Unwritten:
        raise
    except OSError as error:
        yield sharing.unread(file, answered, error)


def _cut(
    file: sharing.File, format: str, store: Callable[[], Store], take: Take
) -> Iterator[Verdict]:
    at = lines = index = walked = 0
    for bounds in sharing.cut(file.size, 1, MOST):
        if bounds.stop is not None and at >= bounds.stop:
            continue
        read = part(file.name, format, Part(at, bounds.stop, walked=walked), file.source, store())
        for each in read.verdicts:
            yield moved(each, index + each.index, lines)
        assert read.stored is not None
        if read.came:
            take(read.stored)
        at, lines, index, walked = (
            read.next,
            lines + read.lines,
            index + read.came,
            walked + read.walked,
        )


def _whole(
    file: sharing.File, format: str | None, store: Callable[[], Store], take: Take
) -> Iterator[Verdict]:
    """Of a file whose records have no place of their own that could be looked up again."""
    storing = _Storing(store())
    base = count = 0

    def check(record: Record) -> None:
        storing.check(record)  # whichever it is by then

    items: Iterable[Record | RecordError] = formats.read(
        file.name, format=format, check=check, name=file.source
    )
    for count, item in enumerate(items, 1):
        told = storing.verdict(file.source, item)
        if told is not None:
            raw = None if isinstance(item, RecordError) else msgspec.json.encode(to_map(item))
            yield replace(told, index=base + told.index, path=file.name, raw=raw)
        if count - base >= AT_ONCE:
            take(storing.stored())
            storing, base = _Storing(store()), count
    take(storing.stored())
