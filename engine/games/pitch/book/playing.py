"""Tricks, points and the match."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from cardlog.engine.rules import Rule
from cardlog.engine.tricks import clauses

TRICKS: Final = (
    Rule(
        id="PI-7",
        title="The pitch",
        text=(
            "The highest bidder is the pitcher and leads any card to the first trick: its suit is"
            " trump, even if he led it by mistake. The winner of a trick leads to the next."
        ),
        source="BI-AP, FO and EB-AP",
        faults=("wrong-leader",),
    ),
    Rule(
        id="PI-8",
        title="Six tricks",
        text=(
            "The deal is complete after six tricks of one card from each player's hand. A trump led"
            " calls for a trump; on another suit a player who has it follows or trumps; without"
            " the suit led anything goes. The highest trump wins, or else the highest card of the"
            " suit led."
        ),
        source="BI-AP, FO and EB-AP",
        faults=("incomplete", "revoke", "not-held", "trick-size"),
    ),
    replace(
        clauses.B_16,
        id="PI-16",
        source="EB-AP",
        reading=(
            "EB-AP sets a player who revokes back by the bid, lets the others score, and spares a"
            " pitcher another's revoke; none of this is done by itself."
        ),
    ),
)

POINTS: Final = (
    Rule(
        id="PI-9",
        title="High and Low",
        text=(
            "One point goes for High, the highest trump in play, to the player who held it, and one"
            " for Low, the lowest trump in play. The score of a deal is the sum of what each side"
            " made and of what a bid has cost (PI-12)."
        ),
        source="BI-AP, FO and EBR",
        faults=("claim", "claim-high", "claim-low"),
        reading="The highest trump always takes its trick, so holder and taker of High are one.",
    ),
    clauses.B_04_HOLDER,
    clauses.B_04_TAKER,
    Rule(
        id="PI-10",
        title="Jack",
        text=(
            "One point goes to the player who takes the Jack of trumps in a trick; nobody scores it"
            " if that Jack was not dealt."
        ),
        source="BI-AP, FO and EB-AP",
        faults=("claim-jack",),
    ),
    Rule(
        id="PI-11",
        title="Game",
        text=(
            "One point goes to the side whose tricks are worth most: a 10 counts ten, an Ace four,"
            " a King three, a Queen two and a Jack one. If the most is a tie, nobody scores it."
        ),
        source="FO, BB and TAG",
        faults=("claim-game",),
        reading="h2g2 gives a tie to the pitcher; we follow FO.",
    ),
    Rule(
        id="PI-12",
        title="Made or set back",
        text=(
            "The pitcher's side scores all that it made if that is at least its bid. Otherwise it"
            " scores nothing and loses the bid, even below zero. The others score what they made."
        ),
        source="BI-AP, FO and EB-AP",
    ),
)

MATCH: Final = (
    Rule(
        id="PI-14",
        title="The target",
        text=(
            "The match is won at the target, and nothing is played after that. Points needed in"
            " this match: {target}."
        ),
        source="BI-AP and BB; TAG for partners",
        faults=("over",),
        reading=(
            "BI-AP plays to 7, others to 10, 11 or 21; unless agreed otherwise it is 7 for single"
            " players and 21 for partners."
        ),
    ),
    Rule(
        id="PI-15",
        title="The pitcher counts first",
        text=(
            "Where several sides reach the target in one deal, the points of the pitcher's side"
            " count first, then the others' in the order High, Low, Jack, Game; whoever gets there"
            " first wins."
        ),
        source="BI-AP and h2g2",
        when={"go_out": ("pitcher_first",)},
        reading="In a deal without a bid nobody comes before the others.",
    ),
    Rule(
        id="PI-15",
        title="Only a pitcher goes out",
        text=(
            "Only a side that has just made its bid can win: another one that reaches the target"
            " plays on."
        ),
        source="TAG",
        when={"go_out": ("pitchers_only",)},
        reading="BI-AP lets the others win as well, after the pitcher; this table follows TAG.",
    ),
)
