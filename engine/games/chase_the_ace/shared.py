"""Clauses that both profiles of Chase the Ace have under the same options."""

from __future__ import annotations

from typing import Final

from cardlog.engine.rules import Rule

SOURCES: Final = {
    "S0": "Chase the Ace, rules of the Cuckoo profile (Portuguese text)",
    "S2": "the same rules in Russian, without a difference of substance",
    "S3": "Chase the Ace, the compendium form (Spanish; cardrulesplus.com/games/chase-the-ace)",
    "S4": "the same page in Italian",
    "TAG": "the game and its tests in GAIGResearch/TabletopGames",
    "A-…": "readings adopted where these sources disagree or are silent",
}

A_10: Final = Rule(
    id="A-10",
    title="No warning at the stock",
    text="The dealer need not show the low card that he gives up for a card from the stock.",
    source="S3/S4, Play 4",
    when={"low_card_reveal": ("asker", "both")},
    reading=(
        "A-10: the warning is for the player who would receive the card, and here nobody does."
    ),
)

A_03: Final = Rule(
    id="A-03",
    title="Who plays sudden death",
    text=(
        "Everybody who went out in the tied deal takes part, with one life. Those who are"
        " lowest leave; if several remain they go on, and if all are lowest again they all play"
        " again."
    ),
    source="S3/S4, Elimination 3",
    when={"final_tie": ("sudden_death",)},
    reading=(
        "A-03: S3/S4 speak of the last two only; three or more can tie as well, so the same is"
        " done for any number. The tied deal still counts as a life lost."
    ),
)

A_04: Final = Rule(
    id="A-04",
    title="An ordinary deal",
    text=(
        "The sudden-death deal is played like any other, with exchanges, Kings and the"
        " dealer's turn. The deal passes to the next of the tied players clockwise as usual."
    ),
    source="S3/S4, Elimination 3 and Glossary",
    when={"final_tie": ("sudden_death",)},
    reading=(
        "A-04: the text could also mean a mere comparison of cards; we play it as a full deal."
    ),
)

A_21: Final = Rule(
    id="A-21",
    title="The dealer's own card",
    text="A dealer who exposes his own card has the same choice as any other player.",
    source="S3/S4, Elimination 4",
    when={"misdeal": ("player_choice",)},
    reading=(
        "A-21: S3/S4 give the choice to the player concerned and make no exception for the dealer."
    ),
)
