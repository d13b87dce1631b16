"""From the cells of a row to what they say: the header of a record, or one of its events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from cardlog.records import game
from cardlog.records.errors import RecordError
from cardlog.records.events import KINDS, AnyEvent
from cardlog.records.formats._csv import cells as c
from cardlog.records.formats._csv import columns as col
from cardlog.records.formats._notation.tokens import Fault

# Texts are taken as they stand, with the spaces around them.
_EXACT: Final = frozenset(("text", "player", "uid", "game"))


class Cells:
    """The filled-in cells of a row by column. A Fault of theirs says at which cell (`at`)."""

    def __init__(self, row: Sequence[str], names: Sequence[str]) -> None:
        """Raises Fault for a cell in no column."""
        self._names = names
        self._given: dict[str, str] = {}
        for place, cell in enumerate(row):
            if not cell or not (plain := cell.strip()):
                continue
            name = names[place] if place < len(names) else ""
            if not name:
                raise Fault(f"`{plain:.40}` stands in a column without a name", at=place)
            self._given[name] = c.unshielded(cell if name in _EXACT else plain)

    def get(self, name: str) -> str:
        """A cell; empty where it is not filled in."""
        return self._given.get(name, "")

    def fault(self, name: str, message: str) -> Fault:
        """A fault at a column, or at the end of the row where the table has no such column."""
        at = self._names.index(name) if name in self._names else len(self._names)
        return Fault(message, at=at)

    def read(self, name: str, reader: Callable[[str], Any]) -> Any:
        """What a reader makes of a cell. Raises Fault."""
        try:
            return reader(self.get(name))
        except Fault as fault:
            raise self.fault(name, f"`{name}`: {fault.message}") from None

    def number(self, name: str, expected: int, why: str) -> None:
        """Raise Fault where the cell is filled in and is not this number."""
        if self.get(name) and self.read(name, c.whole) != expected:
            raise self.fault(name, f"`{name}` is {self.get(name):.20}, expected {expected}: {why}")

    def only(self, allowed: Sequence[str] | frozenset[str], what: str) -> None:
        """Raise Fault where another cell is filled in."""
        for name in self._given:
            if name not in allowed:
                raise self.fault(name, f"{what} has no `{name}`: expected an empty cell")

    def with_more(self, data: dict[str, Any]) -> dict[str, Any]:
        """The same with what stands in `more`."""
        if not self.get("more"):
            return data
        more = self.read("more", c.json_map)
        for key in more:
            if key in data:
                raise self.fault("more", f"`{key:.40}` stands in a column and in `more` too")
        return {**data, **more}


_PLACE: Final = frozenset(("record", "type", "player", "deal", "event", "more"))
_OF_HEADER: Final = frozenset(("record", "type", "more", *col.HEADER))
_HEADER: Final[dict[str, Callable[[str], Any]]] = {
    "cardlog": c.whole,
    "game": str,
    "players": c.names,
    "standing": c.numbers,
    "uid": str,
    "observer": lambda cell: c.whole(cell) if cell[:1].isdecimal() else cell,
    "meta": c.pairs,
}


def header_of(cells: Cells) -> game.Wire:
    """The record without its events. Raises Fault."""
    cells.only(_OF_HEADER, "a `header` row")
    data = {name: cells.read(name, read) for name, read in _HEADER.items() if cells.get(name)}
    data["rules"] = cells.read("rules", c.pairs) if cells.get("rules") else {}
    if not cells.get("rules") and '"rules"' in cells.get("more"):
        del data["rules"]
    data = cells.with_more(data)
    if "cardlog" not in data:
        raise cells.fault("cardlog", "no `cardlog`: expected the schema version, now 1")
    try:
        wire = game.header_of(game.upgrade(data))
        game.from_wire(wire)
    except RecordError as error:
        raise cells.fault(_named(error.message), error.message) from None
    return wire


def _named(message: str) -> str:
    """The column that a message is about, as far as it says so."""
    if message.startswith("schema version"):
        return "cardlog"
    found = [name for name in col.HEADER if f"`{name}" in message]
    return found[0] if found else "players"


def event_of(cells: Cells, kind: str, players: tuple[str, ...], index: int) -> AnyEvent:
    """The event of a row of this type. Raises Fault."""
    if kind == col.WHOLE:
        cells.only(_PLACE, f"an `{kind}` row")
        data = cells.with_more({})
    else:
        keys = col.KEYS.get(kind, col.ANY)
        known = kind in KINDS
        name = kind if known else cells.get("type")
        if known:
            cells.only(_PLACE.union(keys), f"a `{kind}` row")
        data = cells.with_more({"type": name, **_said(cells, keys, kind, players)})
        for column, key in col.NEEDED.get(kind, {}).items():
            if key not in data:
                raise cells.fault(column, f"a `{kind}` row needs `{column}`: the cell is empty")
    try:
        return game.event_of(data, index)
    except RecordError as error:
        raise cells.fault(_column(error.message, kind), error.message) from None


def _column(message: str, kind: str) -> str:
    keys = col.KEYS.get(kind, {})
    found = [column for column, key in keys.items() if f": `{key}" in message]
    return found[0] if found else "more"


def _said(
    cells: Cells, keys: dict[str, str], kind: str, players: tuple[str, ...]
) -> dict[str, Any]:
    data: dict[str, Any] = {}
    seat = _seat(cells, players)
    if seat is not None and "seat" in keys:
        data[keys["seat"]] = seat
    elif cells.get("player"):
        raise cells.fault("player", f"a `{kind}` row has no player: expected an empty cell")
    for column, key in keys.items():
        if column == "seat" or not cells.get(column):
            continue
        data[key] = cells.read(column, _reader(column, key, players))
    return data


def _reader(column: str, key: str, players: tuple[str, ...]) -> Callable[[str], Any]:
    if column == "target":
        return lambda cell: c.seat(cell, players)
    if column == "cards":
        return c.hands if key == "hands" else c.card if key == "card" else c.cards
    return c.READERS[column]


def _seat(cells: Cells, players: tuple[str, ...]) -> int | None:
    """The seat by its number or by the player's name, which must agree."""
    seat = cells.read("seat", lambda cell: c.seat(cell, players)) if cells.get("seat") else None
    if not cells.get("player"):
        return seat
    named: int = cells.read("player", lambda cell: c.by_name(cell, players))
    if seat is not None and seat != named:
        has = f"{players[seat]} sits on it" if seat < len(players) else "there is no such seat"
        raise cells.fault(
            "player", f"`player` is {cells.get('player'):.40} and `seat` {seat}, but {has:.60}"
        )
    return named
