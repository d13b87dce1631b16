"""The compendium profile: the turns."""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace.books import shared
from cardlog.engine.rules import Rule

RULES: Final[tuple[Rule, ...]] = (
    # Play
    Rule(
        id="CP-4.1",
        title="Order of turns",
        text=(
            "The player on the dealer's left begins, and turns pass clockwise to the dealer, who"
            " is last."
        ),
        source="S3/S4, Play 1",
        faults=("turn-order", "turn-taken"),
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
        when={"king_block": ("mandatory",)},
        reading=(
            "A-05: other tables leave it to the holder; we read the text as a duty, so a King is"
            " never handed over on request."
        ),
    ),
    Rule(
        id="CP-4.3",
        title="The King may block",
        text=(
            "A player who is asked and holds a King may say so and turn it face up; then there is"
            " no exchange, and the King stays known to all for the rest of the round. He may also"
            " exchange. No other card can refuse."
        ),
        source="S3/S4, Play 3",
        faults=("block-no-king", "block-not-held"),
        when={"king_block": ("optional",)},
        reading="A-05: S3/S4 read like a duty; this table leaves it to the King's holder.",
    ),
    *shared.a_06("S3/S4, Play 3; TAG"),
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
        when={"domino": ("off",)},
    ),
    Rule(
        id="CP-4.5",
        title="Exchanges and turns",
        text=(
            "Being asked does not use up a player's own turn. How often he can ask and be asked is"
            " not limited to once, since low cards may be passed on."
        ),
        source="S3/S4, Play 5 and Variants",
        when={"domino": ("ace", "low3")},
        reading="A-14: the domino variant suspends the limit of one exchange each way.",
    ),
    *shared.domino("CP-V3"),
    Rule(
        id="CP-4.6",
        title="The dealer's turn",
        text=(
            "The dealer stands, or exchanges his card once for the top card of the stock; he asks"
            " no player, and nobody else draws. A King drawn in this way is kept like any other"
            " card."
        ),
        source="S3/S4, Play 6",
        faults=("dealer-asks", "dealer-only", "not-in-stock", "not-top", "dealer-king"),
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
        faults=("dealer-asks", "dealer-only", "not-in-stock", "not-top", "dealer-king"),
        when={"dealer_draws_king": ("blocked",)},
        reading=(
            "A-01, A-11, A-13: S3/S4 let the dealer keep a King, S0/S2 block it; this table"
            " blocks. An old card that is exchanged is put aside face down."
        ),
    ),
    Rule(
        id="CP-4.6",
        title="The dealer's turn",
        text=(
            "The dealer stands, or exchanges his card once for the top card of the stock; he asks"
            " no player, and nobody else draws. If the top card is a King it is shown and put"
            " aside, the dealer stays with the card he had, and he alone loses the round."
        ),
        source="S3/S4, Play 6",
        faults=("dealer-asks", "dealer-only", "not-in-stock", "not-top", "dealer-king"),
        when={"dealer_draws_king": ("loses",)},
        reading="A-01, A-11, A-13: S3/S4 let the dealer keep a King; at this table he loses by it.",
    ),
    shared.A_01,
    Rule(
        id="A-07",
        title="The dealer may not refuse",
        text=(
            "The King block is not for the dealer: asked by his right-hand neighbour he exchanges,"
            " even where he holds a King."
        ),
        source="S3/S4, Play 6",
        when={"dealer_king_blocks": (False,)},
        reading="A-07: this table takes literally that the dealer has no King block.",
    ),
    Rule(
        id="A-07",
        title="The dealer's own King",
        text=(
            "A dealer who holds a King when his right-hand neighbour asks him shows it and"
            " refuses, as anybody would."
        ),
        source="S3/S4, Play 3 and 6",
        when={"dealer_king_blocks": (True,)},
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
        when={"dealer_draws_king": ("blocked", "loses")},
        reading=(
            "A-12: the sources do not say; the King is shown so that the refusal can be checked."
        ),
    ),
)
