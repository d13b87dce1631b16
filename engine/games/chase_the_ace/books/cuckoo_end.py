"""The Cuckoo profile, sections 05 to 08: the showdown, the end of the match."""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace.books import packs, shared
from cardlog.engine.rules import Rule

RULES: Final[tuple[Rule, ...]] = (
    # 05, the showdown
    Rule(
        id="CC-5.1",
        title="All cards are shown",
        text=(
            "When the dealer has finished, every player still in the match turns up his card once,"
            " in any order. Nobody may do so earlier, nobody takes a turn after the first card is"
            " up, and the round is complete only when all have shown."
        ),
        source="S0/S2, section 05",
        faults=("reveal-not-held", "early-reveal", "reveal-twice", "late-turn", "incomplete"),
        reading=(
            "S0/S2 only say that all reveal. A King shown earlier to stop an exchange is turned up"
            " again here like any other card."
        ),
    ),
    Rule(
        id="CC-5.2",
        title="The lowest lose a life",
        text=(
            "Everyone whose card has the lowest rank on the table loses one life, however many"
            " they are, unless a clause below says otherwise. Nobody else loses anything, and no"
            " life is ever won."
        ),
        source="S0/S2, section 05",
        faults=("claim",),
        reading="Where an ace of spades or tokens are played for, a loss is what they make it.",
    ),
    *shared.A_23,
    shared.dealer_wins_ties("A-16"),
    shared.ace_of_spades("A-15"),
    Rule(
        id="CC-5.3",
        title="No lives, out",
        text="A player with no life left is out until the next complete match.",
        source="S0/S2, section 05",
    ),
    Rule(
        id="CC-5.4",
        title="Cards go back",
        text=(
            "After the round every card returns to the pack: the hands, the stock, the discard and"
            " any card put aside."
        ),
        source="S0/S2, section 05",
    ),
    # 06, the end of the match
    Rule(
        id="CC-6.1",
        title="The last one wins",
        text=(
            "The only player with a life left wins, and the match is over. No winner is named"
            " before everybody has shown his card."
        ),
        source="S0/S2, section 06",
        faults=("over",),
    ),
    Rule(
        id="CC-6.2",
        title="Joint winners",
        text=(
            "If all the players still in the match are on their last life and all lose it in the"
            " same round, they win together."
        ),
        source="S0/S2, section 06",
        when={"final_tie": ("joint",)},
        reading=(
            "A-02, A-30: S3/S4 would play the tie off; this profile shares the win. It applies"
            " only where nobody would be left: while one of the tied still has a life, the others"
            " are out and he goes on."
        ),
    ),
    Rule(
        id="CC-6.2",
        title="A final tie goes on",
        text=(
            "If all the players still in the match are on their last life and all lose it in the"
            " same round, nobody has won yet: the tie is played off."
        ),
        source="S0/S2, section 06; S3/S4, Elimination 3",
        when={"final_tie": ("sudden_death",)},
        reading=(
            "A-02, A-30: S0/S2 make them joint winners; this table plays sudden death instead. It"
            " applies only where nobody would be left."
        ),
    ),
    Rule(
        id="A-02",
        title="Sudden death",
        text=(
            "Players who go out together with nobody left play one more deal of a single card"
            " each. Whoever loses it is out, and the last one left wins the match."
        ),
        source="S3/S4, Elimination 3",
        when={"final_tie": ("sudden_death",)},
        reading="A-02: taken from S3/S4, since S0/S2 leave no tie to play off.",
    ),
    shared.A_03,
    *shared.A_04,
    Rule(
        id="CC-6.3",
        title="A wrong deal is repeated",
        text=(
            "If a deal was not correct, the cards are gathered and the same dealer deals again."
            " Nobody loses a life by it."
        ),
        source="S0/S2, section 06",
        when={"misdeal": ("redeal",)},
        reading=(
            "A-20: S3/S4 leave the choice to a player whose card was exposed; S0/S2 know no"
            " choice, so here an exposed card too means a new deal."
        ),
    ),
    Rule(
        id="CC-6.3",
        title="A wrong deal is repeated",
        text=(
            "If a deal was not correct, the cards are gathered and the same dealer deals again."
            " Nobody loses a life by it. A single exposed card is the exception, and is left to its"
            " owner."
        ),
        source="S0/S2, section 06; S3/S4, Elimination 4",
        when={"misdeal": ("player_choice",)},
        reading=(
            "A-20: S0/S2 know no choice; this table has taken it from S3/S4. A wrong number of"
            " cards always means a new deal."
        ),
    ),
    Rule(
        id="A-20",
        title="An exposed card",
        text=(
            "If the dealer exposes a card while dealing, the player it was meant for keeps it,"
            " known to all, or calls for a complete new deal by the same dealer after a full"
            " shuffle."
        ),
        source="S3/S4, Elimination 4",
        when={"misdeal": ("player_choice",)},
        reading="A-20: S0/S2 repeat every incorrect deal; this table lets the player choose.",
    ),
    shared.A_21,
    # 07 and 08, the variant and an example
    Rule(
        id="CC-7",
        title="Ordinary cards only",
        text=(
            "No special pack is used and no rank but the King does anything. Powers for Queens and"
            " Jacks belong to other games of the family."
        ),
        source="S0/S2, section 07",
        when={"deck": ("standard52",)},
    ),
    packs.cuckoo_blocks("CC-7"),
    Rule(
        id="CC-8",
        title="A worked example",
        text=(
            "A, B, C and the dealer D hold 2 of clubs, 9 of hearts, King of spades and 7 of"
            " diamonds. A exchanges with B; B, now with the 2, asks C and is stopped by the King; C"
            " and D keep. The 2 is lowest, so B loses a life and the others lose nothing."
        ),
        source="S0/S2, section 08",
        when={"profile": ("cuckoo",), "deck": ("standard52",)},
    ),
)
