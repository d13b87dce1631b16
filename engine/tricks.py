"""Tricks and a stock: the rules that the All Fours family shares (trick, draw, turn-up, pips).

A hand is a bit mask of the cards known to be in it, plus a count of cards nobody saw. `had` is
what a player was dealt or drew in this deal: High and Low go by it, whoever took the trick. An
unseen card that is played becomes one that its player had. Where a trick or a draw is itself
unseen, the fold goes on and leaves open what depends on it.

Comments name clauses of California Jack (CJ) and readings of rules.md (B, C).
"""

from __future__ import annotations

from typing import Final

from cardlog.engine.faults import (
    DRAW_ORDER,
    DUPLICATE_CARD,
    EXTRA_DRAW,
    FIRST_DEALER,
    INCOMPLETE,
    MISDEAL,
    MISSING_DRAW,
    NO_DEAL,
    NO_TURN_UP,
    NOT_HELD,
    NOT_IN_STOCK,
    NOT_THIS_GAME,
    NOT_TOP,
    REVOKE,
    TRICK_SIZE,
    UNREADABLE,
    WRONG_COUNT,
    WRONG_DEALER,
    WRONG_LEADER,
)
from cardlog.engine.faults import OVER as AFTER_THE_END
from cardlog.engine.state import (
    ANYBODY,
    CHOOSING,
    DEAL_BEGUN,
    DEAL_DONE,
    DEAL_VOID,
    DONE,
    MISCOUNTED,
    NOBODY,
    OPEN,
    OVER,
    START,
    VOID,
    State,
)
from cardlog.records.cards import (
    FULLY_KNOWN,
    SPECIAL,
    UNKNOWN,
    UNKNOWN_RANK,
    UNKNOWN_SUIT,
    known_part,
)

# Phases of a deal.
TURN_UP: Final = 10
TRICK: Final = 11
DRAW: Final = 12
PHASES: Final = {TURN_UP: "turn-up", TRICK: "trick", DRAW: "draw"}

RANKS: Final = 13
SUIT: Final = 0b1_1111_1111_1111  # all ranks of clubs; shift by 16 for each further suit
ONE_A_SUIT: Final = 1 | 1 << 16 | 1 << 32 | 1 << 48
ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8

# What a point is worth knowing: the side that has it, or one of these.
NONE: Final = -1
UNCERTAIN: Final = -2


class TrickState(State):
    """What a fold of an All Fours game knows. `standing` is points by side."""

    __slots__ = (
        "blind",
        "cuts",
        "cutters",
        "drawing",
        "game",
        "had",
        "hand",
        "high",
        "jack",
        "leader",
        "low",
        "pips",
        "placed",
        "pos",
        "stock",
        "stock_size",
        "taken",
        "target",
        "trump",
        "unseen",
        "unseen_had",
    )  # fmt: skip

    def __init__(self, seats: int, standing: list[int]) -> None:
        super().__init__(seats, standing)
        # options
        self.target = 10
        # cutting for the deal
        self.cuts = [NONE] * seats  # rank cut in this round
        self.cutters = (1 << seats) - 1  # bit per seat: cuts in this round
        # the deal
        self.trump = NONE
        self.leader = NOBODY
        self.drawing = 0  # draws still due before the next trick
        self.hand = [0] * seats  # mask of the known cards held
        self.unseen = [0] * seats  # how many more are held
        self.had = [0] * seats  # mask of the known cards dealt or drawn
        self.unseen_had = [0] * seats  # how many more were
        self.taken = [0] * seats  # mask of the cards captured
        self.placed = 0  # mask of the cards whose place in this deal is known
        self.blind = 0  # tricks whose cards or winner are not all known
        self.stock = [UNKNOWN] * 52  # top first
        self.stock_size = 0
        self.pos = 0  # cards drawn from it
        # the reckoning of the last deal
        self.high = NONE
        self.low = NONE
        self.jack = NONE
        self.game = NONE
        self.pips = [0] * seats


# ---- choosing the first dealer, and the deal ------------------------------------------------


def cut(s: TrickState, seat: int, card: int) -> int:
    """CJ-2.1, B-08: all cut, the lowest deals (Ace high); those who tie cut again."""
    if s.phase != START and s.phase != CHOOSING:
        return AFTER_THE_END if s.phase == OVER else NOT_THIS_GAME
    if not s.cutters >> seat & 1 or s.cuts[seat] != NONE:
        return FIRST_DEALER
    if card >= SPECIAL:
        return UNREADABLE
    s.phase = CHOOSING
    s.cuts[seat] = card & 15
    lowest = UNKNOWN_RANK
    tied = 0
    for other in range(s.seats):
        if s.cutters >> other & 1:
            rank = s.cuts[other]
            if rank == NONE:
                s.next_dealer = NOBODY
                return 0
            if rank == UNKNOWN_RANK:
                lowest = NONE  # an unseen card may be the lowest
            if rank < lowest:
                lowest = rank
                tied = 0
            if rank == lowest:
                tied |= 1 << other
    if lowest == NONE:
        s.next_dealer = ANYBODY
        s.cutters = 0
        return 0
    for other in range(s.seats):
        s.cuts[other] = NONE
        if tied == 1 << other:
            s.next_dealer = other
            tied = 0
    s.cutters = tied
    return 0


def deal(
    s: TrickState, dealer: int, hands: list[int], unseen: list[int], fits: int, counts: int,
    stock: list[int], stock_size: int, placed: int,
) -> int:  # fmt: skip
    """A new deal: the known cards of each hand as a mask, how many more, the stock top first.

    `placed` is the mask of all known cards in hands and stock,
    `fits` is 0 where a card comes twice, `counts` 0 where a hand or the stock has the wrong size.
    """
    if s.phase == OVER:
        return AFTER_THE_END
    if s.phase == MISCOUNTED:
        return WRONG_COUNT
    if s.phase >= TURN_UP:
        return INCOMPLETE
    if s.next_dealer != ANYBODY and dealer != s.next_dealer:
        return FIRST_DEALER if s.deals == 0 else WRONG_DEALER
    if not fits:
        return DUPLICATE_CARD
    s.deals += 1
    s.dealer = dealer
    s.next_dealer = dealer
    s.scored = 0
    for side in range(len(s.changes)):
        s.changes[side] = 0
    if not counts:
        s.phase = MISCOUNTED
        return DEAL_BEGUN
    for seat in range(s.seats):
        s.hand[seat] = hands[seat]
        s.had[seat] = hands[seat]
        s.unseen[seat] = unseen[seat]
        s.unseen_had[seat] = unseen[seat]
        s.taken[seat] = 0
    s.placed = placed
    s.stock[:stock_size] = stock
    s.stock_size = stock_size
    s.pos = 0
    s.blind = 0
    s.trump = NONE
    s.leader = dealer + 1 if dealer + 1 < s.seats else 0
    s.phase = TURN_UP
    return DEAL_BEGUN


def misdeal(s: TrickState) -> int:
    """B-18: the deal is void; the same dealer deals again."""
    if s.phase == OVER:
        return AFTER_THE_END
    if s.phase < TURN_UP and s.phase != MISCOUNTED:
        return MISDEAL
    s.phase = VOID
    s.next_dealer = s.dealer
    return DEAL_VOID


def no_place(s: TrickState) -> int:
    """Why nothing can be played, drawn or turned up when no deal is under way."""
    if s.phase == OVER:
        return AFTER_THE_END
    return WRONG_COUNT if s.phase == MISCOUNTED else NO_DEAL


# ---- the stock ------------------------------------------------------------------------------


def turn(s: TrickState, card: int) -> int:
    """CJ-2.3: the turn-up makes trumps. CJ-3.3: later, the next card of the stock is shown."""
    if s.phase < TURN_UP:
        return no_place(s)
    if s.pos == s.stock_size:
        return NOT_IN_STOCK
    seen = known_part(s.stock[s.pos], card)
    if seen < 0:
        return NOT_TOP
    if seen != s.stock[s.pos]:
        if located(s, seen):
            return NOT_IN_STOCK
        s.stock[s.pos] = seen
        if seen < FULLY_KNOWN:
            s.placed |= 1 << seen
    if s.phase == TURN_UP:
        s.trump = seen >> 4 if seen >> 4 <= UNKNOWN_SUIT else (seen >> 4) - 5
        s.phase = TRICK
    return 0


def located(s: TrickState, card: int) -> bool:
    """The card is known to be somewhere else than on top of the stock, or in no pack at all."""
    if card >= FULLY_KNOWN:
        return card >= SPECIAL
    return s.placed >> card & 1 != 0


def draw(s: TrickState, seat: int, card: int) -> int:
    """CJ-3.3, C-03: after a trick the winner draws the top card, then the others clockwise."""
    if s.phase != DRAW:
        return misplaced_draw(s)
    if seat != s.turn and s.turn != ANYBODY:
        return DRAW_ORDER
    if s.stock[s.pos] != card:
        seen = known_part(s.stock[s.pos], card)
        if seen < 0:
            return NOT_TOP
        if seen != s.stock[s.pos]:
            if located(s, seen):
                return NOT_IN_STOCK
            if seen < FULLY_KNOWN:
                s.placed |= 1 << seen
        card = seen
    if card < FULLY_KNOWN:
        s.hand[seat] |= 1 << card
        s.had[seat] |= 1 << card
    else:
        s.unseen[seat] += 1
        s.unseen_had[seat] += 1
    s.pos += 1
    if s.turn == ANYBODY:
        s.leader = seat  # whoever draws first has won the trick
    s.drawing -= 1
    if s.drawing:
        s.turn = seat + 1 if seat + 1 < s.seats else 0
    else:
        s.phase = TRICK
    return 0


def misplaced_draw(s: TrickState) -> int:
    """Why no card may be drawn in this phase."""
    if s.phase < TURN_UP:
        return no_place(s)
    return NO_TURN_UP if s.phase == TURN_UP else EXTRA_DRAW


# ---- a trick --------------------------------------------------------------------------------


def trick(s: TrickState, leader: int, cards: list[int]) -> int:
    """CJ-3.1, CJ-3.2: follow suit or trump; the highest trump, else the suit led, wins."""
    if s.phase != TRICK:
        return misplaced_trick(s)
    if leader != s.leader and s.leader != ANYBODY:
        return WRONG_LEADER
    seats = s.seats
    if len(cards) != seats:
        return TRICK_SIZE
    hand = s.hand
    trump = s.trump
    led = cards[0] >> 4
    revoked = 0
    unseen = 0
    best = -1
    seat = winner = leader
    for card in cards:
        held = hand[seat]
        if card >= FULLY_KNOWN or not held >> card & 1:
            if not may_hold(s, seat, card):
                return NOT_HELD
            unseen = 1
        suit = card >> 4
        if suit == trump:
            worth = card + 64
        elif suit == led:
            worth = card
        else:
            worth = -1
            if suit < 4 and held & SUIT << led * 16 and led < 4:
                revoked = 1
        if worth > best:
            best = worth
            winner = seat
        seat = seat + 1 if seat + 1 < seats else 0
    if trump == UNKNOWN_SUIT:
        revoked = 0  # an odd card may have been a trump
        unseen = 1
    if revoked:
        return REVOKE
    if unseen:
        winner = play_unseen(s, leader, cards, winner)
    captured = 0
    for card in cards:
        if card < FULLY_KNOWN:
            hand[seat] &= ~(1 << card)
            captured |= 1 << card
        seat = seat + 1 if seat + 1 < seats else 0
    if winner >= 0:
        s.taken[winner] |= captured
    s.leader = winner
    if s.pos + seats <= s.stock_size:
        s.turn = winner
        s.drawing = seats
        s.phase = DRAW
    elif not (hand[leader] or s.unseen[leader]):
        reckon(s)
        return DEAL_DONE
    return 0


def misplaced_trick(s: TrickState) -> int:
    """Why no trick may be played in this phase."""
    if s.phase < TURN_UP:
        return no_place(s)
    return NO_TURN_UP if s.phase == TURN_UP else MISSING_DRAW


def may_hold(s: TrickState, seat: int, card: int) -> bool:
    """A card that is not known to be in this hand may still be one of its unseen cards."""
    if card >= FULLY_KNOWN:
        return card < SPECIAL and (s.unseen[seat] > 0 or s.hand[seat] != 0)
    return s.unseen[seat] > 0 and not located(s, card)


def play_unseen(s: TrickState, leader: int, cards: list[int], winner: int) -> int:
    """Turn unseen cards of the hands into the ones played; the winner, or ANYBODY."""
    seat = leader
    for card in cards:
        if card < FULLY_KNOWN:
            if not s.hand[seat] >> card & 1:
                s.unseen[seat] -= 1
                s.unseen_had[seat] -= 1
                s.had[seat] |= 1 << card
                s.placed |= 1 << card
        else:
            s.blind = 1
            winner = ANYBODY
            if s.unseen[seat] == 0:  # one of the known ones, and nobody can say which
                s.unseen[seat] = count(s.hand[seat])
                s.hand[seat] = 0
            s.unseen[seat] -= 1
        if s.trump == UNKNOWN_SUIT and card >> 4 != cards[0] >> 4:
            s.blind = 1
            winner = ANYBODY
        seat = seat + 1 if seat + 1 < s.seats else 0
    return winner


# ---- the reckoning --------------------------------------------------------------------------


def count(mask: int) -> int:
    """How many cards a mask holds."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def in_all_suits(mask: int, rank: int) -> int:
    """How many cards of a rank a mask holds: its four bits are summed by one multiplication."""
    return ((mask >> rank & ONE_A_SUIT) * ONE_A_SUIT) >> 48 & 7


def pips_of(mask: int) -> int:
    """CJ-1.3: Ten 10, Ace 4, King 3, Queen 2, Jack 1."""
    return (
        in_all_suits(mask, TEN) * 10
        + in_all_suits(mask, ACE) * 4
        + in_all_suits(mask, KING) * 3
        + in_all_suits(mask, QUEEN) * 2
        + in_all_suits(mask, JACK)
    )


def reckon(s: TrickState) -> None:
    """CJ-4.1 to CJ-4.5, CJ-5.1, CJ-5.2: the four points, and who is out."""
    seats = s.seats
    s.high = holder_of_end(s, 1)
    s.low = holder_of_end(s, 0)
    s.jack = taker_of(s, JACK)
    s.game = most_pips(s)
    open_points = 0
    for point in (s.high, s.low, s.jack, s.game):
        if point >= 0:
            s.changes[point] += 1
        elif point == UNCERTAIN:
            open_points += 1
    s.next_dealer = s.dealer + 1 if s.dealer + 1 < seats else 0
    s.phase = DONE
    if open_points:
        for side in range(len(s.changes)):
            s.changes[side] = OPEN
            s.doubt[side] += open_points
        return
    count_out(s)


def count_out(s: TrickState) -> None:
    """B-14: points are counted in order, and the first side to reach the target has won."""
    for point in (s.high, s.low, s.jack, s.game):
        if point >= 0:
            s.standing[point] += 1
            if s.standing[point] >= s.target and not s.doubt[point] and s.phase != OVER:
                s.phase = OVER
                s.winner_mask = 1 << point


def holder_of_end(s: TrickState, highest: int) -> int:
    """CJ-4.1, CJ-4.2: who had the highest (or lowest) trump that appeared."""
    if s.trump == UNKNOWN_SUIT:
        return UNCERTAIN
    shift = s.trump * 16
    missing = 0  # unseen cards that were in play
    for seat in range(s.seats):
        missing += s.unseen_had[seat]
    for step in range(RANKS):
        card = shift + (RANKS - 1 - step if highest else step)
        for seat in range(s.seats):
            if s.had[seat] >> card & 1:
                return seat
        if missing:
            return UNCERTAIN  # it may have been one of those
    return NONE


def taker_of(s: TrickState, rank: int) -> int:
    """CJ-4.3: who captured the trump of this rank."""
    if s.trump == UNKNOWN_SUIT:
        return UNCERTAIN
    for seat in range(s.seats):
        if s.taken[seat] >> s.trump * 16 + rank & 1:
            return seat
    return UNCERTAIN if s.blind else NONE


def most_pips(s: TrickState) -> int:
    """CJ-4.4, B-13, C-05: the greatest captured value, alone; a tie is nobody's."""
    best = -1
    winner = NONE
    for seat in range(s.seats):
        s.pips[seat] = pips_of(s.taken[seat])
        if s.pips[seat] > best:
            best = s.pips[seat]
            winner = seat
        elif s.pips[seat] == best:
            winner = NONE
    return UNCERTAIN if s.blind else winner
