"""Short records made by hand, in which a hidden card matters."""

from __future__ import annotations

from typing import Any, Final

from cardlog.records import game
from cardlog.records.cards import Card
from cardlog.records.game import Record
from tests.engine.unseen.hiding import cards_in


def deal(*hands: str, dealer: int = 2) -> dict[str, Any]:
    return {"type": "deal", "dealer": dealer, "hands": [h.split() for h in hands]}


def record(events: list[dict[str, Any]], kind: str = "chase-the-ace", **keys: Any) -> Record:
    players = ["Ana", "Bruno"] if kind == "california-jack" else ["Ana", "Bruno", "Carla"]
    base = {"cardlog": 1, "game": kind, "rules": {}, "players": players, "events": events}
    return game.from_map(base | keys)


def stays(*seats: int) -> list[dict[str, Any]]:
    return [{"type": "stay", "seat": seat} for seat in seats]


def shows(*cards: str) -> list[dict[str, Any]]:
    return [
        {"type": "reveal", "seat": seat, "cards": [card]} for seat, card in enumerate(cards) if card
    ]


SIX_CLUBS, SIX_MORE = "2c 3c 4c 5c 6c 7c", "8c 9c Tc 2d 3d 4d"
CALIFORNIA: Final = [
    deal(SIX_CLUBS, SIX_MORE, dealer=1),
    {"type": "reveal", "cards": ["5h"]},
    {"type": "trick", "leader": 0, "cards": ["2c", "8c"]},
    {"type": "draw", "seat": 1, "card": "5h"},
    {"type": "draw", "seat": 0, "card": "6h"},
    {"type": "trick", "leader": 1, "cards": ["9c", "3c"]},
    {"type": "draw", "seat": 1, "card": "7h"},
    {"type": "draw", "seat": 0, "card": "8h"},
    {"type": "trick", "leader": 1, "cards": ["Tc", "4c"]},
]
BY_HAND: Final = {
    "a player in doubt was forgotten in a misdeal": record(
        [
            deal("2c", "5h", "9d"), *stays(0, 1, 2), *shows("2c", "5h", "9d"),
            deal("6c", "5h", "", dealer=0), {"type": "misdeal"},
            deal("6c", "5h", "9c", dealer=0), *stays(1, 2, 0), *shows("6c", "5h", "9c"),
            {"type": "score", "changes": [0, -1, 0]},
        ],
        rules={"lives": 2},
        standing=[2, 1, 1],
    ),
    "the dealer in doubt was forgotten in a misdeal": record(
        [
            deal("6c", "5h", "5d"), *stays(0, 1, 2), *shows("6c", "5h", "5d"),
            deal("", "6h", "9d", dealer=0), {"type": "misdeal"},
            deal("6c", "5h", "9c", dealer=0),
        ],
    ),
    "a King that the dealer may have cut": record(
        [
            deal("8c", "9h", "2d"), *stays(0, 1), {"type": "cut", "seat": 2, "card": "Kd"},
            *shows("8c", "9h", "2d"), {"type": "score", "changes": [0, 0, -1]},
        ],
    ),
    "a King seen only in a refusal": record(
        [
            deal("8c", "Kh", "2d"), {"type": "block", "seat": 0, "target": 1, "card": "Kh"},
            {"type": "swap", "seat": 1, "target": 2}, *stays(2), *shows("8c", "2d", "Kh"),
            {"type": "score", "changes": [0, -1, 0]},
        ],
    ),
    "sudden death": record(
        [
            deal("6c", "6h", "6d"), *stays(0, 1, 2), *shows("6c", "6h", "6d"),
            deal("7c", "8h", "7d", dealer=0), *stays(1, 2, 0), *shows("7c", "8h", "7d"),
        ],
        rules={"lives": 1, "final_tie": "sudden_death"},
    ),
    "sudden death with lives left before": record(
        [
            deal("6c", "6h", "6d"), *stays(0, 1, 2), *shows("6c", "6h", "6d"),
            deal("7c", "7h", "8d", dealer=0), *stays(1, 2, 0), *shows("7c", "7h", "8d"),
            deal("", "", "8d", dealer=2)
            | {"hands": [["7c"], ["9h"], ["8d"]], "dealer": 1},
        ],
        rules={"lives": 2, "final_tie": "sudden_death"},
        standing=[3, 3, 2],
    ),
    "a dealing round": record(
        [
            {"type": "draw", "seat": 1, "card": "5c"}, {"type": "draw", "seat": 2, "card": "9c"},
            {"type": "draw", "seat": 0, "card": "Jc"}, deal("6c", "5h", "9c", dealer=0),
        ],
        rules={"profile": "compendium"},
    ),
    "low cards shown": record(
        [
            deal("2c", "Ah", "9d"),
            {"type": "reveal", "seat": 0, "cards": ["2c"]},
            {"type": "reveal", "seat": 1, "cards": ["Ah"]},
            {"type": "swap", "seat": 0, "target": 1},
            {"type": "reveal", "seat": 1, "cards": ["2c"]},
            {"type": "swap", "seat": 1, "target": 2},
        ],
        rules={"profile": "compendium"},
    ),
    "a tied cut": record(
        [
            {"type": "cut", "seat": 0, "card": "5c"}, {"type": "cut", "seat": 1, "card": "5d"},
            {"type": "cut", "seat": 0, "card": "7c"}, {"type": "cut", "seat": 1, "card": "6d"},
            deal(SIX_CLUBS, SIX_MORE, dealer=1),
        ],
        kind="california-jack",
    ),
    "tricks": record(CALIFORNIA, kind="california-jack"),
}  # fmt: skip

# The same few cards are dealt in Seven-Up and in Pitch: spades are trump, Ana has High and takes
# the Jack, Carla has Low and Game.
HANDS: Final = ("As Ks 4h 3h 7d 2c", "Qs Js 9h 8h Td 4c", "5s 2s Kh Qh Kd 8c")
TRICKS: Final = [
    {"type": "trick", "leader": leader, "cards": cards.split()}
    for leader, cards in (
        (0, "As Js 2s"), (0, "Ks Qs 5s"), (0, "4h 9h Kh"), (2, "Qh 3h 8h"), (2, "Kd 7d Td"),
        (2, "8c 2c 4c"),
    )
]  # fmt: skip
RUN: Final = [
    {"type": "draw", "seat": k // 3, "card": card}
    for k, card in enumerate(["9c", "7c", "6c", "Ah", "Ad", "Ac", "Th", "9d", "3c"])
]
DISCARDS: Final = [
    {"type": "discard", "seat": seat, "cards": cards.split()}
    for seat, cards in enumerate(("9c 7c 6c", "Ah Ad Ac", "Th 9d 3c"))
]


def called(*words: str, first: int = 0) -> list[dict[str, Any]]:
    return [{"type": "call", "seat": (first + k) % 3, "call": w} for k, w in enumerate(words)]


def turned(card: str) -> dict[str, Any]:
    return {"type": "reveal", "cards": [card]}


def score(*changes: int, **points: int | None) -> dict[str, Any]:
    return {"type": "score", "changes": list(changes), "points": points}


def begged(word: str) -> list[dict[str, Any]]:
    return [*called("beg"), *called(word, first=2)]


OF_THE_FAMILY: Final = {
    "Seven-Up": record(
        [deal(*HANDS), turned("7s"), *called("stand"), *TRICKS, score(2, 0, 2, high=0, low=2)],
        kind="seven-up",
    ),
    "Seven-Up, a gift": record(
        [deal(*HANDS), turned("7s"), *begged("give"), *TRICKS, score(3, 1, 2)], kind="seven-up"
    ),
    "Seven-Up, a run and discards": record(
        [
            deal(*HANDS), turned("2d"), *begged("run"), *RUN, turned("8s"), *DISCARDS, *TRICKS,
            score(2, 0, 2),
        ],
        kind="seven-up",
    ),
    "Seven-Up, a Jack turned on a run": record(
        [deal(*HANDS), turned("2d"), *begged("run"), *RUN, turned("Jc"), *DISCARDS],
        kind="seven-up",
    ),
    "Seven-Up, a Jack that ends the match": record(
        [deal(*HANDS), turned("Jc"), score(0, 0, 1)], kind="seven-up", standing=[3, 3, 6]
    ),
    "Pitch": record(
        [deal(*HANDS), *called("2", "pass", "pass"), *TRICKS, score(2, 0, 2, high=0, jack=0)],
        kind="pitch",
    ),
    "Pitch, set back": record(
        [deal(*HANDS), *called("3", "pass", "pass"), *TRICKS, score(-3, 0, 2)], kind="pitch"
    ),
}  # fmt: skip
BY_HAND.update(OF_THE_FAMILY)


def spelling(value: Any) -> list[Card]:
    """The cards of an event in the order in which `hidden` meets them."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple):
        return [card for item in value for card in spelling(item)]
    if not cards_in(value):
        return []
    return [c for name in value.__struct_fields__ for c in spelling(getattr(value, name))]
