"""Faults in Pitch: the auction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.engine.mutate import tricks
from tests.engine.mutate.match import Match, Mutant
from tests.engine.naive import Map

KINDS = f"""{tricks.CUTS}, {tricks.TRICKS}, calls out of turn, no such call,
bids too low, bids too high,
steals wrongly, stuck but passes, call missing, calls again, plays before the call,
set back not written"""
ONLY_WITH: dict[str, tuple[str, tuple[Any, ...]]] = {
    "bids too high": ("max_bid", (1, 2, 3)),
    "stuck but passes": ("all_pass", ("stick_dealer",)),
    "steals wrongly": ("dealer_steal", ("below_max", "four_only", "never")),
}
EARLY = ("call-turn", "incomplete")


def faults(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    if e["type"] == "cut":
        yield from tricks.cuts(m, k, e)
    elif e["type"] == "call":
        yield from calls(m, k, e, p)
    elif e["type"] == "trick":
        yield from tricks.played(m, k, e, p)
        for call in ("pass", "4"):
            again = {"type": "call", "seat": p.eldest, "call": call}
            yield m.more("calls again", k, again, "call-turn", "low-bid")
    if m.at[k + 1].phase in ("done", "over") and m.next(k)["type"] == "score":
        made = [list(m.at[k + 1].points.values()).count(side) for side in range(len(p.standing))]
        if made != m.events[k + 1]["changes"]:
            false = {**m.events[k + 1], "changes": made}
            yield m.now("set back not written", k + 1, false, "claim")


def calls(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    for seat in set(p.seats) - {e["seat"]}:
        yield m.now("calls out of turn", k, {**e, "seat": seat}, "call-turn")
    for call in ("stand", "beg", "give", "run"):
        yield m.now("no such call", k, {**e, "call": call}, "call-kind")
    yield from bids(m, k, e, p)
    cards = [p.hands[seat][0] for seat in p.clockwise(p.eldest)]
    trick = {"type": "trick", "leader": p.eldest, "cards": cards}
    yield m.more("plays before the call", k, trick, *EARLY)
    if m.next(k)["type"] in ("call", "trick"):
        yield m.less("call missing", k, *EARLY)


def bids(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    dealer = e["seat"] == p.dealer
    if dealer and not p.bid and p.rules["all_pass"] == "stick_dealer":
        yield m.now("stuck but passes", k, {**e, "call": "pass"}, "stuck")
    for call, value in p.value.items():
        bid = {**e, "call": call}
        if value > p.rules["max_bid"]:
            yield m.now("bids too high", k, bid, "low-bid", "call-kind")
        elif value < p.rules["min_bid"]:
            yield m.now("bids too low", k, bid, "low-bid", "call-kind")
        elif value < p.bid or (value == p.bid and not dealer):
            yield m.now("bids too low", k, bid, "low-bid")
        elif value == p.bid and not p.may_steal():
            yield m.now("steals wrongly", k, bid, "low-bid")
