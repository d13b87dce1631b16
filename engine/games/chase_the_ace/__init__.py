"""Chase the Ace: one card each, exchanges round the table, and the lowest loses a life.

Three forms are played, with one set of rules (engine/exchange/): the strict *cuckoo* profile (S0,
S2), in which the dealer cuts the stock and a King refuses even that; *le-her*, the same for two
players, of whom the dealer wins ties; and the *compendium* profile (S3, S4), in which he draws
the top card, low cards are shown before they are handed over, and a final tie goes to sudden
death. Options, most of them from the compendium's variants, change each of them.

    options.py, setup.py    the options, and what they set in the state
    decks.py                the packs, and how special cards are played by the same rules
    books/                  the clauses
    after_gap.py            events after a gap
    ideas.py                what may come next
    follow.py               what follows from the cards, where a deal goes otherwise
    play.py, policies.py    how it plays itself
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec import UNSET, structs

from cardlog.engine import exchange as rules
from cardlog.engine.faults import CLAIM, CLAIM_KING, POINT_CLAIMS, UNREADABLE
from cardlog.engine.game import COMMON, Dice, Game, Playing, Table, fits_changes, not_here
from cardlog.engine.games.chase_the_ace import after_gap, follow
from cardlog.engine.games.chase_the_ace.books import COMPENDIUM, CUCKOO, SOURCES
from cardlog.engine.games.chase_the_ace.decks import DECKS, NUMBERS
from cardlog.engine.games.chase_the_ace.ideas import ideas
from cardlog.engine.games.chase_the_ace.options import ChaseOptions, read
from cardlog.engine.games.chase_the_ace.play import play
from cardlog.engine.games.chase_the_ace.policies import RANDOM, Policy, Threshold
from cardlog.engine.games.chase_the_ace.setup import start
from cardlog.engine.games.chase_the_ace.stands import adjusted, let_stand
from cardlog.engine.packs import distinct, exhausted, fit, mask_of
from cardlog.engine.rules import Rule
from cardlog.engine.sight import KingsSetAside, Sight
from cardlog.engine.state import DEAL_BEGUN, OPEN, PHASES
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN, Card
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
        counts = int(size == s.cards)
    fits, stocked, dealt, hidden = 1, 0, 0, False
    if s.copies > 1 or not distinct(known, size):
        cards, stock = list(chain.from_iterable(event.hands)), event.stock or ()
        fits = int(fit([*cards, *stock], s.copies))
        hidden = not all(card.known for card in (*cards, *stock))
        full, stocked = exhausted(cards, s.copies), exhausted(stock, s.copies)
        if s.copies == 1 and stock and all(card.known for card in stock):
            dealt = ALL_CARDS & ~stocked
    code = rules.deal(s, event.dealer, codes, seated, top, full, stocked, dealt, fits, counts)
    if hidden and code == DEAL_BEGUN:
        s.hidden = 1
    return code


def on_deal_after_gap(s: State, event: Deal) -> int:
    fault = rules.not_all_shown(s)
    if fault:
        return fault
    code = on_deal(s, event)
    if code < 0:
        rules.begun(s)
    return code


def on_block(s: State, event: Block) -> int:
    return rules.block(s, event.seat, event.target, event.card.code)


def no_such_seat(s: State, event: Cut | Draw) -> int:
    return UNREADABLE


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
    sources = SOURCES
    handlers = COMMON | {
        Deal: on_deal,
        Block: on_block,
        Cut: no_such_seat,
        Draw: no_such_seat,
        Gap: after_gap.on_gap,
    }
    after_gap = after_gap.HANDLERS | {Deal: on_deal_after_gap}

    def advance(
        self, state: State, events: Iterator[Any], heed: int
    ) -> tuple[int, AnyEvent | None]:
        handlers, reveal, swap, stay = self.handlers, rules.reveal, rules.swap, rules.stay
        seats = state.seats
        if state.deck:
            events = map(DECKS[state.deck].translated, events)
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
            elif kind is Cut and event.seat < seats:
                code = rules.cut(state, event.seat, event.card.code)
            else:
                code = handlers[kind](state, event)
            if code and (code > 0 or code <= heed):
                if code > 0 and rules.was_showdown(state):
                    return self.advance(state, chain((event,), events), heed)
                return code, event
        return 0, None

    def feel_ahead(
        self, state: State, events: Iterator[Any], heed: int
    ) -> tuple[int, AnyEvent | None]:
        if state.deck:
            events = map(DECKS[state.deck].translated, events)
        return super().feel_ahead(state, events, heed)

    def options(self, rules: dict[str, Any], seats: int) -> ChaseOptions:
        return read(rules, seats)

    def seats(self, options: ChaseOptions) -> tuple[int, int]:
        return {"cuckoo": (3, 10), "compendium": (3, 20), "le-her": (2, 2)}[options.profile]

    def book(self, options: ChaseOptions) -> tuple[Rule, ...]:
        return COMPENDIUM if options.profile == "compendium" else CUCKOO

    def start(self, options: ChaseOptions, seats: int, standing: tuple[int, ...] | None) -> State:
        return start(options, seats, standing)

    def detail(self, state: State) -> dict[str, Any]:
        ranks = DECKS[state.deck].ranks
        losers = [seat for seat, change in enumerate(state.changes) if change < 0]
        told: dict[str, Any] = {
            "lowest": ranks[state.lowest] if state.lowest >= 0 else None,
            "losers": None if OPEN in state.changes else losers,
        }
        if state.total != rules.NO_POT:
            told["pot"] = self._pot(state)
        return told

    def _pot(self, state: State) -> int | None:
        """A-17: what is in the pot; None where the record does not tell."""
        if state.total == rules.UNKNOWN_POT or (state.tokens and any(state.doubt)):
            return None
        return int(state.total - (sum(state.standing) if state.tokens else 0))

    def false_claims(self, state: State, score: Score) -> list[int]:
        if score.points is UNSET and score.changes == tuple(state.changes):
            return []
        # Whatever was unseen, somebody lost a life (CC-5.2, CP-5.1), unless all may be alike.
        lost = any(score.changes) or state.free or not any(state.changes)
        most = 2 if state.ace_of_spades else 1
        true = lost and fits_changes(score.changes, state.changes, -most, 0)
        wrong = CLAIM_KING if state.king_drawn == rules.YES else CLAIM
        return ([] if true else [wrong]) + _points_claimed(score)

    def impossible_claims(self, state: State, score: Score) -> list[int]:
        wrong = [CLAIM] if rules.cannot_lose(state, list(score.changes)) else []
        return wrong + _points_claimed(score)

    def view(self, state: State) -> dict[str, Any]:
        deck = DECKS[state.deck]
        hands: tuple[tuple[Card, ...], ...] = tuple(
            (deck.card(code),) if code >= 0 else () for code in state.hand
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
            "stock_top": deck.card(state.top) if acts and state.top != UNKNOWN else None,
        }

    def adjust(self, state: State, changes: Sequence[int]) -> None:
        super().adjust(state, changes)
        for seat, lives in enumerate(state.standing):
            state.standing[seat] = max(lives, 0)
            state.doubt[seat] = min(state.doubt[seat], state.standing[seat])
        adjusted(state)

    def let_stand(self, state: State, event: AnyEvent, fault: int) -> int:
        return let_stand(state, event, fault, self.apply)

    def follows(
        self, state: State, event: AnyEvent, old: State | None
    ) -> tuple[AnyEvent, ...] | str:
        return follow.follows(state, event, old)

    def instead(
        self, state: State, removed: AnyEvent, following: AnyEvent | None
    ) -> AnyEvent | None:
        return follow.instead(state, removed, following)

    def recalled(self, options: ChaseOptions, deal: Deal, events: Sequence[AnyEvent]) -> Deal:
        king_stays = options.dealer_draws_king != "kept"
        return follow.recalled(deal, events, DECKS[NUMBERS[options.deck]], king_stays)

    def facts(self, state: State, event: AnyEvent | None, seat: int | None) -> dict[str, Any]:
        told: dict[str, Any] = {"blocker": DECKS[state.deck].blocker}
        if seat is not None and rules.may_ask_on(state, seat):
            told["neighbour"] = state.asks
        return told

    def unknown_card(self, options: ChaseOptions, code: int) -> bool:
        return not DECKS[NUMBERS[options.deck]].has(code)

    def sight(self, options: ChaseOptions) -> Sight:
        kept = options.dealer_draws_king == "kept"  # as any other card
        return Sight() if kept else KingsSetAside(DECKS[NUMBERS[options.deck]].blocker)

    def ideas(self, state: State) -> Iterator[AnyEvent]:
        return ideas(state)

    def play(self, state: State, table: Table, dice: Dice) -> Playing:
        policy = table.policy or RANDOM
        while events := play(state, table.stock, dice, policy):
            yield from events

    def policy(self, options: ChaseOptions, at_or_below: str, stand_after_gain: bool) -> Policy:
        return Threshold(DECKS[NUMBERS[options.deck]], at_or_below, stand_after_gain)


def _points_claimed(score: Score) -> list[int]:
    """Points of other games: nobody has them here."""
    if score.points is UNSET:
        return []
    points = structs.asdict(score.points)
    return [POINT_CLAIMS[name] for name, side in points.items() if type(side) is int]


GAME = ChaseTheAce()
