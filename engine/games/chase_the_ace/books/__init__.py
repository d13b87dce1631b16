"""The rule books of Chase the Ace: every clause, its source, and how it was read.

Two books hold all profiles. The *Cuckoo* book follows S0 (Portuguese) and S2 (Russian), which agree
in substance, section by section: a King stops an exchange, a King cut by the dealer stops the
dealer too, and players who go out together at the very end share the win. Le Her, for two players,
is played by the same book. The *compendium* book follows S3 (Spanish) and S4 (Italian), two
translations of one page (cardrulesplus.com, Chase the Ace): up to twenty players, the first Jack
deals, low cards are shown before they are handed over, the dealer draws the top card of the stock
and keeps even a King, and a final tie goes to sudden death.

Clauses with an A- id are readings adopted where the sources disagree or are silent, or options
that a book's own sources do not have. What both books say in one way is in `shared` and `packs`.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.chase_the_ace.books import (
    compendium_deal,
    compendium_end,
    compendium_turns,
    cuckoo_deal,
    cuckoo_end,
    cuckoo_turns,
)
from cardlog.engine.rules import Rule

CUCKOO: Final[tuple[Rule, ...]] = cuckoo_deal.RULES + cuckoo_turns.RULES + cuckoo_end.RULES
COMPENDIUM: Final[tuple[Rule, ...]] = (
    compendium_deal.RULES + compendium_turns.RULES + compendium_end.RULES
)

SOURCES: Final = {
    "S0": "Chase the Ace, rules of the Cuckoo profile (Portuguese text)",
    "S2": "the same rules in Russian, without a difference of substance",
    "S3": "Chase the Ace, the compendium form (Spanish; cardrulesplus.com/games/chase-the-ace)",
    "S4": "the same page in Italian",
    "TAG": "the game and its tests in GAIGResearch/TabletopGames",
    "PG-CC": "Cucco, pagat.com/cuckoo/cucu.html",
    "PG-GN": "Gnav, pagat.com/cuckoo/gnav.html",
    "WP-KI": "Kille, Wikipedia",
    "A-…": "readings adopted where these sources disagree or are silent",
}
