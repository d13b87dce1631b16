"""Laws of the All Fours games that hold in every deal, whatever is played and under all options.

What a deal must have come to is counted here from its events, without the engine: who was dealt or
drew a card, who took it, what was turned up.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cardlog
from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import DealResult, Outcome
from cardlog.engine.games.california_jack.options import CaliforniaOptions
from cardlog.engine.games.pitch.options import PitchOptions
from cardlog.engine.games.seven_up.options import SevenUpOptions
from cardlog.engine.games.shasta_sam.options import ShastaOptions
from cardlog.engine.simulate import simulate
from cardlog.engine.tricks.points import PIPS as WORTH
from cardlog.records.cards import RANKS, SUITS, Card
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Call, Deal, Discard, Draw, Reveal, Trick
from cardlog.records.game import Record

OPTIONS: Final = {
    "california-jack": (CaliforniaOptions, (2,)),
    "shasta-sam": (ShastaOptions, (2, 3)),
    "seven-up": (SevenUpOptions, (2, 3, 4)),
    "pitch": (PitchOptions, (2, 3, 4, 5, 6, 7)),
}
PIPS: Final = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
many = settings(max_examples=60, deadline=None)


# ---- matches, and what their events come to ---------------------------------------------------


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    return st.booleans() if hint is bool else st.integers(1, 5)


@st.composite
def matches(draw: st.DrawFn, /, *games: str, **fixed: Any) -> Record:
    """A simulated match of one of the games, under options drawn at random."""
    game = draw(st.sampled_from(games or tuple(OPTIONS)))
    kind, tables = OPTIONS[game]
    hints = {k: hint for k, hint in get_type_hints(kind).items() if k != "edition"}
    names = draw(st.sets(st.sampled_from(sorted(hints))))
    rules = {name: draw(values_of(hints[name]), label=name) for name in sorted(names)} | fixed
    dice = SeededDice(f"laws/{draw(st.integers(0, 2**32))}")
    try:
        return simulate(game, rules, draw(st.sampled_from(tables)), dice, {})
    except RecordError:  # options that contradict each other or the number of players
        assume(False)
        raise


class Play(NamedTuple):
    """A deal as its events tell it."""

    result: DealResult
    events: tuple[AnyEvent, ...]
    tricks: list[Trick]
    holder: dict[Card, int]  # who was dealt or drew a card that was played
    taker: dict[Card, int]  # who took it
    turned: list[Card]

    @property
    def changes(self) -> tuple[int, ...]:
        """What the deal came to, side by side; nothing is open where all cards were seen."""
        assert self.result.changes is not None and None not in self.result.changes
        return tuple(change for change in self.result.changes if change is not None)

    @property
    def trumps(self) -> list[Card]:
        """The trumps that were played, the lowest first."""
        trump = self.result.detail["trump"]
        return sorted((c for c in self.taker if c.suit == trump), key=lambda c: c.code)

    def pips(self, side: int, sides: int) -> int:
        """What a side captured."""
        cards = (card for card, seat in self.taker.items() if seat % sides == side)
        return sum(PIPS.get(str(card.rank), 0) for card in cards)


def winner(trick: Trick, trump: str, seats: int) -> int:
    led = trick.cards[0].suit
    ranked = [(c.suit == trump, c.suit == led, c.code) for c in trick.cards]
    return (trick.leader + ranked.index(max(ranked))) % seats


def plays(record: Record, outcome: Outcome) -> Iterator[Play]:
    """The complete deals of a match in which tricks were played."""
    seats = len(record.players)
    for deal in outcome.deals:
        first, last = deal.events
        events = record.events[first : last + 1]
        tricks = [event for event in events if type(event) is Trick]
        if deal.void or not tricks:
            continue
        opening = events[0]
        assert type(opening) is Deal
        had = {card: seat for seat, hand in enumerate(opening.hands) for card in hand}
        had |= {event.card: event.seat for event in events if type(event) is Draw}
        taker = {
            card: winner(trick, deal.detail["trump"], seats)
            for trick in tricks
            for card in trick.cards
        }
        turned = [event.cards[0] for event in events if type(event) is Reveal]
        yield Play(deal, events, tricks, {card: had[card] for card in taker}, taker, turned)


# ---- every game -------------------------------------------------------------------------------


@given(matches())
@settings(max_examples=200, deadline=None)
def test_a_simulated_match_is_in_order_under_any_options(record: Record) -> None:
    answer = cardlog.audit(record)
    assert answer.findings == ()
    assert answer.status == "finished" or record.game == "pitch"


@given(matches())
@many
def test_what_a_side_has_is_the_sum_of_its_changes(record: Record) -> None:
    outcome = cardlog.outcome(record)
    for side, points in enumerate(outcome.standing):
        changes = [deal.changes[side] or 0 for deal in outcome.deals if deal.changes]
        assert points == sum(changes)


@given(matches())
@many
def test_who_held_the_high_trump_has_taken_it(record: Record) -> None:
    outcome = cardlog.outcome(record)
    sides = len(outcome.standing)
    for play in plays(record, outcome):
        if not play.trumps:
            assert play.result.detail["high"] is None
            continue
        high = play.trumps[-1]
        assert play.holder[high] == play.taker[high]
        assert play.result.detail["high"] == play.taker[high] % sides


@given(matches())
@many
def test_each_point_goes_where_the_cards_went(record: Record) -> None:
    outcome = cardlog.outcome(record)
    sides = len(outcome.standing)
    options = outcome.rules
    for play in plays(record, outcome):
        detail = play.result.detail
        by = {str(card.rank): card for card in play.trumps}
        assert detail["pips"] == [play.pips(side, sides) for side in range(sides)]
        if play.trumps:
            owner = play.taker if options["low_to"] == "taker" else play.holder
            assert detail["low"] == owner[play.trumps[0]] % sides
        if "J" in by and str(play.turned[-1].rank if play.turned else "") != "J":
            assert detail["jack"] == play.taker[by["J"]] % sides
        if options.get("shasta_point"):
            assert detail["nine"] == (play.taker[by["9"]] if "9" in by else None)
        best = [s for s in range(sides) if detail["pips"][s] == max(detail["pips"])]
        if len(best) == 1:
            assert detail["game"] == best[0]


# ---- California Jack and Shasta Sam -----------------------------------------------------------


@given(matches("california-jack"))
@many
def test_all_52_cards_are_played_in_california_jack(record: Record) -> None:
    """B-05: so High is the Ace, Low the Two, and the Jack is always scored."""
    outcome = cardlog.outcome(record)
    for play in plays(record, outcome):
        detail = play.result.detail
        assert len(play.tricks) == 26 and len(play.taker) == 52
        assert sum(detail["pips"]) == 80
        assert [str(card.rank) for card in play.trumps] == list(RANKS)
        assert None not in (detail["high"], detail["low"], detail["jack"])
        assert detail["game"] is not None or detail["pips"] == [40, 40]
        points = 3 + (detail["game"] is not None) + ("nine" in detail)
        assert sum(play.changes) == points


@given(matches("shasta-sam"))
@many
def test_one_card_is_left_over_where_three_play_shasta_sam(record: Record) -> None:
    """C-02: seventeen tricks, and the pips are 80 less those of the odd card."""
    outcome = cardlog.outcome(record)
    three = len(record.players) == 3
    for play in plays(record, outcome):
        opening = play.events[0]
        assert type(opening) is Deal and isinstance(opening.stock, tuple)
        assert len(play.tricks) == (17 if three else 26)
        left = set(opening.stock) - set(play.taker)
        assert left == ({opening.stock[-1]} if three else set())
        worth = sum(PIPS.get(str(card.rank), 0) for card in left)
        assert sum(play.result.detail["pips"]) == 80 - worth
        points = sum(play.changes)
        assert points <= 4 + ("nine" in play.result.detail)


class Rigged:
    """Dice that always deal the same pack and play at random."""

    def __init__(self, pack: list[Card]) -> None:
        self.pack = pack
        self.below = random.Random(7).randrange

    def shuffled(self, cards: list[Card]) -> list[Card]:
        return self.pack


def test_how_often_the_odd_card_is_one_that_counts() -> None:
    """C-02, counted over all turn-ups and odd cards: 4/221 for the Jack, the Ace and the Two each.

    Turn-ups of a suit are alike, so one deal stands for as many as the suit has cards to turn up.
    """
    deck = [card for card in Card if card.known and card.suit]
    assert len(deck) == 52
    missing = dict.fromkeys("AJ2", Fraction(0))
    game = nobody = Fraction(0)
    for odd in deck:
        for trump in SUITS:
            rest = [card for card in deck if card is not odd]
            turn_up = next(card for card in rest if card.suit == trump)
            rest.remove(turn_up)
            random.Random(f"{trump}{odd}").shuffle(rest)
            while len({card.rank for card in rest[:3]}) < 3:  # who cuts them is not tied
                rest = rest[1:] + rest[:1]
            pack = [*rest[:18], turn_up, *rest[18:], odd]
            record = simulate("shasta-sam", {"target": 1}, 3, Rigged(pack), {})
            (play,) = plays(record, cardlog.outcome(record))
            share = Fraction(13 - (odd.suit == trump), 52 * 51)
            for rank in missing:
                missing[rank] += share * (rank not in {str(card.rank) for card in play.trumps})
            nobody += share * (play.result.detail["jack"] is None)
            game += share * sum(play.result.detail["pips"])
    assert set(missing.values()) == {nobody} == {Fraction(4, 221)}
    assert game == 80 - Fraction(20, 13)


# ---- Seven-Up ---------------------------------------------------------------------------------


@given(matches("seven-up"))
@settings(max_examples=150, deadline=None)
def test_the_points_of_a_deal_of_seven_up_add_up(record: Record) -> None:
    """High, Low, Game and a captured Jack, each turned Jack that counts, and the gifts."""
    outcome = cardlog.outcome(record)
    sides = len(outcome.standing)
    for play in plays(record, outcome):
        detail = play.result.detail
        calls = [event.call for event in play.events if type(event) is Call]
        trump = detail["trump"]
        jacks = [play.turned[0], *(card for card in play.turned[1:] if card.suit == trump)]
        turned = sum(card.rank == "J" for card in jacks)
        receivers = sides - 1 if outcome.rules["gift_to"] == "each" else 1
        gifts = receivers if "give" in calls else 0
        taken = sum(detail[name] is not None for name in ("high", "low", "game"))
        taken += any(card.rank == "J" for card in play.trumps)
        total = sum(play.changes)
        assert total == turned + gifts + taken
        assert total <= 4 + gifts + ("run" in calls)
        assert max(play.changes) <= 5
        assert min(play.changes) >= 0


@given(matches("seven-up"))
@many
def test_a_gift_never_ends_a_match(record: Record) -> None:
    for step in cardlog.replay(record):
        if type(step.event) is Call:
            assert step.state.winners == () and step.state.phase != "over"


@given(matches("seven-up"))
@many
def test_as_many_tricks_are_played_as_cards_are_held(record: Record) -> None:
    outcome = cardlog.outcome(record)
    for play in plays(record, outcome):
        draws = sum(type(event) is Draw for event in play.events)
        discards = sum(len(event.cards) for event in play.events if type(event) is Discard)
        held = 6 * len(record.players) + draws - discards
        assert len(play.tricks) * len(record.players) == held == len(play.taker)
        assert bool(discards) == (draws > 0 and outcome.rules["after_run"] == "discard")


# ---- Pitch ------------------------------------------------------------------------------------


@given(matches("pitch"))
@settings(max_examples=150, deadline=None)
def test_a_pitcher_makes_the_bid_or_loses_it(record: Record) -> None:
    outcome = cardlog.outcome(record)
    for play in plays(record, outcome):
        detail, bid = play.result.detail, play.result.detail["bid"]
        assert len(play.tricks) == 6
        assert play.result.detail["trump"] == play.tricks[0].cards[0].suit
        for side, change in enumerate(play.changes):
            made = sum(detail[name] == side for name in ("high", "low", "jack", "game"))
            if bid is None or side != bid["side"]:
                assert change == made
            elif bid["value"] == 5:
                swept = made == 4 and all(
                    t % len(outcome.standing) == side for t in play.taker.values()
                )
                assert change == (5 if swept else -5) and bid["made"] is swept
            else:
                assert change == (made if made >= bid["value"] else -bid["value"])
                assert bid["made"] is (made >= bid["value"])


@given(matches("pitch", go_out="pitchers_only"))
@many
def test_only_a_pitcher_goes_out_where_that_is_the_rule(record: Record) -> None:
    outcome = cardlog.outcome(record)
    if outcome.winners and outcome.rules["smudge"] != "win_game":
        bid = outcome.deals[-1].detail["bid"]
        assert bid["made"] and outcome.winners == (bid["side"],)


def test_in_how_many_ways_game_is_tied() -> None:
    """B-13: of the 2^20 ways in which two can share the cards that count, 35566 give 40 to each."""
    ways = Counter({0: 1})
    for worth in filter(None, WORTH):
        ways = Counter(
            {total: ways[total] + ways[total - worth] for total in range(max(ways) + worth + 1)}
        )
    assert (sum(ways.values()), max(ways), ways[40]) == (2**20, 80, 35566)
