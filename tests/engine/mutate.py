"""An injector of faults: what a player, a dealer or a scribe gets wrong in a match that was right.

`mutants` goes through a match event by event, the naive model's position before it at hand, and
yields every fault that can be made there: the events with it, where it must be found, and under
which codes.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.engine.naive import Model

Map = dict[str, Any]

KINGS = {"Kc", "Kd", "Kh", "Ks"}
COMMON = """card twice, miscount, wrong dealer, first dealer, held card taken, claim, claim twice,
claim at once, claim too early, after the end, two matches, deal too early, another game, misdeal
at rest, exposed card kept"""
CHASE = """out of turn, asks another, dealer asks, takes from stock, king gives in, refuses without
king, shows another king, hides low card, second card taken, other word, turn missing, turn twice,
shows another card, out but shows, shows too early, shows twice, turn too late, does not show,
dealt to the dead, draws out of turn, draws after the jack, no jack,
card drawn again"""
JACK = """wrong leader, plays another's card, revoke, trick size, draws out of turn, second card
taken, draw missing, draw too many, turn-up missing, trick missing, trick twice, cuts twice, cut
missing, claim high, claim low, claim jack, claim game, claim nine"""
KINDS = {
    game: set(" ".join(f"{COMMON}, {names}".split()).split(", "))
    for game, names in (("chase-the-ace", CHASE), ("california-jack", JACK))
}


class Mutant(NamedTuple):
    """A match with one fault: `found` are the events at which it may be found."""

    kind: str
    events: list[Map]
    found: tuple[int, ...]
    codes: tuple[str, ...]

    @property
    def is_claim(self) -> bool:
        """A false claim: the fold itself goes on."""
        return self.codes[0].startswith("claim") and "claim-place" not in self.codes


class Match(NamedTuple):
    """A legal match with the model's position before each event and, last, at its end."""

    game: str
    events: list[Map]
    at: list[Any]

    def now(self, kind: str, k: int, event: Map, *codes: str) -> Mutant:
        """Event k reads otherwise, which is the fault."""
        return Mutant(kind, [*self.events[:k], event, *self.events[k + 1 :]], (k,), codes)

    def more(self, kind: str, k: int, event: Map, *codes: str) -> Mutant:
        """An event too many stands before event k."""
        return Mutant(kind, [*self.events[:k], event, *self.events[k:]], (k,), codes)

    def less(self, kind: str, k: int, *codes: str, found: int | None = None) -> Mutant:
        """Event k is missing: found at what stands in its place."""
        events = [*self.events[:k], *self.events[k + 1 :]]
        return Mutant(kind, events, (k if found is None else found,), codes)


def followed(game: str, model: Model, events: list[Map]) -> Match:
    """The match with the model's positions. Raises Refused where the model thinks it illegal."""
    at = [copy.deepcopy(model)]
    for event in events:
        model.take(event)
        at.append(copy.deepcopy(model))
    return Match(game, events, at)


def mutants(m: Match) -> Iterator[Mutant]:
    """Every fault at every place."""
    yield m.more("claim at once", 0, {"type": "score", "changes": [0] * len(m.at[0].seats)},
                 "claim-place")  # fmt: skip
    for k, event in enumerate(m.events):
        p = m.at[k]
        yield from anywhere(m, k, event, p)
        if event["type"] == "deal":
            yield from deals(m, k, event, p)
        elif event["type"] == "score":
            yield from claims(m, k, event)
        elif p.phase in ("start", "choosing"):
            yield from lots(m, k, event, p)
        elif p.phase == "turns":
            yield from turns(m, k, event, p)
        elif p.phase == "showdown":
            yield from showdown(m, k, event, p)
        else:
            yield from tricks(m, k, event, p)
    end = len(m.events)
    for late in (*m.events[-8:], {"type": "misdeal"}, {"type": "call", "seat": 0, "call": "pass"}):
        yield m.more("after the end", end, late, "over")
    yield Mutant("two matches", m.events * 2, (end,), ("over",))


def anywhere(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    seat, going_on = {"seat": 0}, p.phase not in ("start", "choosing", "done", "over")
    redeal = p.rules.get("misdeal") == "redeal" and p.phase == "turns" and not p.acted
    alien: list[Map] = [{"type": "call", **seat, "call": "beg"}]
    alien += [{"type": "discard", **seat, "cards": ["2c"]}]
    if m.game == "chase-the-ace":
        alien += [{"type": "trick", "leader": 0, "cards": ["2c"]}]
        alien += [{"type": "reveal", "cards": ["2c"]}]
    else:
        alien += [{"type": "stay", **seat}, {"type": "swap", **seat, "target": 1}]
    if p.phase != "over":
        yield from (m.more("another game", k, event, "not-this-game") for event in alien)
    if going_on:
        first = next(event for event in m.events if event["type"] == "deal")
        yield m.more("deal too early", k, first, "incomplete")
        zeros = [0] * len(p.standing)
        score = {"type": "score", "changes": zeros}
        yield m.more("claim too early", k, score, "incomplete", "claim-place")
    elif p.phase != "over":
        yield m.more("misdeal at rest", k, {"type": "misdeal"}, "misdeal")
    if p.phase == "turn-up" or (redeal and e["type"] != "reveal"):  # of two exposed nobody speaks
        for holder, hand in p.hands.items():
            shown = {"type": "reveal", "seat": holder, "cards": hand[:1]}
            if not (redeal and hand[0][0] in p.low):  # that may be a warning
                yield m.more("exposed card kept", k, shown, "misdeal")._replace(found=(k + 1,))


def lots(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """Choosing the first dealer."""
    last = m.events[k + 1]["type"] == "deal"
    if m.game == "california-jack":
        if e["seat"] not in m.at[k + 1].choosers - set(m.at[k + 1].cuts):  # or all cut again
            yield m.more("cuts twice", k + 1, e, "first-dealer")
        if last:
            yield m.less("cut missing", k, "first-dealer")
        return
    yield m.now("other word", k, {**e, "type": "cut" if p.compendium else "draw"}, "not-this-game")
    for seat in set(p.seats) - {e["seat"]} if p.compendium and p.drawn else ():
        yield m.now("draws out of turn", k, {**e, "seat": seat}, "first-dealer")
    if p.compendium and len(p.drawn) >= p.packs:
        again = [{**event, "card": p.drawn[-1]} for event in m.events[k - p.packs : k + 1]]
        events = [*m.events[: k - p.packs], *again, *m.events[k + 1 :]]
        yield Mutant("card drawn again", events, (k,), ("duplicate-card",))
    if p.compendium and last:
        after = {**e, "seat": (e["seat"] + 1) % len(p.seats)}
        yield m.more("draws after the jack", k + 1, after, "first-dealer")
        if p.drawn:
            yield m.less("no jack", k, "first-dealer")


def deals(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    def deal(seat: int, hand: list[str], stock: list[str]) -> Map:
        hands = [hand if s == seat else other for s, other in enumerate(e["hands"])]
        return {**e, "hands": hands, "stock": stock}

    rest = e["stock"]
    lot = "wrong dealer" if p.deals else "first dealer"
    for seat in set(p.seats) - p.dealers:
        yield m.now(lot, k, {**e, "dealer": seat}, lot.replace(" ", "-"))
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
            yield m.now("miscount", k, wrong, "wrong-count")._replace(found=(k, k + 1))


def claims(m: Match, k: int, e: Map) -> Iterator[Mutant]:
    twice = "over" if m.at[k].phase == "over" else "claim-place"
    yield m.more("claim twice", k + 1, e, twice)
    for side, change in enumerate(e["changes"]):
        for wrong in {-1, 0, 1, 4} - {change}:
            changes = [wrong if s == side else c for s, c in enumerate(e["changes"])]
            yield m.now("claim", k, {**e, "changes": changes}, "claim")
    for name, side in ({"nine": None} | e["points"]).items() if "points" in e else ():
        for other in {0, 1, None} - {side}:
            points = {**e["points"], name: other}
            yield m.now(f"claim {name}", k, {**e, "points": points}, f"claim-{name}")


def turns(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    if p.acted:
        for seat, hand in p.hands.items():
            early = {"type": "reveal", "seat": seat, "cards": hand}
            if hand[0][0] not in "A23":
                yield m.more("shows too early", k, early, "early-reveal")
    if e["type"] == "reveal":
        swap = k + 1 if m.events[k + 1]["type"] == "swap" else k + 2
        yield m.less("hides low card", k, "low-not-shown", found=swap - 1)
        return
    for seat in set(p.seats) - {p.turn}:
        yield m.now("out of turn", k, {"type": "stay", "seat": seat}, "turn-order")
    target = p.left_of(p.turn, p.hands)
    held = p.hands[target][0]
    swap_now = {"type": "swap", "seat": p.turn, "target": target}
    if p.turn == p.dealer:
        yield m.now("dealer asks", k, swap_now, "dealer-asks")
        block = {**swap_now, "type": "block", "card": held}
        yield m.now("dealer asks", k, block, "dealer-asks")
    else:
        word = {"type": "draw" if p.compendium else "cut", "card": p.stock[0]}
        yield m.now("takes from stock", k, {**word, "seat": p.turn}, "dealer-only")
        block = {**swap_now, "type": "block", "card": held}
        for card in KINGS - {held}:
            yield m.now("shows another king", k, {**block, "card": card}, "block-not-held")
        if held[0] == "K":
            yield m.now("king gives in", k, swap_now, "king-must-block")
        else:
            yield m.now("refuses without king", k, block, "block-no-king")
    if "target" in e:
        for seat in set(p.seats) - {target}:
            yield m.now("asks another", k, {**e, "target": seat}, "wrong-neighbour")
    if "card" in e and "target" not in e:
        word = {**e, "type": "cut" if p.compendium else "draw"}
        yield m.now("other word", k, word, "not-this-game")
        yield from taken(m, k, e, p)
    over = m.at[k + 1].phase == "showdown"
    yield m.more("turn twice", k + 1, e, "late-turn" if over else "turn-order")
    if over or m.events[k + 1]["type"] != "reveal":
        yield m.less("turn missing", k, "early-reveal" if over else "turn-order")


def taken(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    """A card taken from the stock that is not there, or not on top."""
    codes = ("not-in-stock",) if e["type"] == "cut" else ("not-in-stock", "not-top")
    for card in {card for hand in p.hands.values() for card in hand} - {e["card"]}:
        if e["type"] == "draw" or p.packs == 1:
            yield m.now("held card taken", k, {**e, "card": card}, *codes)
    if e["type"] == "draw" and p.stock[1:2] not in ([], [e["card"]]):
        yield m.now("second card taken", k, {**e, "card": p.stock[1]}, "not-top")


def showdown(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    for card in {hand[0] for hand in p.hands.values()} | {p.stock[0]}:
        if card not in e["cards"]:
            yield m.now("shows another card", k, {**e, "cards": [card]}, "reveal-not-held")
    for seat in set(p.seats) - set(p.hands):
        yield m.now("out but shows", k, {**e, "seat": seat}, "reveal-not-held")
    for seat in p.hands:
        yield m.more("turn too late", k, {"type": "stay", "seat": seat}, "late-turn")
    end = next(n for n in range(k, len(m.at)) if m.at[n].phase != "showdown")
    yield m.less("does not show", k, "incomplete", "claim-place", found=end - 1)
    over = m.at[k + 1].phase == "over"
    yield m.more("shows twice", k + 1, e, "over" if over else "reveal-twice")


def tricks(m: Match, k: int, e: Map, p: Any) -> Iterator[Mutant]:
    after = m.at[k + 1]
    if e["type"] == "reveal":
        yield m.less("turn-up missing", k, "no-turn-up")
        yield m.now("second card taken", k, {**e, "cards": p.stock[1:2]}, "not-top")
    elif e["type"] == "draw":
        yield from taken(m, k, e, p)
        yield m.now("draws out of turn", k, {**e, "seat": 1 - e["seat"]}, "draw-order")
        second = after.phase == "trick"
        yield m.less("draw missing", k, "missing-draw" if second else "draw-order")
    else:
        yield from played(m, k, e, p, after)


def played(m: Match, k: int, e: Map, p: Any, after: Any) -> Iterator[Mutant]:
    leader, (led, reply) = e["leader"], e["cards"]
    mine, theirs = p.hands[leader], p.hands[1 - leader]
    yield m.now("wrong leader", k, {"type": "trick", "leader": 1 - leader, "cards": [reply, led]},
                "wrong-leader")  # fmt: skip
    yield m.now("plays another's card", k, {**e, "cards": [reply, led]}, "not-held")
    yield from (m.now("plays another's card", k, {**e, "cards": [card, reply]}, "not-held")
                for card in theirs + p.stock[:1] + p.taken[0])  # fmt: skip
    yield from (m.now("plays another's card", k, {**e, "cards": [led, card]}, "not-held")
                for card in mine + p.stock[:1] + p.taken[1])  # fmt: skip
    for card in theirs if any(card[1] == led[1] for card in theirs) else ():
        if card[1] not in (led[1], p.trump):
            yield m.now("revoke", k, {**e, "cards": [led, card]}, "revoke")
    for cards in ([led], [led, reply, mine[0]]):
        yield m.now("trick size", k, {**e, "cards": cards}, "trick-size")
    if p.stock:
        top = {"type": "draw", "seat": leader, "card": p.stock[0]}
        yield m.more("draw too many", k, top, "extra-draw")
        yield m.less("trick missing", k, "extra-draw")
        yield m.more("trick twice", k + 1, e, "missing-draw")
    elif after.phase == "trick":
        yield m.more("trick twice", k + 1, e, "not-held", "wrong-leader")
    else:
        yield m.less("trick missing", k, "incomplete", "claim-place")
