"""Clauses that the whole All Fours family has, for the books of its games."""

from __future__ import annotations

from typing import Final

from cardlog.engine.rules import Rule

B_04_HOLDER: Final = Rule(
    id="B-04",
    title="Low to its first holder",
    text="Low goes to the player to whom that card was dealt, whoever takes it in a trick.",
    source="FO and EB11, All Fours; BI-AP, Pitch",
    when={"low_to": ("holder",)},
    reading=(
        "B-04: modern American books give Low to the player who takes it; the older ones, and we,"
        " to the one who held it."
    ),
)

B_04_TAKER: Final = Rule(
    id="B-04",
    title="Low to its taker",
    text="Low goes to the player who takes that card in a trick, whoever held it.",
    source="BI-SM and TAG",
    when={"low_to": ("taker",)},
    reading="B-04: the older books give Low to its first holder; this table, to its taker.",
)

B_16: Final = Rule(
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
)

B_18: Final = Rule(
    id="B-18",
    title="A misdeal",
    text=(
        "If a card is exposed in dealing or a player has a wrong number of cards, the cards"
        " are gathered and the same dealer deals again. The void deal scores nothing."
    ),
    source="FO and EW; S1 silent",
    faults=("reveal-not-held",),
    reading="B-18: S1 does not speak of misdeals; we follow Foster and the Laws of All-Fours.",
)
