"""Pitch played at random, within the rules."""

from __future__ import annotations

from typing import Final

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours.selfplay import PACK, between_deals, trick
from cardlog.engine.game import Dice, Hand, Table
from cardlog.engine.games.pitch import auction
from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Call, CallWord, Deal

WORDS: Final[tuple[CallWord, ...]] = ("pass", "1", "2", "3", "4", "smudge")
GOOD: Final = frozenset(card for card in PACK if card.rank in ("2", "J", "K", "A"))
LONG: Final = 3  # more trumps than these are as good as one of those


def play(s: auction.PitchState, table: Table, dice: Dice) -> list[AnyEvent]:
    """The next events (see `Game.play`)."""
    if s.phase == rules.TRICK:
        if s.trump >= 0:
            return [trick(s, table, dice)]
        _, suit = _best(table.hands[s.leader])
        return [trick(s, table, dice, lead=suit.pop())]  # the first lead makes trump
    events = between_deals(s, table, dice)
    if events:
        deal = events[-1]
        if type(deal) is Deal:
            events += _calls(s, deal.dealer, table, dice)
    return events


def _calls(s: auction.PitchState, dealer: int, table: Table, dice: Dice) -> list[Call]:
    """Once round: as much as a hand seems worth, now and then anything that may be bid."""
    calls = []
    bid = 0
    seat = dealer
    for _ in range(s.seats):
        seat = seat + 1 if seat + 1 < s.seats else 0
        least = max(bid + 1, s.min_bid)
        if seat == dealer and bid and auction.may_steal(s, bid):
            least = bid
        value, _ = _best(table.hands[seat])
        if not dice.below(12) and least <= s.max_bid:
            value = least + dice.below(s.max_bid + 1 - least)
        if not least <= value <= s.max_bid:
            stuck = seat == dealer and not bid and s.all_pass == auction.STICK_DEALER
            value = s.min_bid if stuck else auction.PASS
        word = WORDS[value]
        if value == auction.ALL_POINTS and s.smudge != auction.BID5 and dice.below(2):
            word = "smudge"
        calls.append(Call(seat, word))
        bid = value or bid
    return calls


def _best(hand: Hand) -> tuple[int, list[Card]]:
    """The suit that a player would make trumps, and how many points it seems to be good for."""
    best, worth = hand[0], 0
    for suit in hand:
        if len(suit) > 1:
            good = len(GOOD.intersection(suit))
            if len(suit) > LONG and good < auction.ALL_POINTS:
                good += 1
            if good > worth or (good == worth and len(suit) > len(best)):
                best, worth = suit, good
    return worth, best
