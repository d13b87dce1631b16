"""Events to rules: the seats and cards of an event, as the numbers that rules take."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Final

from msgspec import UNSET

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours import after_gap
from cardlog.engine.faults import UNREADABLE
from cardlog.engine.game import COMMON, on_score
from cardlog.engine.match import no_place
from cardlog.engine.packs import fit
from cardlog.engine.state import DEAL_BEGUN
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN, Card
from cardlog.records.events import Cut, Deal, Gap, Misdeal, Reveal, Score

State = rules.TrickState

PACK: Final = frozenset(card.code for card in Card if card.code < FULLY_KNOWN)


def on_deal(s: State, event: Deal) -> int:
    if len(event.hands) != s.seats or event.dealer >= s.seats:
        return UNREADABLE
    cards = rules.HAND * s.seats
    left = len(PACK) - cards
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


def on_odd_deal(s: State, event: Deal) -> int:
    """A deal of which not every card was seen, or with too many cards or too few, or one twice."""
    hands, left = event.hands, len(PACK) - rules.HAND * s.seats
    stock = [UNKNOWN] * left if event.stock is UNSET else [card.code for card in event.stock]
    counts = len(stock) == left and all(len(hand) == rules.HAND for hand in hands)
    cards = [*chain.from_iterable(hands), *(event.stock or ())]
    fits = fit(cards, 1)
    code = rules.deal(s, event.dealer, int(fits), int(counts), len(stock))
    if code == DEAL_BEGUN and not all(card.known for card in cards):
        s.hidden = 1
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
    s: State, had: list[int], place: list[int], unseen: list[int], stock: list[int]
) -> None:
    """Put the cards of a new deal where they are; the lists are the state's own from now on."""
    s.had, s.place, s.stock = had, place, stock
    s.unseen, s.unseen_had = unseen, unseen.copy()


def on_reveal(s: State, event: Reveal) -> int:
    cards = event.cards
    if event.seat is UNSET:
        return rules.turn(s, cards[0].code if len(cards) == 1 else SPECIAL)
    return on_exposed(s, event)


def on_exposed(s: State, event: Reveal) -> int:
    """A card of a player's hand is shown."""
    if event.seat is UNSET or event.seat >= s.seats:
        return UNREADABLE
    return rules.expose(s, event.seat, [card.code for card in event.cards])


def on_cut(s: State, event: Cut) -> int:
    return rules.cut(s, event.seat, event.card.code) if event.seat < s.seats else UNREADABLE


def no_draw(s: State, seat: int, card: int) -> int:
    """A game without a stock to draw from."""
    return no_place(s)


def no_call(s: State, seat: int, word: int) -> int:
    """A game without calls."""
    return no_place(s)


def on_misdeal(s: State, event: Misdeal) -> int:
    if event.seat is not UNSET and event.seat >= s.seats:
        return UNREADABLE
    return rules.misdeal(s)


def on_claim(s: State, event: Score) -> int:
    if s.turned != rules.NONE:
        rules.turned_out(s)
    return on_score(s, event)


HANDLERS: Final[dict[type, Callable[[Any, Any], int]]] = COMMON | {
    Deal: on_deal,
    Reveal: on_reveal,
    Cut: on_cut,
    Misdeal: on_misdeal,
    Score: on_claim,
    Gap: after_gap.on_gap,
}


def on_deal_after_gap(s: State, event: Deal) -> int:
    return rules.not_played_out(s) or on_deal(s, event)


AFTER_GAP: Final = after_gap.HANDLERS | {Deal: on_deal_after_gap}
