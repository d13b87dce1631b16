"""All Fours games played at random, within the rules (see `Game.play`).

The hands are kept beside the fold, as lists of codes: to look through the fold's table of cards for
every trick would take longer than to play it.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine import tricks as rules
from cardlog.engine.game import Dice, Table
from cardlog.engine.state import CHOOSING, DONE, OVER, START
from cardlog.records.cards import FULLY_KNOWN, Card
from cardlog.records.events import AnyEvent, Cut, Deal, Draw, Points, Reveal, Score, Trick

PACK: Final = [card for card in Card if card.code < FULLY_KNOWN]
CARD: Final = {card.code: card for card in PACK}


def between_deals(s: rules.TrickState, table: Table, dice: Dice) -> list[AnyEvent]:
    """Cutting for the deal, the score of a deal, the next deal; nothing once it is over."""
    if s.phase in (DONE, OVER) and s.deals and not s.scored:
        return [score(s)]
    if s.phase == OVER:
        return []
    cards = dice.shuffled(PACK)
    if s.phase == START or (s.phase == CHOOSING and s.next_dealer < 0):
        cutters = [seat for seat in range(s.seats) if s.cutters >> seat & 1]
        return [Cut(seat=seat, card=cards[k]) for k, seat in enumerate(cutters)]
    hands = [cards[k * rules.HAND : (k + 1) * rules.HAND] for k in range(s.seats)]
    table.stock = cards[s.seats * rules.HAND :]
    table.hands = [[card.code for card in hand] for hand in hands]
    deal = Deal(dealer=s.next_dealer, hands=tuple(map(tuple, hands)), stock=tuple(table.stock))
    return [deal]


def turn_up(s: rules.TrickState, table: Table) -> list[AnyEvent]:
    """The top of the stock is shown."""
    return [Reveal(cards=(table.stock[s.pos],))]


def draws(s: rules.TrickState, table: Table) -> list[AnyEvent]:
    """One card to each, from whoever draws first."""
    drawn: list[AnyEvent] = []
    seat = s.turn
    for card in table.stock[s.pos : s.pos + s.seats]:
        drawn.append(Draw(seat, card))
        table.hands[seat].append(card.code)
        seat = seat + 1 if seat + 1 < s.seats else 0
    return drawn


def trick(
    s: rules.TrickState, leader: int, table: Table, dice: Dice, lead: int | None = None
) -> Trick:
    """A random trick: everybody plays any card that is allowed, the leader `lead` if given."""
    below, hands, seats, trump = dice.below, table.hands, s.seats, s.trump
    hand = hands[leader]
    led = hand.pop(below(len(hand)) if lead is None else hand.index(lead))
    suit = led >> 4
    cards = [CARD[led]]
    seat = leader
    for _ in range(seats - 1):
        seat = seat + 1 if seat + 1 < seats else 0
        hand = hands[seat]
        able = [code for code in hand if code >> 4 == suit]
        if able:
            if not s.strict and suit != trump:  # able to follow: follow or trump
                able += [code for code in hand if code >> 4 == trump]
        elif s.must_trump:
            able = [code for code in hand if code >> 4 == trump]
        choice = able or hand
        card = choice[below(len(choice))]
        hand.remove(card)
        cards.append(CARD[card])
    return Trick(leader, tuple(cards))


def score(s: rules.TrickState) -> Score:
    """What the deal came to, point by point."""
    names = ("high", "low", "jack", "game", *(("nine",) if s.nine_counts else ()))
    sides = {name: side if (side := getattr(s, name)) >= 0 else None for name in names}
    return Score(changes=tuple(s.changes), points=Points(**sides))


def with_stock(s: rules.TrickState, table: Table, dice: Dice) -> list[AnyEvent]:
    """California Jack and Shasta Sam: a turn-up, and a draw after every trick."""
    if s.phase == rules.DRAW:
        return [*draws(s, table), trick(s, s.leader, table, dice)]
    if s.phase == rules.TRICK:
        return [trick(s, s.leader, table, dice)]
    if s.phase == rules.TURN_UP:
        return turn_up(s, table)
    return between_deals(s, table, dice)
