"""Pitch played at random, within the rules."""

from __future__ import annotations

from typing import Final

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours.selfplay import PACK, tricks
from cardlog.engine.game import Dice, Hand, Playing, Table
from cardlog.engine.games.pitch import auction
from cardlog.records.cards import Card
from cardlog.records.events import Call, CallWord

WORDS: Final[tuple[CallWord, ...]] = ("pass", "1", "2", "3", "4", "smudge")
GOOD: Final = frozenset(card for card in PACK if card.rank in ("2", "J", "K", "A"))
BOLD: Final = 12  # once in so many calls
LONG: Final = 3  # more trumps than these are as good as one of those


def play(s: auction.PitchState, table: Table, dice: Dice) -> Playing:
    """What comes between a deal and its score."""
    bold = dice.below(BOLD)  # now and then somebody bids whatever may be bid
    while s.phase == rules.CALLS:
        seat = s.turn
        hand = table.hands[seat]
        yield Call(seat, _word(s, hand, dice, seat == bold))
    if s.phase == rules.TRICK:
        _, suit = _best(table.hands[s.leader])
        yield from tricks(s, table, dice, lead=suit.pop())  # it makes trump


def _word(s: auction.PitchState, hand: Hand, dice: Dice, bold: bool) -> CallWord:
    """As much as the hand seems worth; of one who is bold anything that may be bid."""
    bid = s.bid if s.calls else 0
    deals, most = s.turn == s.dealer, s.max_bid
    least = bid + 1 if bid else s.min_bid
    if bid and deals and auction.may_steal(s, bid):
        least = bid
    if bold and least <= most:
        value = least + dice.below(most + 1 - least)
    else:
        value, _ = _best(hand)
    if not least <= value <= most:
        stuck = deals and not bid and s.all_pass == auction.STICK_DEALER
        return WORDS[s.min_bid] if stuck else "pass"
    if value == auction.ALL_POINTS and s.smudge != auction.BID5 and dice.below(2):
        return "smudge"
    return WORDS[value]


def _best(hand: Hand) -> tuple[int, list[Card]]:
    """The suit that a player would make trumps, and how many points it seems to be good for."""
    best, length, worth = hand[0], len(hand[0]), 0
    for suit in hand:
        cards = len(suit)
        if cards > 1:
            good = 0
            for card in suit:
                if card in GOOD:
                    good += 1
            if cards > LONG and good < auction.ALL_POINTS:
                good += 1
            if good > worth or (good == worth and cards > length):
                best, length, worth = suit, cards, good
    return worth, best
