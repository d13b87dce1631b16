"""Exact chances, found by playing every deal through the engine.

Each deal is enumerated by ranks, with as many suits as it takes, and weighted by how often it is
dealt; the players follow a fixed policy, and every event goes through the rules. Where the dealer
takes a card from the stock, every card that he may get is tried.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import perm
from typing import Any, Final

import pytest

from cardlog.engine import games
from cardlog.engine.exchange import TURNS, ExchangeState
from cardlog.engine.game import Dice
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.engine.games.chase_the_ace.play import play, turn
from cardlog.engine.games.chase_the_ace.policies import Policy, Threshold
from cardlog.engine.state import CLAIMED
from cardlog.records.cards import Card
from cardlog.records.events import Deal, Reveal, Stay

GAME: Final = games.find("chase-the-ace")
RANKS: Final = DECKS[0].ranks
STAY: Final = tuple(Stay(seat=seat) for seat in range(3))
Losses = tuple[int, ...]


class NoDice:
    """A choice that is left to chance here would be a fault of the test."""

    def below(self, n: int) -> int:
        assert n == 1, "the dealer cuts the only card that is offered"
        return 0

    def shuffled(self, cards: list[Card]) -> list[Card]:
        raise AssertionError


class Nobody(Threshold):
    """Nobody exchanges."""

    def __init__(self) -> None:
        super().__init__(DECKS[0], "A", False)

    def exchanges(self, s: ExchangeState, seat: int, dice: Dice) -> bool:
        return False


class LeHer(Threshold):
    """Le Her by thresholds: the other player asks, the dealer takes, up to these ranks.

    A dealer who was asked knows both cards: he takes where his is the lower, and stands after
    showing a King.
    """

    def __init__(self, asks: str, takes: str) -> None:
        super().__init__(DECKS[0], asks, False)
        self.takes = RANKS.index(takes)
        self.known: bool | None = None  # whether the dealer, who was asked, has the lower card

    def new_deal(self) -> None:
        self.known = None

    def forced(self, seat: int, had: int, got: int) -> None:
        self.known = got < had

    def exchanges(self, s: ExchangeState, seat: int, dice: Dice) -> bool:
        mine = s.strength[s.hand[seat]]
        if seat != s.dealer:
            return mine <= self.most
        if s.shown[seat]:
            return False
        return mine <= self.takes if self.known is None else self.known


def cards_of(ranks: tuple[str, ...]) -> tuple[Card, ...]:
    """Different cards of these ranks."""
    seen: Counter[str] = Counter()
    cards = []
    for rank in ranks:
        cards.append(Card[rank + "cdhs"[seen[rank]]])
        seen[rank] += 1
    return tuple(cards)


def ways(ranks: tuple[str, ...]) -> int:
    """In how many ways cards of these ranks are dealt in this order; 0 for five of a rank."""
    found = 1
    for times in Counter(ranks).values():
        found *= perm(4, times)
    return found


@cache
def losses(rules: tuple[tuple[str, Any], ...], seats: int, policy: Policy) -> dict[Losses, int]:
    """How often a first deal ends with these changes; the last seat deals."""
    options = GAME.options(dict(rules), seats)
    found: Counter[Losses] = Counter()
    ends: dict[Any, Counter[Losses]] = {}  # by what is held when the dealer has decided
    for ranks in product(RANKS, repeat=seats):
        if ways(ranks):
            state = GAME.start(options, seats, None)
            deal = Deal(dealer=seats - 1, hands=tuple((card,) for card in cards_of(ranks)))
            advance(state, [deal])
            policy.new_deal()
            while state.phase == TURNS and state.turn != state.dealer:
                advance(state, turn(state, [], NoDice(), policy))
            takes = state.phase == TURNS and policy.exchanges(state, state.dealer, NoDice())
            held = (tuple(state.strength[card] for card in state.hand), takes)
            if held not in ends:
                ends[held] = last_turn(state, ranks, takes, policy)
            found.update(ends[held])
    return dict(found)


def last_turn(
    s: ExchangeState, ranks: tuple[str, ...], takes: bool, policy: Policy
) -> Counter[Losses]:
    """How a deal ends, by the ways in which it and one more card are dealt."""
    if not takes:
        return Counter({settled(s, [], policy): ways(ranks) * (52 - len(ranks))})
    found: Counter[Losses] = Counter()
    for rank in RANKS:
        if ways((*ranks, rank)):
            stock = [cards_of((*ranks, rank))[-1]]
            found[settled(s.copy(), stock, policy)] += ways((*ranks, rank))
    return found


def settled(s: ExchangeState, stock: list[Card], policy: Policy) -> Losses:
    """What everybody loses once the dealer has acted and all have shown."""
    if s.phase == TURNS:
        advance(s, turn(s, stock, NoDice(), policy))
    advance(s, play(s, [], NoDice(), policy))
    return tuple(s.changes)


def advance(s: ExchangeState, events: list[Any]) -> None:
    code, event = GAME.advance(s, iter(events), CLAIMED)
    assert code == 0, event


def chance(found: dict[Losses, int], seat: int) -> Fraction:
    """The chance that this seat loses a life."""
    return Fraction(sum(n for changes, n in found.items() if changes[seat]), sum(found.values()))


def options(**rules: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(rules.items())


@pytest.mark.parametrize(
    ("asks", "takes", "king", "wins"),
    [
        ("6", "7", "blocked", Fraction(2828, 5525)),  # both keep, the 7 and the 8
        ("6", "8", "blocked", Fraction(2834, 5525)),  # only the dealer changes his 8
        ("7", "7", "blocked", Fraction(2838, 5525)),  # only the other changes his 7
        ("7", "8", "blocked", Fraction(2828, 5525)),  # both change
        ("6", "7", "kept", Fraction(7706, 16575)),
    ],
)
def test_le_her(asks: str, takes: str, king: str, wins: Fraction) -> None:
    rules = options(profile="le-her", dealer_draws_king=king)
    found = losses(rules, 2, LeHer(asks, takes))
    assert sum(found.values()) == perm(52, 3)
    assert chance(found, 1) == wins


@pytest.mark.parametrize(
    ("profile", "seats"),
    [
        ("cuckoo", ("1633/5525", "1119/2975", "15653/38675")),
        ("compendium", ("36689/116025", "46477/116025", "1979/5525")),
    ],
)
def test_three_players_exchange_a_seven_or_less(profile: str, seats: tuple[str, ...]) -> None:
    rules = options(profile=profile, low_card_reveal="off")
    found = losses(rules, 3, Threshold(DECKS[0], "7", True))
    assert [chance(found, seat) for seat in range(3)] == list(map(Fraction, seats))


def test_four_players_who_all_keep_their_cards_have_one_loser() -> None:
    found = losses(options(), 4, Nobody())
    one = sum(n for changes, n in found.items() if sum(changes) == -1)
    assert Fraction(one, sum(found.values())) == Fraction(736, 833)


def test_how_often_the_last_three_or_four_go_out_together() -> None:
    """A-03: with one life each and nobody exchanging, one goes out and three tie, or all do."""
    four = losses(options(lives=1), 4, Nobody())
    three = losses(options(lives=1), 3, Nobody())
    one = sum(n for changes, n in four.items() if sum(changes) == -1)
    first = Fraction(one, sum(four.values()))
    all_three = Fraction(three[-1, -1, -1], sum(three.values()))
    all_four = Fraction(four[-1, -1, -1, -1], sum(four.values()))
    assert (first * all_three, all_four) == (Fraction(736, 354025), Fraction(1, 20825))


def test_what_the_ace_of_spades_adds() -> None:
    """A-15: n/52 lives a round where all stand, found by playing every deal of three players."""
    pack = [card for card in Card if card.code < 64]
    lost = {}
    for ace in (False, True):
        rules = GAME.options({"ace_of_spades": ace}, 3)
        begun = GAME.start(rules, 3, None)
        lost[ace] = sum(-sum(all_stand(begun.copy(), hands)) for hands in permutations(pack, 3))
    assert Fraction(lost[True] - lost[False], perm(52, 3)) == Fraction(3, 52)


def all_stand(s: ExchangeState, hands: tuple[Card, ...]) -> list[int]:
    """What each loses where nobody exchanges."""
    advance(s, [Deal(dealer=2, hands=tuple((card,) for card in hands)), *STAY])
    advance(s, [Reveal(seat=seat, cards=(card,)) for seat, card in enumerate(hands)])
    return s.changes


@pytest.mark.parametrize(
    ("king", "dealer"), [("blocked", "199249/649740"), ("kept", "257213/974610")]
)
def test_a_king_from_the_stock_matters_to_the_dealer(king: str, dealer: str) -> None:
    """A-01: four players exchange a Seven or less, unless an exchange gave them a higher card."""
    found = losses(options(dealer_draws_king=king), 4, Threshold(DECKS[0], "7", True))
    assert chance(found, 3) == Fraction(dealer)
