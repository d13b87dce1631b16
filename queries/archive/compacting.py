"""Fewer, larger parts in the order of their records, of the current version of the tables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby

from cardlog.queries.archive import disk, intake, opening
from cardlog.queries.archive.exporting import lanes
from cardlog.queries.archive.folder import Folder
from cardlog.queries.archive.manifest import Part, Sheet
from cardlog.queries.archive.rows import aside
from cardlog.queries.tables import TABLES, VERSION

EVENTS = 16_000_000  # in a part, about: 40 megabytes


def compact(archive: Folder, events: int = EVENTS) -> tuple[int, int]:
    """Rewrite the parts of a folder; how many there were, and are. Raises OSError.

    Game by game, each in one step: stopped anywhere, every record is in it once.
    """
    before = len(archive.manifest.parts)
    by_game = sorted(archive.manifest.parts, key=lambda part: (part.game, part.first))
    for _, parts in groupby(by_game, key=lambda part: part.game):
        for group in list(_groups(list(parts), events)):
            if len(group) > 1 or group[0].tables != VERSION:
                archive.take([_joined(archive, group)])
                archive.drop(group)
                archive.replace()
    return before, len(archive.manifest.parts)


def _groups(parts: list[Part], events: int) -> Iterator[list[Part]]:
    """Neighbours that make a part of this size together."""
    group: list[Part] = []
    for part in parts:
        if group and sum(each.events for each in group) + part.events > events:
            yield group
            group = []
        group.append(part)
    yield group


def _joined(archive: Folder, group: list[Part]) -> Part:
    """One part of the rows of several."""
    name = intake.new_name(group[0].first)
    root = os.path.realpath(archive.path)
    sheets: dict[str, Sheet] = {}
    for table in TABLES:
        query = opening.select(archive.held, root, group, table)
        if len(lanes(group)) > 1:
            query = f"SELECT * FROM ({query}) ORDER BY {table.order}"
        if any(table.name in part.sheets for part in group):
            target = os.path.join(archive.aside, aside(name, group[0].game, table.name))
            disk.copy(archive.held, query, target)
            sheets[table.name] = intake.sheet(archive.held, target)
    return Part(
        name=name,
        game=group[0].game,
        tables=VERSION,
        first=min(part.first for part in group),
        last=max(part.last for part in group),
        events=sum(part.events for part in group),
        uids=sum(part.uids for part in group),
        sheets=sheets,
    )
