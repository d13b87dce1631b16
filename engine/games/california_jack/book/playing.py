"""Tricks and draws: clauses that Shasta Sam has as well."""

from __future__ import annotations

from typing import Final

from cardlog.engine.rules import Rule
from cardlog.engine.tricks import clauses

FOLLOWING: Final = (
    Rule(
        id="CJ-3.1",
        title="Follow suit or trump",
        text=(
            "A player plays a card that he holds. If he has the suit led he follows with it or"
            " plays a trump; he may trump although he could follow."
        ),
        source="S1, Play 1 and Glossary",
        faults=("revoke", "not-held"),
        when={"strict_follow": (False,)},
        reading="B-11: some books forbid a trump to a player who can follow; S1 allows it.",
    ),
    Rule(
        id="CJ-3.1",
        title="Follow suit",
        text="A player plays a card that he holds. If he has the suit led he follows with it.",
        source="S1, Play 1",
        faults=("revoke", "not-held"),
        when={"strict_follow": (True,)},
    ),
    Rule(
        id="B-11",
        title="No trump instead",
        text="A player who can follow suit may not trump.",
        source="GR and RCY",
        faults=("strict-follow",),
        when={"strict_follow": (True,)},
        reading="B-11: S1 lets him trump; this table does not.",
    ),
    Rule(
        id="B-10",
        title="None of the suit led",
        text="A player who has none of the suit led may play any card he holds.",
        source="S1, Play 1",
        when={"void_must_trump": (False,)},
        reading="B-10: some books demand a trump from him where he has one; S1 does not.",
    ),
    Rule(
        id="B-10",
        title="Trump when void",
        text=(
            "A player who has none of the suit led must play a trump if he holds one. Without"
            " either he may play any card he holds."
        ),
        source="BI-CJ",
        faults=("must-trump",),
        when={"void_must_trump": (True,)},
        reading="B-10: S1 leaves him free to throw any card; this table does not.",
    ),
    Rule(
        id="B-12",
        title="When trump is led",
        text="When a trump is led, a player who holds a trump must play one.",
        source="S1, Play 1",
        reading=(
            "B-12: S1 does not mention the case apart; trump is then the suit to be followed, and"
            " no freedom to trump gives a way round it."
        ),
    ),
    clauses.B_16,
)

TRICK: Final = Rule(
    id="CJ-3.2",
    title="Winning a trick",
    text=(
        "A trick is one card from each player. The highest trump wins it, or without a trump the"
        " highest card of the suit led; the winner puts its cards face down on his own pile and"
        " leads to the next."
    ),
    source="S1, Play 2",
    faults=("trick-size",),
    reading=(
        "S1 does not say who leads after the first trick; as in all games of the family the"
        " winner does."
    ),
)

DRAW: Final = Rule(
    id="CJ-3.3",
    title="Drawing from the stock",
    text=(
        "While the stock lasts, after each trick every player draws one card from its top, the"
        " winner first. So all hold six cards again before the next lead."
    ),
    source="S1, Play 3",
    faults=("not-in-stock", "not-top", "missing-draw", "extra-draw"),
)

SIGHT: Final = (
    Rule(
        id="B-02",
        title="Each card turned first",
        text=(
            "Whoever has drawn turns up the next card of the stock, so that everybody sees a card"
            " before it is drawn."
        ),
        source="S1, Play 3; CAT",
        when={"stock": ("face_up",), "loser_draw": ("open",)},
        reading=(
            "B-02: S1 has the loser's card turned for all to see and yet drawn unseen; we let it"
            " be seen, as most texts do. The cards drawn are the same either way."
        ),
    ),
    Rule(
        id="B-02",
        title="Losers draw unseen",
        text=(
            "Only the winner's card is seen before it is drawn. The next card of the stock is"
            " turned up when everybody has drawn."
        ),
        source="S1, Play 3; BI-CJ",
        when={"stock": ("face_up",), "loser_draw": ("blind",)},
        reading=(
            "B-02: S1 has the loser's card turned for all to see and yet drawn unseen; this table"
            " holds to the second. The cards drawn are the same either way."
        ),
    ),
)

LAST_CARDS: Final = Rule(
    id="CJ-3.4",
    title="When the stock is gone",
    text=(
        "Once there is nothing left to draw, the last six cards of each hand are played out. The"
        " deal is complete when they have all been played."
    ),
    source="S1, Play 5",
    faults=("incomplete",),
)
