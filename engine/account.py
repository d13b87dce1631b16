"""The account of a deal: how its result came about, trick by trick or card by card.

What the scorebook holds of a deal (`outcome`) is here taken apart, so that anybody can add it up
again: who took which trick and what it was worth, who held and who took each point; or who held
which card in the end, and by which exchanges it came there. Nothing is read but events.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from cardlog.engine.audit import DealResult, Step, outcome, replay
from cardlog.engine.fold import begin
from cardlog.engine.tricks import PIPS
from cardlog.engine.views import Snapshot, snapshot
from cardlog.records.cards import Card
from cardlog.records.events import Cut, Deal, Draw, Score, Swap, Trick
from cardlog.records.game import Record

COMPLETE: Final = ("done", "over")
POINTS: Final = ("high", "low", "jack", "game", "nine")


class Play(msgspec.Struct, frozen=True):
    """A card put down in a trick; `pips` is what it counts for Game, None where it was not seen."""

    seat: int
    card: Card
    pips: int | None


class TrickTaken(msgspec.Struct, frozen=True, kw_only=True):
    """One trick: `winner` is a seat, None where unseen cards leave it open."""

    event: int
    plays: tuple[Play, ...]
    winner: int | None


class Point(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One point of an All Fours deal: the side that has it, and what it rests on.

    `holder` is the seat that had the card, `taker` the one that captured it. `open` is True where
    unseen cards decide; otherwise `side` None means nobody.
    """

    name: str
    side: int | None
    card: Card | None = None
    holder: int | None = None
    taker: int | None = None
    open: bool = False


class Held(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that a player came to hold: at which event, and from whom.

    `source` is the seat that gave it, None for the dealer's pack.
    """

    event: int
    card: Card
    source: int | None = None


class Scored(msgspec.Struct, frozen=True):
    """What a side scored at once, before the deal was complete: a turned Jack, a gift."""

    event: int
    side: int
    points: int


class DealAccount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How one deal came to its result.

    `changes` and `standing` (after the deal) are by side, with None where unseen cards leave them
    open. `claimed` is what the table wrote, `sheet` how everybody stands if all that it wrote so
    far counts, None without a score. `held` is by seat, in order, and `hands` the cards at the
    end (Chase the Ace); `tricks`,
    `points` and `pips`, the Game count by side, are those of the All Fours family.
    """

    deal: int
    dealer: int
    events: tuple[int, int]
    changes: tuple[int | None, ...] | None
    standing: tuple[int | None, ...]
    void: bool = False
    claimed: tuple[int, ...] | None = None
    sheet: tuple[int | None, ...] | None = None
    trump: str | None = None
    tricks: tuple[TrickTaken, ...] = ()
    points: tuple[Point, ...] = ()
    pips: tuple[int, ...] | None = None
    scored: tuple[Scored, ...] = ()
    bid: dict[str, Any] | None = None
    held: tuple[tuple[Held, ...], ...] = ()
    hands: tuple[Card | None, ...] = ()
    lowest: str | None = None
    losers: tuple[int, ...] | None = None


def accounts(record: Record) -> tuple[DealAccount, ...]:
    """The account of every deal, as far as the rules take the record.

    Raises RecordError where it cannot be read as a game of ours.
    """
    deals = outcome(record).deals
    before = snapshot(begin(record))
    found: list[DealAccount] = []
    off: list[int | None] = [0] * len(before.standing)  # what the sheet has beyond the rules
    book: _Book | None = None
    for step in replay(record):
        if step.finding is not None and type(step.event) is not Score:
            break
        if type(step.event) is Deal:
            if book is not None:
                found.append(book.closed(off))
            book = _Book(deals[step.state.deal - 1])
        if book is not None:
            book.write(step, before)
        before = step.state
    if book is not None:
        found.append(book.closed(off))
    return tuple(found)


class _Book:
    """A deal as it goes on."""

    def __init__(self, result: DealResult) -> None:
        self.result = result
        self.claimed: tuple[int, ...] | None = None
        self.tricks: list[TrickTaken] = []
        self.scored: list[Scored] = []
        self.had: dict[Card, int] = {}
        self.held: list[list[Held]] = []
        self.played: Snapshot | None = None  # the position when the deal was complete
        self.last: Snapshot | None = None

    def write(self, step: Step, before: Snapshot) -> None:
        event, after = step.event, step.state
        if isinstance(event, Deal):
            self.had = {card: seat for seat, hand in enumerate(event.hands) for card in hand}
            self.held = [[] for _ in event.hands]
        elif isinstance(event, Draw):
            self.had[event.card] = event.seat
        elif isinstance(event, Score):
            self.claimed = event.changes
        elif isinstance(event, Trick) and after.taken is not None and before.taken is not None:
            pairs = zip(before.taken, after.taken, strict=True)
            grown = [seat for seat, (was, now) in enumerate(pairs) if was != now]
            plays = tuple(
                Play((event.leader + k) % len(after.hands), card, _pips(card))
                for k, card in enumerate(event.cards)
            )
            winner = grown[0] if grown else None
            self.tricks.append(TrickTaken(event=step.index, plays=plays, winner=winner))
        if after.taken is None:
            self._follow(step, before)
        if after.phase in COMPLETE and self.played is None:
            self.played = after
        elif (
            before.deal == after.deal and self.played is None and after.standing != before.standing
        ):
            self._at_once(step.index, before, after)
        self.last = after

    def _at_once(self, index: int, before: Snapshot, after: Snapshot) -> None:
        for side, (was, now) in enumerate(zip(before.standing, after.standing, strict=True)):
            if was is not None and now is not None and now > was:
                self.scored.append(Scored(index, side, now - was))

    def _follow(self, step: Step, before: Snapshot) -> None:
        """Who comes to hold which card by this event."""
        event, hands = step.event, step.state.hands
        if isinstance(event, Deal):
            for seat, hand in enumerate(event.hands):
                self.held[seat] += [Held(event=step.index, card=card) for card in hand]
        elif isinstance(event, Swap) and before.hands[event.seat] and before.hands[event.target]:
            for seat, other in ((event.seat, event.target), (event.target, event.seat)):
                card = before.hands[other][0]
                self.held[seat].append(Held(event=step.index, card=card, source=other))
        elif isinstance(event, (Cut, Draw)) and hands[event.seat] != before.hands[event.seat]:
            self.held[event.seat].append(Held(event=step.index, card=hands[event.seat][0]))

    def closed(self, off: list[int | None]) -> DealAccount:
        """The account. `off` is what the sheet has beyond the rules, and is brought up to date."""
        result, detail = self.result, self.result.detail
        assert self.last is not None
        standing = self.last.standing
        if self.claimed is not None and result.changes is not None:
            for side, (said, right) in enumerate(zip(self.claimed, result.changes, strict=True)):
                had = off[side]
                off[side] = None if right is None or had is None else had + said - right
        sheet = None
        if self.claimed is not None:
            pairs = zip(standing, off, strict=True)
            sheet = tuple(None if now is None or by is None else now + by for now, by in pairs)
        more: dict[str, Any] = {}
        if self.held and self.last.taken is None:
            more["held"] = tuple(map(tuple, self._learned()))
            last = (self.played or self.last).hands
            more["hands"] = tuple(hand[0] if hand else None for hand in last)
            more["lowest"] = detail.get("lowest")
            more["losers"] = None if detail.get("losers") is None else tuple(detail["losers"])
        elif self.last.taken is not None:
            pips = detail.get("pips")
            more |= {
                "trump": detail.get("trump") or self.last.trump,
                "tricks": tuple(self.tricks),
                "points": tuple(self._points()),
                "pips": None if pips is None else tuple(pips),
                "scored": tuple(self.scored),
                "bid": detail.get("bid"),
            }
        return DealAccount(
            deal=result.deal,
            dealer=result.dealer,
            events=result.events,
            changes=result.changes,
            standing=standing,
            void=result.void,
            claimed=self.claimed,
            sheet=sheet,
            **more,
        )

    def _learned(self) -> list[list[Held]]:
        """The cards held; one that nobody saw, as the showdown has shown it."""
        at = self.played
        for seat, row in enumerate(self.held):
            if at is not None and row and at.hands[seat] and not row[-1].card.known:
                row[-1] = msgspec.structs.replace(row[-1], card=at.hands[seat][0])
        return self.held

    def _points(self) -> list[Point]:
        detail, at = self.result.detail, self.played
        if at is None or at.taken is None:
            return []
        open_ones = self.result.changes is None or None in self.result.changes
        took = {card: seat for seat, cards in enumerate(at.taken) for card in cards}
        found = []
        for name in POINTS:
            if name in detail:
                side = detail[name]
                card = _card_of(name, detail["trump"], took)
                found.append(
                    Point(
                        name=name,
                        side=side,
                        card=card,
                        holder=None if card is None else self.had.get(card),
                        taker=None if card is None else took.get(card),
                        open=side is None and open_ones,
                    )
                )
        return found


def _pips(card: Card) -> int | None:
    return PIPS[card.code] if card.known else None


def _card_of(name: str, trump: str | None, took: dict[Card, int]) -> Card | None:
    """The card that a point is for, among those that were taken in tricks."""
    trumps = sorted((card for card in took if card.suit == trump), key=lambda card: card.code)
    if trump is None or not trumps:
        return None
    if name in ("high", "low"):
        return trumps[-1] if name == "high" else trumps[0]
    rank = {"jack": "J", "nine": "9"}.get(name)
    return next((card for card in trumps if card.rank == rank), None)
