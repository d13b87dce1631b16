"""A record as an encoder takes it, where time matters: the bytes are those of `game.to_map`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from cardlog.records.events import KEPT, Kept
from cardlog.records.game import Record


class Written(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a record is in a file: as `to_map`, for an encoder that takes it as it is."""

    cardlog: int
    game: str
    rules: Any
    players: tuple[str, ...]
    meta: Any = UNSET
    standing: tuple[int, ...] | UnsetType = UNSET
    uid: str | UnsetType = UNSET
    observer: int | str | UnsetType = UNSET
    names: Any = UNSET
    seals: Any = UNSET
    events: Any


def to_write(record: Record) -> Written:
    """The record for an encoder: the same bytes as those of `to_map`, in less time."""
    events: Any = record.events
    if not KEPT.isdisjoint(map(type, events)):
        events = [e.data if isinstance(e, Kept) else e for e in events]
    return Written(
        cardlog=record.cardlog,
        game=record.game,
        rules=_plain(record.rules),
        players=record.players,
        meta=_plain(record.meta),
        standing=record.standing,
        uid=record.uid,
        observer=record.observer,
        names=_plain(record.names),
        seals=_plain(record.seals),
        events=events,
    )


def _plain(value: Any) -> Any:
    """What somebody's program put there, with strings for keys."""
    return msgspec.to_builtins(value, str_keys=True) if value and value is not UNSET else value
