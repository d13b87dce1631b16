"""An event as people type it on a command line, and as answers print it: as JSON, or in short.

`stay Ana`, `swap Ana Bruno`, `block Ana Bruno Kh`, `cut Davi 9d`, `draw 3 9d`, `reveal Ana 9h`,
`call 1 pass`, `discard 0 2c 3c 4c`, `trick 0 Ah 2h`, `score 0 -1 0`, `misdeal`, `note some text`.
A player is a seat number or a name; a `reveal` without one turns up the top of the stock. A deal
takes JSON.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from cardlog.engine.messages import plain
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Kept
from cardlog.records.game import Record

# By kind, the keys that follow it; a `+` key takes all the words that are left, a `?` key may lack.
KEYS: Final[dict[str, tuple[str, ...]]] = {
    "stay": ("seat",),
    "swap": ("seat", "target"),
    "block": ("seat", "target", "card"),
    "cut": ("seat", "card"),
    "draw": ("seat", "card"),
    "reveal": ("seat?", "cards+"),
    "call": ("seat", "call"),
    "discard": ("seat", "cards+"),
    "trick": ("leader", "cards+"),
    "score": ("changes+",),
    "misdeal": (),
    "gap": (),
    "note": ("text+",),
}
SEATS: Final = ("seat", "target", "leader")


def event_from(text: str, record: Record | None = None) -> dict[str, Any]:
    """The event's map, not yet checked; names are those of the record's players.

    Raises RecordError where the text is neither form.
    """
    if text.lstrip().startswith("{"):
        try:
            event: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as error:
            raise RecordError(f"{text:.60}: this is no JSON event: {error}") from None
        return event
    try:
        kind, *words = shlex.split(text)
    except ValueError:
        kind, words = "", []
    if kind not in KEYS:
        raise RecordError(
            f"{text:.60}: expected an event as JSON, or in short one of {', '.join(KEYS)}"
        )
    return _named(kind, words, text, record)


def _named(kind: str, words: list[str], text: str, record: Record | None) -> dict[str, Any]:
    event: dict[str, Any] = {"type": kind}
    for key in KEYS[kind]:
        name = key.rstrip("+?")
        if key.endswith("?") and not (words and _seat(words[0], record) is not None):
            continue
        taken = words if key.endswith("+") else words[:1]
        words = words[len(taken) :]
        if not taken:
            raise RecordError(f"{text:.60}: expected `{usage(kind)}`")
        values: list[Any] = list(taken)
        if name == "changes":
            values = [_number(word, text, kind) for word in taken]
        elif name in SEATS:
            values = [_player(word, text, kind, record) for word in taken]
        if name == "text":
            values = [" ".join(taken)]
        event[name] = values if name in ("cards", "changes") else values[0]
    if words:
        raise RecordError(f"{text:.60}: expected `{usage(kind)}`, and nothing after it")
    return event


def _number(word: str, text: str, kind: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise RecordError(f"{text:.60}: expected `{usage(kind)}`, with numbers") from None


def _player(word: str, text: str, kind: str, record: Record | None) -> int:
    seat = _seat(word, record)
    if seat is None:
        players = ", ".join(plain(name) for name in (record.players if record else ()))
        raise RecordError(
            f"{text:.60}: {plain(word):.60} is no player; expected `{usage(kind)}`, with seat"
            f" numbers or names{players and f' ({players})'}"
        )
    return seat


def _seat(word: str, record: Record | None) -> int | None:
    """The seat of a number or a name; a card is neither."""
    if word.isascii() and word.isdigit() and len(word) < 10:
        return int(word)
    named = [k for k, names in enumerate(_names(record)) if word in names]
    return named[0] if len(named) == 1 and not _is_card(word) else None


def _names(record: Record | None) -> list[tuple[str, str]]:
    """What each player may be called: the handle, and the name that is shown."""
    return [] if record is None else list(zip(record.players, record.shown_names, strict=True))


def _is_card(word: str) -> bool:
    try:
        Card(word)
    except ValueError:
        return False
    return True


def seat_word(seat: int, names: Sequence[str]) -> str:
    """A player as it can be typed again: by name, or by number where a name would not do."""
    name = names[seat] if seat < len(names) else ""
    plainly = name.isprintable() and name and not name.isdigit() and not _is_card(name)
    return shlex.quote(name) if plainly and names.count(name) == 1 else str(seat)


def short(event: AnyEvent, names: Sequence[str] = ()) -> str:
    """An event in short, as it can be printed and typed; as JSON where there is no such form."""
    encoded = msgspec.json.encode(event.data if isinstance(event, Kept) else event)
    data = msgspec.json.decode(encoded)
    kind = data["type"]
    if kind not in KEYS:
        return plain(encoded.decode())
    words = [kind]
    for key in KEYS[kind]:
        name = key.rstrip("+?")
        value = data.get(name, [])
        values = value if isinstance(value, list) else [value]
        words += [seat_word(each, names) if name in SEATS else str(each) for each in values]
    return plain(" ".join(words))


def usage(kind: str) -> str:
    """How an event of this kind is written in short."""
    shown = (f"[{key[:-1]}]" if key[-1] == "?" else key.replace("+", "...") for key in KEYS[kind])
    return " ".join((kind, *(word.upper() for word in shown)))
