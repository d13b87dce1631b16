"""Records that no reader may take, each with one thing wrong."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tests.vectors.events import DEAL, STAY
from tests.vectors.make import Map, record, refusal, text_of

GOOD: Final = record(STAY)

TOP: Final[dict[str, tuple[str, Map]]] = {
    "no version": ("the key `cardlog` is needed", {"cardlog": ...}),
    "version 0": ("versions start at 1", {"cardlog": 0}),
    "version -1": ("versions start at 1", {"cardlog": -1}),
    "version as text": ("the version is a whole number", {"cardlog": "1"}),
    "version true": ("the version is a whole number", {"cardlog": True}),
    "version null": ("the version is a whole number", {"cardlog": None}),
    "a newer version": ("no reader of version 1 knows version 2", {"cardlog": 2}),
    "a much newer version": ("no reader of version 1 knows it", {"cardlog": 9007199254740991}),
    "no game": ("the key `game` is needed", {"game": ...}),
    "game as a number": ("a game is a text", {"game": 1}),
    "no rules": ("the key `rules` is needed", {"rules": ...}),
    "rules as a list": ("rules are a map", {"rules": []}),
    "rules null": ("rules are a map; null is not absent", {"rules": None}),
    "a whole number of rules beyond 53 bits": ("53 bits at most", {"rules": {"lives": 2**53}}),
    "no players": ("the key `players` is needed", {"players": ...}),
    "nobody plays": ("at least one player", {"players": []}),
    "a player without a name": ("1 to 200 characters", {"players": ["Ana", ""]}),
    "a name of 201 characters": ("1 to 200 characters", {"players": ["\U0001f0a1" * 201]}),
    "a name with NUL": ("no NUL in a name", {"players": ["A\0"]}),
    "two players of one name": ("names are unique", {"players": ["Ana", "Bo", "Ana"]}),
    "a player as a number": ("names are texts", {"players": ["Ana", 2]}),
    "players as a text": ("players are a list", {"players": "Ana"}),
    "no events": ("the key `events` is needed in a JSON document", {"events": ...}),
    "events as a map": ("events are a list", {"events": {}}),
    "events null": ("events are a list", {"events": None}),
    "an unknown key": ("what is unknown belongs in `meta`", {"date": "2026-11-27"}),
    "a key with a capital": ("keys are matched letter by letter", {"Meta": {}}),
    "meta null": ("meta is a map; null is not absent", {"meta": None}),
    "meta as a list": ("meta is a map", {"meta": [1]}),
    "a whole number beyond 53 bits": ("53 bits at most", {"meta": {"n": 2**53}}),
    "a whole number beyond 53 bits, negative": ("53 bits at most", {"meta": {"n": [-(2**53)]}}),
    "a whole number beyond 64 bits": ("53 bits at most", {"meta": {"n": 2**70}}),
    "nested 201 deep": ("200 levels at most", {"meta": {"a": None}}),
    "standing with a fraction": ("standing is whole numbers", {"standing": [1.5]}),
    "standing null": ("standing is a list", {"standing": None}),
    "standing of null": ("standing is whole numbers", {"standing": [None]}),
    "standing beyond 53 bits": ("53 bits at most", {"standing": [2**53]}),
    "uid as a number": ("uid is a text", {"uid": 7}),
    "observer at no seat": ("three play: seats 0 to 2", {"observer": 3}),
    "observer below 0": ("seats start at 0", {"observer": -1}),
    "observer by another word": ("a seat or `spectator`", {"observer": "Ana"}),
    "observer true": ("a seat or `spectator`", {"observer": True}),
    "names as a list": ("names are a map", {"names": ["Ana"]}),
    "names of null": ("names are texts", {"names": {"Ana": None}}),
    "seals as a map": ("seals are a list", {"seals": {}}),
    "seals beyond 53 bits": ("53 bits at most", {"seals": [2**53]}),
}

EVENT: Final[dict[str, tuple[str, Any]]] = {
    "an event that is a list": ("an event is a map", [1]),
    "an event that is null": ("an event is a map", None),
    "an event without a type": ("`type` says the kind", {"seat": 0}),
    "a type that is a number": ("`type` is a text", {"type": 1, "seat": 0}),
    "a missing key": ("`swap` needs `target`", {"type": "swap", "seat": 0}),
    "a key of another kind": ("`stay` has no `card`", {**STAY, "card": "Kh"}),
    "a key that is null": ("null is not absent", {**STAY, "auto": None}),
    "a seat that is a text": ("a seat is a whole number", {"type": "stay", "seat": "0"}),
    "a seat with a fraction": ("a seat is a whole number", {"type": "stay", "seat": 0.5}),
    "a seat below 0": ("seats start at 0", {"type": "stay", "seat": -1}),
    "a seat that does not exist": ("three play: seats 0 to 2", {"type": "stay", "seat": 3}),
    "a target that does not exist": ("seats 0 to 2", {"type": "swap", "seat": 0, "target": 3}),
    "a leader that does not exist": ("seats 0 to 2", {"type": "trick", "leader": 3, "cards": []}),
    "a dealer that does not exist": ("seats 0 to 2", {**DEAL, "dealer": 3}),
    "too few hands": ("a hand for every player", {**DEAL, "hands": [["2c"], ["9h"]]}),
    "too many hands": ("a hand for every player", {**DEAL, "hands": [[]] * 4}),
    "a hand that is a card": ("a hand is a list", {**DEAL, "hands": ["2c", "9h", "Ks"]}),
    "no such card": ("1x is no card", {**DEAL, "hands": [["1x"], [], []]}),
    "a card that is a number": ("a card is a text", {"type": "cut", "seat": 0, "card": 7}),
    "a card that is null": ("an unseen card is ??", {"type": "cut", "seat": 0, "card": None}),
    "no such call": ("no such call", {"type": "call", "seat": 0, "call": "hold"}),
    "a call that is a number": ("calls are texts", {"type": "call", "seat": 0, "call": 2}),
    "a time without a zone": ("RFC 3339 with a zone", {**STAY, "at": "2026-11-27T20:00:00"}),
    "a time without seconds": ("RFC 3339", {**STAY, "at": "2026-11-27T20:00Z"}),
    "a time of hour 24": ("hours are 00 to 23", {**STAY, "at": "2026-11-27T24:00:00Z"}),
    "a time with a line end": ("nothing after the zone", {**STAY, "at": "2026-11-27T20:00:00Z\n"}),
    "a time in other digits": ("ASCII digits", {**STAY, "at": "٢٠٢٦-11-27T20:00:00Z"}),
    "auto as a number": ("auto is true or false", {**STAY, "auto": 1}),
    "a change with a fraction": ("changes are whole", {"type": "score", "changes": [0.5]}),
    "a change beyond 53 bits": ("53 bits at most", {"type": "score", "changes": [2**53]}),
    "an unknown point": ("no such point", {"type": "score", "changes": [], "points": {"ten": 0}}),
    "a point of a name": (
        "sides are numbers",
        {"type": "score", "changes": [], "points": {"low": "A"}},
    ),
    "a note without a text": ("`note` needs `text`", {"type": "note"}),
    "a shuffle that is a text": ("shuffle is a map", {**DEAL, "shuffle": "abc"}),
    "a shuffle beyond 53 bits": ("53 bits at most", {**DEAL, "shuffle": {"seed": 2**63}}),
    "a ruling with another effect": (
        "no such effect",
        {"type": "ruling", "text": "", "effect": "pardon"},
    ),
    "a ruling on nothing": ("it needs `event`", {"type": "ruling", "text": "", "effect": "undone"}),
    "a ruling that replaces by nothing": (
        "it needs `with`",
        {"type": "ruling", "text": "", "event": 0, "effect": "replaced"},
    ),
    "a ruling that voids nothing": (
        "it needs `deal`",
        {"type": "ruling", "text": "", "effect": "void"},
    ),
    "a ruling that adjusts nothing": (
        "it needs `changes`",
        {"type": "ruling", "text": "", "effect": "adjust"},
    ),
    "a ruling on deal 0": (
        "deals count from 1",
        {"type": "ruling", "text": "", "effect": "void", "deal": 0},
    ),
    "a ruling by a ruling": (
        "`with` is no ruling",
        {"type": "ruling", "text": "", "event": 0, "with": {"type": "ruling", "text": ""}},
    ),
    "a ruling by a kind of one's own": (
        "`with` is an event of the game",
        {"type": "ruling", "text": "", "event": 0, "with": {"type": "x-a"}},
    ),
    "a ruling by a seat that does not exist": (
        "seats 0 to 2",
        {"type": "ruling", "text": "", "event": 0, "with": {"type": "stay", "seat": 3}},
    ),
    "a kind of one's own beyond 53 bits": ("53 bits at most", {"type": "x-a", "n": 2**53}),
    "an unknown kind beyond 53 bits": ("53 bits at most", {"type": "bow", "n": -(2**53)}),
}

JSON: Final[dict[str, tuple[str, str | bytes]]] = {
    "an empty file": ("at least one record", ""),
    "a list of records": ("records follow each other without brackets", f"[{text_of(GOOD)}]"),
    "a number": ("a record is a map", "1"),
    "an event alone": ("a record is needed first", text_of(STAY)),
    "cut off": ("the map does not end", text_of(GOOD)[:-3]),
    "a comma too many": ("no comma before a bracket", text_of(GOOD).replace("}]}", "},]}")),
    "quotes of another kind": ("strings stand in double quotes", text_of(GOOD).replace('"', "'")),
    "a comment": ("JSON has no comments", text_of(GOOD).replace('"rules"', '/* */ "rules"')),
    "NaN": ("no such number in JSON", text_of(record(meta={"n": float("nan")}))),
    "Infinity": ("no such number in JSON", text_of(record(meta={"n": float("inf")}))),
    "a number that overflows": ("beyond a double", text_of(GOOD)[:-1] + ', "meta": {"n": 1e309}}'),
    "a number with a leading zero": (
        "no such number",
        text_of(GOOD).replace('seat": 0', 'seat": 01'),
    ),
    "half of a surrogate pair": (
        "no such letter",
        text_of(record(meta={"a": 0})).replace("0}", '"\\ud800"}'),
    ),
    "the halves in the wrong order": (
        "no such letter",
        text_of(record(meta={"a": 0})).replace("0}", '"\\udc00\\ud800"}'),
    ),
    "a control that is not escaped": (
        "escape it",
        text_of(record(meta={"a": "?"})).replace("?", "\n"),
    ),
    "bytes that are no UTF-8": (
        "UTF-8",
        text_of(record(meta={"a": "?"})).encode().replace(b"?", b"\xff"),
    ),
    "UTF-16": ("UTF-8", text_of(GOOD).encode("utf-16")),
}


def refused() -> Map:
    """The file of what must be refused."""
    vectors = [
        refusal(name, wrong, _without(GOOD | change)) for name, (wrong, change) in TOP.items()
    ]
    vectors += [
        refusal(name, wrong, record({**STAY, "seat": 1}, event))
        for name, (wrong, event) in EVENT.items()
    ]
    vectors += [refusal(name, wrong, data) for name, (wrong, data) in JSON.items()]
    vectors += [refusal(name, wrong, data, "msgpack") for name, (wrong, data) in _packed().items()]
    return {
        "what": "files of one record that must not be read; `place` is where this reader finds it"
        " wrong, and `message` what it says, which others may say in other words",
        "vectors": vectors,
    }


def _without(data: Map) -> Map:
    """The map without the keys whose value is an ellipsis, and as deep as its key says."""
    data = {key: value for key, value in data.items() if value is not ...}
    if data.get("meta") == {"a": None}:
        data["meta"] = {"a": _nested(200)}
    return data


def _nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


def _packed() -> dict[str, tuple[str, bytes]]:
    pack = msgspec.msgpack.encode
    good = pack(GOOD)
    with_meta = pack(record(meta={"a": "?"}))

    def meta(value: bytes) -> bytes:
        return with_meta.replace(b"\xa1?", value)

    return {
        "MessagePack cut off": ("the map does not end", good[:-3]),
        "MessagePack of a number": ("a record is a map", b"\x01"),
        "MessagePack of a list": ("a record is a map", b"\x91\x80"),
        "binary data": ("JSON holds none", meta(b"\xc4\x01?")),
        "an extension": ("JSON holds none", meta(b"\xd4\x05?")),
        "a time of MessagePack": ("JSON holds none", meta(b"\xd6\xff\0\0\0\1")),
        "a byte that is never used": ("no such value", meta(b"\xc1")),
        "NaN in MessagePack": ("JSON holds none", meta(b"\xcb\x7f\xf8\0\0\0\0\0\0")),
        "Infinity in MessagePack": ("JSON holds none", meta(b"\xcb\xff\xf0\0\0\0\0\0\0")),
        "64 bits in MessagePack": ("53 bits at most", meta(b"\xcf" + b"\xff" * 8)),
        "a text that is no UTF-8": ("UTF-8", meta(b"\xa1\xff")),
        "half of a pair in MessagePack": ("no such letter", meta(b"\xa3\xed\xa0\x80")),
        "a number for a key": ("keys are texts", with_meta.replace(b"\xa1a\xa1?", b"\x01\xa1?")),
        "a null for a key": ("keys are texts", with_meta.replace(b"\xa1a\xa1?", b"\xc0\xa1?")),
        "a newer version in MessagePack": (
            "no reader of version 1 knows version 2", pack(GOOD | {"cardlog": 2}),
        ),
    }  # fmt: skip
