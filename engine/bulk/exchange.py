"""A whole match of Chase the Ace, from flat columns, by the rules of engine/exchange/.

Written as rules are, so that it compiles together with them. It knows the plain case only: one
standard pack, every card seen, every event legal, every claim true. Whatever else there is it
leaves to the fold.
"""

from __future__ import annotations

from typing import Any

from cardlog.engine import faults
from cardlog.engine.bulk.noted import (
    BLOCK,
    BY_SIDE,
    CUT,
    DEAL,
    DRAW,
    EXTENSION,
    IN_HANDS,
    LOWEST,
    MISDEAL,
    NOBODYS,
    NONE,
    NOT_PLAIN,
    NOTE,
    POINTS,
    REVEAL,
    SCORE,
    STAY,
    SWAP,
    UNSAID,
    begin,
    complete,
)
from cardlog.engine.exchange.deal import deal
from cardlog.engine.exchange.showdown import reveal
from cardlog.engine.exchange.state import NO_CARD
from cardlog.engine.exchange.stock import cut, draw
from cardlog.engine.exchange.turns import block, stay, swap
from cardlog.engine.match import score, void_deal
from cardlog.engine.state import DEAL_BEGUN, DEAL_LOST
from cardlog.records.cards import UNKNOWN


def fold_exchange(
    s: Any, kinds: Any, seats: Any, cards: Any, targets: Any, hand_sizes: Any, hands: Any,
    stock_sizes: Any, stocks: Any, claim_sizes: Any, changes: Any, points: Any, dealt: Any,
    found: Any,
) -> int:  # fmt: skip
    """How many deals there were, each a row of `found`; NOT_PLAIN where this is not enough.

    Every seat is one of the table or NONE, every card fully known or NONE: the caller sees to it,
    and that there is a row for each deal, and a hand for each of its seats. `dealt` has a place
    for each hand that the state has, to work in.
    """
    row = -1
    hand = hand_card = stock = stock_card = claimed = change = target = (
        0  # how far each column is read
    )
    for k in range(len(kinds)):
        kind = kinds[k]
        seat = seats[k]
        code = 0
        if kind == REVEAL:
            if cards[k] == NONE:
                return NOT_PLAIN
            code = reveal(s, seat, cards[k])
        elif kind == SWAP:
            code = swap(s, seat, targets[target])
            target += 1
        elif kind == STAY:
            code = stay(s, seat)
        elif kind == DEAL:
            size = stock_sizes[stock]
            some = hand_sizes[hand : hand + s.seats]
            code = deal_one(s, seat, some, hands[hand_card:], size, stocks[stock_card:], dealt)
            for each in some:
                hand_card += each
            hand += s.seats
            stock += 1
            stock_card += 0 if size == NONE else size
        elif kind == SCORE:
            if claim_sizes[claimed] != s.seats:
                return NOT_PLAIN
            code = score(s)
            if claims_otherwise(s, changes[change:], points[POINTS * claimed :]):
                return NOT_PLAIN
            claimed += 1
            change += s.seats
        elif kind == DRAW:
            code = draw(s, seat, cards[k])
        elif kind == CUT:
            code = cut(s, seat, cards[k])
        elif kind == BLOCK:
            code = block(s, seat, targets[target], cards[k])
            target += 1
        elif kind == MISDEAL:
            code = void_deal(s)
        elif kind != NOTE and kind != EXTENSION:
            return NOT_PLAIN
        if code:
            if code > 0 or code <= DEAL_LOST:
                return NOT_PLAIN
            if code == DEAL_BEGUN:
                row += 1
                begin(found[row], k, s.dealer)
            elif complete(found[row], k, code, s.seats):
                shown_down(s, found[row])
    return NOT_PLAIN if s.hidden else row + 1


def deal_one(
    s: Any, dealer: int, sizes: Any, hands: Any, stocked: int, stock: Any, dealt: Any
) -> int:
    """A deal of one card each, of which every card was seen, and none comes twice."""
    cards = known = full = seated = 0
    for seat in range(len(dealt)):
        dealt[seat] = NO_CARD
    for seat in range(s.seats):
        if sizes[seat] > 1:
            return faults.WRONG_COUNT
        if sizes[seat]:
            dealt[seat] = hands[cards]
            seated |= 1 << seat
            full |= 1 << hands[cards]
            cards += 1
    for k in range(cards):
        if known >> hands[k] & 1:
            return faults.DUPLICATE_CARD
        known |= 1 << hands[k]
    top = UNKNOWN
    if stocked != NONE:
        if cards + stocked != s.cards:
            return faults.WRONG_COUNT
        for k in range(stocked):
            if known >> stock[k] & 1:
                return faults.DUPLICATE_CARD
            known |= 1 << stock[k]
        if stocked:
            top = stock[0]
    return deal(s, dealer, dealt, seated, top, full, 0, 0, 1, 1)


def claims_otherwise(s: Any, changes: Any, points: Any) -> bool:
    """Whether a score says anything else than its deal came to; nobody has points here."""
    for seat in range(s.seats):
        if changes[seat] != s.changes[seat]:
            return True
    for k in range(POINTS):
        if points[k] != UNSAID and points[k] != NOBODYS:
            return True
    return False


def shown_down(s: Any, row: Any) -> None:
    """Write down what a deal came to."""
    row[LOWEST] = s.lowest
    row[IN_HANDS] = 0
    for seat in range(s.seats):
        row[BY_SIDE + seat] = s.changes[seat]
        if s.tokens and s.total >= 0:
            row[IN_HANDS] += s.standing[seat]
