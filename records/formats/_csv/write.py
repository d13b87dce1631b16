"""From a record to its rows. What no column holds as it is goes into `more`, as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardlog.records.events import AnyEvent, Deal, Kept
from cardlog.records.formats._csv import cells as c
from cardlog.records.formats._csv.columns import COLUMNS, END, HEAD, KEYS, NO_KIND, WHOLE
from cardlog.records.formats._notation.tokens import json_of
from cardlog.records.game import Record

_QUOTED: Final = re.compile(r'[",;\t]')
_AT: Final = {name: place for place, name in enumerate(COLUMNS)}


def head() -> str:
    """The row of column names."""
    return ",".join(COLUMNS)


def rows(record: Record, number: int) -> Iterator[str]:
    """The rows of a record, its header first."""
    yield _row({"record": str(number), "type": HEAD, **_header(record)})
    deal = 0
    names = [c.text_cell(name) or "" for name in record.players]
    for index, event in enumerate(record.events):
        deal += type(event) is Deal
        given = _kept(event) if isinstance(event, Kept) else _event(event, names)
        yield _row({"record": str(number), "deal": str(deal or ""), "event": str(index), **given})
    yield _row({"record": str(number), "type": END})


def _row(given: dict[str, str]) -> str:
    cells = [""] * len(COLUMNS)
    for name, cell in given.items():
        cells[_AT[name]] = '"' + cell.replace('"', '""') + '"' if _QUOTED.search(cell) else cell
    return ",".join(cells)


def _header(record: Record) -> dict[str, str]:
    data = {
        "cardlog": str(record.cardlog),
        "game": c.text_cell(record.game),
        "players": c.names_cell(record.players),
        "rules": c.map_cell(record.rules),
    }
    if record.standing is not UNSET:
        data["standing"] = c.numbers_cell(record.standing)
    if record.uid is not UNSET:
        data["uid"] = c.text_cell(record.uid)
    if record.observer is not UNSET:
        data["observer"] = str(record.observer)
    if record.meta is not UNSET:
        data["meta"] = c.map_cell(record.meta)
    more = {key: getattr(record, key) for key, cell in data.items() if cell is None}
    more |= {
        key: getattr(record, key) for key in ("names", "seals") if getattr(record, key) is not UNSET
    }
    return _with_more({key: cell for key, cell in data.items() if cell is not None}, more)


def _event(event: AnyEvent, names: list[str]) -> dict[str, str]:
    kind = type(event).__name__.lower()
    given = {"type": kind}
    more: dict[str, Any] = {}
    for name, key, column in _fields(type(event)):
        value = getattr(event, name)
        if value is UNSET:
            continue
        cell = _CELLS[key](value) if column else None
        if cell is None:
            more[key] = value
            continue
        given[column] = cell
        if column == "seat" and value < len(names):
            given["player"] = names[value]
    return _with_more(given, more)


@cache
def _fields(cls: Any) -> list[tuple[str, str, str]]:
    """The fields of a kind: name, key in the file, and column if it has one."""
    columns = {key: column for column, key in KEYS[cls.__name__.lower()].items()}
    fields = msgspec.structs.fields(cls)
    return [(each.name, each.encode_name, columns.get(each.encode_name, "")) for each in fields]


def _kept(event: Kept) -> dict[str, str]:
    """A kind that is passed on: in `more`, with its type where a row would be taken for another."""
    kind = c.text_cell(event.kind)
    first = next(iter(event.data)) == "type"
    if kind is None or not first or event.kind.strip().casefold() in NO_KIND:
        return {"type": WHOLE, "more": json_of(event.data)}
    return _with_more({"type": kind}, {k: v for k, v in event.data.items() if k != "type"})


def _with_more(given: dict[str, str], more: dict[str, Any]) -> dict[str, str]:
    return {**given, "more": json_of(more)} if more else given


_CELLS: Final[dict[str, Callable[[Any], str | None]]] = {
    **dict.fromkeys(("dealer", "seat", "leader", "target", "call", "at"), str),
    **dict.fromkeys(("text", "reason"), c.text_cell),
    **dict.fromkeys(("cards", "stock"), c.cards_cell),
    "card": str,
    "hands": c.hands_cell,
    "changes": c.numbers_cell,
    "points": c.points_cell,
    "auto": lambda auto: "yes" if auto else "no",
}
