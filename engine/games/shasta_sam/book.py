"""Shasta Sam: California Jack for two or three, each for himself.

S1 makes it the form for three players, with the stock and the points unchanged; the English books
know it for two, with the stock face down. Either can be played (C-01). The clauses shared with
California Jack stand in that game's package; those with a C- id are readings on what three
players change.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from cardlog.engine.games.california_jack import book as california
from cardlog.engine.games.california_jack.book import playing, points, setup
from cardlog.engine.rules import Rule
from cardlog.engine.tricks import clauses

SOURCES: Final = california.SOURCES | {
    "C-…": "readings adopted on Shasta Sam, where S1 says only that nothing else changes",
}

PLAYERS: Final = (
    Rule(
        id="CJ-V1",
        title="California Jack for three",
        text=(
            "Shasta Sam is played by two or three, with the stock and the points of California"
            " Jack."
        ),
        source="S1, Variants; FO for two",
        faults=("players",),
        reading=(
            "C-01, B-19: S1 names three players, the English books two; four or more would leave"
            " too short a stock."
        ),
    ),
    Rule(
        id="C-07",
        title="Each for himself",
        text="Nobody has a partner: every player scores alone, and one player wins.",
        source="S1, Variants",
    ),
    Rule(
        id="CJ-1.1",
        title="One pack",
        text="One ordinary pack of 52 cards without jokers is used; every card exists once.",
        source="S1, Pack",
        faults=("duplicate-card",),
    ),
)

STOCK: Final = (
    replace(
        setup.STOCK_UP,
        id="C-01",
        reading=(
            "C-01, B-01: the English books play Shasta Sam with the stock face down; S1 leaves the"
            " stock as in California Jack, and so do we."
        ),
    ),
    replace(
        setup.STOCK_DOWN,
        id="C-01",
        reading="C-01: S1 keeps the top card in sight; this table plays as the English books do.",
    ),
)

LEAD: Final = Rule(
    id="C-04",
    title="Who leads, who deals next",
    text=(
        "The player on the dealer's left leads to the first trick and the winner of a trick to the"
        " next. The player on the dealer's left also has the next deal."
    ),
    source="S1, Setup 1 and 5",
    faults=("wrong-leader", "wrong-dealer"),
    reading="C-04: S1 says it for two players, who alternate; with three it goes to the left.",
)

DRAWING: Final = (
    Rule(
        id="C-03",
        title="Order of drawing",
        text="After the winner of the trick the others draw in turn, clockwise from him.",
        source="S1, Play 3",
        faults=("draw-order",),
        reading="C-03: S1 speaks of one loser; with two of them we go clockwise.",
    ),
    Rule(
        id="C-02",
        title="The odd card",
        text=(
            "With three players the 34 cards of the stock serve eleven rounds of draws. The last"
            " card is left out and counts for nothing; it may be shown when the draws are over or"
            " at the end. With two players no card is left over."
        ),
        source="S1, Play 3 and 5",
        reading=(
            "C-02, B-05, B-06: S1 does not say that a card is left. It may be the Ace, the 2 or the"
            " Jack of trumps: then another card is High or Low, or nobody scores Jack."
        ),
    ),
)

TIED_GAME: Final = Rule(
    id="C-05",
    title="Two tied at the top",
    text="Where two players tie for Game, a third who has less does not score it in their place.",
    source="S1, Points",
    reading="C-05: S1 gives a tie to nobody, and we apply it to any tie for the most.",
)

SEVERAL_OUT: Final = replace(
    points.SEVERAL_OUT,
    id="C-06",
    reading="C-06: S1 says it for both players (CJ-5.2); with three it is the same.",
)

BOOK: Final[tuple[Rule, ...]] = (
    # Players and the pack
    *PLAYERS,
    *setup.PACK,
    # Setup and deal
    setup.CUT_LOW,
    setup.CUT_HIGH,
    *setup.DEAL,
    *STOCK,
    LEAD,
    clauses.B_18,
    # Play
    *playing.FOLLOWING,
    playing.TRICK,
    playing.DRAW,
    *DRAWING,
    *playing.SIGHT,
    playing.LAST_CARDS,
    # Points
    *points.HOLDING,
    points.GAME,
    TIED_GAME,
    points.ORDER,
    *points.SHASTA_POINT,
    # Winning
    points.TARGET,
    SEVERAL_OUT,
    points.COUNT_DECIDES,
)
