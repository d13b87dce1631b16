"""What the games of the All Fours family share: cuts, tricks, and High, Low, Jack, Game."""

from __future__ import annotations

from tests.engine.naive.model import OUTSIDE, Map, Model, need

RANKS = "23456789TJQKA"  # low to high
WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


class AllFours(Model):
    hand_size = 6

    def facts(self) -> Map:
        if self.phase in OUTSIDE:
            return super().facts()
        found = super().facts() | {"trump": self.trump}
        if self.sides == self.seats:
            found["taken"] = [sorted(cards) for cards in self.taken]
        return found

    def cut(self, event: Map) -> None:
        need(self.phase in ("start", "choosing"), event["seat"] in self.choosers - set(self.cuts))
        self.phase, self.dealers = "choosing", set()
        self.cuts[event["seat"]] = RANKS.index(event["card"][0])
        if set(self.cuts) == self.choosers:
            best = self.best_cut(list(self.cuts.values()))
            tied = {seat for seat, rank in self.cuts.items() if rank == best}
            self.cuts, self.choosers = {}, tied if len(tied) > 1 else set()  # they cut again
            self.dealers = tied - self.choosers

    def best_cut(self, ranks: list[int]) -> int:
        """SU-2: the highest cut deals."""
        return max(ranks)

    def begin(self, dealer: int) -> None:
        self.phase, self.turn = "turn-up", None
        self.eldest = self.left_of(dealer, self.seats)
        self.trump: str | None = None
        self.turned_jack = False  # by a Jack of trumps: the dealer has the point
        self.taken: list[list[str]] = [[] for _ in self.standing]
        self.played: dict[str, int] = {}  # the side of the hand from which a card came
        self.tricks = [0] * len(self.standing)
        self.at_once: list[int] = []  # the sides that scored before the last trick

    def known(self) -> list[str]:
        return super().known() + list(self.played) + self.seen

    def reveal(self, event: Map) -> None:
        need(self.phase not in OUTSIDE)
        seat, cards = event.get("seat"), event["cards"]
        if seat is None:
            need(self.phase != "exposed", len(cards) == 1)
            return self.turn_up(cards[0])
        need(not self.played, cards, len(cards) == len(set(cards)))  # exposed in the deal: B-18
        need(set(cards) <= set(self.hands[seat]))
        need(self.phase == "turn-up", not self.seen, otherwise=None)
        self.phase = "exposed"

    def turn_up(self, card: str) -> None:
        """The top of the stock is turned face up."""
        need(False)

    def trick(self, event: Map) -> None:
        leader, cards = event["leader"], event["cards"]
        need(self.phase == "trick", leader == self.turn, len(cards) == len(self.seats))
        plays = list(zip(self.clockwise(leader), cards, strict=True))
        need(all(card in self.hands[seat] for seat, card in plays))
        trump = self.trump or cards[0][1]  # in Pitch the first card led
        need(all(self.follows(self.hands[seat], card, cards[0][1], trump) for seat, card in plays))
        self.trump = trump
        for seat, card in plays:
            self.hands[seat].remove(card)
            self.played[card] = self.sides[seat]
        suit = trump if any(card[1] == trump for card in cards) else cards[0][1]
        best = max((c for c in cards if c[1] == suit), key=lambda card: RANKS.index(card[0]))
        self.turn = next(seat for seat, card in plays if card == best)
        self.taken[self.sides[self.turn]] += cards
        self.tricks[self.sides[self.turn]] += 1
        self.after_trick()

    def follows(self, hand: list[str], card: str, led: str, trump: str) -> bool:
        suits = {other[1] for other in hand}
        if card[1] == led:
            return True
        if led in suits:  # trumping is allowed even so, unless trump was led or the table is strict
            return card[1] == trump and not self.rules.get("strict_follow")
        return card[1] == trump or trump not in suits or not self.rules.get("void_must_trump")

    def after_trick(self) -> None:
        if not any(self.hands.values()):
            self.settle()

    def gain(self, side: int) -> None:
        """A point that counts when it is made."""
        self.at_once.append(side)
        self.standing[side] += 1
        if self.standing[side] >= self.rules["target"]:
            changes = [self.at_once.count(s) for s in range(len(self.standing))]
            self.end(changes, None)
            self.points = {"jack": side}  # a gift never ends a match
            self.phase, self.winners = "over", {side}

    def settle(self) -> None:
        trumps = [card for card in self.played if card[1] == self.trump]
        trumps.sort(key=lambda card: RANKS.index(card[0]))
        taker = {card: side for side, cards in enumerate(self.taken) for card in cards}
        pips = [sum(WORTH.get(card[0], 0) for card in cards) for cards in self.taken]
        most = [side for side, value in enumerate(pips) if value == max(pips)]
        low_to = taker if self.rules["low_to"] == "taker" else self.played
        dealer = self.sides[self.dealer or 0]
        self.points = {
            "high": self.played[trumps[-1]] if trumps else None,
            "low": low_to[trumps[0]] if trumps else None,
            "jack": dealer if self.turned_jack else taker.get(f"J{self.trump}"),
            "game": most[0] if len(most) == 1 else self.tied_game(),
        }
        if self.rules.get("shasta_point"):
            self.points["nine"] = taker.get(f"9{self.trump}")
        self.book({"trump": self.trump, **self.points, "pips": pips})

    def tied_game(self) -> int | None:
        return None

    def book(self, detail: Map) -> None:
        """Every side scores what it made; the first to reach the target in the count wins."""
        self.dealers = {self.eldest}
        made = [
            side
            for name, side in self.points.items()
            if side is not None and not (name == "jack" and self.turned_jack)  # scored at once
        ]
        total = [*self.at_once, *made]
        counted = list(self.standing)
        self.end([total.count(side) for side in range(len(self.standing))], detail)
        for side in made:
            counted[side] += 1
            if counted[side] >= self.rules["target"]:
                self.phase, self.winners = "over", {side}
                return
