"""Seven-Up, or All Fours, or Old Sledge: six cards, a turn-up that may be begged off, no stock.

The oldest of the family. Eldest hand may stand on the suit that was turned up or beg; the dealer
then gives a point or runs the cards until another suit turns up. Two or three play for themselves,
four as two pairs (FO, BI-SU). The trick rules are in engine/tricks/, what comes before them in
begging.py, the clauses in book.py.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours import NO_WORDS, AllFours, after_gap
from cardlog.engine.all_fours.adapters import AFTER_GAP, HANDLERS, on_exposed
from cardlog.engine.all_fours.selfplay import match
from cardlog.engine.faults import UNREADABLE
from cardlog.engine.game import Dice, Playing, Table
from cardlog.engine.games.seven_up import begging, gap
from cardlog.engine.games.seven_up.begging import SevenUpState as State
from cardlog.engine.games.seven_up.book import BOOK, SOURCES
from cardlog.engine.games.seven_up.options import SevenUpOptions, read
from cardlog.engine.games.seven_up.play import play
from cardlog.engine.rules import Rule
from cardlog.records.cards import SPECIAL
from cardlog.records.events import AnyEvent, Call, Discard, Draw, Gap, Misdeal, Reveal, Trick

WORDS: Final = NO_WORDS | {
    "stand": begging.STAND,
    "beg": begging.BEG,
    "give": begging.GIVE,
    "run": begging.RUN_THE_CARDS,
}


def on_reveal(s: State, event: Reveal) -> int:
    if isinstance(event.seat, int):
        return on_exposed(s, event)
    return begging.turn_up(s, event.cards[0].code if len(event.cards) == 1 else SPECIAL)


def on_discard(s: State, event: Discard) -> int:
    if event.seat >= s.seats:
        return UNREADABLE
    return begging.discard(s, event.seat, [card.code for card in event.cards])


def on_misdeal(s: State, event: Misdeal) -> int:
    if event.seat is not UNSET and event.seat >= s.seats:
        return UNREADABLE
    return begging.void(s)


# ---- and after a gap --------------------------------------------------------------------------


def on_gap(s: State, event: Gap) -> int:
    return gap.gap_in_seven_up(s)


def on_call_unseen(s: State, event: Call) -> int:
    return gap.call_unseen(s, event.seat, WORDS[event.call])


def on_draw_unseen(s: State, event: Draw) -> int:
    return gap.draw_in_run(s, event.seat, event.card.code)


def on_reveal_unseen(s: State, event: Reveal) -> int:
    if isinstance(event.seat, int):
        return after_gap.on_exposed(s, event)
    return gap.turn_up_unseen(s, event.cards[0].code if len(event.cards) == 1 else SPECIAL)


def on_discard_unseen(s: State, event: Discard) -> int:
    if event.seat >= s.seats:
        return UNREADABLE
    return gap.discard_unseen(s, event.seat, [card.code for card in event.cards])


def on_trick_unseen(s: State, event: Trick) -> int:
    return gap.trick_in_seven_up(s, event.leader, [card.code for card in event.cards])


class SevenUp(AllFours[SevenUpOptions]):
    """The game's declared facts."""

    name = "seven-up"
    aliases = ("all-fours", "old-sledge")
    title = "Seven-Up"
    sources = SOURCES
    handlers = HANDLERS | {
        Reveal: on_reveal,
        Discard: on_discard,
        Misdeal: on_misdeal,
        Gap: on_gap,
    }
    after_gap = AFTER_GAP | {
        Gap: on_gap,
        Call: on_call_unseen,
        Draw: on_draw_unseen,
        Reveal: on_reveal_unseen,
        Discard: on_discard_unseen,
        Trick: on_trick_unseen,
    }
    draw = staticmethod(begging.draw)
    call = staticmethod(begging.call)
    words = WORDS
    settle = staticmethod(begging.settle)
    kind_of_state = State

    def options(self, rules: dict[str, Any], seats: int) -> SevenUpOptions:
        return read(rules, seats)

    def seats(self, options: SevenUpOptions) -> tuple[int, int]:
        return 2, 4

    def sides(self, options: SevenUpOptions, seats: int) -> int:
        return 2 if options.partners else seats

    def book(self, options: SevenUpOptions) -> tuple[Rule, ...]:
        return BOOK

    def set_options(self, state: Any, options: SevenUpOptions) -> None:
        super().set_options(state, options)
        state.turned_counts = 1
        state.tie_to_elder = int(options.game_tie == "elder" and state.seats == 2)
        state.keep = int(options.after_run == "keep")
        state.gift_to_each = int(options.gift_to == "each")

    def total_points(self, state: Any) -> tuple[int, int]:
        """With no trump in play there may be none; a gift, or a Jack before a run, is a fifth."""
        gifts = state.sides - 1 if state.gift_to_each else 1
        return 0, 4 + gifts

    def facts(self, state: Any, event: AnyEvent | None, seat: int | None) -> dict[str, Any]:
        found = super().facts(state, event, seat)
        sides = range(state.sides)
        out = [k for k in sides if begging.receives(state, k) and begging.would_be_out(state, k)]
        if type(event) is Call and out:
            found |= {"receiver": out[0], "sides": state.sides}
        held = [rules.cards_held(state, seat) for seat in range(state.seats)]
        if type(event) is Discard:
            due = held[event.seat] - rules.HAND if state.phase == rules.DISCARD else 0
            found |= {"due": due, "count": len(event.cards)}
        elif state.phase == rules.DISCARD:  # somebody's discard is missing
            seat = next(seat for seat, cards in enumerate(held) if cards > rules.HAND)
            found |= {"seat": seat, "due": held[seat] - rules.HAND, "count": 0}
        return found

    def play(self, state: Any, table: Table, dice: Dice) -> Playing:
        return match(state, table, dice, play)


GAME = SevenUp()
