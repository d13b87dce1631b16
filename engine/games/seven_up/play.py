"""Seven-Up played at random, within the rules."""

from __future__ import annotations

from collections.abc import Iterator

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours.selfplay import CHANCES, SUIT, any_suit, tricks, turn_up
from cardlog.engine.game import Dice, Playing, Table
from cardlog.engine.games.seven_up import begging
from cardlog.engine.state import EXPOSED
from cardlog.records.events import Call, Discard, Draw, Misdeal


def play(s: begging.SevenUpState, table: Table, dice: Dice) -> Playing:
    """What comes between a deal and its score."""
    yield turn_up(s, table)
    if s.phase == rules.CALLS:
        yield Call(s.turn, "beg" if dice.below(2) else "stand")
    if s.phase == rules.CALLS:
        yield Call(s.turn, "run" if begging.gift_out(s) or dice.below(2) else "give")
    while s.phase == rules.RUN:
        yield from _run(s, table)
        yield turn_up(s, table)
    if s.phase == rules.DISCARD:
        put = range(begging.PACKET * s.runs)
        for seat, hand in enumerate(table.hands):
            yield Discard(seat, tuple([any_suit(hand, dice.below(CHANCES)).pop() for _ in put]))
    if s.phase == EXPOSED:
        yield Misdeal(reason="bunched: the stock cannot serve another run")
    yield from tricks(s, table, dice)


def _run(s: begging.SevenUpState, table: Table) -> Iterator[Draw]:
    """Three more cards to each."""
    hands, seat = table.hands, s.turn
    packets = table.stock[s.pos : s.pos + begging.PACKET * s.seats]
    for k, card in enumerate(packets, 1):
        hands[seat][SUIT[card]].append(card)
        yield Draw(seat, card)
        if k % begging.PACKET == 0:
            seat = seat + 1 if seat + 1 < s.seats else 0
