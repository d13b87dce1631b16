"""Faults in the tricks of the All Fours games, and in cutting for the deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.engine.mutate.match import Match, Mutant
from tests.engine.naive import Map

CUTS = "cuts twice, cut missing"
TRICKS = """wrong leader, plays another's card, revoke, trick size, trick missing, trick twice,
claim high, claim low, claim jack, claim game"""
FROM_STOCK = "held card taken, second card taken"


def cuts(m: Match, k: int, e: Map) -> Iterator[Mutant]:
    """Choosing the first dealer."""
    after = m.at[k + 1]
    if e["seat"] not in after.choosers - set(after.cuts):  # or all cut again
        yield m.more("cuts twice", k + 1, e, "first-dealer")
    if m.next(k)["type"] == "deal":
        yield m.less("cut missing", k, "first-dealer")


def taken(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """A card drawn or turned up that is not there, or not on top."""

    def other(card: str) -> Map:
        return {**e, "cards": [card]} if e["type"] == "reveal" else {**e, "card": card}

    for card in {card for hand in p.hands.values() for card in hand} | {*p.played, *p.seen}:
        yield m.now("held card taken", k, other(card), "not-in-stock", "not-top")
    if len(p.stock) > 1 and p.stock[1]:
        yield m.now("second card taken", k, other(p.stock[1]), "not-top")


def played(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """A trick."""
    leader, cards = e["leader"], e["cards"]
    order = p.clockwise(leader)
    by_seat = dict(zip(order, cards, strict=True))
    for seat in order[1:]:
        rotated = [by_seat[s] for s in p.clockwise(seat)]
        wrong = {"type": "trick", "leader": seat, "cards": rotated}
        yield m.now("wrong leader", k, wrong, "wrong-leader")

    def instead(place: int, card: str) -> Map:
        return {**e, "cards": [*cards[:place], card, *cards[place + 1 :]]}

    for place, seat in enumerate(order):
        around = [card for s in order if s != seat for card in p.hands[s]]
        for card in [*around, *(c for c in p.stock[:1] if c), *list(p.played)[:3], *p.seen[:2]]:
            yield m.now("plays another's card", k, instead(place, card), "not-held")
        for card in p.hands[seat] if place else ():
            kind = wrong_card(p, p.hands[seat], card, cards[0][1])
            if kind:
                yield m.now(kind, k, instead(place, card), CODES[kind])
    yield m.now("trick size", k, {**e, "cards": cards[:-1]}, "trick-size")
    yield m.now("trick size", k, {**e, "cards": [*cards, p.hands[leader][0]]}, "trick-size")
    after = m.at[k + 1].phase
    if after == "trick":
        yield m.more("trick twice", k + 1, e, "not-held", "wrong-leader")
    elif after in ("done", "over") and m.next(k)["type"] in ("deal", "score"):
        yield m.less("trick missing", k, "incomplete", "claim-place")


CODES = {
    "revoke": "revoke",
    "trumps at a strict table": "strict-follow",
    "does not trump": "must-trump",
}


def wrong_card(p: Any, hand: list[str], card: str, led: str) -> str | None:
    """What is wrong with a follower's card."""
    trump, suits = p.trump or led, {held[1] for held in hand}
    if led in suits and card[1] not in (led, trump):
        return "revoke"
    if led in suits and card[1] != led and p.rules.get("strict_follow"):
        return "trumps at a strict table"
    if led not in suits and trump in suits and card[1] != trump and p.rules.get("void_must_trump"):
        return "does not trump"
    return None
