"""What lies face up at a table: which cards taken from the stock everybody sees.

A `Sight` goes by the kinds of the events and by open cards alone. Whether an event is legal plays
no part, for that may hang on a hidden card.
"""

from __future__ import annotations

from cardlog.records.cards import UNKNOWN, Card, known_part
from cardlog.records.events import AnyEvent, Cut, Deal, Draw, Gap, Reveal, Trick, Unknown

SOME_CARD = Card["??"]


class Sight:
    """Where the stock is face down: the lot before the first deal is open, a later card is not."""

    def __init__(self) -> None:
        self.before_deal = True

    def shows(self, event: Cut | Draw) -> bool:
        """Whether all see the card that is about to be taken."""
        return self.before_deal

    def follow(self, event: AnyEvent) -> None:
        """Something has happened."""
        if _breaks(event):
            self.before_deal = False


class KingsSetAside(Sight):
    """A-12: the dealer shows the card that is set aside, and no other that he takes."""

    def __init__(self, rank: str) -> None:
        super().__init__()
        self.rank = rank

    def shows(self, event: Cut | Draw) -> bool:
        return self.before_deal or event.card.rank == self.rank


class TopOfStock(Sight):
    """CJ-3.3, B-01, B-02: the turn-up, and with a stock that is face up the cards after it.

    `top` is the card that lies open on the stock, `??` where the record does not say which, None
    while none does.
    """

    def __init__(self, face_up: bool, losers_open: bool) -> None:
        super().__init__()
        self.face_up = face_up
        self.losers_open = losers_open
        self.top: Card | None = None

    def shows(self, event: Cut | Draw) -> bool:
        if self.before_deal:
            return True
        # A card that is not the open one was not taken from where all could see it.
        top = self.top
        return type(event) is Draw and top is not None and _may_be(top, event.card)

    def follow(self, event: AnyEvent) -> None:
        super().follow(event)
        if type(event) is Reveal:
            if not isinstance(event.seat, int) and len(event.cards) == 1:
                self.top = event.cards[0]
        elif type(event) is Trick:
            if self.face_up and self.top is None:
                self.top = SOME_CARD
        elif type(event) is Draw:
            self.top = SOME_CARD if self.face_up and self.losers_open else None
        elif _breaks(event):
            self.top = None


def _breaks(event: AnyEvent) -> bool:
    """A new deal begins, or nobody can say what happened."""
    return type(event) in (Deal, Gap, Unknown)


def _may_be(top: Card, card: Card) -> bool:
    return top.code == UNKNOWN or known_part(top.code, card.code) >= 0
