"""Every deal that a record allows, one by one: what the reasoning is held to.

Only for Chase the Ace, and for records whose stock is written down but for a few cards: then the
cards not seen are few, like a small pack, and can be dealt out in every way there is. Nothing is
traced here: each deal is played through by the engine with all its cards known, and what was seen
is compared with what lies there at that moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine.fold import Fold, begin
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.engine.state import IN_PLAY
from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Block, Cut, Deal, Draw, Reveal
from cardlog.records.game import Record
from tests.engine.unseen.sound import may_be


class Worlds(NamedTuple):
    """The records that explain it, all cards known; and how far the others got at most.

    `beyond` is True where some broke off at a pardoned event: what came of that nobody can tell.
    """

    found: list[Record]
    reach: int
    beyond: bool


def worlds(record: Record, end: int, pardoned: int = 0) -> Worlds:
    """Every deal that explains the events before `end`; those of the mask need not keep the rules.

    `reach` is the event that no deal explains, with all before it; `end` where some deal does.
    """
    search = _Search(record, end, pardoned)
    fold = begin(record)
    search.go(fold, 0, fold.state, [], [])
    return Worlds(search.found, search.reach, search.beyond)


class _Search:
    def __init__(self, record: Record, end: int, pardoned: int) -> None:
        self.record = record
        self.end = end
        self.pardoned = pardoned
        self.found: list[Record] = []
        self.reach = 0
        self.beyond = False

    def go(self, fold: Fold, k: int, state: Any, stock: list[Card], done: list[AnyEvent]) -> None:
        self.reach = max(self.reach, k)
        if k == self.end:
            self.found.append(replace(self.record, events=tuple(done)))
            return
        event = self.record.events[k]
        for true, left in _true_events(event, state, stock):
            after = state.copy()
            code = fold.game.apply(after, true)
            if code > 0 and self.pardoned >> k & 1:
                if fold.game.let_stand(after, true, code) > 0:
                    self.reach = self.end  # beyond telling, so nothing can be said against it
                    self.beyond = True
                    self.found.append(replace(self.record, events=(*done, true)))
                    continue
                code = 0
            if code <= 0:
                self.go(fold, k + 1, after, left, [*done, true])


def _true_events(
    event: AnyEvent, state: Any, stock: list[Card]
) -> Iterator[tuple[AnyEvent, list[Card]]]:
    """The event as it may have been, and the stock after it."""
    deck = DECKS[state.deck]
    if isinstance(event, Deal):
        yield from _deals(event, deck.cards * state.copies)
    elif isinstance(event, (Cut, Draw)) and state.phase >= IN_PLAY:
        places = range(1) if isinstance(event, Draw) else range(len(stock))
        for place in {stock[p]: p for p in places}.values():
            if may_be_seen(event.card, stock[place]):
                left = stock[:place] + stock[place + 1 :]
                yield replace(event, card=stock[place]), left
    elif isinstance(event, Block) or (isinstance(event, Reveal) and len(event.cards) == 1):
        seat = event.target if isinstance(event, Block) else event.seat
        code = state.hand[seat] if seat is not UNSET else -1
        if code < 0:
            yield event, stock  # nothing to show: for the engine to say
            return
        card = deck.card(code)
        seen = event.card if isinstance(event, Block) else event.cards[0]
        if may_be_seen(seen, card):
            told: dict[str, Any] = (
                {"card": card} if isinstance(event, Block) else {"cards": (card,)}
            )
            yield replace(event, **told), stock
    else:
        yield event, stock


def may_be_seen(seen: Card, card: Card) -> bool:
    return seen is card or (seen.value == "??" or (card.suit is not None and may_be(seen, card)))


def _deals(event: Deal, pack: list[Card]) -> Iterator[tuple[AnyEvent, list[Card]]]:
    stock = () if event.stock is UNSET else event.stock
    seen = [card for hand in (*event.hands, stock) for card in hand]
    left = Counter(pack)
    left.subtract(card for card in seen if card.known)
    rest = sorted(left.elements(), key=str)
    open_places = [k for k, card in enumerate(seen) if not card.known]
    if len(rest) != len(open_places) or min(left.values()) < 0:
        return
    for order in set(permutations(rest)):
        cards = list(seen)
        for place, card in zip(open_places, order, strict=True):
            cards[place] = card
        if all(may_be_seen(seen[p], cards[p]) for p in open_places):
            hands, taken = [], 0
            for hand in event.hands:
                hands.append(tuple(cards[taken : taken + len(hand)]))
                taken += len(hand)
            full = replace(event, hands=tuple(hands), stock=tuple(cards[taken:]))
            yield full, cards[taken:]
