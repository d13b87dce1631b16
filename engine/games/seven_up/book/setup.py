"""The table, the deal and the choice of trump."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from cardlog.engine.rules import Rule
from cardlog.engine.tricks import clauses

TABLE: Final = (
    Rule(
        id="SU-1",
        title="Each for himself",
        text=(
            "Two or three play, or four who have agreed not to be partners, each for himself. One"
            " ordinary pack of 52 cards without jokers is used, every card once. In each suit the"
            " Ace is high, then King, Queen, Jack, 10 and so on down to the 2."
        ),
        source="FO and BI-SU",
        faults=("duplicate-card", "players"),
        when={"partners": (False,)},
        reading="FO and BI-SU have four play as partners; a table may agree otherwise.",
    ),
    Rule(
        id="SU-1",
        title="Two pairs",
        text=(
            "Four play as two pairs; partners sit opposite each other and score together, so that"
            " what goes to one goes to both. One ordinary pack of 52 cards without jokers is used,"
            " every card once. In each suit the Ace is high, then King, Queen, Jack, 10 and so on"
            " down to the 2."
        ),
        source="FO and BI-SU",
        faults=("duplicate-card",),
        when={"partners": (True,)},
    ),
    Rule(
        id="SU-2",
        title="Who deals",
        text=(
            "The players cut, and the highest card deals first, the Ace being high; those who tie"
            " cut again. After each deal the next player on the left deals."
        ),
        source="FO and BI-SU",
        faults=("first-dealer", "wrong-dealer"),
    ),
)

DEAL: Final = (
    Rule(
        id="SU-3",
        title="Six cards and a turn-up",
        text=(
            "Each player gets six cards, three at a time, from the dealer's left. The next card is"
            " turned up on the stock and proposes its suit for trump; the card itself is not in"
            " play."
        ),
        source="FO, BI-SU and EB11",
        faults=("wrong-count", "no-turn-up"),
    ),
    Rule(
        id="SU-4",
        title="A Jack turned up",
        text=(
            "If the turn-up is a Jack, the dealer scores one point at once, before any other score."
            " He loses it again where the deal proves void."
        ),
        source="FO, HGM and BI-SU",
        reading="FO takes it back where a wrong count of cards is announced before the first play.",
    ),
    replace(clauses.B_18, source="FO and EW", reading=""),
)

BEGGING: Final = (
    Rule(
        id="SU-5",
        title="Stand or beg",
        text=(
            "The eldest hand, on the dealer's left, looks at his cards and stands, which makes the"
            " proposed suit trump, or begs. Before he has spoken nobody else calls or plays, and"
            " the partners, where there are any, leave their cards unseen."
        ),
        source="FO",
        faults=("call-turn", "call-kind"),
    ),
    Rule(
        id="SU-6",
        title="Give or run",
        text=(
            "When the eldest hand begs, the dealer gives or runs the cards. If he gives, the"
            " proposed suit is trump at the price of one point, the gift. If he runs, everybody"
            " gets three more cards off the top of the stock, from the dealer's left, and the next"
            " card is turned up."
        ),
        source="FO, BI-SU, HGM and EB11",
        faults=("not-in-stock", "not-top", "draw-order", "missing-draw", "extra-draw"),
    ),
    Rule(
        id="SU-10",
        title="The gift",
        text=(
            "The gift scores one point for each side that opposes the dealer. Where it would bring"
            " any of them to the target the dealer may not give: he must run the cards."
        ),
        source="FO and WP-AF",
        faults=("gift-out",),
        when={"gift_to": ("each",)},
        reading=(
            "BI-SU gives it to the eldest hand alone; FO to both adversaries where three play, and"
            " so do we."
        ),
    ),
    Rule(
        id="SU-10",
        title="The gift",
        text=(
            "The gift scores one point for the side of the eldest hand. Where it would bring that"
            " side to the target the dealer may not give: he must run the cards."
        ),
        source="FO and BI-SU",
        faults=("gift-out",),
        when={"gift_to": ("eldest",)},
        reading="FO has the gift scored by every adversary; this table follows BI-SU.",
    ),
    Rule(
        id="SU-7",
        title="Until another suit comes",
        text=(
            "On a run, a turn-up of another suit is trump. One of the suit proposed before is put"
            " aside, three more cards go to everybody and another card is turned, and so on. When"
            " the stock cannot serve one more round and a turn-up, the deal is void and the same"
            " dealer deals again."
        ),
        source="FO and HGM",
    ),
    Rule(
        id="SU-8",
        title="A Jack turned on a run",
        text=(
            "A Jack that settles trump on a run scores one point for the dealer at once, as the"
            " first turn-up would."
        ),
        source="BI-SU and HGM",
        reading="A Jack turned up before the run has scored already, and that point stands.",
    ),
    Rule(
        id="SU-9",
        title="One beg",
        text="There is only one beg in a deal: nobody can refuse the suit that a run has brought.",
        source="FO and EW",
        reading="FO lets two players agree to throw the cards in: that is written as a misdeal.",
    ),
    Rule(
        id="SU-11",
        title="Down to six",
        text=(
            "After a run each player discards the cards of his choice, face down, until he holds"
            " six. They are out of play."
        ),
        source="FO",
        faults=("discard-count", "discard-not-held"),
        when={"after_run": ("discard",)},
        reading="FO and WP-AF know tables that play all the cards; six is the usual number.",
    ),
    Rule(
        id="SU-11",
        title="All cards are played",
        text="After a run nobody discards: all the cards held are played.",
        source="WP-AF; FO mentions it",
        faults=("discard-count",),
        when={"after_run": ("keep",)},
        reading="FO has hands reduced to six as a rule; this table keeps them.",
    ),
)
