"""A deal as the rules take it: where every card lies."""

from __future__ import annotations

from itertools import chain

from msgspec import UNSET

from cardlog.engine import tricks as rules
from cardlog.engine.faults import UNREADABLE
from cardlog.engine.packs import fit
from cardlog.engine.state import DEAL_BEGUN
from cardlog.engine.tricks import TrickState
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN
from cardlog.records.events import Deal


def on_deal(s: TrickState, event: Deal) -> int:
    if len(event.hands) != s.seats or event.dealer >= s.seats:
        return UNREADABLE
    cards = rules.HAND * s.seats
    left = rules.PACK - cards
    had, stock, counts = rules.EMPTY.copy(), [UNKNOWN] * left, True
    try:
        for seat, hand in enumerate(event.hands):
            for card in hand:
                had[card.code] = seat
            if len(hand) != rules.HAND:
                counts = False
        place = had.copy()
        if event.stock is not UNSET:
            cards += left
            stock = [card.code for card in event.stock]
            for code in stock:
                place[code] = rules.IN_STOCK
    except IndexError:  # a card that was not fully seen has no place of its own
        return on_odd_deal(s, event)
    if not counts or len(stock) != left or len(place) - place.count(rules.NOWHERE) != cards:
        return on_odd_deal(s, event)
    code = rules.deal(s, event.dealer, 1, 1, left)
    if code == DEAL_BEGUN:
        lay_out(s, had, place, [0] * s.seats, stock)
    return code


def on_odd_deal(s: TrickState, event: Deal) -> int:
    """A deal of which not every card was seen, or with too many cards or too few, or one twice."""
    hands, left = event.hands, rules.PACK - rules.HAND * s.seats
    stock = [UNKNOWN] * left if event.stock is UNSET else [card.code for card in event.stock]
    counts = len(stock) == left and all(len(hand) == rules.HAND for hand in hands)
    fits = fit([*chain.from_iterable(hands), *(event.stock or ())], 1)
    code = rules.deal(s, event.dealer, int(fits), int(counts), len(stock))
    if code == DEAL_BEGUN and counts:
        had, unseen = rules.EMPTY.copy(), [0] * s.seats
        for seat, hand in enumerate(hands):
            for card in hand:
                if card.code < FULLY_KNOWN:
                    had[card.code] = seat
                else:
                    unseen[seat] += 1
        place = had.copy()
        for card_code in stock:
            if card_code < FULLY_KNOWN:
                place[card_code] = rules.IN_STOCK
        lay_out(s, had, place, unseen, stock)
    return code


def lay_out(
    s: TrickState, had: list[int], place: list[int], unseen: list[int], stock: list[int]
) -> None:
    """Put the cards of a new deal where they are; the lists are the state's own from now on."""
    s.had, s.place, s.stock = had, place, stock
    s.unseen, s.unseen_had = unseen, unseen.copy()
