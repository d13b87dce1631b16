"""Chase the Ace: cuckoo, compendium and le-her, with every option (sections 1 to 3)."""

from __future__ import annotations

from typing import ClassVar

from tests.engine.naive.model import Map, Model, need

DECKS = {  # high to low
    "cucu40": "cuckoo hunter horse cat inn 10 9 8 7 6 5 4 3 2 1 nulla bucket mask lion fool",
    "gnav42": "cuckoo dragoon cat horse house 12 11 10 9 8 7 6 5 4 3 2 1 0 pot owl fool",
    "kille42": "cuckoo hussar sow cavalier inn 12 11 10 9 8 7 6 5 4 3 2 1 wreath flowerpot mask"
    " harlequin",
}
CUCKOO: Map = {
    "lives": 3,
    "deck": "standard52",
    "dealer_draws_king": "blocked",
    "final_tie": "joint",
    "sudden_death_style": "deal",
    "king_block": "mandatory",
    "shown_king_ends_turn": False,
    "dealer_king_blocks": True,
    "low_card_reveal": "off",
    "domino": "off",
    "ace_of_spades": False,
    "dealer_advantage": False,
    "all_equal_free": False,
    "stake": "lives",
    "ante": 0,
    "misdeal": "redeal",
}
COMPENDIUM: Map = CUCKOO | {
    "dealer_draws_king": "kept",
    "final_tie": "sudden_death",
    "low_card_reveal": "both",
    "misdeal": "player_choice",
}
LE_HER: Map = CUCKOO | {"lives": 1, "dealer_advantage": True}
PROFILES = {"cuckoo": CUCKOO, "compendium": COMPENDIUM, "le-her": LE_HER}


class ChaseTheAce(Model):
    hand_size = 1
    defaults: ClassVar[Map] = {}

    def __init__(self, rules: Map, players: int, standing: list[int] | None = None) -> None:
        profile = rules.get("profile", "cuckoo")
        self.compendium = profile == "compendium"
        rules = PROFILES[profile] | {"packs": 2 if players > 13 else 1} | rules
        super().__init__(rules, players, standing or [rules["lives"]] * players)
        self.ranks = "KQJT98765432A"  # high to low, as the special packs
        self.special = DECKS.get(rules["deck"], "").split()
        self.packs = rules["packs"]
        self.pack = (self.special * 2 or self.pack) * self.packs
        self.low = {"off": "", "ace": "A", "low3": "A23"}[rules["domino"]]
        self.low_shown = "" if rules["low_card_reveal"] == "off" or self.special else "A23"
        self.middle = standing is not None
        self.drawn: list[str] = []  # the compendium's dealing round
        self.sudden_death = False
        self.asker: int | None = None  # the domino rule: who may go on, and whom he may ask
        self.next_asked: int | None = None
        if self.middle:
            self.dealers = set(self.active())

    def active(self) -> list[int]:
        return [seat for seat in self.seats if self.standing[seat] > 0]

    def facts(self) -> Map:
        found = super().facts()
        if self.phase in ("turns", "showdown") and self.next_asked is not None:
            found.pop("turn")  # two may act: the asker again, or who comes next
        return found

    def height(self, card: str) -> int:
        return -(self.special.index(card) if self.special else self.ranks.index(card[0]))

    def is_king(self, card: str) -> bool:
        return card == "cuckoo" if self.special else card[0] == "K"

    def begin(self, dealer: int) -> None:
        face_up = self.sudden_death and self.rules["sudden_death_style"] == "showdown"
        order = [s for s in self.clockwise((dealer + 1) % len(self.seats)) if s in self.hands]
        self.to_act: list[int] = [] if face_up else order  # who has a turn to come
        self.acted, self.king_lost = False, False
        self.shown: set[int] = set()  # who has shown a card that is public now
        self.due = set(self.hands)  # who has to show at the showdown
        self.asker = self.next_asked = None
        self.come_to_turn()

    def come_to_turn(self) -> None:
        self.phase = "turns" if self.to_act else "showdown"
        self.turn = self.to_act[0] if self.to_act else None

    # ---- turns ----

    def turn_of(self, seat: int) -> None:
        """This player's turn begins and ends here."""
        need(self.phase == "turns", seat == self.turn)
        self.to_act.pop(0)
        self.acted, self.asker, self.next_asked = True, None, None
        self.come_to_turn()

    def stay(self, event: Map) -> None:
        if self.next_asked is not None and event["seat"] == self.asker:
            self.asker = self.next_asked = None  # a domino stops
        else:
            self.turn_of(event["seat"])

    def ask(self, event: Map) -> str:
        """What the asked player holds, where the request is in order: the next active player, or
        by the domino rule the one after (A-14)."""
        seat, target = event["seat"], event["target"]
        if self.next_asked is not None and seat == self.asker:
            need(target == self.next_asked)
            self.asker = self.next_asked = None
        else:
            need(self.phase == "turns", seat == self.turn != self.dealer)
            need(target == self.left_of(seat, self.hands))
            self.turn_of(seat)
        return self.hands[target][0]

    def blocks(self, target: int, card: str) -> bool:
        """A-07: with a King, but the dealer perhaps not."""
        return self.is_king(card) and (target != self.dealer or self.rules["dealer_king_blocks"])

    def swap(self, event: Map) -> None:
        seat, target = event["seat"], event["target"]
        asked = self.ask(event)
        need(not self.blocks(target, asked) or self.rules["king_block"] == "optional")
        for giver in (seat, target) if self.rules["low_card_reveal"] == "both" else (seat,):
            need(giver in self.shown or self.hands[giver][0][0] not in self.low_shown)
        self.shown -= {seat, target}
        self.hands[seat], self.hands[target] = self.hands[target], self.hands[seat]
        if self.hands[seat][0][0] in self.low and target != self.dealer and not self.special:
            self.asker, self.next_asked = seat, self.left_of(target, self.hands)

    def block(self, event: Map) -> None:
        target, card = event["target"], event["card"]
        need(card == self.ask(event), self.blocks(target, card))
        if self.rules["shown_king_ends_turn"] and target in self.to_act:
            self.to_act.remove(target)
            self.come_to_turn()

    def cut(self, event: Map) -> None:
        need(not self.compendium)
        if self.phase not in ("start", "choosing"):
            return self.from_stock(event)
        self.phase = "choosing"  # a lot: any dealer

    def draw(self, event: Map) -> None:
        need(self.compendium)
        if self.phase not in ("start", "choosing"):
            return self.from_stock(event)
        need(not self.special, otherwise=None)  # there is no Jack
        seat, card = event["seat"], event["card"]
        need(seat in self.choosers, self.drawn.count(card) < self.packs)
        self.drawn.append(card)
        self.phase, self.dealers = "choosing", {seat} if card[0] == "J" else set()
        self.choosers = set() if self.dealers else {(seat + 1) % len(self.seats)}

    def from_stock(self, event: Map) -> None:
        """CC-4, CP-4.6, A-01: the dealer alone, the top card in the compendium."""
        seat, card = event["seat"], event["card"]
        need(seat == self.dealer)
        self.turn_of(seat)
        need(not self.compendium or self.stock[0] in (card, None))
        need(sum(hand.count(card) for hand in self.hands.values()) < self.pack.count(card))
        king = self.is_king(card)
        self.king_lost = king and self.rules["dealer_draws_king"] == "loses"
        if not king or self.rules["dealer_draws_king"] == "kept":
            self.hands[seat] = [card]

    # ---- cards shown ----

    def reveal(self, event: Map) -> None:
        seat, cards = event.get("seat", -1), event["cards"]
        need(seat in self.hands, cards == self.hands.get(seat))
        need(self.phase in ("turns", "exposed", "showdown"))
        if self.phase == "showdown":
            going_on = self.next_asked is not None and cards[0][0] in self.low_shown
            need(seat in self.due)
            need(not going_on, otherwise=None)  # or does the domino go on?
            self.due.remove(seat)
            self.next_asked = None
            return None if self.due else self.settle()
        warns = cards[0][0] in self.low_shown and seat in self.exchanging()
        must = self.rules["low_card_reveal"] == "both" or seat in (self.turn, self.asker)
        need(must or not warns, otherwise=None)  # a warning, though only the asker owes one
        need(warns or not self.acted)
        need(
            self.phase == "turns", warns or seat not in self.shown, otherwise=None
        )  # shown already
        self.shown.add(seat)
        if not warns and self.rules["misdeal"] == "redeal":
            self.phase, self.turn = "exposed", None

    def exchanging(self) -> list[int | None]:
        """Who may be about to hand over a card: the askers and those they may ask."""
        pair: list[int | None] = [self.asker, self.next_asked]
        if self.turn is not None and self.turn != self.dealer:
            pair += [self.turn, self.left_of(self.turn, self.hands)]
        return pair

    # ---- the end of a deal ----

    def losers(self, lowest: int) -> list[int]:
        if self.king_lost:
            return [self.dealer or 0]
        losers = [s for s in self.hands if self.height(self.hands[s][0]) == lowest]
        if len(losers) == len(self.hands) and self.rules["all_equal_free"]:
            return []
        if len(losers) > 1 and self.rules["dealer_advantage"]:
            losers = [seat for seat in losers if seat != self.dealer]
        return sorted(losers)

    def cost(self, seat: int) -> int:
        double = self.rules["ace_of_spades"] and self.hands[seat] == ["As"]
        return min(2 if double else 1, self.standing[seat])

    def settle(self) -> None:
        low_card = min((hand[0] for hand in self.hands.values()), key=self.height)
        losers = self.losers(self.height(low_card))
        costs = [self.cost(seat) if seat in losers else 0 for seat in self.seats]
        detail: Map = {"lowest": low_card if self.special else low_card[0], "losers": losers}
        self.end([-cost for cost in costs], detail)
        if not self.active() and self.rules["final_tie"] == "sudden_death":
            self.standing = [int(seat in losers) for seat in self.seats]
            self.sudden_death = True
        tokens = self.rules["stake"] == "tokens"
        if tokens or self.rules["ante"]:
            lost = self.rules["lives"] * len(self.seats) - sum(self.standing) if tokens else 0
            pot = self.rules["ante"] * len(self.seats) + lost
            detail["pot"] = None if self.middle else pot
        if len(self.active()) < 2:
            self.phase, self.winners = "over", set(self.active() or losers)
        else:
            self.dealers = {self.left_of(self.deals[-1]["dealer"], self.active())}
