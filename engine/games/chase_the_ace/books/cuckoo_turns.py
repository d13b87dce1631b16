"""The Cuckoo profile, sections 03 and 04: the turns."""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace.books import shared
from cardlog.engine.rules import Rule

RULES: Final[tuple[Rule, ...]] = (
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
        when={"king_block": ("mandatory",)},
        reading=("A-05: we read the refusal as a duty, so a King is never handed over on request."),
    ),
    Rule(
        id="CC-3.2",
        title="A King may refuse",
        text=(
            "The player asked must exchange, unless he holds a King and chooses to refuse with it."
            " In that case he shows the King and both players keep their own cards; no other card"
            " allows a refusal."
        ),
        source="S0/S2, section 03",
        faults=("block-no-king", "block-not-held"),
        when={"king_block": ("optional",)},
        reading="A-05: S0/S2 read like a duty; this table leaves it to the King's holder.",
    ),
    Rule(
        id="A-07",
        title="The dealer's own King",
        text="A dealer who is asked and holds a King refuses with it as anybody would.",
        source="S0/S2, section 03",
        when={"dealer_king_blocks": (True,)},
        reading="A-07: S3/S4 may mean otherwise; S0/S2 make no exception for the dealer.",
    ),
    Rule(
        id="A-07",
        title="The dealer may not refuse",
        text="A dealer who is asked must exchange, even where he holds a King.",
        source="S3/S4, Play 6",
        faults=("dealer-king",),
        when={"dealer_king_blocks": (False,)},
        reading=(
            "A-07: S0/S2 make no exception for the dealer; this table takes the sentence of S3/S4"
            " literally, that he has no King block."
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
    ),
    *shared.a_06("S0/S2, section 03; TAG"),
    *shared.domino("A-14"),
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
        when={"dealer_draws_king": ("blocked", "loses")},
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
        id="CC-4.3",
        title="A cut King loses",
        text=(
            "If the dealer cuts a King, it is shown and put aside, the dealer stays with the card"
            " he had, and he alone loses the round."
        ),
        source="S0/S2, section 04",
        when={"dealer_draws_king": ("loses",)},
        reading=(
            "A-01, A-12: S0/S2 only block a King cut by the dealer; at this table he loses by it."
        ),
    ),
    shared.A_01,
    Rule(
        id="CC-4.4",
        title="One try, stock only",
        text="The dealer never exchanges with another player on his turn, and he cuts only once.",
        source="S0/S2, section 04",
        faults=("dealer-asks",),
    ),
)
