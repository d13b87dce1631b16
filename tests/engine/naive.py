"""The games once more, in the plainest Python: what test_machine.py holds the engine against.

Written from the rule texts and the record format alone, over events as maps with every card
written in full.
A kind of event is one method: what it needs, then what it does.
"""

from __future__ import annotations

import copy
from typing import Any

Map = dict[str, Any]

PACK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
OUTSIDE = ("start", "choosing", "wrong", "void", "done", "over")  # phases without a deal going on
WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
OPTIONS = ("lives", "dealer_draws_king", "final_tie", "low_card_reveal", "misdeal")
CUCKOO = (3, "blocked", "joint", "off", "redeal")
COMPENDIUM = (3, "kept", "sudden_death", "both", "player_choice")


class Refused(Exception):
    """With False where an event is illegal, with None where the documents leave that open."""


def need(*conditions: object, otherwise: bool | None = False) -> None:
    if not all(conditions):
        raise Refused(otherwise)


class Model:  # a standing, a dealer, a scorebook
    hand_size: int
    begin: Any  # called with the dealer, the cards dealt

    def __init__(self, rules: Map, players: int) -> None:
        self.rules = rules
        self.seats = list(range(players))
        self.packs = 1
        self.standing = [0] * players
        self.phase = "start"  # one of OUTSIDE, or what is due inside a deal
        self.dealer: int | None = None
        self.choosers = set(self.seats)  # who may cut or draw for the deal
        self.cuts: dict[int, int] = {}  # the ranks they cut
        self.dealers = set(self.seats)  # who may deal next
        self.hands: dict[int, list[str]] = {}
        self.stock: list[str | None] = []  # top first, None where nobody has seen the card
        self.turn: int | None = None
        self.winners: set[int] = set()
        self.scored = True
        self.deals: list[Map] = []

    def take(self, event: Map) -> None:
        """Apply an event. Raises Refused."""
        if event["type"] != "note" and not event["type"].startswith("x-"):
            need(hasattr(self, event["type"]))
            getattr(self, event["type"])(event)

    def may(self, event: Map) -> bool | None:
        try:
            copy.deepcopy(self).take(event)
            return True
        except Refused as refused:
            return None if refused.args == (None,) else False

    def facts(self) -> Map:
        found: Map = {"deal": len(self.deals), "dealer": self.dealer, "turn": self.turn}
        found |= {"standing": self.standing, "winners": sorted(self.winners)}
        if self.phase not in OUTSIDE:
            found["hands"] = [sorted(self.hands.get(seat, [])) for seat in self.seats]
        return found

    def active(self) -> list[int]:
        return self.seats

    def left_of(self, seat: int, among: Any) -> int:
        seat = (seat + 1) % len(self.seats)
        return seat if seat in among else self.left_of(seat, among)

    def deal(self, event: Map) -> None:
        dealer, hands, stock = event["dealer"], event["hands"], event.get("stock")
        cards = [card for hand in hands for card in hand] + (stock or [])
        need(self.phase in ("start", "choosing", "void", "done"), dealer in self.dealers)
        need(not any(hands[seat] for seat in self.seats if seat not in self.active()))
        need(all(cards.count(card) <= self.packs for card in cards))
        self.dealer, self.dealers, self.scored = dealer, {dealer}, True
        self.deals.append({"dealer": dealer, "void": False, "changes": None, "detail": {}})
        size = len(PACK) * self.packs - sum(map(len, hands))
        fair = all(len(hands[seat]) == self.hand_size for seat in self.active())
        self.phase = "wrong"
        if fair and (stock is None or len(stock) == size):
            self.hands = {seat: list(hands[seat]) for seat in self.active()}
            self.stock = [None] * size if stock is None else list(stock)
            self.begin(dealer)

    def misdeal(self, event: Map) -> None:
        need(self.phase not in OUTSIDE or self.phase == "wrong")
        self.phase, self.turn = "void", None
        self.deals[-1].update(void=True, changes=[0] * len(self.standing))

    def score(self, event: Map) -> None:
        need(self.phase in ("done", "over"), not self.scored)
        self.scored = True

    def end(self, changes: list[int], detail: Map) -> None:
        self.deals[-1].update(changes=changes, detail=detail)
        self.standing = [a + b for a, b in zip(self.standing, changes, strict=True)]
        self.phase, self.turn, self.scored = "done", None, False


class ChaseTheAce(Model):  # sections 1 to 3
    hand_size = 1
    ranks = "A23456789TJQK"  # low to high

    def __init__(self, rules: Map, players: int) -> None:
        self.compendium = rules.get("profile") == "compendium"
        defaults = COMPENDIUM if self.compendium else CUCKOO
        super().__init__(dict(zip(OPTIONS, defaults, strict=True)) | rules, players)
        self.packs = 2 if players > 13 else 1
        self.standing = [self.rules["lives"]] * players
        self.low = "A23" if self.rules["low_card_reveal"] == "both" else ""
        self.drawn: list[str] = []  # the compendium's dealing round

    def active(self) -> list[int]:
        return [seat for seat in self.seats if self.standing[seat] > 0]

    def begin(self, dealer: int) -> None:
        self.phase, self.turn = "turns", self.left_of(dealer, self.hands)
        self.acted, self.shown = False, set[int]()
        self.due = set(self.hands)

    def stay(self, event: Map) -> None:
        need(self.phase == "turns", event["seat"] == self.turn)
        self.acted, last = True, self.turn == self.dealer
        self.phase = "showdown" if last else "turns"
        self.turn = None if last else self.left_of(self.turn or 0, self.hands)

    def ask(self, event: Map) -> str:
        """What the asked player holds, where the request is in order."""
        need(self.phase == "turns", event["seat"] == self.turn != self.dealer)
        need(event["target"] == self.left_of(event["seat"], self.hands))
        return self.hands[event["target"]][0]

    def swap(self, event: Map) -> None:
        seat, target = event["seat"], event["target"]
        need(self.ask(event)[0] != "K")
        need(all(s in self.shown or self.hands[s][0][0] not in self.low for s in (seat, target)))
        self.shown -= {seat, target}
        self.hands[seat], self.hands[target] = self.hands[target], self.hands[seat]
        self.stay(event)

    def block(self, event: Map) -> None:
        need(event["card"] == self.ask(event), event["card"][0] == "K")
        self.stay(event)

    def cut(self, event: Map) -> None:
        need(not self.compendium)
        if self.phase not in ("start", "choosing"):
            return self.from_stock(event)
        self.phase = "choosing"  # a lot: any dealer

    def draw(self, event: Map) -> None:
        need(self.compendium)
        if self.phase not in ("start", "choosing"):
            return self.from_stock(event)
        seat, card = event["seat"], event["card"]
        need(seat in self.choosers, self.drawn.count(card) < self.packs)
        self.drawn.append(card)
        self.phase, self.dealers = "choosing", {seat} if card[0] == "J" else set()
        self.choosers = set() if self.dealers else {(seat + 1) % len(self.seats)}

    def from_stock(self, event: Map) -> None:
        need(self.phase == "turns", event["seat"] == self.turn == self.dealer)
        card = event["card"]
        need(not self.compendium or self.stock[0] in (card, None))
        need(list(self.hands.values()).count([card]) < self.packs)
        if card[0] != "K" or self.rules["dealer_draws_king"] == "kept":
            self.hands[event["seat"]] = [card]
        self.stay(event)

    def reveal(self, event: Map) -> None:
        seat, cards = event.get("seat", -1), event["cards"]
        need(seat in self.hands, cards == self.hands.get(seat))
        need(self.phase in ("turns", "exposed") or (self.phase == "showdown" and seat in self.due))
        if self.phase == "showdown":
            self.due.remove(seat)
            return None if self.due else self.settle()
        asks = self.turn is not None and self.turn != self.dealer and cards[0][0] in self.low
        warns = asks and seat in (self.turn, self.left_of(self.turn or 0, self.hands))
        need(warns or not self.acted)
        need(self.phase == "turns", seat not in self.shown, otherwise=None)  # seen, or one of two
        self.shown.add(seat)
        if not warns and self.rules["misdeal"] == "redeal":
            self.phase, self.turn = "exposed", None

    def settle(self) -> None:
        lowest = min((hand[0][0] for hand in self.hands.values()), key=self.ranks.index)
        losers = [seat for seat in self.hands if self.hands[seat][0][0] == lowest]
        self.end([-(s in losers) for s in self.seats], {"lowest": lowest, "losers": losers})
        if not self.active() and self.rules["final_tie"] == "sudden_death":
            self.standing = [int(seat in losers) for seat in self.seats]
        if len(self.active()) < 2:
            self.phase, self.winners = "over", set(self.active() or losers)
        else:
            self.dealers = {self.left_of(self.deals[-1]["dealer"], self.active())}


class CaliforniaJack(Model):  # section 4
    hand_size = 6
    ranks = "23456789TJQKA"  # low to high

    def facts(self) -> Map:
        if self.phase in OUTSIDE:
            return super().facts()
        stock = [card or "??" for card in self.stock]
        taken = [sorted(cards) for cards in self.taken]
        return super().facts() | {"trump": self.trump, "taken": taken, "stock": stock}

    def cut(self, event: Map) -> None:
        need(self.phase in ("start", "choosing"), event["seat"] in self.choosers - set(self.cuts))
        self.phase, self.dealers = "choosing", set()
        self.cuts[event["seat"]] = self.ranks.index(event["card"][0])
        if set(self.cuts) == self.choosers:
            lowest = {s for s, rank in self.cuts.items() if rank == min(self.cuts.values())}
            self.cuts, self.choosers = {}, lowest if len(lowest) > 1 else set()  # they cut again
            self.dealers = lowest - self.choosers

    def begin(self, dealer: int) -> None:
        self.phase, self.turn, self.leader = "turn-up", None, 1 - dealer
        self.trump: str | None = None
        self.taken: list[list[str]] = [[], []]
        self.had = [list(self.hands[seat]) for seat in self.seats]

    def turn_up(self, card: str) -> None:
        """This can be the top of the stock; from now on it is."""
        need(self.stock[:1] in ([card], [None]), card not in self.had[0] + self.had[1])
        self.stock[0] = card

    def reveal(self, event: Map) -> None:
        need(self.phase not in OUTSIDE)
        seat, cards = event.get("seat"), event["cards"]
        if seat is not None:  # exposed in the deal: B-18
            need(not self.taken[0] + self.taken[1], cards, len(cards) == len(set(cards)))
            need(set(cards) <= set(self.hands[seat]))
            need(self.phase == "turn-up", otherwise=None)
            self.phase = "exposed"
            return
        need(self.phase != "exposed", len(cards) == 1)
        self.turn_up(cards[0])
        if self.phase == "turn-up":
            self.trump, self.phase, self.turn = cards[0][1], "trick", self.leader

    def draw(self, event: Map) -> None:
        need(self.phase == "draw", event["seat"] == self.turn)
        self.turn_up(event["card"])
        self.stock.pop(0)
        self.hands[event["seat"]].append(event["card"])
        self.had[event["seat"]].append(event["card"])
        self.turn = 1 - event["seat"]
        self.phase = "trick" if self.turn == self.leader else "draw"

    def trick(self, event: Map) -> None:
        one, other = event["leader"], 1 - event["leader"]
        need(self.phase == "trick", one == self.turn, len(event["cards"]) == 2)
        led, reply = event["cards"]
        need(led in self.hands[one], reply in self.hands[other])
        need(reply[1] in (led[1], self.trump) or led[1] not in [c[1] for c in self.hands[other]])
        self.hands[one].remove(led)
        self.hands[other].remove(reply)
        higher = self.ranks.index(reply[0]) > self.ranks.index(led[0])
        beaten = higher if reply[1] == led[1] else reply[1] == self.trump
        self.leader = self.turn = other if beaten else one
        self.taken[self.leader] += [led, reply]
        if self.stock:
            self.phase = "draw"
        elif not self.hands[0]:
            self.settle()

    def settle(self) -> None:
        trumps = [card for cards in self.had for card in cards if card[1] == self.trump]
        trumps.sort(key=lambda card: self.ranks.index(card[0]))
        pips = [sum(WORTH.get(card[0], 0) for card in cards) for cards in self.taken]
        points: dict[str, int | None] = {
            "high": int(trumps[-1] in self.had[1]),
            "low": int(trumps[0] in self.had[1]),
            "jack": int(f"J{self.trump}" in self.taken[1]),  # all are played: somebody has it
            "game": None if pips[0] == pips[1] else pips.index(max(pips)),
        }
        changes = [list(points.values()).count(side) for side in self.seats]
        counted = list(self.standing)
        self.end(changes, {"trump": self.trump, **points, "pips": pips})
        self.dealers = {1 - self.deals[-1]["dealer"]}
        for side in (side for side in points.values() if side is not None):
            counted[side] += 1
            if counted[side] >= self.rules.get("target", 10) and not self.winners:
                self.phase, self.winners = "over", {side}


# A game that is registered needs a name here.
MODELS: dict[str, type[Model]] = {"chase-the-ace": ChaseTheAce, "california-jack": CaliforniaJack}
