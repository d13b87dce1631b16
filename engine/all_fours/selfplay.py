"""All Fours games played at random, within the rules (see `Game.play`).

The hands are kept beside the fold, suit by suit: to look through the fold's table of cards for
every trick would take longer than to play it. A hand is in the order in which its cards came, which
is chance already: of a suit the last card is as good as any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import UNSET

from cardlog.engine import tricks as rules
from cardlog.engine.game import Dice, Hand, Playing, Table
from cardlog.engine.state import DONE, OVER
from cardlog.records.cards import FULLY_KNOWN, Card
from cardlog.records.events import Cut, Deal, Draw, Points, Reveal, Score, Trick

PACK: Final = [card for card in Card if card.code < FULLY_KNOWN]
CHANCES: Final = 2520 * 4  # each suit as likely, and each of up to ten cards
SUIT: Final = {card: card.code >> 4 for card in PACK}


def match(
    s: rules.TrickState, table: Table, dice: Dice, hand: Callable[[Any, Table, Dice], Playing]
) -> Playing:
    """A whole match; `hand` plays what comes between a deal and its score."""
    while s.next_dealer < 0:
        yield from cuts(s, dice)
    while s.phase != OVER:
        yield deal(s, table, dice)
        yield from hand(s, table, dice)
        if s.phase == DONE or s.phase == OVER:
            yield score(s)


def cuts(s: rules.TrickState, dice: Dice) -> Iterator[Cut]:
    """A card from each who cuts in this round."""
    pack = PACK.copy()
    for seat in [seat for seat in range(s.seats) if s.cutters >> seat & 1]:
        yield Cut(seat, pack.pop(dice.below(len(pack))))


def deal(s: rules.TrickState, table: Table, dice: Dice) -> Deal:
    """The shuffled pack given out."""
    cards = dice.shuffled(PACK)
    hands = []
    table.hands = []
    for first in range(0, s.seats * rules.HAND, rules.HAND):
        cards_dealt = cards[first : first + rules.HAND]
        hand: Hand = ([], [], [], [])
        for card in cards_dealt:
            hand[SUIT[card]].append(card)
        table.hands.append(hand)
        hands.append(tuple(cards_dealt))
    table.stock = cards[s.seats * rules.HAND :]
    return Deal(s.next_dealer, tuple(hands), tuple(table.stock))


def turn_up(s: rules.TrickState, table: Table) -> Reveal:
    """The top of the stock is shown."""
    return Reveal((table.stock[s.pos],))


def tricks(s: rules.TrickState, table: Table, dice: Dice, lead: Card | None = None) -> Playing:
    """All tricks of a deal and the draws: everybody plays any card that is allowed.

    The first lead may be chosen before.
    """
    hands, stock, seats = table.hands, table.stock, s.seats
    clockwise = hands + hands  # from any player on
    strict, must_trump, below = s.strict, s.must_trump, dice.below
    while s.phase == rules.TRICK:
        luck = below(CHANCES)  # one throw serves all the choices of a trick
        seat = s.leader
        led = lead or any_suit(hands[seat], luck).pop()
        lead = None
        suit = SUIT[led]
        trump = s.trump if s.trump >= 0 else suit  # the first lead may make it
        may_trump = suit != trump and not strict  # though able to follow
        cards = [led]
        for hand in clockwise[seat + 1 : seat + seats]:
            able = hand[suit]
            if not able:
                able = (must_trump and hand[trump]) or any_suit(hand, luck)
            elif may_trump and (trumps := hand[trump]):
                able = able if luck % (len(able) + len(trumps)) < len(able) else trumps
            cards.append(able.pop())
        yield Trick(seat, tuple(cards))
        if s.phase == rules.DRAW:
            seat = s.turn
            for card in stock[s.pos : s.pos + seats]:
                hands[seat][SUIT[card]].append(card)
                yield Draw(seat, card)
                seat = seat + 1 if seat + 1 < seats else 0


def any_suit(hand: Hand, luck: int) -> list[Card]:
    """The cards of any suit of the hand."""
    k = luck & 3
    return hand[k] or hand[k - 1] or hand[k - 2] or hand[k - 3]


def score(s: rules.TrickState) -> Score:
    """What the deal came to, point by point."""
    high, low, jack, game = whose(s.high), whose(s.low), whose(s.jack), whose(s.game)
    nine = whose(s.nine) if s.nine_counts else UNSET
    return Score(tuple(s.changes), Points(high, low, jack, game, nine))


def whose(point: int) -> int | None:
    """The side that has a point, None where nobody has it."""
    return point if point >= 0 else None


def with_stock(s: rules.TrickState, table: Table, dice: Dice) -> Playing:
    """California Jack and Shasta Sam: a turn-up, and a draw after every trick."""
    yield turn_up(s, table)
    yield from tricks(s, table, dice)
