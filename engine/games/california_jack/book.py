"""California Jack: All Fours for two, with a stock to draw from after every trick.

Its name recalls the card rooms of gold-rush California; the Hoyles list it with Seven-Up and
Pitch. A deal gives up to four points, High, Low, Jack and
Game; the visible top card of the stock is what each trick is fought for. The book follows S1
(Portuguese). Clauses with a B- id are readings from a list of conflicts between sources: where S1
is silent they follow Foster's Hoyle (FO) or the counting of the cards.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine.rules import Rule

SOURCES: Final = {
    "S1": "California Jack and its relatives (Portuguese text)",
    "FO": "Foster's Complete Hoyle",
    "EW": "Laws of All-Fours, in Enquire Within Upon Everything",
    "EB11": "Encyclopaedia Britannica, 1911, All Fours",
    "B-…": "readings adopted where these sources disagree or are silent",
}

BOOK: Final[tuple[Rule, ...]] = (
    # Players and the pack
    Rule(
        id="CJ-1.1",
        title="Two players, one pack",
        text="Two play, with one ordinary pack of 52 cards without jokers; every card exists once.",
        source="S1, Players and Pack",
        faults=("duplicate-card", "players"),
        reading=(
            "B-19: S1 says that four or more rarely play; here California Jack is for two, and"
            " three may play Shasta Sam."
        ),
    ),
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
    # Setup and deal
    Rule(
        id="CJ-2.1",
        title="Who deals",
        text=(
            "The players cut, and the lower card deals first, the Ace being high; equal cards are"
            " cut again. After each deal the other player deals."
        ),
        source="S1, Setup 1",
        faults=("first-dealer", "wrong-dealer"),
        reading=(
            "B-08: most English books let the higher cut deal; S1 says the lower. S1 is silent on"
            " ties and on the Ace, which we rank as in play."
        ),
    ),
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
        reading=(
            "B-01: S1 calls the stock face up in one place and face down with its top card turned"
            " in another; most English books turn the whole stock up. The cards move in the same"
            " way."
        ),
    ),
    Rule(
        id="B-03",
        title="The turn-up stays in play",
        text=(
            "The turned-up card is the first of the forty cards in the stock: the winner of the"
            " first trick draws it. Its suit is still trump after it has gone."
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
        reading=(
            "B-07: S1 lets a table agree beforehand that the dealer scores it at once; unless that"
            " is agreed it is not done."
        ),
    ),
    Rule(
        id="CJ-2.5",
        title="Who leads first",
        text="The player who did not deal leads to the first trick.",
        source="S1, Setup 5",
    ),
    Rule(
        id="B-18",
        title="A misdeal",
        text=(
            "If a card is exposed in dealing or a player has a wrong number of cards, the cards"
            " are gathered and the same dealer deals again. The void deal scores nothing."
        ),
        source="FO and EW; S1 silent",
        faults=("reveal-not-held",),
        reading="B-18: S1 does not speak of misdeals; we follow Foster and the Laws of All-Fours.",
    ),
    # Play
    Rule(
        id="CJ-3.1",
        title="Follow suit or trump",
        text=(
            "A player who holds the suit led follows with it or plays a trump; he may trump"
            " although he could follow. A player who has none of the suit may play any card he"
            " holds."
        ),
        source="S1, Play 1 and Glossary",
        faults=("revoke", "not-held"),
        reading=(
            "B-10, B-11: some books forbid a trump to a player who can follow, or demand one from"
            " a player who cannot; S1 does neither."
        ),
    ),
    Rule(
        id="B-12",
        title="When trump is led",
        text="When a trump is led, a player who holds a trump must play one.",
        source="S1, Play 1",
        reading=(
            "B-12: S1 does not mention the case apart; trump is then the suit to be followed, and"
            " the freedom to trump gives no way round it."
        ),
    ),
    Rule(
        id="B-16",
        title="A card against the rules",
        text=(
            "A card that the rules did not allow is reported, and the arbiter decides what becomes"
            " of it. These rules attach no fixed loss of points to it."
        ),
        source="S1 silent; FO and EB11 differ",
        reading=(
            "B-16: the books take one or two points for a revoke; S1 names no penalty, so none is"
            " applied by itself."
        ),
    ),
    Rule(
        id="CJ-3.2",
        title="Winning a trick",
        text=(
            "A trick is one card from each player. The higher trump wins it, or without a trump"
            " the higher card of the suit led; the winner puts both cards face down on his own pile"
            " and leads to the next."
        ),
        source="S1, Play 2",
        faults=("wrong-leader", "trick-size"),
        reading=(
            "S1 does not say who leads after the first trick; as in all games of the family the"
            " winner does."
        ),
    ),
    Rule(
        id="CJ-3.3",
        title="Drawing from the stock",
        text=(
            "While the stock lasts, after each trick the winner first draws the visible top card"
            " and turns up the next; the loser then draws that one. Each draws once, so both hold"
            " six cards again before the next lead."
        ),
        source="S1, Play 3",
        faults=("not-in-stock", "not-top", "draw-order", "missing-draw", "extra-draw"),
        reading=(
            "B-02: S1 has the loser's card turned for both to see and yet drawn unseen; we let it"
            " be seen, as most texts do. The cards drawn are the same either way."
        ),
    ),
    Rule(
        id="CJ-3.4",
        title="When the stock is gone",
        text=(
            "Once the stock is empty the last six cards of each hand are played out without"
            " drawing. The deal is complete when they have all been played."
        ),
        source="S1, Play 5",
        faults=("incomplete",),
    ),
    Rule(
        id="B-05",
        title="All the cards are played",
        text=(
            "A deal has twenty-six tricks, the first twenty followed by draws, and all 52 cards"
            " are played. So High is always the Ace of trumps, Low is always the 2, and the Jack is"
            " always captured."
        ),
        source="S1, Play 3 and 5",
        reading=(
            "B-05: S1 speaks of trumps that appear and of a Jack that may not; with two players"
            " every card appears, so a deal gives four points, or three where Game is tied."
        ),
    ),
    # Points
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
            "B-04: the highest trump always wins its trick, so holding and capturing it come to"
            " the same."
        ),
    ),
    Rule(
        id="CJ-4.2",
        title="The Low point",
        text=(
            "One point goes to the player who was dealt or drew the lowest trump that appeared in"
            " the deal, even if the other player captured it."
        ),
        source="S1, Points",
        faults=("claim-low",),
        reading=(
            "B-04: several American books give Low to the player who captures it; S1 gives it to"
            " the one who held it, and so do we."
        ),
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
    ),
    Rule(
        id="CJ-4.4",
        title="The Game point",
        text=(
            "One point goes to the player whose captured cards are worth more by the values for"
            " Game. If both have the same, nobody scores it."
        ),
        source="S1, Points",
        faults=("claim-game",),
        reading=(
            "B-13: in All Fours some books give a tie to the elder hand; S1 gives it to nobody."
            " With two players it can only be 40 to 40."
        ),
    ),
    Rule(
        id="CJ-4.5",
        title="Order of counting",
        text=(
            "The points are counted after the last trick of the deal, in the order High, Low,"
            " Jack, Game."
        ),
        source="S1, Points",
        faults=("claim",),
    ),
    # Winning
    Rule(
        id="CJ-5.1",
        title="The target",
        text=(
            "The first player to reach the target wins the match, and nothing is played after"
            " that. Points needed in this match: {target}."
        ),
        source="S1, Winning",
        faults=("over",),
        reading="S1 gives 10 as usual and 7 as a shorter match; the table may agree on any target.",
    ),
    Rule(
        id="CJ-5.2",
        title="Both reach the target",
        text=(
            "If both players would reach the target in the same deal, the points are counted one"
            " by one in the order High, Low, Jack, Game, and whoever gets there first wins."
        ),
        source="S1, Winning",
    ),
    Rule(
        id="B-14",
        title="The count decides",
        text=(
            "The match is won at the very point that brings a player to the target. The other"
            " points of that deal are still written down but cannot change the winner, even if they"
            " leave the loser with the higher score."
        ),
        source="S1, Winning",
        reading="B-14: each point goes to one player, so two can never arrive together.",
    ),
    Rule(
        id="CJ-V4",
        title="No Shasta point",
        text="The Nine of trumps scores nothing here: a fifth point for it is a house rule.",
        source="S1, Variants",
        faults=("claim-nine",),
        when={"shasta_point": (False,)},
    ),
)
