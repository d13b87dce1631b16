"""Seven-Up played at random, within the rules."""

from __future__ import annotations

from cardlog.engine import tricks as rules
from cardlog.engine.all_fours.selfplay import SUIT, any_of, trick, turned_up
from cardlog.engine.game import Dice, Table
from cardlog.engine.games.seven_up import begging
from cardlog.engine.state import EXPOSED
from cardlog.records.events import AnyEvent, Call, Discard, Draw, Misdeal, Reveal


def play(s: begging.SevenUpState, table: Table, dice: Dice) -> list[AnyEvent]:
    """The next events (see `Game.play`)."""
    if s.phase == rules.TRICK:
        return [trick(s, table, dice)]
    if s.phase == rules.CALLS:
        return _calls(s, table, dice)
    if s.phase == rules.RUN:
        return _run(s, table)
    if s.phase == rules.DISCARD:
        return [*_discards(s, table, dice), trick(s, table, dice)]
    if s.phase == EXPOSED:
        return [Misdeal(reason="bunched: the stock cannot serve another run")]
    return turned_up(s, table, dice)


def _calls(s: begging.SevenUpState, table: Table, dice: Dice) -> list[AnyEvent]:
    """Eldest hand stands, or begs and is given a point, and leads; or the dealer runs the cards."""
    if not dice.below(2):
        return [Call(s.turn, "stand"), trick(s, table, dice)]
    beg = Call(s.turn, "beg")
    if begging.gift_out(s) or dice.below(2):
        return [beg, Call(s.dealer, "run")]
    return [beg, Call(s.dealer, "give"), trick(s, table, dice)]


def _run(s: begging.SevenUpState, table: Table) -> list[AnyEvent]:
    """Three more cards to each, and another turn-up."""
    events: list[AnyEvent] = []
    at = s.pos
    seat = s.turn
    for _ in range(s.seats):
        for card in table.stock[at : at + begging.PACKET]:
            events.append(Draw(seat, card))
            table.hands[seat][SUIT[card]].append(card)
        at += begging.PACKET
        seat = seat + 1 if seat + 1 < s.seats else 0
    events.append(Reveal((table.stock[at],)))
    return events


def _discards(s: begging.SevenUpState, table: Table, dice: Dice) -> list[AnyEvent]:
    """From each player as many cards as the runs gave him."""
    put = range(begging.PACKET * s.runs)
    return [
        Discard(seat, tuple([any_of(hand, dice) for _ in put]))
        for seat, hand in enumerate(table.hands)
    ]
