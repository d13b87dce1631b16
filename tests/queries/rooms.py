"""Rooms for the reports on chance: fair ones, and ones in which somebody cheats.

Players have styles of their own, each a rank up to which he asks, and now and then they toss for
it, so that habits as such must accuse nobody.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import tee
from typing import Any, Final

import duckdb

from cardlog.engine import games
from cardlog.engine.audit import outcome
from cardlog.engine.exchange import ExchangeState
from cardlog.engine.game import Dice, Table
from cardlog.engine.state import CLAIMED
from cardlog.queries.gather import Part
from cardlog.records.cards import Card
from cardlog.records.game import Record
from tests.queries.test_tables import database

MEMBERS: Final = ("ana", "bruno", "carla", "davi", "eva", "fabio", "gil", "helena")
STYLES: Final = {name: 4 + k % 4 for k, name in enumerate(MEMBERS)}  # asks up to this rank
Shuffle = Callable[[list[Card], random.Random], list[Card]]


def fair_shuffle(cards: list[Card], chance: random.Random) -> list[Card]:
    """Every order equally likely."""
    return sorted(cards, key=lambda _: chance.random())


class Room:
    """The dice and the habits of one table. `names` sit there."""

    def __init__(
        self,
        seed: str,
        *,
        names: tuple[str, ...],
        crooked: str | None = None,
        friends: tuple[str, str] | None = None,
        lazy: str | None = None,
    ) -> None:
        """`crooked` deals himself the better of two cards; `lazy` does not shuffle, but cut and
        riffle once; the first of `friends` spares the second his low cards."""
        self.chance = random.Random(seed)
        self.names = names
        self.crooked = crooked
        self.friends = friends
        self.lazy = lazy
        self.state: Any = None
        self.pack: list[Card] = []

    # ---- dice

    def below(self, n: int) -> int:
        return int(self.chance.random() * n)

    def shuffled(self, cards: list[Card]) -> list[Card]:
        dealer = self.state.next_dealer
        name = self.names[dealer] if dealer >= 0 else None
        if self.pack and self.lazy and name == self.lazy:
            pack = self._riffled()
        else:
            pack = fair_shuffle(cards, self.chance)
        if name and name == self.crooked and self.state.deals:
            self._serve_himself(pack, dealer)
        self.pack = list(pack)
        return pack

    def _riffled(self) -> list[Card]:
        cut = 15 + self.below(22)
        halves = [self.pack[:cut], self.pack[cut:]]
        merged = []
        while halves[0] or halves[1]:
            left = len(halves[0]) / (len(halves[0]) + len(halves[1]))
            merged.append(halves[self.chance.random() >= left].pop(0))
        return merged

    def _serve_himself(self, pack: list[Card], dealer: int) -> None:
        lives = self.state.standing
        own, spare = sum(each > 0 for each in lives[:dealer]), sum(each > 0 for each in lives)
        high = "A23456789TJQK"
        if high.index(pack[spare].value[0]) > high.index(pack[own].value[0]):
            pack[own], pack[spare] = pack[spare], pack[own]

    # ---- habits

    def new_deal(self) -> None:
        """Nothing to remember."""

    def forced(self, seat: int, had: int, got: int) -> None:
        """Nothing to remember."""

    def refuses(self, s: ExchangeState, seat: int, dice: Dice) -> bool:
        return True

    def exchanges(self, s: ExchangeState, seat: int, dice: Dice) -> bool:
        low = s.strength[s.hand[seat]] <= STYLES[self.names[seat]]
        if self.chance.random() < 0.15:
            low = not low
        pair = self.names[seat], self.names[s.left[seat]]
        return low and not (seat != s.dealer and pair == self.friends)


def match(room: Room, rules: dict[str, Any]) -> Record:
    """One match of Chase the Ace in a room."""
    game = games.find("chase-the-ace")
    options = game.options(rules, len(room.names))
    state = room.state = game.start(options, len(room.names), None)
    played, kept = tee(game.play(state, Table(room), room))
    while game.advance(state, played, heed=CLAIMED)[0] < 0:
        pass
    return Record(game=game.name, rules=rules, players=room.names, meta={}, events=tuple(kept))


def archive(seed: str, matches: int = 60, **cheats: Any) -> duckdb.DuckDBPyConnection:
    """Many matches of four or five, whoever of the members sits down."""
    chance = random.Random(f"{seed}/tables")
    part = Part()
    for number in range(matches):
        seated = sorted(MEMBERS, key=lambda _: chance.random())[: 4 + number % 2]
        room = Room(f"{seed}/{number}", names=tuple(seated), **cheats)
        record = match(room, {"profile": "cuckoo"})
        part.add(record, outcome(record))
    return database(part)
