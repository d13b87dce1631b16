"""The compendium profile: the showdown, elimination, misdeals."""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace.books import packs, shared
from cardlog.engine.rules import Rule

RULES: Final[tuple[Rule, ...]] = (
    # Showdown
    Rule(
        id="CP-5.1",
        title="The showdown",
        text=(
            "When the dealer has finished, all who are still in the match turn up their cards"
            " together, each once; no showing before that, no turn after it, and no new deal until"
            " all are up. Everyone with the lowest rank loses one life, unless a clause below"
            " says otherwise, and nobody else loses anything."
        ),
        source="S3/S4, Showdown 1 and 2",
        faults=(
            "reveal-not-held",
            "early-reveal",
            "reveal-twice",
            "late-turn",
            "incomplete",
            "claim",
        ),
        reading=(
            "Cards turned up together may be written down in any order. A King shown earlier is"
            " turned up with the rest."
        ),
    ),
    Rule(
        id="CP-5.2",
        title="The Ace is lowest",
        text="No card is lower than an Ace, so whoever holds one at the showdown loses a life.",
        source="S3/S4, Showdown 3",
        when={"deck": ("standard52",)},
        reading=(
            "S3/S4 say usually. Without a house rule that spares somebody, it is always so, even"
            " where several hold Aces."
        ),
    ),
    Rule(
        id="CP-5.2",
        title="The lowest card of all",
        text="The card that ranks last in this pack is lowest, as the Ace is in an ordinary one.",
        source="S3/S4, Showdown 3 and Variants",
        when={"deck": packs.SPECIAL},
    ),
    *shared.A_23,
    shared.dealer_wins_ties("CP-V4"),
    shared.ace_of_spades("CP-V5"),
    Rule(
        id="CP-5.3",
        title="Cards go back",
        text=(
            "All the cards return to the pack, and the next player clockwise who is still in deals."
        ),
        source="S3/S4, Showdown 4",
    ),
    # Elimination and the end
    Rule(
        id="CP-6.1",
        title="Out, and the winner",
        text=(
            "A player who has lost all his lives is out and is dealt no more cards. The last"
            " player left wins the match and the pot, and nothing is played after that."
        ),
        source="S3/S4, Elimination 1 and 2",
        faults=("dealt-out", "over"),
    ),
    Rule(
        id="A-25",
        title="Two players left",
        text=(
            "When only two are left they play ordinary rounds: the other player has his turn, then"
            " the dealer."
        ),
        source="S3/S4, Players and Elimination 3",
        reading="A-25: three must begin, but S3/S4 expect two to be left at the end.",
    ),
    Rule(
        id="A-30",
        title="A tie with lives left",
        text=(
            "If all the players left tie for the lowest card, only those on their last life go"
            " out; anyone who still has a life goes on."
        ),
        source="S3/S4, Elimination 1 to 3",
        reading="A-30: the rule of the final tie applies only where nobody would be left.",
    ),
    Rule(
        id="CP-6.2",
        title="Sudden death",
        text=(
            "If all the players left lose their last life in the same deal, they play one more"
            " deal of a single card each. The loser is out, and the last one left wins the pot."
        ),
        source="S3/S4, Elimination 3",
        when={"final_tie": ("sudden_death",)},
        reading=(
            "A-02: S0/S2 would make them joint winners, S3/S4 play the tie off; this profile plays"
            " it off."
        ),
    ),
    Rule(
        id="CP-6.2",
        title="Joint winners",
        text=(
            "If all the players left lose their last life in the same deal, they win together and"
            " share the pot."
        ),
        source="S3/S4, Elimination 3; S0/S2, section 06",
        when={"final_tie": ("joint",)},
        reading=(
            "A-02: S3/S4 play the tie off, S0/S2 make the tied players joint winners; this table"
            " follows S0/S2."
        ),
    ),
    shared.A_03,
    *shared.A_04,
    # Misdeals
    Rule(
        id="CP-6.3",
        title="An exposed card",
        text=(
            "If the dealer exposes a card while dealing, the player it was meant for keeps it,"
            " known to all, or calls for a complete new deal by the same dealer."
        ),
        source="S3/S4, Elimination 4",
        when={"misdeal": ("player_choice",)},
        reading=(
            "A-20: S0/S2 repeat every incorrect deal; this profile leaves the choice to the player."
        ),
    ),
    Rule(
        id="CP-6.3",
        title="An exposed card",
        text=(
            "If the dealer exposes a card while dealing, the cards are gathered and the same"
            " dealer deals again."
        ),
        source="S3/S4, Elimination 4; S0/S2, section 06",
        when={"misdeal": ("redeal",)},
        reading=(
            "A-20: S3/S4 leave the choice to the player, S0/S2 repeat the deal; this table follows"
            " S0/S2."
        ),
    ),
    Rule(
        id="A-20",
        title="A wrong deal is repeated",
        text=(
            "A deal with a wrong number of cards is always gathered, shuffled and dealt again by"
            " the same dealer. Nobody loses a life by it."
        ),
        source="S0/S2, section 06",
        reading=(
            "A-20: S3/S4 deal only with the exposed card; for the wrong number we follow S0/S2."
        ),
    ),
    shared.A_21,
)
