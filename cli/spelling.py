"""An event as people type it on a command line: as JSON, or in short.

`stay 2`, `swap 1 2`, `block 0 1 Kh`, `cut 3 9d`, `draw 3 9d`, `reveal 0 9h`, `call 1 pass`,
`discard 0 2c 3c 4c`, `trick 0 Ah 2h`, `score 0 -1 0`, `misdeal`, `note some text`. Seats are
numbers; a `reveal` without one turns up the top of the stock. A deal takes JSON.
"""

from __future__ import annotations

import shlex
from typing import Any, Final

import msgspec

from cardlog.engine.messages import plain
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Kept

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
NUMBERS: Final = ("seat", "target", "leader", "changes")


def event_from(text: str) -> dict[str, Any]:
    """The event's map, not yet checked. Raises RecordError where the text is neither form."""
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
    return _named(kind, words, text)


def _named(kind: str, words: list[str], text: str) -> dict[str, Any]:
    event: dict[str, Any] = {"type": kind}
    for key in KEYS[kind]:
        name = key.rstrip("+?")
        if key.endswith("?") and not (words and words[0].isdigit()):
            continue
        taken = words if key.endswith("+") else words[:1]
        words = words[len(taken) :]
        if not taken:
            raise RecordError(f"{text:.60}: expected `{usage(kind)}`")
        values = [_number(word, text, kind) for word in taken] if name in NUMBERS else taken
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
        raise RecordError(f"{text:.60}: expected `{usage(kind)}`, with numbers for seats") from None


def short(event: AnyEvent) -> str:
    """An event in short; as JSON where there is no such form."""
    encoded = msgspec.json.encode(event.data if isinstance(event, Kept) else event)
    data = msgspec.json.decode(encoded)
    kind = data["type"]
    if kind not in KEYS:
        return encoded.decode()
    words = [kind]
    for key in KEYS[kind]:
        value = data.get(key.rstrip("+?"), [])
        words += map(str, value if isinstance(value, list) else [value])
    return " ".join(words)


def told_short(event: AnyEvent) -> str:
    """An event in short, as it can be printed."""
    return plain(short(event))


def usage(kind: str) -> str:
    """How an event of this kind is written in short."""
    shown = (f"[{key[:-1]}]" if key[-1] == "?" else key.replace("+", "...") for key in KEYS[kind])
    return " ".join((kind, *(word.upper() for word in shown)))
