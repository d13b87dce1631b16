"""The columns of the table `deals` as compiled rules take them (engine/bulk/many.py)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np
from msgspec import UNSET

from cardlog.engine.bulk.agreeing import (
    CALLS,
    CLAIM,
    HANDS,
    LISTS,
    NAMED,
    OPENING,
    PACKETS,
    TRICKS,
)
from cardlog.engine.bulk.many import Columns
from cardlog.engine.bulk.plain import FAMILIES
from cardlog.queries.arrow.arrays import Column, Table
from cardlog.queries.tables import SEGMENT
from cardlog.records.errors import RecordError
from cardlog.records.events import Extension, Misdeal, Note
from cardlog.records.flat import LETTERS, NOBODY, NONE, UNSAID
from cardlog.records.game import event_of

NAMES: Final = tuple(column.name for column in SEGMENT[:LISTS])
_ABSENT: Final = {"exchange": ("tricks", "packets", "calls"), "tricks": ("targets",)}
_NESTED: Final = (HANDS, TRICKS, PACKETS)
_NONSENSE: Final = 127  # a side that no game has
_listed: Final = msgspec.json.Decoder(list[tuple[int, dict[str, Any]]]).decode
_NUMBERS: Final = Column(np.empty(0, np.uint8))
_TEXTS: Final = Column(np.empty(0, np.uint8), np.zeros(1, np.int64))


def wanted(game: str) -> str:
    """What is asked of `deals`: what such a game has nothing in is left out."""
    absent = _ABSENT[FAMILIES[game][0]]
    names = ", ".join(f'"{name}"' for name in NAMES if name not in absent)
    rare = ("at", "auto", *(name for name in absent if name == "targets"))  # as long as `kinds`
    timed = " OR ".join(f'"{name}" IS NOT NULL' for name in rare)
    return f"record, deal, {names}, extras, {timed} AS timed"


def taken(games: Table, deals: Table, records: Any) -> Columns:
    """See above."""
    size = deals.size
    told = [deals.get(name) or _nothing(place, size) for place, name in enumerate(NAMES)]
    others = _others(deals)
    values: list[Any] = []
    inner: dict[int, Any] = {}
    for place, column in enumerate(told):
        if place in _NESTED or place == CALLS:
            others[column.with_nulls] = -1
            inner[place] = column.values.ends
            column = column.values
        values.append(_values(place, column.values))
    opened = [games[name] for name in NAMES[:OPENING]]
    return Columns(
        records,
        deals["deal"].filled(0).astype(np.int64),
        others,
        np.stack([column.ends for column in told]),
        np.stack([column.nulls for column in told]),
        values,
        inner,
        np.stack([column.ends for column in opened]),
        np.stack([column.nulls for column in opened]),
        [_values(place, column.values) for place, column in enumerate(opened)],
    )


def _others(deals: Table) -> Any:
    """Of each deal how many events stand in `extras` that change nothing; -1 where others do."""
    found = np.where(deals["timed"].values, -1, 0)
    extras, kinds, seats = (deals[name] for name in ("extras", "kinds", "seats"))
    rows = np.flatnonzero(~extras.nulls & (found == 0))
    if len(rows):
        pieces = extras.values, kinds.values, seats.values.filled(NONE)
        bounds = extras.ends, kinds.ends, seats.ends
        for row in rows.tolist():
            found[row] = _without_effect(
                *(
                    values[ends[row] : ends[row + 1]].tobytes()
                    for values, ends in zip(pieces, bounds, strict=True)
                )
            )
    return found


def _without_effect(extras: bytes, kinds: bytes, seats: bytes) -> int:
    """How many notes and `x-` events there are, if besides only the reason of a misdeal is told."""
    try:
        listed = _listed(extras)
        told = {place: event_of(data, place) for place, data in listed}
    except (RecordError, msgspec.DecodeError, UnicodeError, RecursionError):
        return -1
    count = 0
    for place, event in told.items():
        kind = type(event)
        if not 0 <= place < min(len(kinds), len(seats)) or kinds[place] != ord(LETTERS[kind]):
            return -1
        if type(event) is Misdeal:
            if seats[place] != (NONE if event.seat is UNSET else event.seat):
                return -1
        elif kind is Note or kind is Extension:
            count += 1
        else:
            return -1
    return count


def _values(place: int, values: Any) -> Any:
    """The values of a column, with a number for what is null."""
    if place == CLAIM:
        return values.filled(np.iinfo(np.int32).min)  # what no deal comes to
    if place == NAMED:
        sides = np.where(values.values < NOBODY, _NONSENSE, values.values)
        return np.where(values.nulls, UNSAID, sides).astype(np.int8).view(np.uint8)
    return values.filled(NONE) if type(values) is Column else values


def _nothing(place: int, size: int) -> Column:
    """A column of nulls."""
    values = _NUMBERS
    if place in _NESTED:
        values = Column(_NUMBERS, np.zeros(1, np.int64))
    elif place == CALLS:
        values = _TEXTS
    return Column(values, np.zeros(size + 1, np.int64), np.ones(size, np.bool_))
