"""All Fours games played at random, within the rules (see `Game.play`).

A hand is in the order in which its cards came, which is chance already: of a suit the last card
is as good as any. The hands are kept beside the fold, suit by suit: to look through the fold's table of cards for
every trick would take longer than to play it. Events go to the fold together wherever the next one
does not depend on what the rules make of the one before.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine import tricks as rules
from cardlog.engine.game import Dice, Hand, Table
from cardlog.engine.state import CHOOSING, DONE, OVER, START
from cardlog.records.cards import FULLY_KNOWN, Card
from cardlog.records.events import AnyEvent, Cut, Deal, Draw, Points, Reveal, Score, Trick

PACK: Final = [card for card in Card if card.code < FULLY_KNOWN]
SUIT: Final = {card: card.code >> 4 for card in PACK}


def between_deals(s: rules.TrickState, table: Table, dice: Dice) -> list[AnyEvent]:
    """Cutting for the deal; the score of a deal, and the next deal; nothing once it is over."""
    events: list[AnyEvent] = []
    if s.phase in (DONE, OVER) and s.deals and not s.scored:
        events.append(score(s))
    if s.phase == OVER:
        return events
    if s.phase == START or (s.phase == CHOOSING and s.next_dealer < 0):
        return cuts(s, dice)
    cards = dice.shuffled(PACK)
    hands = [tuple(cards[k * rules.HAND : (k + 1) * rules.HAND]) for k in range(s.seats)]
    table.stock = cards[s.seats * rules.HAND :]
    table.hands = [by_suit(hand) for hand in hands]
    events.append(Deal(s.next_dealer, tuple(hands), tuple(table.stock)))
    return events


def cuts(s: rules.TrickState, dice: Dice) -> list[AnyEvent]:
    """A card from each who cuts."""
    pack = PACK.copy()
    return [
        Cut(seat, pack.pop(dice.below(len(pack)))) for seat in range(s.seats) if s.cutters >> seat & 1
    ]


def by_suit(cards: tuple[Card, ...]) -> Hand:
    """These cards as a hand: clubs, diamonds, hearts, spades."""
    hand: Hand = ([], [], [], [])
    for card in cards:
        hand[SUIT[card]].append(card)
    return hand


def turned_up(s: rules.TrickState, table: Table, dice: Dice) -> list[AnyEvent]:
    """What comes between deals, and the turn-up after a new one."""
    events = between_deals(s, table, dice)
    if events and type(events[-1]) is Deal:
        events.append(Reveal((table.stock[0],)))
    return events


def draws(s: rules.TrickState, table: Table) -> list[AnyEvent]:
    """One card to each, from whoever draws first."""
    drawn: list[AnyEvent] = []
    hands, seats, seat = table.hands, s.seats, s.turn
    for card in table.stock[s.pos : s.pos + seats]:
        drawn.append(Draw(seat, card))
        hands[seat][SUIT[card]].append(card)
        seat = seat + 1 if seat + 1 < seats else 0
    return drawn


def trick(s: rules.TrickState, table: Table, dice: Dice, lead: Card | None = None) -> Trick:
    """A random trick: everybody plays any card that is allowed; the lead may be chosen before."""
    hands, seats, trump = table.hands, s.seats, s.trump
    seat = leader = s.leader
    led = lead or any_of(hands[leader], dice)
    suit = SUIT[led]
    if trump < 0:
        trump = suit
    may_trump = suit != trump and not s.strict  # though able to follow
    cards = [led]
    for _ in range(seats - 1):
        seat = seat + 1 if seat + 1 < seats else 0
        hand = hands[seat]
        able = hand[suit]
        if not able:
            card = hand[trump].pop() if s.must_trump and hand[trump] else any_of(hand, dice)
        elif may_trump and hand[trump] and dice.below(len(able) + len(hand[trump])) >= len(able):
            card = hand[trump].pop()
        else:
            card = able.pop()
        cards.append(card)
    return Trick(leader, tuple(cards))


def any_of(hand: Hand, dice: Dice) -> Card:
    """A card of a random suit, taken from the hand."""
    k = dice.below(4)
    return (hand[k] or hand[k - 1] or hand[k - 2] or hand[k - 3]).pop()


def score(s: rules.TrickState) -> Score:
    """What the deal came to, point by point."""
    high, low, jack, game, nine = (
        point if point >= 0 else None for point in (s.high, s.low, s.jack, s.game, s.nine)
    )
    points = Points(high, low, jack, game, nine) if s.nine_counts else Points(high, low, jack, game)
    return Score(tuple(s.changes), points)


def with_stock(s: rules.TrickState, table: Table, dice: Dice) -> list[AnyEvent]:
    """California Jack and Shasta Sam: a turn-up, and a draw after every trick."""
    if s.phase == rules.DRAW:
        events = draws(s, table)
        events.append(trick(s, table, dice))
        return events
    if s.phase == rules.TRICK:
        return [trick(s, table, dice)]
    return turned_up(s, table, dice)
