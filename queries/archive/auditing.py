"""The records of an archive to be judged: most of them straight from its columns.

    for number, id, found in audited(path, fast=True): ...

With compiled rules (engine/bulk/) the columns of many deals are judged by one call, and of the
records that are plain and in order no more is made than the answer. All the others are put together
and left to whoever asked, as is every record without them.

For the fast way records have to stand in the order of their numbers, and their deals as well: so
ingest writes them.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator
from typing import Any, Final

import duckdb

from cardlog.engine.audit import Audit
from cardlog.queries.archive import manifest, opening
from cardlog.queries.archive.exporting import checked, in_order, lanes, read
from cardlog.queries.archive.manifest import Part
from cardlog.queries.formats._reading import told
from cardlog.queries.tables import DEALS, GAMES
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

PARTS: Final = 16  # whose files are open at once

Found = tuple[int, str, Audit | Record | RecordError]


def audited(path: str, *, fast: bool) -> Generator[Found, None, None]:
    """Number and id of each record in an archive that is a folder, and its audit where it is plain
    and in order; else the record, or a RecordError where a row makes none, or not that of its id.

    `fast` takes compiled rules (engine/bulk/). Raises RecordError where it is no archive, or a
    damaged one, OSError.
    """
    with contextlib.closing(opening.opened(path, with_views=False)) as held:
        root = os.path.realpath(path)
        games: dict[str, list[Part]] = {}
        for part in manifest.read(path).parts:
            games.setdefault(part.game, []).append(part)
        streams = [
            _lane(held, root, game, lane, fast)
            for game, parts in games.items()
            for lane in lanes(parts)
        ]
        try:
            yield from in_order(streams)
        except (duckdb.Error, ValueError) as error:
            raise RecordError(f"the archive cannot be read: {told(error)}") from None


def _lane(held: Any, root: str, game: str, parts: list[Part], fast: bool) -> Iterator[Found]:
    """Parts of which one begins after the other has ended, some at a time."""
    for start in range(0, len(parts), PARTS):
        its = parts[start : start + PARTS]
        games, deals = (opening.select(held, root, its, each) for each in (GAMES, DEALS))
        if fast:
            from cardlog.queries.archive.fast import judged

            yield from judged(held, game, games, deals)
        else:
            yield from map(checked, read(held.cursor(), games, deals))
