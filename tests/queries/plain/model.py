"""Records taken apart in the plainest way: deals, turns of Chase the Ace, tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from cardlog.engine.audit import Audit, DealResult, Outcome
from cardlog.records.cards import Card
from cardlog.records.events import (
    AnyEvent,
    Block,
    Cut,
    Deal,
    Draw,
    Gap,
    Reveal,
    Score,
    Stay,
    Swap,
    Trick,
)
from cardlog.records.game import Record

Rows = list[tuple[Any, ...]]
Matches = tuple[tuple[Record, Outcome, Audit], ...]
COUNTED: Final[dict[str, Callable[..., Rows]]] = {}
RANKS: Final = "A23456789TJQK"


def counts(report: Callable[..., Rows]) -> Callable[..., Rows]:
    """Register what counts a report, under its name."""
    COUNTED[report.__name__.replace("_", "-")] = report
    return report


class Dealt(NamedTuple):
    """A deal: `number` is its record's, `result` None where the fold did not come to it."""

    number: int
    record: Record
    found: Outcome
    deal: int
    first: int
    events: tuple[AnyEvent, ...]
    result: DealResult | None

    @property
    def game(self) -> str:
        return self.record.game

    @property
    def begun(self) -> Deal:
        assert isinstance(self.events[0], Deal)
        return self.events[0]

    @property
    def size(self) -> int:
        return len(self.record.players)

    @property
    def dealer(self) -> int | None:
        return None if self.result is None else self.result.dealer

    @property
    def changes(self) -> tuple[int | None, ...] | None:
        return None if self.result is None else self.result.changes

    @property
    def counts(self) -> bool:
        """It was played to its end, and is not void."""
        return self.result is not None and self.result.changes is not None and not self.result.void

    def told(self, name: str) -> Any:
        return None if self.result is None else self.result.detail.get(name)

    @property
    def gap(self) -> bool:
        return any(isinstance(event, Gap) for event in self.events)

    def change(self, seat: int) -> int | None:
        return None if self.changes is None else self.changes[seat % len(self.changes)]


def deals(matches: Matches, *games: str) -> Iterator[Dealt]:
    """Every deal, of these games or of all."""
    for number, (record, found, _) in enumerate(matches):
        if games and record.game not in games:
            continue
        starts = [k for k, event in enumerate(record.events) if isinstance(event, Deal)]
        results = {each.events[0]: each for each in found.deals}
        for deal, (begin, end) in enumerate(zip(starts, [*starts[1:], None], strict=False), 1):
            events = record.events[begin:end]
            yield Dealt(number, record, found, deal, begin, events, results.get(begin))


FOURS: Final = ("california-jack", "shasta-sam", "seven-up", "pitch")


class Turn(NamedTuple):
    """A turn of Chase the Ace; `card` and `got` as ranks from 0 for the Ace."""

    seat: int
    card: int | None
    given: bool
    chosen: type
    got: int | None
    target: int | None


def turns(dealt: Dealt) -> list[Turn]:
    """The turns in their order, each with the card held by then."""
    if dealt.gap:
        return []
    held: list[Card | None] = [hand[0] if hand else None for hand in dealt.begun.hands]
    found: list[Turn] = []
    asked = None
    for event in dealt.events:
        if not isinstance(event, (Stay, Swap, Block, Cut, Draw)):
            continue
        seat = event.seat
        target = getattr(event, "target", None)
        got = held[event.target] if isinstance(event, Swap) else getattr(event, "card", None)
        found.append(Turn(seat, rank(held[seat]), asked == seat, type(event), rank(got), target))
        asked = None
        if isinstance(event, Swap):
            held[seat], held[event.target] = held[event.target], held[seat]
            asked = event.target
    return found


def rank(card: Card | None) -> int | None:
    """0 for an Ace to 12 for a King; None where it was not seen or is of a special pack."""
    if card is None or len(card.value) != 2 or card.value[1] not in "cdhs?":
        return None
    return RANKS.find(card.value[0]) if card.value[0] in RANKS else None


def showdown(dealt: Dealt) -> list[tuple[int, Card]]:
    """Who showed which card after the last turn."""
    shown: list[tuple[int, Card]] = []
    for event in dealt.events:
        if isinstance(event, (Stay, Swap, Block, Cut, Draw)):
            shown = []
        elif isinstance(event, Reveal) and event.seat is not UNSET:
            shown.append((event.seat, event.cards[0]))
    return shown


class Taken(NamedTuple):
    """A trick, and the place in it of the winning card; None where that is not known."""

    leader: int
    cards: tuple[Card, ...]
    place: int | None


def trump_of(dealt: Dealt) -> str | None:
    """The suit of trumps, from the result or else from the cards."""
    if dealt.told("trump") is not None:
        return str(dealt.told("trump"))
    if dealt.gap:
        return None
    if dealt.game == "pitch":
        card = next(e.cards[0] for e in dealt.events if isinstance(e, Trick))
    else:
        ups = [e for e in dealt.events if isinstance(e, Reveal) and e.seat is UNSET]
        if not ups:
            return None
        card = ups[-1 if dealt.game == "seven-up" else 0].cards[0]
    return card.value[1] if seen(card) else None


def seen(card: Card) -> bool:
    """Whether the card is wholly known, of a standard pack."""
    return len(card.value) == 2 and card.value[1] in "cdhs" and card.value[0] != "?"


def tricks(dealt: Dealt) -> list[Taken]:
    """The tricks in their order."""
    found = []
    for event in dealt.events:
        if isinstance(event, Trick):
            suit = trump_of(dealt)
            place = None
            if suit is not None and all(map(seen, event.cards)):
                place = max(range(len(event.cards)), key=lambda k: power(event.cards, k, suit))
            found.append(Taken(event.leader, event.cards, place))
    return found


def power(cards: tuple[Card, ...], place: int, trump: str) -> int:
    """How high the card in this place ranks in its trick."""
    high = "23456789TJQKA".index(cards[place].value[0])
    suit = cards[place].value[1]
    return 100 + high if suit == trump else high if suit == cards[0].value[1] else -1


PIPS: Final = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


def pips(cards: tuple[Card, ...]) -> int:
    return sum(PIPS.get(card.value[0], 0) for card in cards)


def claim(dealt: Dealt) -> tuple[int, ...] | None:
    """The first score that was written down."""
    return next((e.changes for e in dealt.events if isinstance(e, Score)), None)


def wilson(k: int, n: int) -> tuple[float | None, float | None]:
    """Wilson's interval: the roots of (k/n - p)^2 = z^2 p (1 - p) / n."""
    if not n:
        return None, None
    z, share = 1.96, k / n
    a, b, c = 1 + z * z / n, -2 * share - z * z / n, share * share
    root = sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def mean(values: list[Any]) -> float | None:
    """The average of what is known."""
    known = [float(value) for value in values if value is not None]
    return sum(known) / len(known) if known else None


def share(k: float, n: float) -> float | None:
    return k / n if n else None
