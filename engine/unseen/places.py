"""The places of one All Fours deal, and what was seen of the cards that lay in them.

A place holds one card of the pack: of a hand as it was dealt, or of the stock, from which somebody
may draw it. A use is a card that a player plays, puts away or shows; from which of his places it
came need not have been seen. Places and uses have a mask each, with a bit for every card that they
may be, which is what all sightings of them leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.records.cards import FULLY_KNOWN, Card, card_of, known_part
from cardlog.records.events import AnyEvent, Deal, Discard, Draw, Gap, Reveal, Trick, Unknown

CODES: Final = tuple(card.code for card in Card if card.code < FULLY_KNOWN)
PACK: Final = sum(1 << code for code in CODES)
SUIT: Final = [sum(1 << code for code in CODES if code >> 4 == suit) for suit in range(4)]
NOBODY: Final = -1  # has the card: it is in the stock, or put aside
LEAD: Final = -1  # a use that need not follow a lead

# By the code of a card as it was seen: the mask of the cards that it may be.
MAY_BE: Final = {
    seen.code: sum(1 << code for code in CODES if known_part(seen.code, code) == code)
    for seen in Card
}


def known(mask: int) -> bool:
    """Whether this is one card for certain."""
    return not mask & (mask - 1)


def only(mask: int) -> Card:
    """The one card of a mask."""
    return card_of(mask.bit_length() - 1)


def suit_of(mask: int) -> int:
    """The suit of the one card of a mask."""
    return mask.bit_length() - 1 >> 4


class Use(NamedTuple):
    """A card that a player uses in an event. `lead` is the use that it has to follow, or LEAD."""

    event: int
    seat: int
    spent: bool  # whether it leaves the hand
    lead: int


class Places:
    """The places and uses of the events of a deal, as far as those of the mask `seen` tell.

    `lines` has for every seat, in order, the places that came to it and its uses (`~use`). `refs`
    has for every event with cards a place or `~use` for each of them. Behind a gap nothing is
    known.
    """

    def __init__(self, before: Any, events: Sequence[AnyEvent], seen: int) -> None:
        self.events = events
        self.end = len(events)
        self.masks: list[int] = []  # by place
        self.owner: list[int] = []  # by place, in the end
        self.since: list[int] = []  # by place: the event with which its owner got it
        self.uses: list[Use] = []
        self.used: list[int] = []  # by use: its mask
        self.lines: list[list[int]] = [[] for _ in range(before.seats)]
        self.refs: dict[int, list[int]] = {}
        self.left = [0] * before.seats  # by seat: cards in hand in the end
        self.possible = True  # False where more cards are used or drawn than there are
        self.aside = not before.refills  # a card that is turned up goes out of play
        self._top = 0  # the place on top of the stock
        for k, event in enumerate(events):
            if isinstance(event, (Gap, Unknown)):
                self.end = k
                break
            cards = cards_of(event)
            if cards:
                self.refs[k] = refs = self._trace(k, event)
                if seen >> k & 1:
                    for ref, card in zip(refs, cards, strict=False):
                        self._sight(ref, MAY_BE[card.code])

    def _trace(self, k: int, event: AnyEvent) -> list[int]:
        """Where the cards of an event lie, and where they go."""
        if isinstance(event, Deal):
            return self._deal(k, event)
        if isinstance(event, Draw):
            return [self._get(self._off_stock(), event.seat, k)]
        if isinstance(event, Trick):
            lead = len(self.uses)
            return [
                self._use(k, (event.leader + n) % len(self.lines), True, lead if n else LEAD)
                for n in range(len(event.cards))
            ]
        assert isinstance(event, (Discard, Reveal))
        if event.seat is UNSET:
            top = self._top
            places = [self._off_stock() for _ in event.cards]
            if not self.aside:
                self._top = top
            return places
        spent = isinstance(event, Discard)
        if len(event.cards) > self.left[event.seat]:
            self.possible = False
        return [self._use(k, event.seat, spent, LEAD) for _ in event.cards]

    def _deal(self, k: int, event: Deal) -> list[int]:
        refs = []
        for seat, hand in enumerate(event.hands):
            refs += [self._get(self._place(), seat, k) for _ in hand]
        self._top = len(refs)
        written = event.stock is not UNSET
        stock = len(event.stock) if event.stock is not UNSET else len(CODES) - len(refs)
        places = [self._place() for _ in range(stock)]
        return refs + places if written else refs

    def _place(self) -> int:
        self.masks.append(PACK)
        self.owner.append(NOBODY)
        self.since.append(0)
        return len(self.masks) - 1

    def _get(self, place: int, seat: int, k: int) -> int:
        self.owner[place] = seat
        self.since[place] = k
        self.lines[seat].append(place)
        self.left[seat] += 1
        return place

    def _off_stock(self) -> int:
        if self._top >= len(self.masks):
            self.possible = False
            return self._place()
        self._top += 1
        return self._top - 1

    def _use(self, k: int, seat: int, spent: bool, lead: int) -> int:
        self.lines[seat].append(~len(self.uses))
        self.uses.append(Use(k, seat, spent, lead))
        self.used.append(PACK)
        if spent:
            self.left[seat] -= 1
            if self.left[seat] < 0:
                self.possible = False
        return ~(len(self.uses) - 1)

    def _sight(self, ref: int, mask: int) -> None:
        if ref >= 0:
            self.masks[ref] &= mask
        else:
            self.used[~ref] &= mask

    def mask(self, ref: int) -> int:
        """What a place or a use may be."""
        return self.masks[ref] if ref >= 0 else self.used[~ref]

    def put(self, ref: int, mask: int) -> None:
        """Take a place or a use for one of these cards."""
        if ref >= 0:
            self.masks[ref] = mask
        else:
            self.used[~ref] = mask

    def now(self, k: int) -> AnyEvent:
        """The event with the cards that are known by now, `??` for others."""
        refs = self.refs.get(k)
        if refs is None:
            return self.events[k]
        masks = [self.mask(ref) for ref in refs]
        return with_cards(
            self.events[k],
            [only(mask) if known(mask) else SEEN.get(mask, HIDDEN) for mask in masks],
        )

    def filled(self, cards: Sequence[int], used: Sequence[int]) -> tuple[AnyEvent, ...]:
        """The events with these cards, by place and by use."""
        events = list(self.events)
        for k, refs in self.refs.items():
            codes = [cards[ref] if ref >= 0 else used[~ref] for ref in refs]
            events[k] = with_cards(events[k], [card_of(code) for code in codes])
        return tuple(events)


HIDDEN: Final = Card["??"]
# By mask, the card as it is written of which no more is known.
SEEN: Final = {MAY_BE[card.code]: card for card in Card if MAY_BE[card.code] and card.code <= 143}


def cards_of(event: AnyEvent) -> tuple[Card, ...]:
    """The cards of an event: of a deal hand by hand, the stock last."""
    if isinstance(event, Deal):
        stock = () if event.stock is UNSET else event.stock
        return (*(card for hand in event.hands for card in hand), *stock)
    if isinstance(event, Draw):
        return (event.card,)
    return event.cards if isinstance(event, (Trick, Discard, Reveal)) else ()


def with_cards(event: Any, cards: list[Card]) -> AnyEvent:
    """The event with these cards in the places of its own."""
    if isinstance(event, Deal):
        hands = []
        at = 0
        for hand in event.hands:
            hands.append(tuple(cards[at : at + len(hand)]))
            at += len(hand)
        stock = event.stock if event.stock is UNSET else tuple(cards[at:])
        return replace(event, hands=tuple(hands), stock=stock)
    changed = {"card": cards[0]} if isinstance(event, Draw) else {"cards": tuple(cards)}
    with_them: AnyEvent = replace(event, **changed)
    return with_them
