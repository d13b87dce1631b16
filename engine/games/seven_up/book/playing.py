"""Tricks, points and the match."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from cardlog.engine.rules import Rule
from cardlog.engine.tricks import clauses

TRICKS: Final = (
    Rule(
        id="SU-12",
        title="Leading and winning",
        text=(
            "The eldest hand leads any card to the first trick, the winner of a trick to the next."
            " A trick is one card from each player: the highest trump wins it, or without a trump"
            " the highest card of the suit led. The deal is complete when all hands are played out."
        ),
        source="BI-SU and HGM",
        faults=("incomplete", "wrong-leader", "trick-size"),
    ),
    Rule(
        id="SU-13",
        title="Follow or trump",
        text=(
            "Only a card in hand can be played. On a trump led, a player who has a trump plays one."
            " On another suit, a player who has it follows or trumps, as he likes. Without the suit"
            " led he may play anything."
        ),
        source="BI-SU and FO",
        faults=("revoke", "not-held"),
    ),
    Rule(
        id="SU-18",
        title="High or Low so far",
        text=(
            "A player who is asked must say whether the trump he has just played is so far the"
            " highest or the lowest of the deal."
        ),
        source="EB11 and EW",
    ),
    replace(
        clauses.B_16,
        id="SU-19",
        source="FO and EB11",
        reading=(
            "B-16: FO takes one point for a revoke, two where the Jack is in play, and EB11 one; no"
            " loss is applied by itself."
        ),
    ),
)

POINTS: Final = (
    Rule(
        id="SU-14",
        title="The four points",
        text=(
            "High is one point for the player who held the highest trump in play, Low one for the"
            " lowest trump in play. Jack is one for the player who takes the Jack of trumps in a"
            " trick, unless the dealer scored it when it was turned up. Game is one for the side"
            " whose tricks are worth most: a 10 counts ten, an Ace four, a King three, a Queen two"
            " and a Jack one."
        ),
        source="FO, HGM, EB11 and CAS",
        faults=("claim", "claim-high", "claim-low", "claim-jack", "claim-game"),
        reading="In play are the cards that are played: no turn-up, discard or card of the stock.",
    ),
    clauses.B_04_HOLDER,
    clauses.B_04_TAKER,
    Rule(
        id="SU-15",
        title="One card, several points",
        text=(
            "One card can make several points: a Jack that is the only trump in play is High, Low"
            " and Jack."
        ),
        source="EW and EBR",
        reading="FO reckons five points as the most that one player can make in a deal.",
    ),
    Rule(
        id="B-06",
        title="No trump in play",
        text=(
            "If no trump is in play, High, Low and Jack go to nobody. A Jack turned up has scored"
            " all the same."
        ),
        source="the books are silent",
        reading="B-06: it happens with two players, in about one deal of forty.",
    ),
    Rule(
        id="SU-16",
        title="A tie for Game",
        text=(
            "Where two players tie for Game, the eldest hand, who did not deal, scores it. At a"
            " larger table a tie gives it to nobody."
        ),
        source="HGM and CAS; FO for more players",
        when={"game_tie": ("elder",)},
        reading="HGM and CAS say it of two players; with more we follow what FO has for Pitch.",
    ),
    Rule(
        id="SU-16",
        title="A tie for Game",
        text="If the most for Game is a tie, nobody scores it.",
        source="FO",
        when={"game_tie": ("nobody",)},
        reading="HGM and CAS give it to the elder hand of two; this table gives it to nobody.",
    ),
)

MATCH: Final = (
    Rule(
        id="SU-17",
        title="The target",
        text=(
            "The first side to reach the target wins the match, and nothing is played after that. A"
            " turned Jack and a gift count as they occur, then High, Low, Jack and Game in this"
            " order after the last trick. Points needed in this match: {target}."
        ),
        source="FO and BI-SU",
        faults=("over",),
        reading="FO and BI-SU play to 7; EB11 gives 10 or 11 for All Fours.",
    ),
)
