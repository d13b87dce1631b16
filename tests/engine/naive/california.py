"""California Jack and Shasta Sam: All Fours with a stock (CJ-1 to CJ-5, C-01 to C-07)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.naive.all_fours import AllFours
from tests.engine.naive.model import OUTSIDE, Map, need


class CaliforniaJack(AllFours):
    defaults: ClassVar[
        Map
    ] = {  # how the cards lie and are drawn, `stock` and `loser_draw`, changes no card
        "target": 10,
        "low_to": "holder",
        "turned_jack": False,
        "first_dealer": "low",
        "strict_follow": False,
        "void_must_trump": False,
        "shasta_point": False,
    }

    def facts(self) -> Map:
        stock = {} if self.phase in OUTSIDE else {"stock": [card or "??" for card in self.stock]}
        return super().facts() | stock

    def best_cut(self, ranks: list[int]) -> int:
        """B-08: the ace is high in the cut."""
        return min(ranks) if self.rules["first_dealer"] == "low" else max(ranks)

    def begin(self, dealer: int) -> None:
        super().begin(dealer)
        self.drawing: list[int] = []  # who is still to draw after a trick
        self.odd_shown = False  # C-02: the card that nobody draws

    def reveal(self, event: Map) -> None:
        if self.phase not in ("done", "over") or "seat" in event or len(self.stock) != 1:
            return super().reveal(event)
        need(len(event["cards"]) == 1)  # C-02: the odd card, after the last trick
        self.from_top(event["cards"][0])
        need(self.phase == "done", not self.scored, not self.odd_shown, otherwise=None)
        self.odd_shown = True

    def turn_up(self, card: str) -> None:
        """B-03: it stays on top; any later top may be shown as well."""
        self.from_top(card)
        if self.phase != "turn-up":
            self.odd_shown = len(self.stock) == 1
            return
        self.trump, self.phase, self.turn = card[1], "trick", self.eldest
        if self.rules["turned_jack"] and card[0] == "J":
            self.turned_jack = True
            self.gain(self.dealer or 0)

    def after_trick(self) -> None:
        super().after_trick()
        if self.phase == "trick" and len(self.stock) >= len(self.seats):
            self.phase, self.drawing = "draw", self.clockwise(self.turn or 0)
            self.leader = self.turn

    def draw(self, event: Map) -> None:
        need(self.phase == "draw", event["seat"] == self.turn)
        self.from_top(event["card"])
        self.stock.pop(0)
        self.hands[event["seat"]].append(event["card"])
        self.drawing.pop(0)
        self.phase = "draw" if self.drawing else "trick"
        self.turn = self.drawing[0] if self.drawing else self.leader


class ShastaSam(CaliforniaJack):
    """The same with two or three players."""
