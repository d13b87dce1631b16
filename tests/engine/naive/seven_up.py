"""Seven-Up (SU-1 to SU-19): the turn-up, the beg, and running the cards."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.naive.all_fours import AllFours
from tests.engine.naive.model import Map, need


class SevenUp(AllFours):
    defaults: ClassVar[Map] = {
        "target": 7,
        "after_run": "discard",
        "game_tie": "elder",
        "gift_to": "each",
        "low_to": "holder",
    }

    def __init__(self, rules: Map, players: int, standing: list[int] | None = None) -> None:
        super().__init__({"partners": players == 4} | rules, players, standing)
        self.discarding = set[int]()
        if self.rules["partners"]:
            self.partnerships()

    def facts(self) -> Map:
        found = super().facts()
        if self.phase != "trick":
            found.pop("trump", None)  # so far it is only proposed
        if self.phase in ("discard", "bunch"):
            found.pop("turn")  # discards come in any order
        return found

    def begin(self, dealer: int) -> None:
        super().begin(dealer)
        self.passed: str | None = None  # the suit for which somebody begged
        self.drawing: list[int] = []  # who draws the cards of a run
        self.discarding = set()

    def turn_up(self, card: str) -> None:
        """SU-3 and, after a run, SU-7. The card is not in play."""
        need(self.phase == "turn-up")
        self.from_top(card)
        self.stock.pop(0)
        self.seen.append(card)
        self.trump = card[1]
        self.turned_jack = card[0] == "J" and self.trump != self.passed  # SU-8
        if self.turned_jack:
            self.gain(self.sides[self.dealer or 0])
        if self.phase == "over":
            return
        if self.passed is None:
            self.phase, self.turn = "answer", self.eldest
        elif self.trump == self.passed:
            self.run_on()
        elif self.rules["after_run"] == "discard":
            self.phase, self.discarding = "discard", set(self.seats)
        else:
            self.phase, self.turn = "trick", self.eldest

    def run_on(self) -> None:
        """Three cards for each from the dealer's left, then a new turn-up, if there are as many."""
        self.drawing = [seat for seat in self.clockwise(self.eldest) for _ in range(3)]
        if len(self.stock) > len(self.drawing):
            self.phase, self.turn = "run", self.eldest
        else:
            self.phase, self.turn = "bunch", None  # all that is left is a misdeal

    def call(self, event: Map) -> None:
        seat, call = event["seat"], event["call"]
        need(self.phase in ("answer", "begged"), seat == self.turn)
        need(call in (("stand", "beg") if self.phase == "answer" else ("give", "run")))
        if call == "stand":
            self.phase, self.turn = "trick", self.eldest
        elif call == "beg":
            self.phase, self.turn = "begged", self.dealer
        elif call == "run":
            self.passed = self.trump
            self.run_on()
        else:
            presented = self.presented()
            need(all(self.standing[side] + 1 < self.rules["target"] for side in presented))
            for side in presented:
                self.gain(side)
            self.phase, self.turn = "trick", self.eldest

    def presented(self) -> set[int]:
        """The sides to which a gift goes."""
        if self.rules["gift_to"] == "eldest":
            return {self.sides[self.eldest]}
        return set(self.sides) - {self.sides[self.dealer or 0]}

    def draw(self, event: Map) -> None:
        need(self.phase == "run", event["seat"] == self.turn)
        self.from_top(event["card"])
        self.stock.pop(0)
        self.hands[event["seat"]].append(event["card"])
        self.drawing.pop(0)
        self.phase = "run" if self.drawing else "turn-up"
        self.turn = self.drawing[0] if self.drawing else None

    def discard(self, event: Map) -> None:
        """SU-11: down to six. The cards are out of play."""
        seat, cards = event["seat"], event["cards"]
        need(self.phase == "discard", seat in self.discarding)
        hand = self.hands[seat]
        need(len(cards) == len(set(cards)) == len(hand) - 6, set(cards) <= set(hand))
        self.hands[seat] = [card for card in hand if card not in cards]
        self.seen += cards
        self.discarding.remove(seat)
        if not self.discarding:
            self.phase, self.turn = "trick", self.eldest

    def tied_game(self) -> int | None:
        """SU-16."""
        elder = self.rules["game_tie"] == "elder" and len(self.seats) == 2
        return self.sides[self.eldest] if elder else None
