"""Unreadable or illegal? Only where a fold met a fault is this asked of the whole record."""

from __future__ import annotations

from typing import Any

import msgspec

from cardlog.engine import rulings
from cardlog.engine.game import Game
from cardlog.engine.options import Options
from cardlog.records import game as records
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import Kept, Ruling, Score
from cardlog.records.game import Record


def check(record: Record, game: Game[Any, Any], options: Options) -> None:
    """Raise RecordError where an event names a seat, a side or a card that does not exist here."""
    records.check_events(record)
    sides = game.sides(options, len(record.players))
    if record.standing is not msgspec.UNSET and len(record.standing) != sides:
        raise RecordError(f"`standing` has {len(record.standing)} numbers: expected {sides}")
    for index, written in enumerate(record.events):
        event: Any = written
        if type(written) is Ruling:
            rulings.check(written, index, sides, len(record.events))
            event = written.with_
        if type(event) is Score:
            _check_score(event, index, sides)
        if not isinstance(event, Kept):
            for card in _cards(event):
                if game.unknown_card(options, card.code):
                    raise RecordError(f"{card} is no card of this game's pack", event=index)


def _check_score(event: Score, index: int, sides: int) -> None:
    if len(event.changes) != sides:
        raise RecordError(
            f"`changes` has {len(event.changes)} numbers: expected one a side, {sides}", event=index
        )
    if event.points is not msgspec.UNSET:
        for name, side in msgspec.structs.asdict(event.points).items():
            if type(side) is int and side >= sides:
                raise RecordError(
                    f"`points`: {name} went to side {side}, expected 0 to {sides - 1} or null",
                    event=index,
                )


def _cards(value: Any) -> list[Card]:
    """Every card that an event holds."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple):
        return [card for item in value for card in _cards(item)]
    if isinstance(value, msgspec.Struct):
        return [card for name in value.__struct_fields__ for card in _cards(getattr(value, name))]
    return []
