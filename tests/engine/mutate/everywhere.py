"""Faults that can be made in every game: in the deal, in the claim, and of structure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.engine.mutate.match import Match, Mutant
from tests.engine.naive import Map

KINDS = """card twice, miscount, wrong dealer, first dealer, claim, claim twice, claim at once,
claim too early, after the end, two matches, deal too early, another game, misdeal at rest,
exposed card kept"""
NOT_IN = {"pitch": {"exposed card kept"}}  # nothing is turned up
ALIEN: dict[str, list[Map]] = {
    "chase-the-ace": [
        {"type": "trick", "leader": 0, "cards": ["2c"]},
        {"type": "reveal", "cards": ["2c"]},
        {"type": "call", "seat": 0, "call": "beg"},
        {"type": "discard", "seat": 0, "cards": ["2c"]},
    ],
    "california-jack": [
        {"type": "call", "seat": 0, "call": "beg"},
        {"type": "discard", "seat": 0, "cards": ["2c"]},
    ],
    "seven-up": [],
    "pitch": [{"type": "discard", "seat": 0, "cards": ["2c"]}],
}
ALIEN["shasta-sam"] = ALIEN["california-jack"]
EXCHANGES: list[Map] = [
    {"type": "stay", "seat": 0},
    {"type": "swap", "seat": 0, "target": 1},
    {"type": "block", "seat": 0, "target": 1, "card": "Kc"},
]


def faults(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """Events that have no place here."""
    alien = ALIEN[m.game] + (EXCHANGES if m.game != "chase-the-ace" else [])
    if p.phase not in ("over", "wrong", "exposed"):
        for event in alien:
            mine = {"cards": p.pack[:1]} if "cards" in event else {}  # cards of the pack in play
            yield m.more("another game", k, event | mine, "not-this-game")
    if p.phase in ("wrong", "exposed"):
        return
    if p.phase not in ("start", "choosing", "void", "done", "over"):
        first = next(event for event in m.events if event["type"] == "deal")
        yield m.more("deal too early", k, first, "incomplete")
        score = {"type": "score", "changes": [0] * len(p.standing)}
        yield m.more("claim too early", k, score, "incomplete", "claim-place")
        yield from exposed(m, k, e, p)
    elif p.phase != "over" and not getattr(p, "thrown_in", False):
        yield m.more("misdeal at rest", k, {"type": "misdeal"}, "misdeal")


def exposed(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """A card exposed in the deal, where a new deal is due then."""
    if e["type"] == "misdeal":
        return
    redeal = p.rules.get("misdeal") == "redeal" and p.phase == "turns" and not p.acted
    if (p.phase == "turn-up" and not p.seen) or (redeal and e["type"] != "reveal"):
        for holder, hand in p.hands.items():  # of two exposed nobody speaks
            shown = {"type": "reveal", "seat": holder, "cards": hand[:1]}
            if not (redeal and hand[0][0] in p.low_shown):  # that may be a warning
                yield m.more("exposed card kept", k, shown, "misdeal")._replace(found=(k + 1,))


def deals(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    def deal(seat: int, hand: list[str], stock: list[str]) -> Map:
        hands = [hand if s == seat else other for s, other in enumerate(e["hands"])]
        return {**e, "hands": hands, "stock": stock}

    lot = "wrong dealer" if p.deals else "first dealer"
    for seat in set(p.seats) - p.dealers:
        yield m.now(lot, k, {**e, "dealer": seat}, lot.replace(" ", "-"))
    if m.at[k + 1].phase == "wrong" or "stock" not in e:
        return
    rest = e["stock"]
    for seat in set(p.seats) - set(p.active()):
        yield m.now("dealt to the dead", k, deal(seat, rest[:1], rest[1:]), "dealt-out")
    for seat in p.active():
        hand = e["hands"][seat]
        for card in {rest[-1], e["hands"][p.left_of(seat, p.active())][0]} - {hand[0]}:
            yield m.now("card twice", k, deal(seat, [card, *hand[1:]], rest), "duplicate-card")
        if hand[0] != rest[-1]:
            again = deal(seat, hand, [*rest[:-1], hand[0]])
            yield m.now("card twice", k, again, "duplicate-card")
        few, many = deal(seat, hand[1:], hand[:1] + rest), deal(seat, hand + rest[:1], rest[1:])
        for wrong in (few, many, deal(seat, hand, rest[1:])):
            if m.next(k)["type"] not in ("", "misdeal"):
                yield m.now("miscount", k, wrong, "wrong-count")._replace(found=(k, k + 1))


def claims(m: Match, k: int, e: Map) -> Iterator[Mutant]:
    twice = "over" if m.at[k].phase == "over" else "claim-place"
    yield m.more("claim twice", k + 1, e, twice)
    for side, change in enumerate(e["changes"]):
        for wrong in {-1, 0, 1, 4} - {change}:
            changes = [wrong if s == side else c for s, c in enumerate(e["changes"])]
            yield m.now("claim", k, {**e, "changes": changes}, "claim")
    right = m.at[k].points
    if m.game == "chase-the-ace" or len(right) < 4:
        return
    nine = {"nine": None} if m.game in ("california-jack", "shasta-sam") else {}
    for name, side in (nine | right).items():
        for other in {*range(len(e["changes"])), None} - {side}:
            points = {**e.get("points", {}), name: other}
            yield m.now(f"claim {name}", k, {**e, "points": points}, f"claim-{name}")


def after_the_end(m: Match) -> Iterator[Mutant]:
    if m.at[-1].phase != "over":
        return
    end = len(m.events)
    late = [*m.events[-8:], {"type": "misdeal"}, {"type": "call", "seat": 0, "call": "pass"}]
    for event in late:
        claims = event["type"] == "score" and not m.at[-1].scored
        odd_card = event["type"] == "reveal" and "seat" not in event
        if not claims and not odd_card:
            yield m.more("after the end", end, event, "over")
    yield Mutant("two matches", m.events * 2, (end,), ("over",))
