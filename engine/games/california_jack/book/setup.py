"""The pack, the deal and the stock: clauses that Shasta Sam has as well."""

from __future__ import annotations

from typing import Final

from cardlog.engine.rules import Rule

CUT_READING: Final = (
    "B-08: most English books let the highest cut deal; S1 says the lowest. S1 is silent on ties"
    " and on the Ace, which we rank as in play."
)
CUT_LOW: Final = Rule(
    id="CJ-2.1",
    title="The lowest cut deals",
    text=(
        "The players cut, and the lowest card deals first, the Ace being high; those who tie cut"
        " again."
    ),
    source="S1, Setup 1",
    faults=("first-dealer",),
    when={"first_dealer": ("low",)},
    reading=CUT_READING,
)
CUT_HIGH: Final = Rule(
    id="CJ-2.1",
    title="The highest cut deals",
    text=(
        "The players cut, and the highest card deals first, the Ace being high; those who tie cut"
        " again."
    ),
    source="S1, Setup 1; FO and BI-CJ",
    faults=("first-dealer",),
    when={"first_dealer": ("high",)},
    reading=CUT_READING,
)

# Rank, values and trump.
PACK: Final = (
    Rule(
        id="CJ-1.2",
        title="Rank in tricks",
        text=(
            "In every suit the Ace is high, followed by King, Queen, Jack, 10 and so on down to"
            " the 2."
        ),
        source="S1, Pack",
    ),
    Rule(
        id="CJ-1.3",
        title="Card values for Game",
        text=(
            "For the Game point alone a 10 counts ten, an Ace four, a King three, a Queen two and"
            " a Jack one; the other cards count nothing. A suit is worth 20 in all and the pack 80."
        ),
        source="S1, Pack",
    ),
    Rule(
        id="CJ-1.4",
        title="Trump for the deal",
        text=(
            "The card that opens the stock makes its suit trump for the whole deal. Nobody bids"
            " for trump or names it."
        ),
        source="S1, Pack and Setup 3",
        reading="B-09: Foster cuts for trump before the deal; we follow S1 and turn it up.",
    ),
)

# The hands, the stock and the turn-up.
DEAL: Final = (
    Rule(
        id="CJ-2.2",
        title="Six cards each",
        text="Each player gets six cards, dealt one at a time or in two groups of three.",
        source="S1, Setup 2",
        faults=("wrong-count",),
    ),
    Rule(
        id="CJ-2.3",
        title="The stock and turn-up",
        text=(
            "The other cards lie face down as the stock. Before play the top one is turned up and"
            " put back on top, and its suit is trump."
        ),
        source="S1, Setup 3",
        faults=("no-turn-up",),
    ),
    Rule(
        id="B-03",
        title="The turn-up stays in play",
        text=(
            "The turned-up card is the first of the stock: the winner of the first trick draws it."
            " Its suit is still trump after it has gone."
        ),
        source="S1, Setup 3 and Play 3",
        reading=(
            "B-03: S1 does not say in so many words what becomes of it; it lies on top, so it is"
            " drawn first."
        ),
    ),
    Rule(
        id="CJ-2.4",
        title="A Jack turned up",
        text=(
            "A Jack that is turned up scores nothing for the dealer. The point for it goes to"
            " whoever captures it in a trick."
        ),
        source="S1, Setup 4",
        when={"turned_jack": (False,)},
        reading=(
            "B-07: S1 lets a table agree beforehand that the dealer scores it at once; unless that"
            " is agreed it is not done."
        ),
    ),
    Rule(
        id="CJ-2.4",
        title="A turned Jack scores",
        text=(
            "If the turned-up card is a Jack, the dealer scores the Jack point at once, before any"
            " other point of the deal. If it brings him to the target, the match is over there and"
            " then."
        ),
        source="S1, Setup 4",
        when={"turned_jack": (True,)},
        reading=(
            "B-07: S1 leaves it to the table, which has agreed on it here. The card is captured"
            " later as well, and one Jack gives one point."
        ),
    ),
)

STOCK_UP: Final = Rule(
    id="B-01",
    title="The top card in sight",
    text="As long as the stock lasts, its top card lies face up for all players to see.",
    source="S1, Introduction and Play 3",
    when={"stock": ("face_up",)},
    reading=(
        "B-01: S1 calls the stock face up in one place and face down with its top card turned"
        " in another; most English books turn the whole stock up. The cards move in the same"
        " way."
    ),
)
STOCK_DOWN: Final = Rule(
    id="B-01",
    title="A hidden stock",
    text=(
        "Once the turn-up has been drawn, the stock stays face down and every card of it is drawn"
        " unseen."
    ),
    source="FO, Shasta Sam",
    when={"stock": ("face_down",)},
    reading="B-01: S1 keeps the top card in sight; this table has agreed not to.",
)
