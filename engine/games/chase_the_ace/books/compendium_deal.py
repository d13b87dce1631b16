"""The compendium profile: players, pack, the deal."""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace.books import packs, shared
from cardlog.engine.rules import Rule

RULES: Final[tuple[Rule, ...]] = (
    # Players and the first deal
    Rule(
        id="CP-1.1",
        title="Number of players",
        text=(
            "Three to twenty players begin a match. Three to ten is the practical number; a large"
            " table needs a second pack."
        ),
        source="S3/S4, Players",
        faults=("players",),
        reading=(
            "A-18: S3/S4 give ten as the practical limit and twenty as the most, with more packs;"
            " we accept three to twenty."
        ),
    ),
    Rule(
        id="CP-1.2",
        title="The first Jack deals",
        text=(
            "To find the first dealer, cards are dealt face up round the table, one to each in"
            " turn, until a Jack falls. Whoever gets it deals."
        ),
        source="S3/S4, Players",
        faults=("first-dealer",),
        when={"deck": ("standard52",)},
        reading=(
            "A-22: the start is not given; we begin at any agreed seat, go clockwise, and shuffle"
            " these cards back before the first deal."
        ),
    ),
    Rule(
        id="CP-1.2",
        title="First dealer by lot",
        text=(
            "This pack has no Jack, so the first dealer among those who play is found by drawing"
            " cards as a lot or in any other fair way."
        ),
        source="S3/S4, Players",
        faults=("first-dealer",),
        when={"deck": packs.SPECIAL},
        reading=(
            "CP-V2, A-22: S3/S4 do not say what takes the Jack's place; whoever the table's own way"
            " names deals."
        ),
    ),
    Rule(
        id="CP-1.3",
        title="The deal moves clockwise",
        text="Each round is dealt by the next player clockwise who is still in the match.",
        source="S3/S4, Players and Showdown 4",
        faults=("wrong-dealer",),
    ),
    Rule(
        id="A-24",
        title="When the dealer goes out",
        text="If the dealer has just gone out, the next player still in on his left deals.",
        source="S3/S4, Showdown 4; TAG",
        reading=(
            "A-24: S3/S4 only say that the deal moves clockwise; the count starts from the old"
            " dealer's seat."
        ),
    ),
    # Pack
    Rule(
        id="CP-2.1",
        title="The pack",
        text=(
            "One ordinary pack of 52 cards without jokers is used, so no card can turn up twice in"
            " a round. The Ace is lowest, then 2 up to 10, Jack, Queen and King; suits do not"
            " matter."
        ),
        source="S3/S4, Pack",
        faults=("duplicate-card",),
        when={"deck": ("standard52",), "packs": (1,)},
        reading=(
            "A-18: one pack serves up to thirteen players, although S3/S4 call ten the practical"
            " limit."
        ),
    ),
    Rule(
        id="CP-2.1",
        title="Two packs together",
        text=(
            "Two ordinary packs of 52 cards without jokers are shuffled together, as more than"
            " thirteen players require; every card exists twice. The Ace is lowest, then 2 up to"
            " 10, Jack, Queen and King; suits do not matter."
        ),
        source="S3/S4, Pack",
        faults=("duplicate-card",),
        when={"deck": ("standard52",), "packs": (2,)},
        reading=(
            "A-18: S3/S4 ask for the second pack above thirteen players; a smaller table may"
            " choose it."
        ),
    ),
    *packs.special_packs("CP-2.1"),
    packs.cuckoo_blocks("CP-V2"),
    Rule(
        id="A-19",
        title="Packs stay the same",
        text=(
            "The number of players at the start settles how many packs are used; it does not"
            " change when players go out."
        ),
        source="S3/S4, Pack",
        reading="A-19: S3/S4 do not say which number counts; we take the number at the start.",
    ),
    # Setup
    Rule(
        id="CP-3.1",
        title="An equal ante",
        text=(
            "Before the first deal every player pays the same agreed amount into a pot; here it is"
            " {ante}. Where nothing is agreed it is nothing."
        ),
        source="S3/S4, Setup 1",
        reading=(
            "A-17: S3/S4 name no amount; we take it as nothing unless the table records one, and"
            " keep it apart from lives and tokens."
        ),
    ),
    Rule(
        id="CP-3.2",
        title="Lives at the start",
        text="Each player starts with this many lives, kept with any small tokens: {lives}.",
        source="S3/S4, Setup 2",
        when={"stake": ("lives",)},
    ),
    shared.tokens("CP-V6"),
    Rule(
        id="CP-V1",
        title="More lives, or fewer",
        text="A table may agree on another number than three.",
        source="S3/S4, Variants",
        reading="A-26: S3/S4 mention 1, 2 and 5; any number from one up may be agreed.",
    ),
    Rule(
        id="CP-3.3",
        title="Shuffle and cut",
        text="The cards are shuffled, and the player on the dealer's right cuts them.",
        source="S3/S4, Setup 3",
    ),
    Rule(
        id="CP-3.4",
        title="One card to each",
        text=(
            "The dealer gives one card face down to each player still in, himself included; the"
            " rest lies face down as the stock. Each may look at his own card but may not show it"
            " to anyone."
        ),
        source="S3/S4, Setup 4 and 5",
        faults=("wrong-count",),
    ),
)
