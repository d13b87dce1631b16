"""What the games of the All Fours family share as games, on the rules of engine/tricks/.

A game of the family says what is its own: players, options, its book, how a deal that has been
reckoned is scored (`settle`), what a draw is (`draw`), and what happens between the deal and the
first trick. The rest is here: events to rules, snapshots and claims.

    adapters.py  events to rules
    after_gap.py events after a gap
    ideas.py     what might be played next, for the rules to judge
    selfplay.py  how the games play themselves
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final, get_args

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours import after_gap
from cardlog.engine.all_fours.adapters import AFTER_GAP, HANDLERS, no_call, no_draw
from cardlog.engine.all_fours.ideas import cards_in, ideas
from cardlog.engine.all_fours.stands import let_stand
from cardlog.engine.faults import (
    CLAIM,
    CLAIM_GAME,
    CLAIM_HIGH,
    CLAIM_JACK,
    CLAIM_LOW,
    CLAIM_NINE,
)
from cardlog.engine.game import UNSEEN, Game, O, fits_changes
from cardlog.engine.state import ANYBODY, DEAL_DONE, DONE, OVER, PHASES
from cardlog.records.cards import SPECIAL, SUITS, UNKNOWN, UNKNOWN_SUIT, Card, card_of
from cardlog.records.errors import RecordError
from cardlog.records.events import (
    AnyEvent,
    Call,
    CallWord,
    Draw,
    Points,
    Reveal,
    Score,
    Trick,
)

State = rules.TrickState

ALIEN: Final = -1  # a call that is a word of another game
NO_WORDS: Final = dict.fromkeys(get_args(CallWord), ALIEN)  # calls, as the numbers of a game


class AllFours(Game[State, O]):
    """A game of the family: High, Low, Jack and Game."""

    handlers = HANDLERS
    after_gap = AFTER_GAP
    phases = PHASES | rules.PHASES
    settle: Callable[[Any], None] = staticmethod(rules.count_out)
    draw: Callable[[Any, int, int], int] = staticmethod(no_draw)
    call: Callable[[Any, int, int], int] = staticmethod(no_call)
    words: ClassVar[dict[str, int]] = NO_WORDS
    kind_of_state: ClassVar[type[State]] = State
    least_change: ClassVar[int] = 0  # what an open change may be
    most_change: ClassVar[int] = 5

    def advance(
        self, state: State, events: Iterator[Any], heed: int
    ) -> tuple[int, AnyEvent | None]:
        handlers, draw, trick = self.handlers, self.draw, rules.trick
        pair, four = rules.pair, rules.four
        call, words = self.call, self.words
        two_play = state.seats == 2 and state.first_phase == rules.TURN_UP
        three_play, four_play = state.seats == 3, state.seats == 4
        for event in events:
            kind = type(event)
            if kind is Draw:
                code = draw(state, event.seat, event.card.code)
            elif kind is Trick:
                cards = event.cards
                if two_play and len(cards) == 2:
                    code = pair(state, event.leader, cards[0].code, cards[1].code)
                elif four_play and len(cards) == 4:
                    lead, second, third, last = cards
                    code = four(state, event.leader, lead.code, second.code, third.code, last.code)
                elif three_play and len(cards) == 3:
                    lead, second, third = cards
                    code = four(state, event.leader, lead.code, second.code, third.code, lead.code)
                else:
                    code = trick(state, event.leader, [card.code for card in cards])
            elif kind is Call:
                code = call(state, event.seat, words[event.call])
            else:
                code = handlers[kind](state, event)
            if code:
                if code == DEAL_DONE:
                    self.settle(state)
                if code > 0 or code <= heed:
                    return code, event
        return 0, None

    def start(self, options: O, seats: int, standing: tuple[int, ...] | None) -> State:
        sides = self.sides(options, seats)
        points = list(standing) if standing is not None else [0] * sides
        if len(points) != sides:
            raise RecordError(
                f"`standing` must be the points of {sides} sides, got {len(points)} numbers"
            )
        state = self.kind_of_state(seats, points)
        self.set_options(state, options)
        if standing is not None:
            self.resume(state, options)
        return state

    def set_options(self, state: State, options: Any) -> None:
        """Options as the rules read them."""
        state.target = options.target
        state.low_to_taker = int(options.low_to == "taker")

    def resume(self, state: State, options: O) -> None:
        """Start from points scored before. Raises RecordError where they cannot be."""
        out = [side for side, points in enumerate(state.standing) if points >= state.target]
        if len(out) > 1 or (not self.least_change and min(state.standing) < 0):
            kind = "points" if self.least_change else "points from 0"
            raise RecordError(
                f"`standing` must be {kind}, and at most one side may have reached"
                f" {state.target}, got {state.standing}"
            )
        if out:
            state.phase = OVER
            state.winner_mask = 1 << out[0]

    def detail(self, state: State) -> dict[str, Any]:
        names = ("high", "low", "jack", "game", *(("nine",) if state.nine_counts else ()))
        points = {name: _side(getattr(state, name)) for name in names}
        pips = None if state.blind else list(map(int, state.pips))
        return {"trump": _suit(state.trump), **points, "pips": pips}

    def false_claims(self, state: State, score: Score) -> list[int]:
        fits = fits_changes(score.changes, state.changes, self.least_change, self.most_change)
        found = [] if fits else [CLAIM]
        points = score.points
        if points is not UNSET and not _all_true(points, state):
            for claimed, side, code in (
                (points.high, state.high, CLAIM_HIGH),
                (points.low, state.low, CLAIM_LOW),
                (points.jack, state.jack, CLAIM_JACK),
                (points.game, state.game, CLAIM_GAME),
                (points.nine, state.nine, CLAIM_NINE),
            ):
                if side == rules.UNCERTAIN:  # any side may have it, but there must be such a side
                    wrong = type(claimed) is int and claimed >= state.sides
                else:
                    wrong = claimed is not UNSET and claimed != _side(side)
                if wrong:
                    found.append(code)
            if not found and not after_gap.enough(score, state.sides):
                found.append(CLAIM)  # whatever is open, these points come to more
        return found

    def impossible_claims(self, state: State, score: Score) -> list[int]:
        enough = after_gap.enough(score, state.sides)
        return [] if enough and self.may_come_to(state, score.changes) else [CLAIM]

    def may_come_to(self, state: State, changes: tuple[int, ...]) -> bool:
        """Whether any deal can come to these changes, whatever happens in it."""
        least, most = self.total_points(state)
        return min(changes) >= 0 and least <= sum(changes) <= most

    def total_points(self, state: State) -> tuple[int, int]:
        """The least and the greatest number of points that a deal brings to all sides together."""
        return 0, 4 + state.nine_counts

    def view(self, state: State) -> dict[str, Any]:
        if state.phase == rules.TRICK:
            turn = state.leader
        else:
            turn = state.turn if state.phase in (rules.CALLS, rules.RUN, rules.DRAW) else -1
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

    def adjust(self, state: State, changes: Sequence[int]) -> None:
        super().adjust(state, changes)
        if state.phase not in (DONE, OVER):
            return
        sides, target = range(state.sides), state.target
        out = sum(1 << side for side in sides if state.standing[side] >= target)
        if not out & state.winner_mask:  # nobody has won, or the winner no longer
            perhaps = sum(state.standing[k] + state.doubt[k] >= target for k in sides)
            alone = out.bit_count() == perhaps == 1
            state.phase = OVER if alone else DONE
            state.winner_mask = out if alone else 0

    def let_stand(self, state: State, event: AnyEvent, fault: int) -> int:
        return let_stand(state, event, fault, self.apply)

    def follows(
        self, state: State, event: AnyEvent, old: State | None
    ) -> tuple[AnyEvent, ...] | str:
        """Who draws, and what, follows from the trick and the stock; what is played does not."""
        top = state.stock[state.pos] if state.pos < state.stock_size else UNKNOWN
        leads = state.leader if state.phase == rules.TRICK else state.turn
        if leads == ANYBODY and state.blind and isinstance(event, (Trick, Draw)):
            return UNSEEN  # who took the last trick
        if type(event) is Draw and state.phase in (rules.DRAW, rules.RUN):
            seat = state.turn if state.turn >= 0 else event.seat
            card = event.card if top == UNKNOWN else card_of(top)
            if (seat, card) != (event.seat, event.card):
                return (replace(event, seat=seat, card=card),)
        if type(event) is Reveal and event.seat is UNSET and top != UNKNOWN:
            cards = (card_of(top),)
            return (event if event.cards == cards else replace(event, cards=cards),)
        return (event,)

    def facts(self, state: State, event: AnyEvent | None, seat: int | None) -> dict[str, Any]:
        return {"call": event.call} if type(event) is Call else {}

    def unknown_card(self, options: O, code: int) -> bool:
        return code >= SPECIAL

    def ideas(self, state: State) -> Iterator[AnyEvent]:
        return ideas(state)


def _all_true(points: Points, s: State) -> bool:
    """Whether the four points went where they are claimed; the common case, at one glance."""
    high, low, jack, game = s.high, s.low, s.jack, s.game
    return points.nine is UNSET and (points.high, points.low, points.jack, points.game) == (
        high if high >= 0 else None,
        low if low >= 0 else None,
        jack if jack >= 0 else None,
        game if game >= 0 else None,
    )


def _side(point: int) -> int | None:
    return int(point) if point >= 0 else None


def _suit(trump: int) -> str | None:
    return SUITS[trump] if 0 <= trump < UNKNOWN_SUIT else None
