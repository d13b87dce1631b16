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
from cardlog.engine.all_fours import HANDLERS, NO_WORDS, AllFours, on_exposed
from cardlog.engine.all_fours.selfplay import match
from cardlog.engine.faults import UNREADABLE
from cardlog.engine.game import Dice, Playing, Table
from cardlog.engine.games.seven_up import begging
from cardlog.engine.games.seven_up.begging import SevenUpState as State
from cardlog.engine.games.seven_up.book import BOOK, SOURCES
from cardlog.engine.games.seven_up.options import SevenUpOptions, read
from cardlog.engine.games.seven_up.play import play
from cardlog.engine.rules import Rule
from cardlog.records.cards import SPECIAL
from cardlog.records.events import AnyEvent, Call, Discard, Misdeal, Reveal

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
