"""The Cuckoo profile, sections 01 and 02: players, cards, the deal."""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace.books import packs, shared
from cardlog.engine.rules import Rule

RULES: Final[tuple[Rule, ...]] = (
    # 01, the table and the cards
    Rule(
        id="CC-1.1",
        title="Number of players",
        text="Three to ten players begin a match. Later in the match it may come down to two.",
        source="S0/S2, section 01",
        faults=("players",),
        when={"profile": ("cuckoo",)},
        reading=(
            "A-18, A-25: S0/S2 allow no more than ten, so this profile refuses more; a round"
            " between the last two is an ordinary round."
        ),
    ),
    Rule(
        id="CC-1.1",
        title="Two players",
        text="Le Her is the game of two players, one of whom deals.",
        source="S0/S2, section 01",
        faults=("players",),
        when={"profile": ("le-her",)},
        reading=(
            "A-16, A-25: S0/S2 let a match come down to two players; with a dealer who wins ties"
            " that round is the old game of Le Her."
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
        when={"deck": ("standard52",), "packs": (1,)},
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
        when={"deck": ("standard52",), "packs": (2,)},
        reading="A-18: S0/S2 know only one pack; the second one is a choice of this table.",
    ),
    *packs.special_packs("CC-1.2"),
    Rule(
        id="A-19",
        title="Packs stay the same",
        text=(
            "The number of players at the start settles how many packs are used; it does not"
            " change when players go out."
        ),
        source="S3/S4, Pack",
        when={"packs": (2,)},
        reading="A-19: the sources do not say which number counts; we take that at the start.",
    ),
    Rule(
        id="CC-1.3",
        title="Lives, no money",
        text=(
            "Each player starts with this many lives, kept with tokens: {lives}. An ante that a"
            " table has agreed on goes to the winner and is kept apart from them; here it is"
            " {ante}."
        ),
        source="S0/S2, section 01",
        when={"stake": ("lives",)},
        reading=(
            "A-17, A-26: S0/S2 give three lives and no pot; a table may agree on any other number"
            " from one up, and on an ante. Le Her has one life."
        ),
    ),
    Rule(
        id="CC-1.3",
        title="An ante besides the tokens",
        text=(
            "Each player also pays an agreed ante into the pot before the first deal; here it is"
            " {ante}."
        ),
        source="S3/S4, Setup 1",
        when={"stake": ("tokens",)},
        reading="A-17: S0/S2 play for nothing; this table plays for tokens.",
    ),
    shared.tokens("A-17"),
    Rule(
        id="CC-1.4",
        title="Order of the cards",
        text=(
            "From high to low the ranks are King, Queen, Jack, 10 down to 2, and the Ace lowest of"
            " all. Suits never matter."
        ),
        source="S0/S2, section 01",
        when={"deck": ("standard52",)},
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
        faults=("turn-order", "turn-taken"),
        reading="A-28: related games in Italy and France go the other way round.",
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
)
