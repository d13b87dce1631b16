"""Shasta Sam: California Jack for three, each for himself, or for two with a hidden stock.

The first is the form of S1, the second that of FO. The rules are those of California Jack; clauses
of its own (C- ids) say what three players change: one card of the stock is left over, and all draw
in turn from the winner on.
"""

from __future__ import annotations

from typing import Any

from cardlog.engine.games.california_jack import WithStock
from cardlog.engine.games.shasta_sam.book import BOOK, SOURCES
from cardlog.engine.games.shasta_sam.options import ShastaOptions, read
from cardlog.engine.rules import Rule


class ShastaSam(WithStock[ShastaOptions]):
    """The game's declared facts."""

    name = "shasta-sam"
    title = "Shasta Sam"
    sources = SOURCES

    def options(self, rules: dict[str, Any], seats: int) -> ShastaOptions:
        return read(rules)

    def seats(self, options: ShastaOptions) -> tuple[int, int]:
        return 2, 3

    def book(self, options: ShastaOptions) -> tuple[Rule, ...]:
        return BOOK


GAME = ShastaSam()
