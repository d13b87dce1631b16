"""Seven-Up: the old game of All Fours, also called Old Sledge.

Six cards to each and a card turned for trump, which the eldest hand may beg to have changed. The
clauses follow the public rule books; they stand in the order of the game in setup.py and
playing.py. Clauses with a B- id are readings that the whole family shares.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.seven_up.book import playing, setup
from cardlog.engine.rules import Rule

SOURCES: Final = {
    "FO": "Foster's Complete Hoyle",
    "BI-SU": "Seven-Up, at bicyclecards.ca",
    "HGM": "Hoyle's Games Modernized, All Fours",
    "EB11": "Encyclopaedia Britannica, 1911, All Fours",
    "EBR": "Encyclopaedia Britannica, modern edition, all fours",
    "EW": "Laws of All-Fours, in Enquire Within Upon Everything",
    "CAS": "Cassell's, All Fours",
    "WP-AF": "Wikipedia, All fours",
    "BI-AP": "Auction Pitch, by Bicycle",
    "BI-SM": "Pitch with smudge, at bicyclecards.com",
    "TAG": "Pitch and its tests in GAIGResearch/TabletopGames",
    "B-…": "readings adopted where these sources disagree or are silent",
}

BOOK: Final[tuple[Rule, ...]] = (
    *setup.TABLE,
    *setup.DEAL,
    *setup.BEGGING,
    *playing.TRICKS,
    *playing.POINTS,
    *playing.MATCH,
)
