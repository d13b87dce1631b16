"""California Jack: All Fours for two, with a stock to draw from after every trick.

Its name recalls the card rooms of gold-rush California; the Hoyles list it with Seven-Up and
Pitch. A deal gives up to four points, High, Low, Jack and
Game; the visible top card of the stock is what each trick is fought for. The book follows S1
(Portuguese). Clauses with a B- id are readings from a list of conflicts between sources: where S1
is silent they follow Foster's Hoyle (FO) or the counting of the cards. What Shasta Sam plays by as
well stands in setup.py, playing.py and points.py.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from cardlog.engine.games.california_jack.book import playing, points, setup
from cardlog.engine.rules import Rule
from cardlog.engine.tricks import clauses

SOURCES: Final = {
    "S1": "California Jack and its relatives (Portuguese text)",
    "FO": "Foster's Complete Hoyle",
    "EW": "Laws of All-Fours, in Enquire Within Upon Everything",
    "EB11": "Encyclopaedia Britannica, 1911, All Fours",
    "BI-CJ": "California Jack, at bicyclecards.com",
    "CAT": "California Jack, at catsatcards.com",
    "GR": "California Jack, at gamerules.com",
    "RCY": "California Jack, as encoded for RECYCLE (mgoadric/cardstock)",
    "B-…": "readings adopted where these sources disagree or are silent",
}

PLAYERS: Final = Rule(
    id="CJ-1.1",
    title="Two players, one pack",
    text="Two play, with one ordinary pack of 52 cards without jokers; every card exists once.",
    source="S1, Players and Pack",
    faults=("duplicate-card", "players"),
    reading=(
        "B-19: S1 says that four or more rarely play; here California Jack is for two, and"
        " three may play Shasta Sam."
    ),
)

CUT: Final = tuple(
    replace(
        rule,
        text=rule.text + " After each deal the other player deals.",
        faults=(*rule.faults, "wrong-dealer"),
    )
    for rule in (setup.CUT_LOW, setup.CUT_HIGH)
)

FIRST_LEAD: Final = Rule(
    id="CJ-2.5",
    title="Who leads first",
    text="The player who did not deal leads to the first trick.",
    source="S1, Setup 5",
)

ALL_PLAYED: Final = Rule(
    id="B-05",
    title="All the cards are played",
    text=(
        "A deal has twenty-six tricks, the first twenty followed by draws, and all 52 cards are"
        " played. So High is always the Ace of trumps, Low is always the 2, and the Jack is always"
        " captured."
    ),
    source="S1, Play 3 and 5",
    reading=(
        "B-05, B-06: S1 speaks of trumps that appear and of a Jack that may not; with two players"
        " every card appears, so of the points only Game, tied at 40 to 40, can go to nobody."
    ),
)

RELATIVES: Final = (
    Rule(
        id="CJ-V1",
        title="Shasta Sam",
        text="The form for three players, each for himself, is a game of its own: Shasta Sam.",
        source="S1, Variants",
    ),
    Rule(
        id="CJ-V2",
        title="Seven-Up",
        text="The older form without a stock to refill the hands is a game of its own: Seven-Up.",
        source="S1, Variants",
    ),
    Rule(
        id="CJ-V3",
        title="Pitch",
        text="The form in which the highest bidder chooses trump is a game of its own: Pitch.",
        source="S1, Variants",
    ),
)

BOOK: Final[tuple[Rule, ...]] = (
    # Players and the pack
    PLAYERS,
    *setup.PACK,
    # Setup and deal
    *CUT,
    *setup.DEAL,
    setup.STOCK_UP,
    setup.STOCK_DOWN,
    FIRST_LEAD,
    clauses.B_18,
    # Play
    *playing.FOLLOWING,
    replace(playing.TRICK, faults=(*playing.TRICK.faults, "wrong-leader")),
    replace(playing.DRAW, faults=(*playing.DRAW.faults, "draw-order")),
    *playing.SIGHT,
    playing.LAST_CARDS,
    ALL_PLAYED,
    # Points
    *points.HOLDING,
    points.GAME,
    points.ORDER,
    *points.SHASTA_POINT,
    # Winning
    points.TARGET,
    points.SEVERAL_OUT,
    points.COUNT_DECIDES,
    # Variants
    *RELATIVES,
)
