"""California Jack: a trick game for two of the All Fours family, with an open stock.

After every trick both draw, the winner first, so that the fight is for the next card as much as
for the trick. A deal is worth up to four points: High, Low, Jack and Game (S1). The rules that
the family shares are in engine/tricks.py, the clauses in book.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cardlog.engine import tricks as rules
from cardlog.engine.faults import CLAIM, POINT_CLAIMS, UNREADABLE
from cardlog.engine.game import COMMON, Dice, Game
from cardlog.engine.games.california_jack.book import BOOK
from cardlog.engine.games.california_jack.options import CaliforniaOptions, read
from cardlog.engine.games.california_jack.play import play
from cardlog.engine.packs import CODE, distinct, fit, mask_of
from cardlog.engine.rules import Rule
from cardlog.engine.state import OPEN, OVER, PHASES
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
    masks = [mask_of(hand) for hand in event.hands]
    dealt = sum(map(len, event.hands))
    counts = all(len(hand) == HAND for hand in event.hands)
    if event.stock is msgspec.UNSET:
        stock = UNSEEN_STOCK
        mask, cards = sum(masks), dealt
    else:
        stock = list(map(CODE, event.stock))
        mask, cards = sum(masks) + mask_of(event.stock), dealt + len(stock)
        counts = counts and len(stock) == STOCK
    unseen = [0] * s.seats
    fits = 1
    if not distinct(mask, cards):
        known = () if event.stock is msgspec.UNSET else event.stock
        fits = int(fit([card for hand in event.hands for card in hand] + list(known), 1))
        unseen = [sum(not card.bit for card in hand) for hand in event.hands]
    return rules.deal(s, event.dealer, masks, unseen, fits, int(counts), stock, len(stock), mask)


def on_reveal(s: State, event: Reveal) -> int:
    if event.seat is not msgspec.UNSET:
        if event.seat >= s.seats:
            return UNREADABLE
        return rules.expose(s, event.seat, list(map(CODE, event.cards)))
    return rules.turn(s, event.cards[0].code if len(event.cards) == 1 else SPECIAL)


def on_trick(s: State, event: Trick) -> int:
    return rules.trick(s, event.leader, list(map(CODE, event.cards)))


def on_draw(s: State, event: Draw) -> int:
    return rules.draw(s, event.seat, event.card.code)


def on_cut(s: State, event: Cut) -> int:
    return rules.cut(s, event.seat, event.card.code)


class CaliforniaJack(Game[State, CaliforniaOptions]):
    """The game's declared facts and its reckoning."""

    name = "california-jack"
    title = "California Jack"
    phases = PHASES | rules.PHASES
    handlers = COMMON | {
        Deal: on_deal,
        Reveal: on_reveal,
        Trick: on_trick,
        Draw: on_draw,
        Cut: on_cut,
    }

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
        found = []
        if any(
            is_ not in (claimed, OPEN)
            for claimed, is_ in zip(score.changes, state.changes, strict=True)
        ):
            found.append(CLAIM)
        if score.points is not msgspec.UNSET:
            for name, code in POINT_CLAIMS.items():
                side = getattr(state, name, rules.NONE)  # there is no point for the Nine here
                claimed = getattr(score.points, name)
                certain = claimed is not msgspec.UNSET and side != rules.UNCERTAIN
                if certain and claimed != _side(side):
                    found.append(code)
        return found

    def view(self, state: State) -> dict[str, Any]:
        if state.phase == rules.TRICK:
            turn = state.leader
        else:
            turn = state.turn if state.phase == rules.DRAW else -1
        return {
            "hands": tuple(
                cards_of(state.hand[seat]) + (Card["??"],) * state.unseen[seat]
                for seat in range(state.seats)
            ),
            "turn": turn if turn >= 0 else None,
            "trump": _suit(state.trump),
            "taken": tuple(cards_of(mask) for mask in state.taken),
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
            deck if state.unseen[seat] else cards_of(state.hand[seat])
            for seat in range(state.seats)
        ]
        for leader in (0, 1):
            for lead in plays[leader]:
                for reply in plays[1 - leader]:
                    yield Trick(leader=leader, cards=(lead, reply))

    def play(self, state: State, stock: list[Card], dice: Dice) -> list[AnyEvent]:
        return play(state, stock, dice, HAND)


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, clubs first, Two first."""
    return tuple(card_of(code) for code in range(FULLY_KNOWN) if mask >> code & 1)


def _side(point: int) -> int | None:
    return point if point >= 0 else None


def _suit(trump: int) -> str | None:
    return SUITS[trump] if 0 <= trump < UNKNOWN_SUIT else None


GAME = CaliforniaJack()
