"""California Jack: a trick game for two of the All Fours family, with an open stock.

After every trick both draw, the winner first, so that the fight is for the next card as much as
for the trick. A deal is worth up to four points: High, Low, Jack and Game (S1). The rules that
the family shares are in engine/tricks/, the clauses in book.py.
"""

from __future__ import annotations

from typing import Any, TypeVar

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours import AllFours, State
from cardlog.engine.all_fours.adapters import AFTER_GAP
from cardlog.engine.all_fours.after_gap import on_draw
from cardlog.engine.all_fours.selfplay import match, with_stock
from cardlog.engine.game import Dice, Playing, Table
from cardlog.engine.games.california_jack.book import BOOK, SOURCES
from cardlog.engine.games.california_jack.options import CaliforniaOptions, read
from cardlog.engine.rules import Rule
from cardlog.engine.sight import Sight, TopOfStock
from cardlog.records.events import Draw

C = TypeVar("C", bound=CaliforniaOptions)


class WithStock(AllFours[C]):
    """California Jack and Shasta Sam: a trick, then everybody draws."""

    draw = staticmethod(rules.draw)
    after_gap = AFTER_GAP | {Draw: on_draw}

    def set_options(self, state: State, options: CaliforniaOptions) -> None:
        super().set_options(state, options)
        state.refills = 1
        state.cut_high = int(options.first_dealer == "high")
        state.turned_counts = int(options.turned_jack)
        state.nine_counts = int(options.shasta_point)
        state.strict = int(options.strict_follow)
        state.must_trump = int(options.void_must_trump)
        state.house = state.strict | state.must_trump

    def total_points(self, state: State) -> tuple[int, int]:
        """All trumps but three are in play, so there are High and Low, but for a Jack that is
        turned up and ends the match."""
        return 2 - state.turned_counts, super().total_points(state)[1]

    def sight(self, options: CaliforniaOptions) -> Sight:
        return TopOfStock(options.stock == "face_up", options.loser_draw == "open")

    def play(self, state: State, table: Table, dice: Dice) -> Playing:
        return match(state, table, dice, with_stock)


class CaliforniaJack(WithStock[CaliforniaOptions]):
    """The game's declared facts."""

    name = "california-jack"
    title = "California Jack"
    sources = SOURCES

    def options(self, rules: dict[str, Any], seats: int) -> CaliforniaOptions:
        return read(rules)

    def seats(self, options: CaliforniaOptions) -> tuple[int, int]:
        return 2, 2

    def book(self, options: CaliforniaOptions) -> tuple[Rule, ...]:
        return BOOK


GAME = CaliforniaJack()
