"""Seven-Up played at random, within the rules."""

from __future__ import annotations

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours.selfplay import CARD, between_deals, trick, turn_up
from cardlog.engine.game import Dice, Table
from cardlog.engine.games.seven_up import begging
from cardlog.engine.state import EXPOSED
from cardlog.records.events import AnyEvent, Call, CallWord, Discard, Draw, Misdeal


def play(s: begging.SevenUpState, table: Table, dice: Dice) -> list[AnyEvent]:
    """The next events (see `Game.play`)."""
    if s.phase == rules.TRICK:
        return [trick(s, table.hands[s.leader], table, dice)]
    if s.phase == rules.TURN_UP:
        return turn_up(s, table)
    if s.phase == rules.CALLS:
        return [Call(seat=s.turn, call=_word(s, dice))]
    if s.phase == rules.RUN:
        return _run(s, table)
    if s.phase == rules.DISCARD:
        return [_discard(seat, table, dice) for seat in range(s.seats)]
    if s.phase == EXPOSED:
        return [Misdeal(reason="bunched: the stock cannot serve another run")]
    return between_deals(s, table, dice)


def _word(s: begging.SevenUpState, dice: Dice) -> CallWord:
    if not s.calls:
        return "beg" if dice.below(2) else "stand"
    return "run" if begging.gift_out(s) or dice.below(2) else "give"


def _run(s: begging.SevenUpState, table: Table) -> list[AnyEvent]:
    packets: list[AnyEvent] = []
    at = s.pos
    for k in range(s.seats):
        seat = (s.leader + k) % s.seats
        cards = table.stock[at : at + begging.PACKET]
        packets += [Draw(seat, card) for card in cards]
        table.hands[seat] += [card.code for card in cards]
        at += begging.PACKET
    return packets


def _discard(seat: int, table: Table, dice: Dice) -> Discard:
    hand = table.hands[seat]
    put = [hand.pop(dice.below(len(hand))) for _ in range(len(hand) - rules.HAND)]
    return Discard(seat=seat, cards=tuple(CARD[code] for code in put))
