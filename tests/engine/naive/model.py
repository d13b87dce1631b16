"""What the games share: a standing, a dealer, a pack and a scorebook."""

from __future__ import annotations

import copy
from collections.abc import Collection
from typing import Any, ClassVar

Map = dict[str, Any]

OUTSIDE = ("start", "choosing", "wrong", "void", "done", "over")  # phases without a deal going on


class Refused(Exception):
    """With False where an event is illegal, with None where the documents leave that open."""


def need(*conditions: object, otherwise: bool | None = False) -> None:
    if not all(conditions):
        raise Refused(otherwise)


class Model:
    hand_size: int
    begin: Any  # called with the dealer, the cards dealt
    defaults: ClassVar[Map]

    def __init__(self, rules: Map, players: int, standing: list[int] | None = None) -> None:
        """With a standing where the match began before the record."""
        self.rules: Map = self.defaults | rules
        self.seats = list(range(players))
        self.sides = list(self.seats)  # the side each seat plays for
        self.pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
        self.packs = 1
        self.standing = standing or [0] * players
        self.phase = "start"  # one of OUTSIDE, or what is due inside a deal
        self.dealer: int | None = None
        self.choosers = set(self.seats)  # who may cut or draw for the deal
        self.cuts: dict[int, int] = {}  # the ranks they cut
        self.dealers = set(self.seats)  # who may deal next
        self.hands: dict[int, list[str]] = {}
        self.stock: list[str | None] = []  # top first, None where nobody has seen the card
        self.seen: list[str] = []  # the cards that have come from the stock into this deal
        self.turn: int | None = None
        self.winners: set[int] = set()
        self.before: list[int] = []  # the standing at the deal
        self.scored = True
        self.points: Map = {}  # who won what in the last deal
        self.deals: list[Map] = []

    def partnerships(self) -> None:
        """Partners sit opposite."""
        self.sides = [seat % 2 for seat in self.seats]
        self.standing = self.standing[:2]

    def take(self, event: Map) -> None:
        """Apply an event. Raises Refused, and then the model is spent."""
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
        """The position, without what the documents do not speak of."""
        found: Map = {"deal": len(self.deals), "dealer": self.dealer, "turn": self.turn}
        found |= {"standing": self.standing, "winners": sorted(self.winners)}
        if self.phase not in OUTSIDE:
            found["hands"] = [sorted(self.hands.get(seat, [])) for seat in self.seats]
        return found

    def results(self, details: list[Any]) -> list[tuple[Any, ...]]:
        """The deals, with the details of another where the documents name none."""
        return [
            (d["dealer"], d["void"], d["changes"], other if d["detail"] is None else d["detail"])
            for d, other in zip(self.deals, details, strict=True)
        ]

    def active(self) -> list[int]:
        return self.seats

    def left_of(self, seat: int, among: Collection[int]) -> int:
        seat = (seat + 1) % len(self.seats)
        return seat if seat in among else self.left_of(seat, among)

    def clockwise(self, first: int) -> list[int]:
        return self.seats[first:] + self.seats[:first]

    def deal(self, event: Map) -> None:
        dealer, hands, stock = event["dealer"], event["hands"], event.get("stock")
        cards = [card for hand in hands for card in hand] + (stock or [])
        need(self.phase in ("start", "choosing", "void", "done"), dealer in self.dealers)
        need(not any(hands[seat] for seat in self.seats if seat not in self.active()))
        need(all(cards.count(card) <= self.pack.count(card) for card in cards))
        self.dealer, self.dealers, self.scored = dealer, {dealer}, True
        self.before, self.points, self.seen = list(self.standing), {}, []
        self.deals.append({"dealer": dealer, "void": False, "changes": None, "detail": {}})
        size = len(self.pack) - sum(map(len, hands))
        fair = all(len(hands[seat]) == self.hand_size for seat in self.active())
        self.phase, self.turn = "wrong", None
        if fair and (stock is None or len(stock) == size):
            self.hands = {seat: list(hands[seat]) for seat in self.active()}
            self.stock = [None] * size if stock is None else list(stock)
            self.begin(dealer)

    def from_top(self, card: str) -> None:
        """This can be the top of the stock; from now on it is."""
        need(self.stock, self.stock[:1] in ([card], [None]))
        if self.stock[0] is None:
            need(self.known().count(card) < self.pack.count(card))
        self.stock[0] = card

    def known(self) -> list[str]:
        """The cards that are somewhere else in this deal."""
        held = [card for hand in self.hands.values() for card in hand]
        return held + [card for card in self.stock[1:] if card]

    def misdeal(self, event: Map) -> None:
        need(self.phase not in OUTSIDE or self.phase == "wrong")
        self.void()

    def void(self) -> None:
        """What was scored is taken back; the same dealer deals again."""
        self.phase, self.turn, self.standing = "void", None, list(self.before)
        self.deals[-1].update(void=True, changes=[0] * len(self.standing))

    def score(self, event: Map) -> None:
        need(self.phase in ("done", "over"), not self.scored)
        self.scored = True

    def lies(self, event: Map) -> list[str]:
        """What a `score` that is in order claims falsely. Without a name it claims nothing."""
        told = event.get("points", {})
        false = [f"claim-{name}" for name in told if told[name] != self.points.get(name)]
        return false or ["claim"] * (event["changes"] != self.deals[-1]["changes"])

    def end(self, changes: list[int], detail: Map | None) -> None:
        """The deal is complete. Without a detail where the documents name none."""
        self.deals[-1].update(changes=changes, detail=detail)
        self.standing = [a + b for a, b in zip(self.before, changes, strict=True)]
        self.phase, self.turn, self.scored = "done", None, False
