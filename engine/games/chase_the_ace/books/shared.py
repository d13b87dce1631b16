"""Clauses that both books have under the same options, and texts that stand in both."""

from __future__ import annotations

from typing import Final

from cardlog.engine.rules import Rule

A_01: Final = Rule(
    id="A-01",
    title="A King from the stock loses",
    text=(
        "A dealer who takes a King from the stock keeps his card and alone loses the round,"
        " whatever anybody shows."
    ),
    source="S0/S2, section 04; S3/S4, Play 6",
    faults=("claim-king",),
    when={"dealer_draws_king": ("loses",)},
    reading=(
        "A-01: S0/S2 block such a King, S3/S4 let the dealer keep it; a third way of playing, which"
        " this table has chosen, makes him lose by it."
    ),
)


def a_06(source: str) -> tuple[Rule, Rule]:
    """What the holder of a King may do once he has shown it."""
    return (
        Rule(
            id="A-06",
            title="After showing a King",
            text=(
                "A player who has shown a King still takes his own turn. He may keep the King or"
                " swap it away."
            ),
            source=source,
            when={"shown_king_ends_turn": (False,)},
            reading="A-06: the sources do not say that showing it ends his play, so it does not.",
        ),
        Rule(
            id="A-06",
            title="A shown King ends the turn",
            text=(
                "A player who has shown a King to refuse an exchange has thereby had his turn of"
                " this round, the dealer too."
            ),
            source=source,
            when={"shown_king_ends_turn": (True,)},
            reading="A-06: the sources do not say so; this table counts it as his turn.",
        ),
    )


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

A_04: Final = (
    Rule(
        id="A-04",
        title="An ordinary deal",
        text=(
            "The sudden-death deal is played like any other, with exchanges, Kings and the"
            " dealer's turn. The deal passes to the next of the tied players clockwise as usual."
        ),
        source="S3/S4, Elimination 3 and Glossary",
        when={"final_tie": ("sudden_death",), "sudden_death_style": ("deal",)},
        reading=(
            "A-04: the text could also mean a mere comparison of cards; we play it as a full deal."
        ),
    ),
    Rule(
        id="A-04",
        title="A comparison of cards",
        text=(
            "In sudden death nobody has a turn: each is dealt one card, and all turn it up. The"
            " deal passes to the next of the tied players clockwise as usual."
        ),
        source="S3/S4, Elimination 3 and Glossary",
        when={"final_tie": ("sudden_death",), "sudden_death_style": ("showdown",)},
        reading="A-04: the text could also mean a full deal; this table only compares the cards.",
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


def domino(clause: str) -> tuple[Rule, Rule]:
    """Asking on after a low card."""
    reading = (
        "A-14: asking the same neighbour again would only bring back one's own card, so the chain"
        " goes on round the table. Whoever was asked still has his own turn."
    )
    return (
        Rule(
            id=clause,
            title="Domino with the Ace",
            text=(
                "A player who gets an Ace in an exchange that he asked for may at once ask the next"
                " player beyond the one just asked, and so on as long as he gets an Ace. It ends"
                " when he is refused, when he has asked the dealer, or when he stops."
            ),
            source="S3/S4, Variants",
            when={"domino": ("ace",)},
            reading=reading,
        ),
        Rule(
            id=clause,
            title="Domino with low cards",
            text=(
                "A player who gets an Ace, 2 or 3 in an exchange that he asked for may at once ask"
                " the next player beyond the one just asked, and so on as long as he gets one. It"
                " ends when he is refused, when he has asked the dealer, or when he stops."
            ),
            source="S3/S4, Variants",
            when={"domino": ("low3",)},
            reading=reading,
        ),
    )


def dealer_wins_ties(clause: str) -> Rule:
    """The dealer's advantage."""
    return Rule(
        id=clause,
        title="The dealer wins ties",
        text=(
            "A dealer who ties with others for the lowest card loses nothing; only the others do."
            " He loses where he alone is lowest."
        ),
        source="S3/S4, Variants",
        when={"dealer_advantage": (True,)},
        reading=(
            "A-16: winning ties says nothing of being lowest alone. Where the whole table ties all"
            " but the dealer lose, so that he may win the match outright."
        ),
    )


def ace_of_spades(clause: str) -> Rule:
    """The ace of spades costs two."""
    return Rule(
        id=clause,
        title="The ace of spades",
        text=(
            "Whoever loses with the ace of spades loses two instead of one, but never more than he"
            " has. Where two packs are used there are two such cards."
        ),
        source="S3/S4, Variants",
        when={"ace_of_spades": (True,)},
        reading=(
            "A-15: S3/S4 say that drawing it costs two lives; we count the card that is held at the"
            " showdown, where an Ace is always among the lowest."
        ),
    )


def tokens(clause: str) -> Rule:
    """Money instead of lives."""
    return Rule(
        id=clause,
        title="Tokens and the pot",
        text=(
            "In place of lives each player starts with this many tokens: {lives}. Whatever is lost"
            " is paid into the pot, nobody pays more than he has, and who has none left is out. The"
            " last player left takes the pot."
        ),
        source="S3/S4, Variants",
        when={"stake": ("tokens",)},
        reading=(
            "A-17: S3/S4 name no number of tokens; we take that of the lives. Tokens held and pot"
            " together stay the same, so what sudden death gives back comes out of the pot."
        ),
    )


A_23: Final = (
    Rule(
        id="A-23",
        title="All of one rank",
        text="If every player shows the same rank, the deal is reckoned like any other.",
        source="S0/S2, section 05; S3/S4, Showdown 2",
        when={"all_equal_free": (False,)},
        reading="A-23: the French game lets everybody off; these sources make no exception.",
    ),
    Rule(
        id="A-23",
        title="All of one rank go free",
        text="If every player shows the same rank, nobody loses anything.",
        source="S0/S2, section 05; S3/S4, Showdown 2",
        when={"all_equal_free": (True,)},
        reading="A-23: taken from the French game; these sources make no exception.",
    ),
)
