"""Showdowns under house rules, with cards unseen: checked against every assignment of cards.

Three players show cards that were seen in full, in part or not at all. A few cards of high, middle
and low rank stand for all: whatever the fold states as certain must hold for each way in which
they can be the cards that were not seen. What each player's own card makes certain, whether or
not another player can still have the same one, must be stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, Final, NamedTuple

import pytest

from cardlog.engine import audit
from cardlog.records import game
from cardlog.records.cards import Card, known_part

LOW_FIRST: Final = "A7K"
CARDS: Final = [Card[rank + suit] for rank in LOW_FIRST for suit in "shd"]
SEEN: Final = ("As", "Ah", "A?", "7s", "K?", "?s", "??")
DEALER: Final = 2
Standing = tuple[int, ...]


class House(NamedTuple):
    """The house rules of a table."""

    ace_of_spades: bool = False
    dealer_advantage: bool = False
    all_equal_free: bool = False
    sudden_death: bool = False

    def rules(self) -> dict[str, Any]:
        found = self._asdict()
        tie = "sudden_death" if found.pop("sudden_death") else "joint"
        return found | {"final_tie": tie}


class Result(NamedTuple):
    changes: tuple[int, ...]
    standing: Standing
    winners: frozenset[int]
    lowest: str


def fits(seen: tuple[str, ...], cards: tuple[Card, ...]) -> bool:
    return all(known_part(Card[s].code, c.code) == c.code for s, c in zip(seen, cards, strict=True))


def reckoned(cards: tuple[Card, ...], standing: Standing, house: House, king: bool) -> Result:
    """CC-5.2 to CC-6.2, A-01, A-15, A-16 and A-23, written without the engine."""
    ranks = [str(card.rank) for card in cards]
    lowest = min(ranks, key=LOW_FIRST.index)
    losers = {seat for seat in range(3) if ranks[seat] == lowest}
    if king:
        losers = {DEALER}
    elif len(losers) == 3 and house.all_equal_free:
        losers = set()
    elif len(losers) > 1 and house.dealer_advantage:
        losers -= {DEALER}
    changes = []
    for seat in range(3):
        cost = 2 if house.ace_of_spades and cards[seat] is Card["As"] else 1
        changes.append(-min(cost, standing[seat]) if seat in losers else 0)
    after = [lives + change for lives, change in zip(standing, changes, strict=True)]
    alive = frozenset(seat for seat in range(3) if after[seat])
    if alive:
        winners = alive if len(alive) == 1 else frozenset()
    elif house.sudden_death:
        after, winners = [1, 1, 1], frozenset()
    else:
        winners = frozenset(losers)
    return Result(tuple(changes), tuple(after), winners, lowest)


def agrees(stated: Any, true: Any) -> bool:
    return stated is None or stated == true


def check(found: audit.Outcome, possible: list[Result], imagined: list[Result], story: Any) -> None:
    """Nothing is stated that is not so in every case; what is lost in every case, even if cards
    could repeat, is stated."""
    assert found.findings == (), story
    (deal,) = found.deals
    changes, detail = deal.changes, deal.detail
    assert changes is not None
    for true in possible:
        assert all(map(agrees, changes, true.changes)), story
        assert all(map(agrees, found.standing, true.standing)), story
        assert agrees(detail["lowest"], true.lowest), story
        assert not found.winners or set(found.winners) == true.winners, story
        assert found.status != "finished" or true.winners, story
    for seat in range(3) if imagined else ():
        if {true.changes[seat] for true in imagined} == {-1}:
            assert changes[seat] == -1, story


def played(
    hands: tuple[str, ...], moves: list[dict[str, Any]], shown: tuple[str, ...],
    rules: dict[str, Any], standing: Standing,
) -> audit.Outcome:  # fmt: skip
    events = [
        {"type": "deal", "dealer": DEALER, "hands": [[card] for card in hands]},
        {"type": "stay", "seat": 0}, {"type": "stay", "seat": 1}, *moves,
        *({"type": "reveal", "seat": k, "cards": [card]} for k, card in enumerate(shown)),
    ]  # fmt: skip
    record = {"cardlog": 1, "game": "chase-the-ace", "players": ["Ana", "Bruno", "Carla"]}
    record |= {"rules": rules, "standing": list(standing), "events": events}
    return audit.outcome(game.from_map(record))


HOUSES: Final = [House(*flags) for flags in product((False, True), repeat=4) if any(flags)]


@pytest.mark.parametrize(
    "house", HOUSES, ids=lambda h: "-".join(n for n, on in h._asdict().items() if on)
)
@pytest.mark.parametrize("standing", [(3, 3, 3), (1, 1, 1), (2, 1, 1), (1, 1, 2)])
def test_what_a_showdown_states_holds_in_every_case(house: House, standing: Standing) -> None:
    stay = [{"type": "stay", "seat": DEALER}]
    for seen, ways, more in SHOWDOWNS:
        possible = [reckoned(cards, standing, house, False) for cards in ways]
        imagined = [reckoned(cards, standing, house, False) for cards in more]
        found = played(("??",) * 3, stay, seen, house.rules(), standing)
        check(found, possible, imagined, (seen, house, standing))


Ways = list[tuple[Card, ...]]


def showdowns() -> Iterator[tuple[tuple[str, ...], Ways, Ways]]:
    """What may be seen of three cards, and how it can be: with different cards, or with any."""
    for seen in product(SEEN, repeat=3):
        more = [cards for cards in product(CARDS, repeat=3) if fits(seen, cards)]
        if ways := [cards for cards in more if len(set(cards)) == 3]:
            yield seen, ways, more


SHOWDOWNS: Final = list(showdowns())


@pytest.mark.parametrize("house", [House(), House(dealer_advantage=True), House(True, False, True)])
@pytest.mark.parametrize("standing", [(3, 3, 3), (1, 1, 1), (2, 1, 1), (1, 1, 2)])
@pytest.mark.parametrize("old", ["7s", "7?", "?s", "??"])
@pytest.mark.parametrize("cut", ["Kh", "7h", "?h", "??"])
def test_a_king_that_loses_and_may_not_have_been_seen(
    house: House, standing: Standing, old: str, cut: str
) -> None:
    """A-01: the dealer took a card and shows his old one after a King, the new one otherwise."""
    rules = house.rules() | {"dealer_draws_king": "loses"}
    moves = [{"type": "cut", "seat": DEALER, "card": cut}]
    deals = [d for d in permutations(CARDS, 4) if fits((old, cut), d[2:])]
    for seen in product(("As", "7d", "??"), ("A?", "K?"), ("7s", "7h", "7?", "K?", "?h", "??")):
        possible = []
        for one, two, mine, taken in deals:
            king = taken.rank == "K"
            shown = (one, two, mine if king else taken)
            if fits(seen, shown):
                possible.append(reckoned(shown, standing, house, king))
        if possible:
            found = played(("??", "??", old), moves, seen, rules, standing)
            check(found, possible, [], (old, cut, seen, house, standing))
