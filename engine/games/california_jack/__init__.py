"""California Jack: a trick game for two of the All Fours family, with an open stock.

After every trick both draw, the winner first, so that the fight is for the next card as much as
for the trick. A deal is worth up to four points: High, Low, Jack and Game (S1). The rules that
the family shares are in engine/tricks/, the clauses in book.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from msgspec import UNSET

from cardlog.engine import tricks as rules
from cardlog.engine.faults import (
    CLAIM,
    CLAIM_GAME,
    CLAIM_HIGH,
    CLAIM_JACK,
    CLAIM_LOW,
    CLAIM_NINE,
    UNREADABLE,
)
from cardlog.engine.game import COMMON, Dice, Game, fits_changes
from cardlog.engine.games.california_jack.book import BOOK, SOURCES
from cardlog.engine.games.california_jack.options import BUILT, CaliforniaOptions, read
from cardlog.engine.games.california_jack.play import play
from cardlog.engine.packs import distinct, fit, mask_of
from cardlog.engine.rules import Rule
from cardlog.engine.state import OVER, PHASES
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, SUITS, UNKNOWN, UNKNOWN_SUIT, Card, card_of
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Cut, Deal, Draw, Misdeal, Reveal, Score, Trick

State = rules.TrickState

HAND = 6
STOCK = 52 - 2 * HAND
UNSEEN_STOCK = [UNKNOWN] * STOCK

# ---- events to rules: the seats and cards of an event, as the numbers that rules take --------


def on_deal(s: State, event: Deal) -> int:
    if len(event.hands) != s.seats or event.dealer >= s.seats:
        return UNREADABLE
    cards = list(chain.from_iterable(event.hands))
    codes = [card.code for card in cards]
    counts = 1
    for hand in event.hands:
        if len(hand) != HAND:
            counts = 0
    known, size = mask_of(cards), len(cards)
    stock = UNSEEN_STOCK
    if event.stock is not UNSET:
        stock = [card.code for card in event.stock]
        known += mask_of(event.stock)
        size += len(stock)
        if len(stock) != STOCK:
            counts = 0
    fits, in_sight = 1, 0
    if not distinct(known, size):
        fits = int(fit([*cards, *(event.stock or ())], 1))
        in_sight = int(event.stock is not UNSET)
    return rules.deal(s, event.dealer, codes, HAND, fits, counts, stock, len(stock), in_sight)


def on_reveal(s: State, event: Reveal) -> int:
    cards = event.cards
    if event.seat is UNSET:
        return rules.turn(s, cards[0].code if len(cards) == 1 else SPECIAL)
    if event.seat >= s.seats:
        return UNREADABLE
    return rules.expose(s, event.seat, [card.code for card in cards])


def on_cut(s: State, event: Cut) -> int:
    return rules.cut(s, event.seat, event.card.code)


class CaliforniaJack(Game[State, CaliforniaOptions]):
    """The game's declared facts and its reckoning."""

    name = "california-jack"
    title = "California Jack"
    phases = PHASES | rules.PHASES
    built = BUILT
    sources = SOURCES
    handlers = COMMON | {
        Deal: on_deal,
        Reveal: on_reveal,
        Cut: on_cut,
    }

    def advance(
        self, state: State, events: Iterator[Any], heed: int
    ) -> tuple[int, AnyEvent | None]:
        handlers, draw, trick, pair = self.handlers, rules.draw, rules.trick, rules.pair
        for event in events:
            kind = type(event)
            if kind is Draw:
                code = draw(state, event.seat, event.card.code)
            elif kind is Trick:
                cards = event.cards
                if len(cards) == 2:
                    code = pair(state, event.leader, cards[0].code, cards[1].code)
                else:
                    code = trick(state, event.leader, [card.code for card in cards])
            else:
                code = handlers[kind](state, event)
            if code and (code > 0 or code <= heed):
                return code, event
        return 0, None

    def options(self, rules: dict[str, Any], seats: int) -> CaliforniaOptions:
        return read(rules)

    def seats(self, options: CaliforniaOptions) -> tuple[int, int]:
        return 2, 2

    def book(self, options: CaliforniaOptions) -> tuple[Rule, ...]:
        return BOOK

    def start(
        self, options: CaliforniaOptions, seats: int, standing: tuple[int, ...] | None
    ) -> State:
        points = list(standing) if standing is not None else [0] * seats
        out = [side for side, p in enumerate(points) if p >= options.target]
        if len(points) != seats or min(points) < 0 or len(out) > 1:
            raise RecordError(
                f"`standing` must be the points of {seats} sides, at most one of which has"
                f" reached {options.target}, got {points}"
            )
        state = State(seats, points)
        state.target = options.target
        if out:
            state.phase = OVER
            state.winner_mask = 1 << out[0]
        return state

    def detail(self, state: State) -> dict[str, Any]:
        points = {name: _side(getattr(state, name)) for name in ("high", "low", "jack", "game")}
        pips = None if state.blind else list(state.pips)
        return {"trump": _suit(state.trump), **points, "pips": pips}

    def false_claims(self, state: State, score: Score) -> list[int]:
        found = [] if fits_changes(score.changes, state.changes, 0, 4) else [CLAIM]
        points = score.points
        if points is not UNSET:
            for claimed, side, code in (
                (points.high, state.high, CLAIM_HIGH),
                (points.low, state.low, CLAIM_LOW),
                (points.jack, state.jack, CLAIM_JACK),
                (points.game, state.game, CLAIM_GAME),
                (points.nine, rules.NONE, CLAIM_NINE),  # no such point here
            ):
                certain = claimed is not UNSET and side != rules.UNCERTAIN
                if certain and claimed != (side if side >= 0 else None):
                    found.append(code)
        return found

    def view(self, state: State) -> dict[str, Any]:
        if state.phase == rules.TRICK:
            turn = state.leader
        else:
            turn = state.turn if state.phase == rules.DRAW else -1
        seats = range(state.seats)
        return {
            "hands": tuple(
                cards_in(state, seat) + (Card["??"],) * state.unseen[seat] for seat in seats
            ),
            "turn": turn if turn >= 0 else None,
            "trump": _suit(state.trump),
            "taken": tuple(cards_in(state, rules.TAKEN + seat) for seat in seats),
            "stock": tuple(map(card_of, state.stock[state.pos : state.stock_size])),
        }

    def unknown_card(self, options: CaliforniaOptions, code: int) -> bool:
        return code >= SPECIAL

    def ideas(self, state: State) -> Iterator[AnyEvent]:
        seats = range(state.seats)
        deck = [card for card in Card if card.code < FULLY_KNOWN]
        yield Misdeal()
        yield Score(changes=(0,) * len(state.standing))
        for dealer in seats:
            yield Deal(dealer=dealer, hands=((Card["??"],) * HAND,) * state.seats)
        for card in deck:
            yield Reveal(cards=(card,))
            for seat in seats:
                yield Reveal(seat=seat, cards=(card,))
                yield Cut(seat=seat, card=card)
                yield Draw(seat=seat, card=card)
        if state.phase == rules.TRICK:
            yield from self._tricks(state, deck)

    def _tricks(self, state: State, deck: list[Card]) -> Iterator[AnyEvent]:
        plays = [
            deck if state.unseen[seat] else cards_in(state, seat) for seat in range(state.seats)
        ]
        for leader in (0, 1):
            for lead in plays[leader]:
                for reply in plays[1 - leader]:
                    yield Trick(leader=leader, cards=(lead, reply))

    def play(
        self, state: State, stock: list[Card], dice: Dice, policy: None = None
    ) -> list[AnyEvent]:
        return play(state, stock, dice, HAND)


def cards_in(state: State, place: int) -> tuple[Card, ...]:
    """The cards that are known to be in a place, clubs first, Two first."""
    return tuple(card_of(code) for code, where in enumerate(state.place) if where == place)


def _side(point: int) -> int | None:
    return point if point >= 0 else None


def _suit(trump: int) -> str | None:
    return SUITS[trump] if 0 <= trump < UNKNOWN_SUIT else None


GAME = CaliforniaJack()
