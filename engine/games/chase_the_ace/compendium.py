"""Chase the Ace, the compendium profile: three lives, an ante, sudden death at the end.

The form printed in collections of rules. It follows S3 (Spanish) and S4 (Italian), two
translations of one page (cardrulesplus.com, Chase the Ace): up to twenty players, the first Jack
deals, low cards are shown before they are handed over, and the dealer draws the top card of the
stock and keeps even a King. Clauses with an A- id are readings from the list of conflicts in
between sources, where the page is silent or can be taken in two ways.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace import shared
from cardlog.engine.rules import Rule

BOOK: Final[tuple[Rule, ...]] = (
    # Players and the first deal
    Rule(
        id="CP-1.1",
        title="Number of players",
        text=(
            "Three to twenty players begin a match. Three to ten is the practical number; a large"
            " table needs a second pack."
        ),
        source="S3/S4, Players",
        faults=("players",),
        reading=(
            "A-18: S3/S4 give ten as the practical limit and twenty as the most, with more packs;"
            " we accept three to twenty."
        ),
    ),
    Rule(
        id="CP-1.2",
        title="The first Jack deals",
        text=(
            "To find the first dealer, cards are dealt face up round the table, one to each in"
            " turn, until a Jack falls. Whoever gets it deals."
        ),
        source="S3/S4, Players",
        faults=("first-dealer",),
        reading=(
            "A-22: the start is not given; we begin at any agreed seat, go clockwise, and shuffle"
            " these cards back before the first deal."
        ),
    ),
    Rule(
        id="CP-1.3",
        title="The deal moves clockwise",
        text="Each round is dealt by the next player clockwise who is still in the match.",
        source="S3/S4, Players and Showdown 4",
        faults=("wrong-dealer",),
    ),
    Rule(
        id="A-24",
        title="When the dealer goes out",
        text="If the dealer has just gone out, the next player still in on his left deals.",
        source="S3/S4, Showdown 4; TAG",
        reading=(
            "A-24: S3/S4 only say that the deal moves clockwise; the count starts from the old"
            " dealer's seat."
        ),
    ),
    # Pack
    Rule(
        id="CP-2.1",
        title="The pack",
        text=(
            "One ordinary pack of 52 cards without jokers is used, so no card can turn up twice in"
            " a round. The Ace is lowest, then 2 up to 10, Jack, Queen and King; suits do not"
            " matter."
        ),
        source="S3/S4, Pack",
        faults=("duplicate-card",),
        when={"packs": (1,)},
        reading=(
            "A-18: one pack serves up to thirteen players, although S3/S4 call ten the practical"
            " limit."
        ),
    ),
    Rule(
        id="CP-2.1",
        title="Two packs together",
        text=(
            "Two ordinary packs of 52 cards without jokers are shuffled together, as more than"
            " thirteen players require; every card exists twice. The Ace is lowest, then 2 up to"
            " 10, Jack, Queen and King; suits do not matter."
        ),
        source="S3/S4, Pack",
        faults=("duplicate-card",),
        when={"packs": (2,)},
        reading=(
            "A-18: S3/S4 ask for the second pack above thirteen players; a smaller table may"
            " choose it."
        ),
    ),
    Rule(
        id="A-19",
        title="Packs stay the same",
        text=(
            "The number of players at the start settles how many packs are used; it does not"
            " change when players go out."
        ),
        source="S3/S4, Pack",
        reading="A-19: S3/S4 do not say which number counts; we take the number at the start.",
    ),
    # Setup
    Rule(
        id="CP-3.1",
        title="An equal ante",
        text=(
            "Before the first deal every player pays the same agreed amount into a pot. Where"
            " nothing is agreed the pot is empty and the match is played for the win alone."
        ),
        source="S3/S4, Setup 1",
        reading=(
            "A-17: S3/S4 name no amount; we take it as nothing unless the table records one, and"
            " keep the pot apart from the lives."
        ),
    ),
    Rule(
        id="CP-3.2",
        title="Lives at the start",
        text="Each player starts with this many lives, kept with any small tokens: {lives}.",
        source="S3/S4, Setup 2 and Variants",
        reading=(
            "A-26: three is usual and S3/S4 also mention 1, 2 and 5; any number from one up may be"
            " agreed."
        ),
    ),
    Rule(
        id="CP-3.3",
        title="Shuffle and cut",
        text="The cards are shuffled, and the player on the dealer's right cuts them.",
        source="S3/S4, Setup 3",
    ),
    Rule(
        id="CP-3.4",
        title="One card to each",
        text=(
            "The dealer gives one card face down to each player still in, himself included; the"
            " rest lies face down as the stock. Each may look at his own card but may not show it"
            " to anyone."
        ),
        source="S3/S4, Setup 4 and 5",
        faults=("wrong-count",),
    ),
    # Play
    Rule(
        id="CP-4.1",
        title="Order of turns",
        text=(
            "The player on the dealer's left begins, and turns pass clockwise to the dealer, who"
            " is last."
        ),
        source="S3/S4, Play 1",
        faults=("turn-order",),
    ),
    Rule(
        id="CP-4.2",
        title="Stand or swap",
        text=(
            "On his turn a player says Stand and keeps his card, or says Swap, and the next player"
            " on his left who is still in must exchange cards with him."
        ),
        source="S3/S4, Play 2",
        faults=("wrong-neighbour",),
    ),
    Rule(
        id="CP-4.3",
        title="The King blocks",
        text=(
            "A player who is asked and holds a King says so and turns it face up; there is no"
            " exchange. The King then stays known to all for the rest of the round, and no other"
            " card can refuse."
        ),
        source="S3/S4, Play 3",
        faults=("king-must-block", "block-no-king", "block-not-held"),
        reading=(
            "A-05: other tables leave it to the holder; we read the text as a duty, so a King is"
            " never handed over on request."
        ),
    ),
    Rule(
        id="A-06",
        title="After showing a King",
        text=(
            "A player who has shown a King still takes his own turn. He may keep the King or swap"
            " it away."
        ),
        source="S3/S4, Play 3; TAG",
        reading="A-06: S3/S4 do not say that showing it ends his play, so it does not.",
    ),
    Rule(
        id="CP-4.4",
        title="No warning of low cards",
        text=(
            "At this table nobody has to show an Ace, 2 or 3 before handing it over in an exchange."
        ),
        source="S3/S4, Play 4",
        when={"low_card_reveal": ("off",)},
        reading="A-09: S3/S4 say that some tables leave the warning out; this one does.",
    ),
    Rule(
        id="CP-4.4",
        title="Asker shows low cards",
        text=(
            "A player whose Ace, 2 or 3 is about to go to the neighbour shows it to the table"
            " before the exchange. The neighbour's King comes first: where he refuses with it,"
            " nothing need be shown."
        ),
        source="S3/S4, Play 4",
        faults=("low-not-shown",),
        when={"low_card_reveal": ("asker",)},
        reading=(
            "A-09: the text can be taken for both players; this table asks it only of the one who"
            " swaps. The card so shown is a warning and not an exposed card."
        ),
    ),
    Rule(
        id="CP-4.4",
        title="Low cards are shown",
        text=(
            "Whoever is about to hand over an Ace, 2 or 3 in an exchange, the one asking or the"
            " one asked, shows it to the table first. A King comes before that: where it stops the"
            " exchange, nothing need be shown."
        ),
        source="S3/S4, Play 4",
        faults=("low-not-shown",),
        when={"low_card_reveal": ("both",)},
        reading=(
            "A-09: S3/S4 do not say which of the two is meant; handing over covers both. A card so"
            " shown is a warning and not an exposed card."
        ),
    ),
    shared.A_10,
    Rule(
        id="CP-4.5",
        title="One exchange each way",
        text=(
            "A player other than the dealer can be asked once in a round, by the player on his"
            " right, and can ask once, the player on his left. Being asked does not use up his own"
            " turn."
        ),
        source="S3/S4, Play 5",
    ),
    Rule(
        id="CP-4.6",
        title="The dealer's turn",
        text=(
            "The dealer stands, or exchanges his card once for the top card of the stock; he asks"
            " no player, and nobody else draws. A King drawn in this way is kept like any other"
            " card."
        ),
        source="S3/S4, Play 6",
        faults=("dealer-asks", "dealer-only", "not-in-stock", "not-top"),
        when={"dealer_draws_king": ("kept",)},
        reading=(
            "A-01, A-11, A-13: S0/S2 cut anywhere and block a King, S3/S4 take the top card and"
            " keep it; this profile keeps. The old card is put aside face down."
        ),
    ),
    Rule(
        id="CP-4.6",
        title="The dealer's turn",
        text=(
            "The dealer stands, or exchanges his card once for the top card of the stock; he asks"
            " no player, and nobody else draws. If the top card is a King it is shown and put aside"
            " unused, and the dealer stays with the card he had."
        ),
        source="S3/S4, Play 6; S0/S2, section 04",
        faults=("dealer-asks", "dealer-only", "not-in-stock", "not-top"),
        when={"dealer_draws_king": ("blocked",)},
        reading=(
            "A-01, A-11, A-13: S3/S4 let the dealer keep a King, S0/S2 block it; this table"
            " blocks. An old card that is exchanged is put aside face down."
        ),
    ),
    Rule(
        id="A-07",
        title="The dealer's own King",
        text=(
            "A dealer who holds a King when his right-hand neighbour asks him shows it and"
            " refuses, as anybody would."
        ),
        source="S3/S4, Play 3 and 6",
        reading=(
            "A-07: S3/S4 say that the dealer has no King block. We take that to mean his draw from"
            " the stock, since elsewhere every holder of a King is safe."
        ),
    ),
    Rule(
        id="A-12",
        title="The drawn card stays hidden",
        text="The card that the dealer draws stays hidden until the showdown, even a King.",
        source="S3/S4, Play 6",
        when={"dealer_draws_king": ("kept",)},
        reading="A-12: the sources do not say; nothing before the showdown depends on it.",
    ),
    Rule(
        id="A-12",
        title="The drawn card stays hidden",
        text=(
            "The card that the dealer draws and keeps stays hidden until the showdown. Only a King"
            " that blocks the exchange is shown at once."
        ),
        source="S3/S4, Play 6; S0/S2, section 04",
        when={"dealer_draws_king": ("blocked",)},
        reading=(
            "A-12: the sources do not say; the King is shown so that the refusal can be checked."
        ),
    ),
    # Showdown
    Rule(
        id="CP-5.1",
        title="The showdown",
        text=(
            "When the dealer has finished, all who are still in the match turn up their cards"
            " together, each once; no showing before that, no turn after it, and no new deal until"
            " all are up. Everyone with the lowest rank loses one life, and nobody else loses"
            " anything."
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
        reading=(
            "S3/S4 say usually. Without a house rule that spares somebody, it is always so, even"
            " where several hold Aces."
        ),
    ),
    Rule(
        id="A-23",
        title="All of one rank",
        text="If every player shows the same rank, all of them lose a life.",
        source="S3/S4, Showdown 2",
        reading="A-23: the French game lets everybody off; S3/S4 make no exception.",
    ),
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
    shared.A_04,
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
