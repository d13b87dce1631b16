"""The table, the deal and the auction."""

from __future__ import annotations

from typing import Final

from cardlog.engine.rules import Rule

TABLE: Final = (
    Rule(
        id="PI-1",
        title="Each for himself",
        text="Two to seven play, each for himself; four or five make the best game.",
        source="BI-AP and EB-AP",
        faults=("players",),
        when={"partners": (False,)},
    ),
    Rule(
        id="PI-1",
        title="Two pairs",
        text=(
            "Four play as two pairs; partners sit opposite each other and score together, so that"
            " what goes to one goes to both."
        ),
        source="TAG and BB",
        when={"partners": (True,)},
    ),
    Rule(
        id="PI-2",
        title="Pack and deal",
        text=(
            "One ordinary pack of 52 cards without jokers is used, every card once and the Ace"
            " high in each suit. The players cut and the highest card deals first; those who tie"
            " cut again. Each player gets six cards, three at a time. Nothing is turned up and the"
            " other cards stay out of play."
        ),
        source="FO, BI-AP and EB-AP",
        faults=("duplicate-card", "wrong-count", "first-dealer"),
        reading="The cut is that of Seven-Up (SU-2).",
    ),
    Rule(
        id="PI-17",
        title="The next deal, and misdeals",
        text=(
            "After each deal the next player on the left deals. If a card is exposed in dealing or"
            " a player has a wrong number of cards, the same dealer deals again, and the void deal"
            " scores nothing."
        ),
        source="FO and BI-SM",
        faults=("wrong-dealer", "reveal-not-held"),
        reading="FO says that a misdeal never loses the deal.",
    ),
)

BIDDING: Final = (
    Rule(
        id="PI-3",
        title="One round of bids",
        text=(
            "Each player speaks once, from the dealer's left round to the dealer. He passes or bids"
            " more than the last bid, except where the dealer may take the same (PI-5). Nobody"
            " plays before the dealer has spoken."
        ),
        source="BI-AP, FO and EB-AP",
        faults=("call-turn", "low-bid"),
    ),
    Rule(
        id="PI-4",
        title="What may be bid",
        text="A bid is a number of points, and this table bids from {min_bid} to {max_bid}.",
        source="BI-AP and BB",
        faults=("call-kind",),
        reading="FO and EB-AP let the bids begin at one; BI-AP at two, and four is all there is.",
    ),
    Rule(
        id="PI-5",
        title="The dealer takes a lower bid",
        text=(
            "The dealer may take the contract for the highest bid already made, if that bid is"
            " under {max_bid}."
        ),
        source="BI-AP",
        when={"dealer_steal": ("below_max",)},
        reading="The books differ on whether he may, and over which bid; we follow BI-AP.",
    ),
    Rule(
        id="PI-5",
        title="The dealer takes any bid",
        text="The dealer may take the contract for the highest bid already made, whatever it is.",
        source="TAG and RCY",
        when={"dealer_steal": ("always",)},
        reading="BI-AP makes an exception of the highest bid; this table does not.",
    ),
    Rule(
        id="PI-5",
        title="The dealer takes a four",
        text=(
            "The dealer may take the contract for a bid of four already made. Over a lower one he"
            " must bid more, like anybody else."
        ),
        source="BB",
        when={"dealer_steal": ("four_only",)},
        reading="BI-AP has it the other way round; this table follows BB.",
    ),
    Rule(
        id="PI-5",
        title="The dealer takes nothing",
        text="The dealer must bid more than the last bid, like anybody else.",
        source="BI-SM",
        when={"dealer_steal": ("never",)},
        reading="BI-AP lets him take a lower bid; this table does not.",
    ),
    Rule(
        id="PI-6",
        title="The dealer is stuck",
        text="If all the others pass, the dealer may not: he bids at least {min_bid}.",
        source="TAG and RCY",
        faults=("stuck",),
        when={"all_pass": ("stick_dealer",)},
        reading="In FO and EB-AP the eldest hand leads then; others throw the cards in.",
    ),
    Rule(
        id="PI-6",
        title="A free lead",
        text=(
            "If all pass, the eldest hand, on the dealer's left, leads as a pitcher would, but"
            " nobody has a bid to make and everybody scores what he makes."
        ),
        source="FO and EB-AP",
        when={"all_pass": ("free_lead",)},
        reading="A deal without a bid has no pitcher and no side that made its bid (PI-15).",
    ),
    Rule(
        id="PI-6",
        title="Thrown in",
        text="If all pass, the deal is void and the same dealer deals again.",
        source="sage-answers.com",
        when={"all_pass": ("throw_in",)},
        reading="BB passes the deal on to the next player; we leave it with the same.",
    ),
    Rule(
        id="PI-13",
        title="The smudge",
        text="A bid of four, for all the points of the deal, may be called smudge.",
        source="BI-AP",
        when={"smudge": ("bid4",), "max_bid": (4,)},
    ),
    Rule(
        id="PI-13",
        title="The smudge wins the match",
        text=(
            "A side that makes all four points in one deal wins the match at once, whether it bid"
            " or not. Where four may be bid, smudge is another word for it."
        ),
        source="BI-SM",
        when={"smudge": ("win_game",)},
    ),
    Rule(
        id="PI-13",
        title="The smudge asks for everything",
        text=(
            "Smudge is a bid of five: the pitcher undertakes to make all four points and take all"
            " six tricks. It gains his side five points or costs it five."
        ),
        source="TAG and RCY",
        when={"smudge": ("bid5",)},
        reading="BI-AP has the smudge as a bid of four; this table follows TAG.",
    ),
)
