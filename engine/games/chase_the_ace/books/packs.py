"""Clauses of the special packs, for both books."""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.engine.rules import Rule

SPECIAL: Final = tuple(deck.name for deck in DECKS if deck.special)
PACKS: Final = {
    "cucu40": ("The Italian pack", "Italian Cucu cards", "PG-CC"),
    "gnav42": ("The Gnav pack", "Gnav cards, as Norway and Denmark have them,", "PG-GN"),
    "kille42": ("The Kille pack", "Swedish Kille cards", "WP-KI"),
}


def special_packs(clause: str) -> tuple[Rule, ...]:
    """What the cards are, for each special pack; `clause` is the book's own one on the pack."""
    return tuple(_pack(clause, deck.name, deck.ranks, len(deck.cards)) for deck in DECKS[1:])


def _pack(clause: str, deck: str, ranks: tuple[str, ...], kinds: int) -> Rule:
    title, cards, source = PACKS[deck]
    order = ", ".join(rank.capitalize() for rank in reversed(ranks))
    return Rule(
        id=clause,
        title=title,
        text=(
            f"The game is played with {cards} of {2 * kinds} to the pack, every card twice. Packs"
            f" shuffled together: {{packs}}. From high to low they rank {order}."
        ),
        source=f"S3/S4, Variants; {source}",
        faults=("duplicate-card",),
        when={"deck": (deck,)},
        reading=(
            "CP-V2, A-18: S3/S4 speak of a Scandinavian pack of 40 cards, which is a mistake:"
            " Gnav and Kille have 42, and the pack of 40 is the Italian one. As with ordinary"
            " cards, more than thirteen players need two packs."
        ),
    )


def cuckoo_blocks(clause: str) -> Rule:
    """What the pictures of a special pack do."""
    return Rule(
        id=clause,
        title="The Cuckoo blocks",
        text=(
            "Whatever these rules say of a King holds here for a Cuckoo. No other card has a power,"
            " and there are no warnings of low cards, no domino and no ace of spades."
        ),
        source="S3/S4, Variants",
        when={"deck": SPECIAL},
        reading=(
            "CP-V2: in the packs' own games the pictures have powers; S3/S4 keep the rules of this"
            " game and give the pictures fixed values. The highest of them blocks, but the"
            " Harlequin, which may rank high in Kille, is lowest here and does not."
        ),
    )
