"""Faults in Seven-Up: the answers, the run and the discards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.engine.mutate import tricks
from tests.engine.mutate.match import Match, Mutant
from tests.engine.naive import Map

KINDS = f"""{tricks.CUTS}, {tricks.TRICKS}, {tricks.FROM_STOCK}, turn-up missing, calls out of turn,
no such call, call missing, calls again, plays before the call, gift puts out, draws out of turn,
draw missing, draw too many, discards too few, discards too many, discards another's card,
discards twice, discard missing, discards in play"""
ONLY_WITH: dict[str, tuple[str, tuple[Any, ...]]] = {}
CALLS = ("pass", "1", "2", "3", "4", "smudge")
EARLY = ("call-turn", "incomplete")


def faults(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    if e["type"] == "cut":
        yield from tricks.cuts(m, k, e)
    elif e["type"] == "reveal" and "seat" not in e:
        yield from turn_ups(m, k, e, p)
    elif e["type"] == "call":
        yield from calls(m, k, e, p)
    elif e["type"] == "draw":
        yield from draws(m, k, e, p)
    elif e["type"] == "discard":
        yield from discards(m, k, e, p)
    elif e["type"] == "trick":
        yield from tricks.played(m, k, e, p)
        again = {"type": "call", "seat": p.eldest, "call": "stand"}
        yield m.more("calls again", k, again, "call-turn")
        none_due = {"type": "discard", "seat": p.turn, "cards": p.hands[p.turn][:1]}
        yield m.more("discards in play", k, none_due, "discard-count")
    if p.phase in ("trick", "discard", "answer", "begged") and p.stock and p.stock[0]:
        top = {"type": "draw", "seat": p.eldest, "card": p.stock[0]}
        codes = EARLY if p.phase in ("answer", "begged") else ("incomplete", "discard-count")
        yield m.more("draw too many", k, top, "extra-draw", *(codes if p.phase != "trick" else ()))


def turn_ups(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    yield from tricks.taken(m, k, e, p)
    follows = m.next(k)["type"]
    if follows in ("call", "trick", "discard", "draw"):
        others = {"call": ("call-turn",), "draw": ("extra-draw",), "discard": ("discard-count",)}
        yield m.less("turn-up missing", k, "no-turn-up", "incomplete", *others.get(follows, ()))
    if p.passed and p.stock[0]:
        top = {"type": "draw", "seat": p.eldest, "card": p.stock[0]}
        yield m.more("draw too many", k, top, "extra-draw", "no-turn-up")


def calls(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    for seat in set(p.seats) - {e["seat"]}:
        yield m.now("calls out of turn", k, {**e, "seat": seat}, "call-turn")
    for call in CALLS:
        yield m.now("no such call", k, {**e, "call": call}, "call-kind")
    for call in ("give", "run") if p.phase == "answer" else ("stand", "beg"):
        yield m.now("no such call", k, {**e, "call": call}, "call-kind", "call-turn")
    cards = [p.hands[seat][0] for seat in p.clockwise(p.eldest)]
    trick = {"type": "trick", "leader": p.eldest, "cards": cards}
    yield m.more("plays before the call", k, trick, *EARLY)
    presented = p.presented()
    if p.phase == "begged" and any(p.standing[s] + 1 >= p.rules["target"] for s in presented):
        yield m.now("gift puts out", k, {**e, "call": "give"}, "gift-out")
    if m.next(k)["type"] in ("call", "trick"):
        yield m.less("call missing", k, *EARLY)
    elif m.next(k)["type"] == "draw":
        yield m.less("call missing", k, *EARLY, "extra-draw")


def draws(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    yield from tricks.taken(m, k, e, p)
    for seat in set(p.seats) - {e["seat"]}:
        yield m.now("draws out of turn", k, {**e, "seat": seat}, "draw-order")
    after = m.next(k)
    if after["type"] == "draw" and after["seat"] != e["seat"]:
        yield m.less("draw missing", k, "draw-order")
    elif after["type"] == "draw" and p.stock[0]:
        yield m.less("draw missing", k, "not-top")
    elif after["type"] == "reveal":
        yield m.less("draw missing", k, "missing-draw")


def discards(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    cards, hand = e["cards"], p.hands[e["seat"]]
    kept = next(card for card in hand if card not in cards)
    other = p.hands[p.left_of(e["seat"], p.seats)][0]
    yield m.now("discards too few", k, {**e, "cards": cards[1:]}, "discard-count")
    yield m.now("discards too many", k, {**e, "cards": [*cards, kept]}, "discard-count")
    for card in (other, *p.stock[:1], *p.seen[:1]):
        if card:
            wrong = {**e, "cards": [card, *cards[1:]]}
            yield m.now("discards another's card", k, wrong, "discard-not-held")
    again = {**e, "cards": [cards[1], *cards[1:]]}
    yield m.now("discards another's card", k, again, "discard-not-held", "discard-count")
    yield m.more("discards twice", k + 1, e, "discard-count", "discard-not-held")
    end = next((n for n in range(k, len(m.events)) if m.events[n]["type"] == "trick"), None)
    if end:
        yield m.less("discard missing", k, "discard-count", "incomplete", found=end - 1)
