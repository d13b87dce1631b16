"""Faults in California Jack and Shasta Sam: the turn-up and the draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.engine.mutate import tricks
from tests.engine.mutate.match import Match, Mutant
from tests.engine.naive import Map

KINDS = f"""{tricks.CUTS}, {tricks.TRICKS}, {tricks.FROM_STOCK}, draws out of turn, draw missing,
draw too many, turn-up missing, claim nine, trumps at a strict table, does not trump,
shows another top"""
ONLY_WITH = {
    "trumps at a strict table": ("strict_follow", (True,)),
    "does not trump": ("void_must_trump", (True,)),
}


def faults(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    if e["type"] == "cut":
        yield from tricks.cuts(m, k, e)
    elif e["type"] == "draw":
        yield from draws(m, k, e, p)
    elif e["type"] == "trick":
        yield from tricks.played(m, k, e, p)
        yield from around_a_trick(m, k, e, p)
    elif "seat" not in e and p.phase == "turn-up":
        yield from tricks.taken(m, k, e, p)
        if m.next(k)["type"] == "trick":
            yield m.less("turn-up missing", k, "no-turn-up")
    if p.phase in ("trick", "draw") and len(p.stock) > 1 and p.stock[1]:
        shown = {"type": "reveal", "cards": [p.stock[1]]}
        yield m.more("shows another top", k, shown, "not-top")


def draws(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    yield from tricks.taken(m, k, e, p)
    for seat in set(p.seats) - {e["seat"]}:
        yield m.now("draws out of turn", k, {**e, "seat": seat}, "draw-order")
    follows = m.next(k)["type"]
    if follows == "draw":
        yield m.less("draw missing", k, "draw-order")
    elif follows == "trick":
        yield m.less("draw missing", k, "missing-draw")


def around_a_trick(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    if p.stock and p.stock[0]:
        top = {"type": "draw", "seat": e["leader"], "card": p.stock[0]}
        yield m.more("draw too many", k, top, "extra-draw")
    if m.at[k + 1].phase == "draw":
        if m.next(k)["type"] == "draw":
            yield m.less("trick missing", k, "extra-draw")
        yield m.more("trick twice", k + 1, e, "missing-draw")
