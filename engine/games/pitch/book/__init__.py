"""Pitch: All Fours with an auction for the lead that makes trump, also called Setback.

Each player bids once how many of the four points he will make; the highest bidder pitches. The
clauses follow the public rule books; they stand in the order of the game in auction.py and
playing.py. Clauses with a B- id are readings that the whole family shares.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine.games.pitch.book import auction, playing
from cardlog.engine.rules import Rule

SOURCES: Final = {
    "BI-AP": "Auction Pitch, by Bicycle",
    "BI-SM": "Pitch with smudge, at bicyclecards.com",
    "FO": "Foster's Complete Hoyle",
    "EB-AP": "Encyclopaedia Britannica, Auction Pitch",
    "EBR": "Encyclopaedia Britannica, modern edition, all fours",
    "EB11": "Encyclopaedia Britannica, 1911, All Fours",
    "TAG": "Pitch and its tests in GAIGResearch/TabletopGames",
    "BB": "Setback, by Brian Berns (brianberns/Setback)",
    "RCY": "Pitch, as encoded for RECYCLE (mgoadric/cardstock)",
    "h2g2": "Pitch, at h2g2.com",
    "B-…": "readings adopted where these sources disagree or are silent",
}

BOOK: Final[tuple[Rule, ...]] = (
    *auction.TABLE,
    *auction.BIDDING,
    *playing.TRICKS,
    *playing.POINTS,
    *playing.MATCH,
)
