"""Pitch played at random, within the rules."""

from __future__ import annotations

from typing import Final

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours.selfplay import between_deals, trick
from cardlog.engine.game import Dice, Table
from cardlog.engine.games.pitch import auction
from cardlog.records.events import AnyEvent, Call, CallWord

WORDS: Final[tuple[CallWord, ...]] = ("pass", "1", "2", "3", "4", "smudge")


def play(s: auction.PitchState, table: Table, dice: Dice) -> list[AnyEvent]:
    """The next events (see `Game.play`)."""
    if s.phase == rules.TRICK:
        return [trick(s, s.leader, table, dice)]
    if s.phase == rules.CALLS:
        return [Call(seat=s.turn, call=_word(s, dice))]
    return between_deals(s, table, dice)


def _word(s: auction.PitchState, dice: Dice) -> CallWord:
    """A pass most of the time, so that bids stay low enough to be made now and then."""
    bid = s.bid if s.calls else 0
    least = max(bid + 1, s.min_bid)
    deals = s.turn == s.dealer
    if deals and bid and auction.may_steal(s, bid):
        least = bid
    stuck = deals and not bid and s.all_pass == auction.STICK_DEALER
    bids = range(least, s.max_bid + 1)
    if not bids or not (stuck or dice.below(3) == 0):
        return "pass"
    value = bids[dice.below(len(bids))]
    if value == auction.ALL_POINTS and s.smudge != auction.BID5 and dice.below(2):
        return "smudge"
    return WORDS[value]
