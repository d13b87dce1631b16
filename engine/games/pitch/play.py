"""Pitch played at random, within the rules, but bid by what is held.

Bids made blindly would nearly always fail, and a match in which everybody is set back never ends.
"""

from __future__ import annotations

from typing import Final

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours.selfplay import between_deals, trick
from cardlog.engine.game import Dice, Table
from cardlog.engine.games.pitch import auction
from cardlog.engine.state import DONE
from cardlog.records.events import AnyEvent, Call, CallWord

WORDS: Final[tuple[CallWord, ...]] = ("pass", "1", "2", "3", "4", "smudge")
LATE: Final = 100  # deals after which a match is left unfinished
BOLD: Final = 12  # one call in so many takes no account of the hand


def play(s: auction.PitchState, table: Table, dice: Dice) -> list[AnyEvent]:
    """The next events (see `Game.play`); none, too, when a match has gone on for too long."""
    if s.phase == rules.TRICK:
        pitches = s.bid and s.trump < 0
        lead = max(best_suit(table.hands[s.leader])) if pitches else None
        return [trick(s, s.leader, table, dice, lead)]
    if s.phase == rules.CALLS:
        return [Call(seat=s.turn, call=_word(s, table.hands[s.turn], dice))]
    if s.phase == DONE and s.deals >= LATE and s.scored:
        return []
    return between_deals(s, table, dice)


def _word(s: auction.PitchState, hand: list[int], dice: Dice) -> CallWord:
    bid = s.bid if s.calls else 0
    least = max(bid + 1, s.min_bid)
    deals = s.turn == s.dealer
    if deals and bid and auction.may_steal(s, bid):
        least = bid
    most = s.max_bid if dice.below(BOLD) == 0 else min(worth(best_suit(hand)), s.max_bid)
    if deals and not bid and s.all_pass == auction.STICK_DEALER:
        most = max(most, least)
    bids = range(least, most + 1)
    if not bids:
        return "pass"
    value = bids[dice.below(len(bids))]
    if value == auction.ALL_POINTS and s.smudge != auction.BID5 and dice.below(2):
        return "smudge"
    return WORDS[value]


def best_suit(hand: list[int]) -> list[int]:
    """The cards of the suit that promises most."""
    suits = [[code for code in hand if code >> 4 == suit] for suit in range(4)]
    return max(suits, key=lambda cards: (worth(cards), len(cards)))


def worth(cards: list[int]) -> int:
    """How many points trumps like these may make: one for each honour, one for a low card."""
    ranks = [code & 15 for code in cards]
    return sum(rank >= rules.JACK for rank in ranks) + any(rank < 2 for rank in ranks)
