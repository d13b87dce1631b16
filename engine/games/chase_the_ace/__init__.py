"""Chase the Ace: one card each, exchanges round the table, and the lowest loses a life.

Two forms are played, with one set of rules (engine/exchange/) and a book each: the strict
*cuckoo* profile (S0, S2), in which the dealer cuts the stock and a King refuses even that, and
the *compendium* profile (S3, S4), in which he draws its top card, low cards are shown before
they are handed over, and a final tie goes to sudden death.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from msgspec import UNSET, structs

from cardlog.engine import exchange as rules
from cardlog.engine.faults import CLAIM, POINT_CLAIMS, UNREADABLE
from cardlog.engine.game import COMMON, Dice, Game, Table, fits_changes, not_here
from cardlog.engine.games.chase_the_ace import compendium, cuckoo
from cardlog.engine.games.chase_the_ace.options import BUILT, ChaseOptions, read
from cardlog.engine.games.chase_the_ace.play import play
from cardlog.engine.games.chase_the_ace.shared import SOURCES
from cardlog.engine.packs import distinct, exhausted, fit, mask_of
from cardlog.engine.rules import Rule
from cardlog.engine.state import OPEN, OVER, PHASES
from cardlog.records.cards import FULLY_KNOWN, RANKS, SPECIAL, UNKNOWN, Card, card_of
from cardlog.records.errors import RecordError
from cardlog.records.events import (
    AnyEvent,
    Block,
    Cut,
    Deal,
    Draw,
    Misdeal,
    Reveal,
    Score,
    Stay,
    Swap,
)

State = rules.ExchangeState

ALL_CARDS = mask_of(card for card in Card if card.code < FULLY_KNOWN)

# ---- events to rules: the seats and cards of an event, as the numbers that rules take --------


def on_deal(s: State, event: Deal) -> int:
    if len(event.hands) != s.seats or event.dealer >= s.seats:
        return UNREADABLE
    codes = []
    seated = full = 0
    size = s.seats
    for seat, hand in enumerate(event.hands):
        if len(hand) == 1:
            card = hand[0]
            codes.append(card.code)
            full += card.bit
            seated |= 1 << seat
        else:
            codes.append(rules.SEVERAL if hand else rules.NO_CARD)
            full += mask_of(hand)
            size += len(hand) - 1
    if rules.SEVERAL in codes:
        seated = -1
    top, counts = UNKNOWN, 1
    known = full
    if event.stock is not UNSET:
        known += mask_of(event.stock)
        size += len(event.stock)
        top = event.stock[0].code if event.stock else UNKNOWN
        counts = int(size == 52 * s.packs)
    fits, stocked, dealt = 1, 0, 0
    if s.packs == 2 or not distinct(known, size):
        cards, stock = list(chain.from_iterable(event.hands)), event.stock or ()
        fits = int(fit([*cards, *stock], s.packs))
        full, stocked = exhausted(cards, s.packs), exhausted(stock, s.packs)
        if s.packs == 1 and stock and all(card.known for card in stock):
            dealt = ALL_CARDS & ~stocked
    return rules.deal(s, event.dealer, codes, seated, top, full, stocked, dealt, fits, counts)


def on_block(s: State, event: Block) -> int:
    return rules.block(s, event.seat, event.target, event.card.code)


def no_such_seat(s: State, event: Draw) -> int:
    return UNREADABLE


def on_cut(s: State, event: Cut) -> int:
    return rules.cut(s, event.seat, event.card.code) if event.seat < s.seats else UNREADABLE


def on_odd_reveal(s: State, event: Reveal) -> int:
    """A reveal that is not one card of one player."""
    if event.seat is UNSET:
        return not_here(s, event)  # no card is ever turned up
    if event.seat >= s.seats:
        return UNREADABLE
    return rules.reveal(s, event.seat, rules.NO_CARD)


class ChaseTheAce(Game[State, ChaseOptions]):
    """The game's declared facts and its reckoning."""

    name = "chase-the-ace"
    title = "Chase the Ace"
    aliases = ("cuckoo", "ranter-go-round")
    phases = PHASES | rules.PHASES
    built = BUILT
    sources = SOURCES
    handlers = COMMON | {
        Deal: on_deal,
        Block: on_block,
        Cut: on_cut,
        Draw: no_such_seat,
    }

    def advance(
        self, state: State, events: Iterator[Any], heed: int
    ) -> tuple[int, AnyEvent | None]:
        handlers, reveal, swap, stay = self.handlers, rules.reveal, rules.swap, rules.stay
        seats = state.seats
        for event in events:
            kind = type(event)
            if kind is Reveal:
                seat, cards = event.seat, event.cards
                if seat is not UNSET and seat < seats and len(cards) == 1:
                    code = reveal(state, seat, cards[0].code)
                else:
                    code = on_odd_reveal(state, event)
            elif kind is Swap:
                code = swap(state, event.seat, event.target)
            elif kind is Stay:
                code = stay(state, event.seat)
            elif kind is Draw and event.seat < seats:
                code = rules.draw(state, event.seat, event.card.code)
            else:
                code = handlers[kind](state, event)
            if code and (code > 0 or code <= heed):
                return code, event
        return 0, None

    def options(self, rules: dict[str, Any], seats: int) -> ChaseOptions:
        return read(rules, seats)

    def seats(self, options: ChaseOptions) -> tuple[int, int]:
        return {"cuckoo": (3, 10), "compendium": (3, 20), "le-her": (2, 2)}[options.profile]

    def book(self, options: ChaseOptions) -> tuple[Rule, ...]:
        return compendium.BOOK if options.profile == "compendium" else cuckoo.BOOK

    def start(self, options: ChaseOptions, seats: int, standing: tuple[int, ...] | None) -> State:
        lives = list(standing) if standing is not None else [options.lives] * seats
        if len(lives) != seats or min(lives) < 0 or not any(lives):
            raise RecordError(
                f"`standing` must be the lives of {seats} players, 0 for one who is out and at"
                f" least one still in, got {lives}"
            )
        state = State(seats, lives)
        state.packs = options.packs
        state.draws_top = int(options.profile == "compendium")
        state.king_blocks_dealer = int(options.dealer_draws_king == "blocked")
        state.low_rule = int(options.low_card_reveal == "both")
        state.redeal = int(options.misdeal == "redeal")
        state.sudden_death = int(options.final_tie == "sudden_death")
        alive = [seat for seat in range(seats) if lives[seat]]
        if len(alive) == 1:
            state.phase = OVER
            state.winner_mask = 1 << alive[0]
        return state

    def detail(self, state: State) -> dict[str, Any]:
        lowest = RANKS[state.lowest - 1] if state.lowest >= 0 else None  # strength 0 is the Ace
        losers = [seat for seat, change in enumerate(state.changes) if change < 0]
        return {"lowest": lowest, "losers": None if OPEN in state.changes else losers}

    def false_claims(self, state: State, score: Score) -> list[int]:
        # Whatever was unseen, somebody lost a life (CC-5.2, CP-5.1).
        lost = any(score.changes) or not any(state.changes)
        true = lost and fits_changes(score.changes, state.changes, -1, 0)
        found = [] if true else [CLAIM]
        if score.points is not UNSET:  # points of other games: nobody has them here
            points = structs.asdict(score.points)
            found += [POINT_CLAIMS[name] for name, side in points.items() if type(side) is int]
        return found

    def view(self, state: State) -> dict[str, Any]:
        hands: tuple[tuple[Card, ...], ...] = tuple(
            (card_of(code),) if code >= 0 else () for code in state.hand
        )
        acts = state.phase == rules.TURNS
        return {
            "hands": hands,
            "turn": state.turn if acts else None,
            "shown": tuple(
                hands[seat][0]
                if hands[seat] and (state.shown[seat] or not state.due[seat])
                else None
                for seat in range(state.seats)
            ),
            "stock_top": card_of(state.top) if acts and state.top != UNKNOWN else None,
        }

    def unknown_card(self, options: ChaseOptions, code: int) -> bool:
        return code >= SPECIAL

    def ideas(self, state: State) -> Iterator[AnyEvent]:
        seats = range(state.seats)
        deck = [card for card in Card if card.code < FULLY_KNOWN]
        yield Misdeal()
        yield Score(changes=(0,) * state.seats)
        for dealer in seats:
            yield Deal(
                dealer=dealer,
                hands=tuple((Card["??"],) if lives > 0 else () for lives in state.standing),
            )
        for seat in seats:
            for card in self._may_show(state, seat, deck):
                yield Reveal(seat=seat, cards=(card,))
        for seat in [state.turn] if state.phase == rules.TURNS else seats:
            yield Stay(seat=seat)
            for target in seats:
                yield Swap(seat=seat, target=target)
                for card in self._may_show(state, target, deck):
                    yield Block(seat=seat, target=target, card=card)
            for card in deck:
                yield Cut(seat=seat, card=card)
                yield Draw(seat=seat, card=card)

    def _may_show(self, state: State, seat: int, deck: list[Card]) -> list[Card]:
        held = state.hand[seat]
        if held < 0:
            return []
        return [card_of(held)] if held < FULLY_KNOWN else deck

    def play(self, state: State, table: Table, dice: Dice) -> list[AnyEvent]:
        return play(state, table.stock, dice)


GAME = ChaseTheAce()
