"""A whole match of the All Fours family, from flat columns, by the rules of engine/tricks/.

Written as rules are, so that it compiles together with them. It knows the plain case only: every
card seen, every event legal, every claim true. Whatever else there is it leaves to the fold.
"""

from __future__ import annotations

from typing import Any, Final

from cardlog.engine import faults
from cardlog.engine.bulk.noted import (
    BID,
    BIDDER,
    BY_SIDE,
    CALL,
    CUT,
    DEAL,
    DISCARD,
    DRAW,
    EXTENSION,
    GAME,
    HIGH,
    JACK,
    LOW,
    MADE,
    MISDEAL,
    NINE,
    NOBODYS,
    NONE,
    NOT_PLAIN,
    NOTE,
    PIPS,
    POINTS,
    SCORE,
    TRICK,
    TRUMP,
    TURNED,
    UNSAID,
    begin,
    complete,
)
from cardlog.engine.games.pitch.auction import call as pitch_call
from cardlog.engine.games.pitch.auction import settle as pitch_settle
from cardlog.engine.games.pitch.auction import thrown_in
from cardlog.engine.games.seven_up.begging import call as seven_up_call
from cardlog.engine.games.seven_up.begging import discard, turn_up
from cardlog.engine.games.seven_up.begging import draw as run_draw
from cardlog.engine.games.seven_up.begging import settle as seven_up_settle
from cardlog.engine.games.seven_up.begging import void as seven_up_void
from cardlog.engine.match import score
from cardlog.engine.state import DEAL_BEGUN, DEAL_DONE, DEAL_LOST
from cardlog.engine.tricks.deal import cut, deal, misdeal
from cardlog.engine.tricks.play import trick
from cardlog.engine.tricks.points import count_out
from cardlog.engine.tricks.state import HAND, IN_STOCK, NOWHERE, PACK
from cardlog.engine.tricks.state import NONE as NO_POINT
from cardlog.engine.tricks.stock import draw, turn, turned_out
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN

# Which game it is.
WITH_STOCK: Final = 0  # California Jack, Shasta Sam
SEVEN_UP: Final = 1
PITCH: Final = 2


def fold_tricks(
    s: Any, game: int, kinds: Any, seats: Any, cards: Any, hand_sizes: Any, hands: Any,
    stock_sizes: Any, stocks: Any, trick_sizes: Any, tricks: Any, packet_sizes: Any, packets: Any,
    calls: Any, claim_sizes: Any, changes: Any, points: Any, found: Any,
) -> int:  # fmt: skip
    """How many deals there were, each a row of `found`; NOT_PLAIN where this is not enough.

    Every seat is one of the table or NONE, every card fully known or NONE: the caller sees to it,
    and that there is a row for each deal, and a hand for each of its seats.
    """
    row = -1
    hand = stock = tricked = packed = called = claimed = change = 0  # how far each column is read
    hand_card = stock_card = trick_card = packet_card = 0
    for k in range(len(kinds)):
        kind = kinds[k]
        seat = seats[k]
        code = 0
        if kind == TRICK:
            size = trick_sizes[tricked]
            tricked += 1
            if size != s.seats or seat == NONE:
                return NOT_PLAIN
            code = trick(s, seat, tricks[trick_card : trick_card + size])
            trick_card += size
        elif kind == DRAW:
            if game == WITH_STOCK:
                code = draw(s, seat, cards[k])
            elif game == SEVEN_UP:
                code = run_draw(s, seat, cards[k])
            else:
                return NOT_PLAIN
        elif kind == CALL:
            word = calls[called]
            called += 1
            if game == PITCH:
                code = pitch_call(s, seat, word)
            elif game == SEVEN_UP:
                code = seven_up_call(s, seat, word)
            else:
                return NOT_PLAIN
        elif kind == TURNED:
            if game == PITCH or cards[k] == NONE:
                return NOT_PLAIN
            code = turn_up(s, cards[k]) if game == SEVEN_UP else turn(s, cards[k])
        elif kind == DEAL:
            size = stock_sizes[stock]
            code = deal_tricks(
                s, seat, hand_sizes[hand : hand + s.seats], hands[hand_card:], size,
                stocks[stock_card:],
            )  # fmt: skip
            hand += s.seats
            hand_card += HAND * s.seats
            stock += 1
            stock_card += 0 if size == NONE else size
        elif kind == SCORE:
            if claim_sizes[claimed] != s.sides:
                return NOT_PLAIN
            if s.turned != NO_POINT:
                turned_out(s)
            code = score(s)
            if false_claim(s, changes[change:], points[POINTS * claimed :]):
                return NOT_PLAIN
            claimed += 1
            change += s.sides
        elif kind == CUT:
            code = cut(s, seat, cards[k])
        elif kind == DISCARD:
            size = packet_sizes[packed]
            packed += 1
            if game != SEVEN_UP:
                return NOT_PLAIN
            code = discard(s, seat, packets[packet_card : packet_card + size])
            packet_card += size
        elif kind == MISDEAL:
            if game == PITCH:
                code = thrown_in(s)
            elif game == SEVEN_UP:
                code = seven_up_void(s)
            else:
                code = misdeal(s)
        elif kind != NOTE and kind != EXTENSION:
            return NOT_PLAIN
        if code:
            if code == DEAL_DONE:
                if game == PITCH:
                    pitch_settle(s)
                elif game == SEVEN_UP:
                    seven_up_settle(s)
                else:
                    count_out(s)
            if code > 0 or code <= DEAL_LOST:
                return NOT_PLAIN
            if code == DEAL_BEGUN:
                row += 1
                begin(found[row], k, s.dealer)
            elif complete(found[row], k, code, s.sides):
                reckoned(s, game, found[row])
    return NOT_PLAIN if s.hidden else row + 1


def deal_tricks(s: Any, dealer: int, sizes: Any, hands: Any, stocked: int, stock: Any) -> int:
    """A deal of which every card was seen, and none comes twice."""
    left = PACK - HAND * s.seats
    for size in sizes:
        if size != HAND:
            return faults.WRONG_COUNT
    if stocked != NONE and stocked != left:
        return faults.WRONG_COUNT
    code = deal(s, dealer, 1, 1, left)
    if code != DEAL_BEGUN:
        return code
    dealt = HAND * s.seats
    for card in range(FULLY_KNOWN):
        s.had[card] = NOWHERE
    for k in range(dealt):
        s.had[hands[k]] = k // HAND
    for card in range(FULLY_KNOWN):
        s.place[card] = s.had[card]
    for k in range(left):
        s.stock[k] = UNKNOWN
    if stocked != NONE:
        dealt += left
        for k in range(left):
            s.stock[k] = stock[k]
            s.place[stock[k]] = IN_STOCK
    for seat in range(s.seats):
        s.unseen[seat] = 0
        s.unseen_had[seat] = 0
    for card in range(FULLY_KNOWN):
        if s.place[card] != NOWHERE:
            dealt -= 1
    return faults.DUPLICATE_CARD if dealt else code


def false_claim(s: Any, changes: Any, points: Any) -> bool:
    """Whether a score says anything else than its deal came to; points may be left unsaid."""
    for side in range(s.sides):
        if changes[side] != s.changes[side]:
            return True
    return (
        otherwise(points[0], s.high)
        or otherwise(points[1], s.low)
        or otherwise(points[2], s.jack)
        or otherwise(points[3], s.game)
        or otherwise(points[4], s.nine)
    )


def otherwise(claimed: int, side: int) -> bool:
    """Whether a point is claimed for anybody else."""
    return claimed != UNSAID and claimed != (side if side >= 0 else NOBODYS)


def reckoned(s: Any, game: int, row: Any) -> None:
    """Write down what a deal came to."""
    row[TRUMP] = s.trump
    row[HIGH] = s.high
    row[LOW] = s.low
    row[JACK] = s.jack
    row[GAME] = s.game
    row[NINE] = s.nine
    if game == PITCH:
        row[BID] = s.bid
        row[BIDDER] = s.bidder
        row[MADE] = s.made
    for side in range(s.sides):
        row[BY_SIDE + side] = s.changes[side]
        row[PIPS + side] = s.pips[side]
