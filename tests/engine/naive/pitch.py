"""Auction Pitch (PI-1 to PI-17): one round of bids, and the first card led is trump."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.naive.all_fours import AllFours
from tests.engine.naive.model import Map, need


class Pitch(AllFours):
    defaults: ClassVar[Map] = {
        "partners": False,
        "min_bid": 2,
        "dealer_steal": "below_max",
        "all_pass": "stick_dealer",
        "low_to": "holder",
        "smudge": "bid4",
        "go_out": "pitcher_first",
    }

    def __init__(self, rules: Map, players: int, standing: list[int] | None = None) -> None:
        best = 5 if rules.get("smudge") == "bid5" else 4
        target = 21 if rules.get("partners") else 7
        super().__init__({"max_bid": best, "target": target} | rules, players, standing)
        self.thrown_in = False
        self.value = {"1": 1, "2": 2, "3": 3, "4": 4, "smudge": best}
        if self.rules["partners"]:
            self.partnerships()

    def begin(self, dealer: int) -> None:
        super().begin(dealer)
        self.phase, self.turn = "calls", self.eldest
        self.bid, self.thrown_in = 0, False
        self.pitcher: int | None = None

    def reveal(self, event: Map) -> None:
        shown = event.get("seat") is not None and self.phase == "calls" and not self.bid
        need(not shown, otherwise=None)  # exposed in the deal
        need(False)

    def call(self, event: Map) -> None:
        seat, call = event["seat"], event["call"]
        need(self.phase == "calls", seat == self.turn)
        if call == "pass":
            stuck = seat == self.dealer and not self.bid
            need(not stuck or self.rules["all_pass"] != "stick_dealer")
        else:
            value = self.value.get(call, 0)
            need(self.rules["min_bid"] <= value <= self.rules["max_bid"])
            steals = seat == self.dealer and value == self.bid and self.may_steal()
            need(value > self.bid or steals)
            self.bid, self.pitcher = value, seat
        self.turn = self.left_of(seat, self.seats)
        if seat == self.dealer:
            self.sold()

    def may_steal(self) -> bool:
        """PI-5."""
        allowed: dict[str, bool] = {
            "below_max": self.bid < self.rules["max_bid"],
            "always": True,
            "four_only": self.bid == 4,
            "never": False,
        }
        return allowed[self.rules["dealer_steal"]]

    def sold(self) -> None:
        """PI-6, PI-7: after the dealer the pitcher leads, or the eldest hand where all passed."""
        if not self.bid and self.rules["all_pass"] == "throw_in":
            self.void()
            self.thrown_in = True
        else:
            self.phase, self.turn = "trick", self.eldest if self.pitcher is None else self.pitcher

    def misdeal(self, event: Map) -> None:
        need(self.phase != "void" or not self.thrown_in, otherwise=None)  # it needs no event
        super().misdeal(event)

    def book(self, detail: Map) -> None:
        """PI-12 to PI-15."""
        self.dealers = {self.eldest}
        names = list(self.points.values())
        made = [names.count(side) for side in range(len(self.standing))]
        if self.pitcher is None:
            self.end(made, detail | {"bid": None})
            return self.go_out(None)
        side = self.sides[self.pitcher]
        sweep = made[side] == 4 and self.tricks[side] == 6
        success = sweep if self.bid == 5 else made[side] >= self.bid
        if self.bid == 5 and success:
            made[side] = 5
        if not success:
            made[side] = -self.bid
        self.end(made, detail | {"bid": {"side": side, "value": self.bid, "made": success}})
        self.go_out(side if success else None)

    def go_out(self, pitcher: int | None) -> None:
        """The side that made its bid, if any, is counted first, then point by point."""
        counted, target = list(self.before), self.rules["target"]
        won = None
        if self.rules["smudge"] == "win_game" and len(set(self.points.values())) == 1:
            won = self.points["high"]
        elif pitcher is not None and self.standing[pitcher] >= target:
            won = pitcher
        elif self.rules["go_out"] == "pitcher_first":
            loser = self.deals[-1]["detail"]["bid"]
            for side in self.points.values():
                if side is not None and won is None and not (loser and side == loser["side"]):
                    counted[side] += 1
                    won = side if counted[side] >= target else None
        if won is not None:
            self.phase, self.winners = "over", {won}
