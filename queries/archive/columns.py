"""The columns of the table `deals` as compiled rules take them (engine/bulk/many.py)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

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
from cardlog.records.flat import NOBODY, NONE, UNSAID

NAMES: Final = tuple(column.name for column in SEGMENT[:LISTS])
_ABSENT: Final = {"exchange": ("tricks", "packets", "calls"), "tricks": ("targets",)}
_NESTED: Final = (HANDS, TRICKS, PACKETS)
_NONSENSE: Final = 127  # a side that no game has
_NUMBERS: Final = Column(np.empty(0, np.uint8))
_TEXTS: Final = Column(np.empty(0, np.uint8), np.zeros(1, np.int64))


def wanted(game: str) -> str:
    """What is asked of `deals`: what such a game has nothing in is left out."""
    absent = _ABSENT[FAMILIES[game][0]]
    names = ", ".join(f'"{name}"' for name in NAMES if name not in absent)
    rare = " OR ".join(f'"{name}" IS NOT NULL' for name in ("extras", "at", "auto"))
    return f"record, deal, {names}, {rare} AS rare"


def columns(games: Table, deals: Table, records: Any) -> Columns:
    """See above. Raises ValueError where a list in a list is null."""
    size = deals.size
    told = [deals.get(name) or _nothing(place, size) for place, name in enumerate(NAMES)]
    values: list[Any] = []
    inner: dict[int, Any] = {}
    for place, column in enumerate(told):
        if place in _NESTED or place == CALLS:
            if column.values.null is not None:
                raise ValueError(f"a list in `{NAMES[place]}` is null")
            inner[place] = column.values.ends
            column = column.values
        values.append(_values(place, column.values))
    opened = [games[name] for name in NAMES[:OPENING]]
    return Columns(
        records,
        deals["deal"].filled(0).astype(np.int64),
        np.stack([column.ends for column in told]),
        np.stack([column.nulls for column in told]),
        values,
        inner,
        np.stack([column.ends for column in opened]),
        np.stack([column.nulls for column in opened]),
        [_values(place, column.values) for place, column in enumerate(opened)],
    )


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
