"""Pitch played at random, within the rules."""

from __future__ import annotations

from typing import Final

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours.selfplay import between_deals, trick
from cardlog.engine.game import Dice, Table
from cardlog.engine.games.pitch import auction
from cardlog.records.events import AnyEvent, Call, CallWord

TWO, JACK, KING, ACE = 0, 9, 11, 12
WORDS: Final[tuple[CallWord, ...]] = ("pass", "1", "2", "3", "4", "smudge")


def play(s: auction.PitchState, table: Table, dice: Dice) -> list[AnyEvent]:
    """The next events (see `Game.play`)."""
    if s.phase == rules.TRICK:
        return [trick(s, _lead(s, table), table, dice)]
    if s.phase == rules.CALLS:
        return [Call(seat=s.turn, call=_word(s, table, dice))]
    return between_deals(s, table, dice)


def _word(s: auction.PitchState, table: Table, dice: Dice) -> CallWord:
    """As much as the hand seems worth, now and then anything that may be bid."""
    bid = s.bid if s.calls else 0
    deals = s.turn == s.dealer
    steals = deals and bid and auction.may_steal(s, bid)
    bids = range(bid if steals else max(bid + 1, s.min_bid), s.max_bid + 1)
    stuck = deals and not bid and s.all_pass == auction.STICK_DEALER
    worth = _worth(_suit(table.hands[s.turn]))
    if bids and not dice.below(12):
        value = bids[dice.below(len(bids))]
    elif worth in bids:
        value = worth
    else:
        return WORDS[s.min_bid] if stuck else "pass"
    if value == auction.ALL_POINTS and s.smudge != auction.BID5 and dice.below(2):
        return "smudge"
    return WORDS[value]


def _suit(hand: list[int]) -> list[int]:
    """The suit that a player would make trumps."""
    suits = [[code for code in hand if code >> 4 == suit] for suit in range(4)]
    return max(suits, key=lambda suit: (_worth(suit), len(suit)))


def _worth(suit: list[int]) -> int:
    """How many of the points these trumps seem to be good for."""
    ranks = [code & 15 for code in suit]
    points = (ACE in ranks, KING in ranks or len(ranks) > 3, JACK in ranks, TWO in ranks)
    return sum(points) if len(ranks) > 1 else 0


def _lead(s: auction.PitchState, table: Table) -> list[int]:
    """The first lead makes trump: it comes from the suit that was bid on."""
    hand = table.hands[s.leader]
    return _suit(hand) if s.trump < 0 else hand
