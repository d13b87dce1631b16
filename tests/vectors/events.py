"""Every kind of event, bare and with each of its keys; whole games, and games with a breach."""

from __future__ import annotations

from cardlog.records.formats import jsonl, load
from tests.games import FIXTURES, GAMES
from tests.vectors.make import Map, record, vector

DEAL = {"type": "deal", "dealer": 2, "hands": [["2c"], ["9h"], ["Ks"]]}
STAY = {"type": "stay", "seat": 0}

EVENTS: dict[str, Map] = {
    "deal": DEAL,
    "deal with its stock": {**DEAL, "stock": ["3c", "??"]},
    "deal with an empty stock": {**DEAL, "stock": []},
    "deal with its shuffle": {
        **DEAL,
        "shuffle": {"commitment": "00ff", "\ufb33": 1, "\U0001f600": 2.5},
    },
    "deal with an empty shuffle": {**DEAL, "shuffle": {}},
    "deal with a player who is out": {**DEAL, "hands": [["2c"], [], ["Ks"]]},
    "stay": STAY,
    "swap": {"type": "swap", "seat": 0, "target": 1},
    "block": {"type": "block", "seat": 1, "target": 2, "card": "Ks"},
    "cut": {"type": "cut", "seat": 0, "card": "Th"},
    "draw": {"type": "draw", "seat": 0, "card": "??"},
    "reveal by a player": {"type": "reveal", "seat": 0, "cards": ["9h"]},
    "reveal of the stock": {"type": "reveal", "cards": ["9h"]},
    "reveal of nothing": {"type": "reveal", "cards": []},
    **{
        f"call {word}": {"type": "call", "seat": 0, "call": word}
        for word in ("pass", "1", "2", "3", "4", "smudge", "stand", "beg", "give", "run")
    },
    "discard": {"type": "discard", "seat": 0, "cards": ["2c", "3c"]},
    "trick": {"type": "trick", "leader": 1, "cards": ["2c", "3c", "4c"]},
    "misdeal": {"type": "misdeal"},
    "misdeal with all keys": {"type": "misdeal", "reason": "a card was turned up", "seat": 2},
    "score": {"type": "score", "changes": [0, -1, 9007199254740991]},
    "score with all points": {
        "type": "score",
        "changes": [1, 1, 0],
        "points": {"high": 0, "low": 1, "jack": None, "game": 2, "nine": None},
    },
    "score without sides": {"type": "score", "changes": []},
    "score with a point": {"type": "score", "changes": [1, 0, 0], "points": {"high": 0}},
    "score with empty points": {"type": "score", "changes": [1, 0, 0], "points": {}},
    "gap": {"type": "gap"},
    "gap with a text": {"type": "gap", "text": "the lamp went out"},
    "note": {"type": "note", "text": ""},
    "ruling without effect": {"type": "ruling", "text": "Be quiet.", "by": "Rita"},
    "ruling stands": {"type": "ruling", "text": "", "event": 0, "effect": "stands"},
    "ruling undone": {"type": "ruling", "text": "", "event": 0, "effect": "undone"},
    "ruling replaced": {
        "type": "ruling",
        "text": "",
        "event": 0,
        "effect": "replaced",
        "with": {**STAY, "at": "2026-11-27T20:00:00Z"},
    },
    "ruling void": {"type": "ruling", "text": "", "effect": "void", "deal": 1},
    "ruling adjust": {"type": "ruling", "text": "", "effect": "adjust", "changes": [0, 1, -1]},
    "a kind of one's own": {
        "type": "x-chat",
        "text": "ai",
        "card": "10h",
        "deep": [{"b": 1, "a": 2.5}],
    },
    "a kind of one's own with odd letters": {"type": "x-\u00e9", "seat": 99},
    "the shortest kind of one's own": {"type": "x-"},
    "a kind of one's own like a record": {"type": "x-engine", "cardlog": "2.1", "events": [1]},
    "a kind of a later version": {"type": "bow", "seat": 99, "to": ["Ana"]},
    "a kind that differs by a capital": {"type": "Deal", "dealer": 0},
    "a kind without a name": {"type": ""},
    "a kind that is not first in its map": {"text": "late", "type": "x-late"},
}

# A whole game stops at these, so they stand alone.
ODD = ("a kind of a later version", "a kind that differs by a capital", "score without sides")

TIMES = (
    "2026-11-27T20:00:00Z",
    "2026-11-27t20:00:00z",
    "2026-11-27T20:00:00.123456789+01:00",
    "2026-11-27T20:00:00-00:00",
    "2016-12-31T23:59:60Z",
    "2026-02-31T00:00:00+23:59",
)

BREACHES = (
    "cuckoo/REC-misdeal",
    "cuckoo/A-09-low-not-shown-2",
    "compendium/CP-2.1-duplicate-card",
    "california-jack/CJ-2.1-first-dealer-4",
    "shasta-sam/CJ-1.1-duplicate-card",
    "seven-up/SU-1-duplicate-card",
    "pitch/PI-2-duplicate-card",
)
# The longest of the fixtures tells a second implementation nothing new.
TOO_LONG = "gold-rush-california"


def events() -> Map:
    """The file of events."""
    vectors = [vector(name, record(event)) for name, event in EVENTS.items()]
    vectors += [vector(f"at {time}", record({**STAY, "at": time})) for time in TIMES]
    for auto in (True, False):
        vectors.append(vector(f"auto {str(auto).lower()}", record({**STAY, "auto": auto})))
    vectors.append(vector("keys in another order", record(dict(reversed(DEAL.items())))))
    whole = record(*(e for n, e in EVENTS.items() if n not in ODD))
    vectors.append(vector("one of everything", whole))
    return {"what": "every kind of event, bare and with each of its keys", "vectors": vectors}


def games() -> Map:
    """The file of games."""
    paths = [path for path in sorted(GAMES.glob("*.json")) if path.stem != TOO_LONG]
    breaches = FIXTURES / "breaches"
    for name in BREACHES:
        paths += [breaches / f"{name}.breach.json", breaches / f"{name}.near-miss.json"]
    vectors = [
        vector(f"{path.parent.name}/{path.stem}", jsonl.encode(load(path)).decode())
        for path in paths
    ]
    return {"what": "whole games, and breaches of rules with their near misses", "vectors": vectors}
