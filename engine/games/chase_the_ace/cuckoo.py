"""Chase the Ace, the Cuckoo profile: three lives, one card each, no money.

British tables know the game as Cuckoo, Chase the Ace or Ranter Go Round; its kin elsewhere in
Europe use special packs. This profile follows S0 (Portuguese) and S2 (Russian), which agree in
substance, section by section: a King stops an exchange, a King cut by the dealer stops the
dealer too, and players who go out together at the very end share the win. Clauses with an A- id
come from a list of conflicts between sources and stand here only while an option calls for them.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace import shared
from cardlog.engine.rules import Rule

BOOK: Final[tuple[Rule, ...]] = (
    # 01, the table and the cards
    Rule(
        id="CC-1.1",
        title="Number of players",
        text="Three to ten players begin a match. Later in the match it may come down to two.",
        source="S0/S2, section 01",
        faults=("players",),
        reading=(
            "A-18, A-25: S0/S2 allow no more than ten, so this profile refuses more; a round"
            " between the last two is an ordinary round."
        ),
    ),
    Rule(
        id="CC-1.2",
        title="One pack",
        text=(
            "The game uses one ordinary pack of 52 cards without jokers, so no card can turn up"
            " twice in a round."
        ),
        source="S0/S2, section 01",
        faults=("duplicate-card",),
        when={"packs": (1,)},
    ),
    Rule(
        id="CC-1.2",
        title="Two packs together",
        text=(
            "Here two ordinary packs of 52 cards without jokers are shuffled together, so every"
            " card exists twice and none can turn up a third time in a round."
        ),
        source="S0/S2, section 01; S3/S4, Pack",
        faults=("duplicate-card",),
        when={"packs": (2,)},
        reading="A-18: S0/S2 know only one pack; the second one is a choice of this table.",
    ),
    Rule(
        id="CC-1.3",
        title="Lives, no money",
        text=(
            "Each player starts with this many lives, kept with tokens: {lives}. There is no pot,"
            " and nothing is staked."
        ),
        source="S0/S2, section 01",
        reading="A-26: S0/S2 give three lives; a table may agree on any other number from one up.",
    ),
    Rule(
        id="CC-1.4",
        title="Order of the cards",
        text=(
            "From high to low the ranks are King, Queen, Jack, 10 down to 2, and the Ace lowest of"
            " all. Suits never matter."
        ),
        source="S0/S2, section 01",
    ),
    # 02, the deal
    Rule(
        id="CC-2.1",
        title="First dealer by lot",
        text="A lot decides who deals the first round.",
        source="S0/S2, section 02",
        faults=("first-dealer",),
        reading=(
            "S0/S2 do not say how the lot is drawn: any fair way will do, and whoever it names"
            " deals."
        ),
    ),
    Rule(
        id="CC-2.2",
        title="One card to each",
        text=(
            "For every round the dealer shuffles all the cards and gives one card face down to"
            " each player still in the match. A player who is out gets none. Each may look at his"
            " own card."
        ),
        source="S0/S2, section 02",
        faults=("wrong-count", "dealt-out"),
    ),
    Rule(
        id="CC-2.3",
        title="The stock",
        text="The cards left over lie face down as the stock.",
        source="S0/S2, section 02",
    ),
    Rule(
        id="CC-2.4",
        title="Order of turns",
        text=(
            "Turns pass clockwise, from the player on the dealer's left round to the dealer, who"
            " is last."
        ),
        source="S0/S2, section 02",
        faults=("turn-order",),
    ),
    Rule(
        id="CC-2.5",
        title="The deal moves left",
        text=(
            "After each round the deal moves to the next player on the left who is still in the"
            " match. Wherever these rules count seats, players who are out are passed over."
        ),
        source="S0/S2, section 02",
        faults=("wrong-dealer",),
        reading=(
            "A-24: where the dealer himself has just gone out, the count still starts from his"
            " seat."
        ),
    ),
    # 03, a player's turn
    Rule(
        id="CC-3.1",
        title="Keep or ask",
        text=(
            "Each player has exactly one turn: he keeps his card, or asks the nearest player on"
            " his left who is still in the match to exchange cards with him."
        ),
        source="S0/S2, section 03",
        faults=("wrong-neighbour",),
    ),
    Rule(
        id="CC-3.2",
        title="A King refuses",
        text=(
            "The player asked must exchange, unless he holds a King. In that case he shows the"
            " King and both players keep their own cards; no other card allows a refusal."
        ),
        source="S0/S2, section 03",
        faults=("king-must-block", "block-no-king", "block-not-held"),
        reading=(
            "A-05, A-07: we read the refusal as a duty, so a King is never handed over on request,"
            " and the dealer's own King refuses like any other."
        ),
    ),
    Rule(
        id="A-09",
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
            "A-09: S0/S2 have no such warning; this table has added it for the player who asks."
            " The card so shown is a warning and not an exposed card."
        ),
    ),
    Rule(
        id="A-09",
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
            "A-09: S0/S2 have no such warning; this table has added it for both players. A card so"
            " shown is a warning and not an exposed card."
        ),
    ),
    shared.A_10,
    Rule(
        id="CC-3.3",
        title="No second request",
        text="A player who has been refused may not ask anybody else; his turn is over.",
        source="S0/S2, section 03",
    ),
    Rule(
        id="CC-3.4",
        title="Being asked costs no turn",
        text=(
            "Giving up a card on request does not use up a player's own turn. When his turn comes"
            " he may pass on the card he was given."
        ),
        source="S0/S2, section 03",
    ),
    Rule(
        id="CC-3.5",
        title="What a King stops",
        text=(
            "A King that is shown stops that one request and nothing more; the round goes on."
            " Queens and Jacks have no powers."
        ),
        source="S0/S2, section 03",
        reading=(
            "A-06: S0/S2 do not say what its holder may do next; we let him take his own turn, in"
            " which he may even swap the King away."
        ),
    ),
    # 04, the dealer's turn
    Rule(
        id="CC-4.1",
        title="Dealer keeps or cuts",
        text=(
            "The dealer, last of all, keeps his card or cuts a card from the undealt stock to"
            " replace it. Nobody but the dealer takes a card from the stock."
        ),
        source="S0/S2, section 04",
        faults=("dealer-only", "not-in-stock"),
        reading=(
            "A-11: S0/S2 let the dealer cut anywhere in the stock, so any card that has not been"
            " dealt may appear."
        ),
    ),
    Rule(
        id="CC-4.2",
        title="The cut card replaces",
        text=(
            "A cut card that is not a King becomes the dealer's card. His old card goes face down"
            " to the discard."
        ),
        source="S0/S2, section 04",
        when={"dealer_draws_king": ("blocked",)},
        reading=(
            "A-12: the sources do not say whether the new card is shown; it stays hidden until the"
            " showdown."
        ),
    ),
    Rule(
        id="CC-4.2",
        title="The cut card replaces",
        text=(
            "Whatever card the dealer cuts becomes his. His old card goes face down to the discard."
        ),
        source="S0/S2, section 04; S3/S4, Play 6",
        when={"dealer_draws_king": ("kept",)},
        reading=(
            "A-12: the sources do not say whether the new card is shown; it stays hidden until the"
            " showdown."
        ),
    ),
    Rule(
        id="CC-4.3",
        title="A cut King blocks",
        text=(
            "If the dealer cuts a King, it is shown and put aside unused, and the dealer stays"
            " with the card he had."
        ),
        source="S0/S2, section 04",
        when={"dealer_draws_king": ("blocked",)},
        reading=(
            "A-01, A-12: S0/S2 block a King cut by the dealer, S3/S4 let him keep it; this profile"
            " blocks, and has the King shown so that the refusal can be checked."
        ),
    ),
    Rule(
        id="CC-4.3",
        title="A cut King is kept",
        text="A King that the dealer cuts blocks nothing; he keeps it as he would any other card.",
        source="S3/S4, Play 6",
        when={"dealer_draws_king": ("kept",)},
        reading=(
            "A-01: S0/S2 block a King cut by the dealer, S3/S4 let him keep it; this table follows"
            " S3/S4."
        ),
    ),
    Rule(
        id="CC-4.4",
        title="One try, stock only",
        text="The dealer never exchanges with another player on his turn, and he cuts only once.",
        source="S0/S2, section 04",
        faults=("dealer-asks",),
    ),
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
            " they are. Nobody else loses anything, and no life is ever won."
        ),
        source="S0/S2, section 05",
        faults=("claim",),
        reading="A-23: where the whole table holds the same rank, everybody loses a life.",
    ),
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
    shared.A_04,
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
    ),
    Rule(
        id="CC-8",
        title="A worked example",
        text=(
            "A, B, C and the dealer D hold 2 of clubs, 9 of hearts, King of spades and 7 of"
            " diamonds. A exchanges with B; B, now with the 2, asks C and is stopped by the King; C"
            " and D keep. The 2 is lowest, so B loses a life and the others lose nothing."
        ),
        source="S0/S2, section 08",
    ),
)
