"""The points and the match: clauses that Shasta Sam has as well."""

from __future__ import annotations

from typing import Final

from cardlog.engine.rules import Rule

HOLDING: Final = (
    Rule(
        id="CJ-4.1",
        title="The High point",
        text=(
            "One point goes to the player who was dealt or drew the highest trump that appeared in"
            " the deal, whoever won the trick it was played in."
        ),
        source="S1, Points",
        faults=("claim-high",),
        reading=(
            "B-04, B-17: the highest trump always wins its trick, so holding and capturing it come"
            " to the same; where S1 advises to guard the Ace of trumps, High is not at risk."
        ),
    ),
    Rule(
        id="CJ-4.2",
        title="The Low point",
        text=(
            "One point goes to the player who was dealt or drew the lowest trump that appeared in"
            " the deal, even if another player captured it."
        ),
        source="S1, Points",
        faults=("claim-low",),
        when={"low_to": ("holder",)},
        reading=(
            "B-04: several American books give Low to the player who captures it; S1 gives it to"
            " the one who held it, and so do we."
        ),
    ),
    Rule(
        id="CJ-4.2",
        title="The Low point",
        text=(
            "One point goes to the player who captures the lowest trump that appeared in the deal,"
            " whoever was dealt it or drew it."
        ),
        source="FO and BI-CJ",
        faults=("claim-low",),
        when={"low_to": ("taker",)},
        reading="B-04: S1 gives Low to the player who held it; this table, to its captor.",
    ),
    Rule(
        id="CJ-4.3",
        title="The Jack point",
        text=(
            "One point goes to the player who captures the Jack of trumps in a trick. If that Jack"
            " never appears, nobody scores it."
        ),
        source="S1, Points",
        faults=("claim-jack",),
        when={"turned_jack": (False,)},
    ),
    Rule(
        id="CJ-4.3",
        title="The Jack point",
        text=(
            "One point goes to the player who captures the Jack of trumps in a trick, unless it"
            " was turned up and the dealer has scored it. If that Jack never appears, nobody scores"
            " it."
        ),
        source="S1, Points and Setup 4",
        faults=("claim-jack",),
        when={"turned_jack": (True,)},
        reading="B-07: the dealer's point stands in place of the captor's, so four points remain.",
    ),
)

GAME: Final = Rule(
    id="CJ-4.4",
    title="The Game point",
    text=(
        "One point goes to the player whose captured cards are worth most by the values for Game."
        " If the most is a tie, nobody scores it."
    ),
    source="S1, Points",
    faults=("claim-game",),
    reading="B-13: in All Fours some books give a tie to the elder hand; S1 gives it to nobody.",
)

ORDER: Final = Rule(
    id="CJ-4.5",
    title="Order of counting",
    text=(
        "The points are counted after the last trick of the deal, in the order High, Low, Jack,"
        " Game."
    ),
    source="S1, Points",
    faults=("claim",),
)

SHASTA_POINT: Final = (
    Rule(
        id="CJ-V4",
        title="No Shasta point",
        text="The Nine of trumps scores nothing here: a fifth point for it is a house rule.",
        source="S1, Variants",
        faults=("claim-nine",),
        when={"shasta_point": (False,)},
    ),
    Rule(
        id="CJ-V4",
        title="The Shasta point",
        text=(
            "A fifth point goes to the player who captures the Nine of trumps in a trick. If that"
            " Nine never appears, nobody scores it."
        ),
        source="S1, Variants",
        faults=("claim-nine",),
        when={"shasta_point": (True,)},
    ),
    Rule(
        id="B-15",
        title="The Nine comes last",
        text="The point for the Nine is counted last, after Game.",
        source="S1, Variants",
        when={"shasta_point": (True,)},
        reading=(
            "B-15: S1 gives the Nine no place in the order, and the point for capturing it, not"
            " for holding it."
        ),
    ),
)

TARGET: Final = Rule(
    id="CJ-5.1",
    title="The target",
    text=(
        "The first player to reach the target wins the match, and nothing is played after"
        " that. Points needed in this match: {target}."
    ),
    source="S1, Winning",
    faults=("over",),
    reading="S1 gives 10 as usual and 7 as a shorter match; the table may agree on any target.",
)

SEVERAL_OUT: Final = Rule(
    id="CJ-5.2",
    title="Several reach the target",
    text=(
        "If more than one player would reach the target in the same deal, the points are counted"
        " one by one in their order, and whoever gets there first wins."
    ),
    source="S1, Winning",
)

COUNT_DECIDES: Final = Rule(
    id="B-14",
    title="The count decides",
    text=(
        "The match is won at the very point that brings a player to the target. The other points"
        " of that deal are still written down but cannot change the winner, even if they leave"
        " another with the higher score."
    ),
    source="S1, Winning",
    reading="B-14: each point goes to one player, so two can never arrive together.",
)
