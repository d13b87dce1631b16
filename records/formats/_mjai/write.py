"""From a record to the lines of the dialect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardlog.records.events import AnyEvent, Deal, Kept, Misdeal, Score, Trick
from cardlog.records.formats._mjai import words as w
from cardlog.records.game import Record

_CARDS: Final = frozenset(("hands", "stock", "card", "cards"))
_VERB: Final = {verb.kind: word for word, verb in w.VERBS.items() if word != w.TURNED}
_KEYS: Final = {
    word: {ours: theirs for theirs, ours in verb.keys.items()} for word, verb in w.VERBS.items()
}
_encode: Final = msgspec.json.Encoder().encode


def encode(record: Record) -> bytes:
    """The lines of one record, from start_game to end_game."""
    return b"".join(_encode(line) + b"\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[dict[str, Any]]:
    header: dict[str, Any] = {"type": w.START}
    for theirs, ours in w.HEADER.items():
        if getattr(record, ours) is not UNSET:
            header[theirs] = getattr(record, ours)
    yield header
    hand = 0
    for event in record.events:
        hand += type(event) is Deal
        yield from _event(event, len(record.players), hand)
        if type(event) in (Score, Misdeal):
            yield {"type": w.HAND_OVER}
    yield {"type": w.OVER}


def _event(event: AnyEvent, players: int, hand: int) -> Iterator[dict[str, Any]]:
    if isinstance(event, Kept):
        plain = next(iter(event.data)) == "type" and event.kind not in w.TAKEN
        yield event.data if plain else {"type": w.WHOLE, "event": event.data}
        return
    data = msgspec.to_builtins(event)
    kind = data.pop("type")
    if type(event) is Trick:
        yield from _trick(event, data, players)
        return
    word = _VERB[kind]
    if kind == "reveal" and "seat" not in data and len(data["cards"]) == 1:
        word = w.TURNED
        data["cards"] = data["cards"][0]
    line: dict[str, Any] = {"type": word}
    if word == w.HAND:
        line["kyoku"] = hand
    for key, value in data.items():
        line[_KEYS[word][key]] = w.theirs(value) if key in _CARDS else value
    yield line


def _trick(trick: Trick, data: dict[str, Any], players: int) -> Iterator[dict[str, Any]]:
    """A card a line. Where that is no whole trick, it can only be written as it is."""
    if len(trick.cards) != players or trick.leader >= players:
        yield {"type": w.WHOLE, "event": {"type": "trick", **data}}
        return
    for turn, card in enumerate(data["cards"]):
        line = {
            "type": w.PLAY,
            "actor": (trick.leader + turn) % players,
            "pai": w.theirs(card),
        }
        if turn == players - 1:
            line |= {key: data[key] for key in ("at", "auto") if key in data}
        yield line
