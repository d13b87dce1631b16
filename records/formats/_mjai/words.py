"""The words of the dialect: which line is which event, and which of its keys is which of ours."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

UNSEEN: Final = "?"
LEFT: Final = "x-mjai"  # the kind that keeps what a line has besides
WHOLE: Final = "cardlog"  # the line of an event that no line of the dialect can be

START: Final = "start_game"
HAND: Final = "start_kyoku"
PLAY: Final = "dahai"
TURNED: Final = "dora"
HAND_OVER: Final = "end_kyoku"
OVER: Final = "end_game"

# What servers and players say to each other besides: it is kept, and has no effect.
TALK: Final = frozenset(("hello", "join", "error", "none"))


class Verb(NamedTuple):
    """An event kind of ours, and by key of the line the key of the event."""

    kind: str
    keys: dict[str, str]


_BOTH: Final = {"at": "at", "auto": "auto"}
_WHO: Final = {"actor": "seat"}


def _verb(kind: str, *keys: dict[str, str]) -> Verb:
    found: dict[str, str] = {}
    for each in (*keys, _BOTH):
        found |= each
    return Verb(kind, found)


def _same(*keys: str) -> dict[str, str]:
    return {key: key for key in keys}


VERBS: Final[dict[str, Verb]] = {
    HAND: _verb("deal", {"oya": "dealer", "tehais": "hands", "yama": "stock"}, _same("shuffle")),
    "tsumo": _verb("draw", _WHO, {"pai": "card"}),
    TURNED: _verb("reveal", {"dora_marker": "cards"}),
    "hora": _verb("score", {"deltas": "changes"}, _same("points")),
    "ryukyoku": _verb("misdeal", _WHO, _same("reason")),
    "stay": _verb("stay", _WHO),
    "swap": _verb("swap", _WHO, _same("target")),
    "block": _verb("block", _WHO, _same("target"), {"pai": "card"}),
    "cut": _verb("cut", _WHO, {"pai": "card"}),
    "reveal": _verb("reveal", _WHO, {"pais": "cards"}),
    "call": _verb("call", _WHO, _same("call")),
    "discard": _verb("discard", _WHO, {"pais": "cards"}),
    "gap": _verb("gap", _same("text")),
    "note": _verb("note", _same("text")),
    "ruling": _verb("ruling", _same("text", "by", "event", "effect", "with", "deal", "changes")),
}
# The words that mean something here, so that no kind of ours may stand under them as it is.
TAKEN: Final = frozenset((*VERBS, *TALK, START, PLAY, HAND_OVER, OVER, WHOLE))

# By key of `start_game`, the key of the record.
HEADER: Final = {
    "names": "players",
    "game": "game",
    "rules": "rules",
    "id": "observer",
    "scores": "standing",
    "uid": "uid",
    "meta": "meta",
    "shown": "names",
    "seals": "seals",
    "cardlog": "cardlog",
}


def ours(cards: Any) -> Any:
    """The card, or the lists of cards, with `??` for what was not seen."""
    if type(cards) in (list, tuple):
        return [ours(card) for card in cards]
    return "??" if cards == UNSEEN else cards


def theirs(cards: Any) -> Any:
    """The same the other way round."""
    if type(cards) in (list, tuple):
        return [theirs(card) for card in cards]
    return UNSEEN if cards == "??" else cards
