"""Exchanging one card: the rules that the Cuckoo family shares (swap, block, cut, reveal).

Every player holds one card. From the dealer's left each keeps it or forces an exchange on the
next player still in the match; a King refuses. The dealer, last, may take from the stock. Then
all show, and the lowest rank loses a life.

Cards are codes (records/cards.py); a hand may hold an unseen or half-seen card, and a rule then
says no more than is certain: an exchange with an unseen card is never called illegal for a King
that might be there. Comments name clauses of the two rule books (CC: cuckoo, CP: compendium).
"""

from __future__ import annotations

from typing import Final

from cardlog.engine.faults import (
    BLOCK_NO_KING,
    BLOCK_NOT_HELD,
    DEALER_ASKS,
    DEALER_ONLY,
    DEALT_OUT,
    DUPLICATE_CARD,
    EARLY_REVEAL,
    FIRST_DEALER,
    INCOMPLETE,
    KING_MUST_BLOCK,
    LATE_TURN,
    LOW_NOT_SHOWN,
    MISDEAL,
    NO_DEAL,
    NOT_IN_STOCK,
    NOT_THIS_GAME,
    NOT_TOP,
    REVEAL_NOT_HELD,
    REVEAL_TWICE,
    TURN_ORDER,
    UNREADABLE,
    WRONG_COUNT,
    WRONG_DEALER,
    WRONG_NEIGHBOUR,
)
from cardlog.engine.faults import OVER as AFTER_THE_END
from cardlog.engine.state import (
    ANYBODY,
    CHOOSING,
    DEAL_BEGUN,
    DEAL_DONE,
    DEAL_VOID,
    DONE,
    EXPOSED,
    MISCOUNTED,
    NOBODY,
    OPEN,
    OVER,
    START,
    VOID,
    State,
)
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN, UNKNOWN_RANK, known_part

# Phases of a deal.
TURNS: Final = 10
SHOWDOWN: Final = 11
PHASES: Final = {TURNS: "turns", SHOWDOWN: "showdown"}

NO_CARD: Final = -1  # a hand without a card
SEVERAL: Final = -2  # a hand with more than one

KING: Final = 11  # ranks as in card codes: 0 is a Two, 11 a King, 12 an Ace
JACK: Final = 9
LOW_RANKS: Final = 0b1_0000_0000_0011  # Ace, Two, Three
RANKS: Final = 13


class ExchangeState(State):
    """What a fold of a Cuckoo game knows. `standing` is lives by seat; with none, one is out."""

    __slots__ = (
        "draws_top", "due", "full", "hand", "king_blocks_dealer", "left", "low_rule", "lowest",
        "packs", "redeal", "shown", "sudden_death", "top", "waiting",
    )  # fmt: skip

    def __init__(self, seats: int, standing: list[int]) -> None:
        super().__init__(seats, standing)
        # options
        self.packs = 1
        self.draws_top = 0  # the dealer draws the top card (CP-4.6) instead of cutting (CC-4.1)
        self.king_blocks_dealer = 1  # a King that the dealer cuts is set aside (CC-4.3)
        self.low_rule = 0  # a low card is shown before it is handed over (CP-4.4)
        self.redeal = 1  # an exposed card always means a new deal (CC-6.3)
        self.sudden_death = 0  # all out together play on with one life each (CP-6.2)
        # the deal
        self.hand = [NO_CARD] * seats
        self.left = [NOBODY] * seats  # the next seat to the left that is in this deal
        self.shown = [
            0
        ] * seats  # 1 + whose turn it was when the card in hand was shown, 1 + seats: in the deal
        self.due = [0] * seats  # 1 where the showdown's reveal is still to come
        self.waiting = 0  # how many those are
        self.full = 0  # bit per card: every copy of it is in a hand or shown, none in the stock
        self.top = UNKNOWN  # the top card of the stock
        self.lowest = -1  # strength of the lowest card of the last showdown


# ---- choosing the first dealer, and the deal ------------------------------------------------


def choose_by_draw(s: ExchangeState, seat: int, card: int) -> int:
    """CP-1.2: cards go round from any seat until a Jack falls; its owner deals."""
    if s.phase == CHOOSING:
        if s.next_dealer >= 0 or seat != s.turn:
            return FIRST_DEALER
    elif s.phase != START:
        return misplaced_turn(s)
    if card >= SPECIAL:
        return UNREADABLE
    if card < FULLY_KNOWN and s.full >> card & 1:
        return DUPLICATE_CARD
    if card < FULLY_KNOWN and s.packs == 1:
        s.full |= 1 << card
    unseen = s.phase == CHOOSING and s.next_dealer == ANYBODY  # one of them may be a Jack
    s.phase = CHOOSING
    s.turn = seat + 1 if seat + 1 < s.seats else 0
    if card & 15 == JACK:
        s.next_dealer = seat
    elif unseen or card & 15 == UNKNOWN_RANK:
        s.next_dealer = ANYBODY
    else:
        s.next_dealer = NOBODY
    return 0


def deal(
    s: ExchangeState, dealer: int, hands: list[int], top: int, full: int, fits: int, counts: int
) -> int:
    """A new deal. `hands` is a code, NO_CARD or SEVERAL by seat.

    `top` is the top of the stock, `full` the cards that cannot be in it, `fits` 0 where the cards
    are more than the packs hold, `counts` 0 where the stock has the wrong size.
    """
    if s.phase == OVER:
        return AFTER_THE_END
    if s.phase == MISCOUNTED:
        return WRONG_COUNT
    if s.phase == EXPOSED:
        return MISDEAL
    if s.phase >= TURNS:
        return INCOMPLETE
    if not may_deal(s, dealer, hands):
        return FIRST_DEALER if s.deals == 0 else WRONG_DEALER
    for seat in range(s.seats):
        if hands[seat] == NO_CARD:
            if s.standing[seat] > s.doubt[seat]:
                counts = 0
        elif s.standing[seat] <= 0:
            return DEALT_OUT
        elif hands[seat] == SEVERAL:
            counts = 0
    if not fits:
        return DUPLICATE_CARD
    s.deals += 1
    s.dealer = dealer
    s.next_dealer = dealer
    s.scored = 0
    s.lowest = -1
    for seat in range(s.seats):
        s.changes[seat] = 0
    if not counts:
        s.phase = MISCOUNTED
        return DEAL_BEGUN
    take_seats(s, hands)
    s.top = top
    s.full = full
    s.turn = s.left[dealer]
    s.phase = TURNS
    return DEAL_BEGUN


def may_deal(s: ExchangeState, dealer: int, hands: list[int]) -> bool:
    """CC-2.5, CP-1.3: the next player in the match deals; the first dealer as chosen."""
    if s.standing[dealer] <= 0:
        return False
    if s.next_dealer == ANYBODY:
        return True
    if s.next_dealer == NOBODY:
        return False
    seat = s.next_dealer
    # Where unseen cards leave open who is still in, the hands dealt tell.
    while s.doubt[seat] >= s.standing[seat] and hands[seat] == NO_CARD and seat != dealer:
        seat = seat + 1 if seat + 1 < s.seats else 0
    return seat == dealer


def take_seats(s: ExchangeState, hands: list[int]) -> None:
    """Give out the cards, and note who sits to the left of whom."""
    s.waiting = 0
    after = NOBODY
    for seat in range(s.seats - 1, -1, -1):
        s.left[seat] = after
        s.hand[seat] = hands[seat]
        s.shown[seat] = 0
        s.due[seat] = 0
        if hands[seat] != NO_CARD:
            after = seat
            s.due[seat] = 1
            s.waiting += 1
            if s.doubt[seat] and s.doubt[seat] >= s.standing[seat]:
                s.doubt[seat] = s.standing[seat] - 1
        elif s.doubt[seat]:
            s.standing[seat] = 0
            s.doubt[seat] = 0
    seat = s.seats - 1
    while s.left[seat] == NOBODY:  # the last seats: round the table to the first player
        s.left[seat] = after
        seat -= 1


def misdeal(s: ExchangeState) -> int:
    """CC-6.3, CP-6.3: the deal is void; nobody loses a life and the same dealer deals again."""
    if s.phase == OVER:
        return AFTER_THE_END
    if s.phase < TURNS and s.phase != MISCOUNTED and s.phase != EXPOSED:
        return MISDEAL
    s.phase = VOID
    s.next_dealer = s.dealer
    return DEAL_VOID


# ---- a player's turn ------------------------------------------------------------------------


def misplaced_turn(s: ExchangeState) -> int:
    """Why no turn may be taken in this phase."""
    if s.phase == OVER:
        return AFTER_THE_END
    if s.phase == MISCOUNTED:
        return WRONG_COUNT
    if s.phase == EXPOSED:
        return MISDEAL
    if s.phase == SHOWDOWN or s.phase == DONE:
        return LATE_TURN
    return NO_DEAL


def stay(s: ExchangeState, seat: int) -> int:
    """CC-3.1, CP-4.2: keep the card."""
    if s.phase != TURNS:
        return misplaced_turn(s)
    if seat != s.turn:
        return TURN_ORDER
    s.turn = s.left[seat]
    if seat == s.dealer:
        s.phase = SHOWDOWN
    return 0


def swap(s: ExchangeState, seat: int, target: int) -> int:
    """CC-3.1 to CC-3.4, CP-4.2 to CP-4.5: force an exchange on the next player."""
    if s.phase != TURNS:
        return misplaced_turn(s)
    if seat != s.turn:
        return TURN_ORDER
    if seat == s.dealer:
        return DEALER_ASKS
    if target != s.left[seat]:
        return WRONG_NEIGHBOUR
    given = s.hand[seat]
    taken = s.hand[target]
    if taken & 15 == KING:
        return KING_MUST_BLOCK
    if s.low_rule:
        if LOW_RANKS >> (given & 15) & 1 and not s.shown[seat]:
            return LOW_NOT_SHOWN
        if LOW_RANKS >> (taken & 15) & 1 and not s.shown[target]:
            return LOW_NOT_SHOWN
    s.shown[seat] = 0
    s.shown[target] = 0
    s.hand[seat] = taken
    s.hand[target] = given
    s.turn = target
    return 0


def block(s: ExchangeState, seat: int, target: int, card: int) -> int:
    """CC-3.2, CP-4.3: the asked player shows a King; both keep their cards."""
    if s.phase != TURNS:
        return misplaced_turn(s)
    if seat != s.turn:
        return TURN_ORDER
    if seat == s.dealer:
        return DEALER_ASKS
    if target != s.left[seat]:
        return WRONG_NEIGHBOUR
    if card & 15 != KING and card & 15 != UNKNOWN_RANK:
        return BLOCK_NO_KING
    held = known_part(s.hand[target], card)
    if held < 0 or card >= SPECIAL:
        return BLOCK_NOT_HELD
    s.hand[target] = held
    s.shown[target] = s.turn + 1
    s.turn = target
    return 0


def cut(s: ExchangeState, seat: int, card: int) -> int:
    """CC-2.1: the lot before the first deal. CC-4.1 to CC-4.3: the dealer cuts the stock."""
    if s.draws_top:
        return AFTER_THE_END if s.phase == OVER else NOT_THIS_GAME
    if s.phase == START or s.phase == CHOOSING:
        s.phase = CHOOSING
        return 0
    return from_stock(s, seat, card)


def draw(s: ExchangeState, seat: int, card: int) -> int:
    """CP-1.2: a card of the dealing round. CP-4.6: the dealer takes the top of the stock."""
    if not s.draws_top:
        return AFTER_THE_END if s.phase == OVER else NOT_THIS_GAME
    if s.phase == START or s.phase == CHOOSING:
        return choose_by_draw(s, seat, card)
    return from_stock(s, seat, card)


def from_stock(s: ExchangeState, seat: int, card: int) -> int:
    """The dealer's exchange with the stock."""
    if s.phase != TURNS:
        return misplaced_turn(s)
    if seat != s.turn:
        return TURN_ORDER
    if seat != s.dealer:
        return DEALER_ONLY
    if card >= SPECIAL:
        return UNREADABLE
    if s.draws_top and known_part(s.top, card) < 0:
        return NOT_TOP
    if card < FULLY_KNOWN and s.full >> card & 1:
        return NOT_IN_STOCK
    if not s.king_blocks_dealer:
        s.hand[seat] = card
    elif card & 15 == UNKNOWN_RANK:
        s.hand[seat] = UNKNOWN  # a King leaves the old card, any other is taken
    elif card & 15 != KING:
        s.hand[seat] = card
    s.turn = s.left[seat]
    s.phase = SHOWDOWN
    return 0


# ---- showing cards --------------------------------------------------------------------------


def reveal(s: ExchangeState, seat: int, card: int) -> int:
    """CC-5.1, CP-5.1: the showdown; the last one to show settles the deal."""
    if s.phase != SHOWDOWN:
        return reveal_before(s, seat, card)
    if not s.due[seat]:
        return REVEAL_NOT_HELD if s.hand[seat] == NO_CARD else REVEAL_TWICE
    if s.hand[seat] != card:
        held = known_part(s.hand[seat], card)
        if held < 0 or card >= SPECIAL:
            return REVEAL_NOT_HELD
        s.hand[seat] = held
    s.due[seat] = 0
    s.waiting -= 1
    if s.waiting:
        return 0
    settle(s)
    return DEAL_DONE


def reveal_before(s: ExchangeState, seat: int, card: int) -> int:
    """A card shown before the showdown: exposed in the deal, or a low card (CP-4.4)."""
    if s.phase == OVER:
        return AFTER_THE_END
    if s.phase == MISCOUNTED:
        return WRONG_COUNT
    if s.phase == DONE:
        return REVEAL_NOT_HELD if s.hand[seat] == NO_CARD else REVEAL_TWICE
    if s.phase != TURNS and s.phase != EXPOSED:
        return NO_DEAL
    exposed = s.turn == s.left[s.dealer]  # nobody has had a turn yet
    asking = s.turn != s.dealer and (seat == s.turn or seat == s.left[s.turn])
    warning = asking and s.low_rule and (LOW_RANKS | 1 << UNKNOWN_RANK) >> (card & 15) & 1
    if not exposed and not warning:
        return EARLY_REVEAL
    held = known_part(s.hand[seat], card)
    if s.hand[seat] == NO_CARD or held < 0 or card >= SPECIAL:
        return REVEAL_NOT_HELD
    if s.shown[seat] and (not warning or s.shown[seat] == s.turn + 1):
        return REVEAL_TWICE
    # A card exposed in the deal may be shown once more when it is handed over.
    s.shown[seat] = s.turn + 1 if s.shown[seat] or not exposed else s.seats + 1
    s.hand[seat] = held
    if s.redeal and not warning:
        s.phase = EXPOSED
    return 0


# ---- the reckoning --------------------------------------------------------------------------


# CC-1.4, CP-2.1: by rank, Ace 0, Two 1, ... King 12; -1 where the rank is unseen.
STRENGTH: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, -1, -1, -1)


def verdict(s: ExchangeState, seat: int) -> int:
    """CC-5.2, CP-5.1: -1 where this player loses a life for certain, 0 where not, else OPEN."""
    mine = STRENGTH[s.hand[seat] & 15]
    others_least = RANKS - 1  # the lowest that anybody else may hold
    others_most = RANKS - 1  # the lowest that somebody else holds at most
    for other in range(s.seats):
        if other != seat and s.hand[other] != NO_CARD:
            theirs = STRENGTH[s.hand[other] & 15]
            if theirs < others_least:
                others_least = theirs if theirs >= 0 else 0
            if 0 <= theirs < others_most:
                others_most = theirs
    most = mine if mine >= 0 else RANKS - 1
    if most <= others_least:
        return -1
    if mine > others_most:
        return 0
    return OPEN


def settle(s: ExchangeState) -> None:
    """The lowest lose a life; who is left deals on, or the match is over."""
    s.lowest = RANKS
    open_ranks = 0
    for seat in range(s.seats):
        if s.hand[seat] != NO_CARD:
            rank = STRENGTH[s.hand[seat] & 15]
            if rank < s.lowest:
                s.lowest = rank
            if rank < 0:
                open_ranks = 1
    if open_ranks:
        settle_unseen(s)
    else:
        for seat in range(s.seats):
            if s.hand[seat] != NO_CARD and STRENGTH[s.hand[seat] & 15] == s.lowest:
                s.changes[seat] = -1
                s.standing[seat] -= 1
    finish(s)


def settle_unseen(s: ExchangeState) -> None:
    """The same where ranks are unseen: only what is certain is written."""
    survivors = 0
    for seat in range(s.seats):
        if s.hand[seat] != NO_CARD:
            s.changes[seat] = verdict(s, seat)
            if s.changes[seat] == OPEN:
                s.doubt[seat] += 1
            lost = 1 if s.changes[seat] == -1 else 0
            if s.standing[seat] - s.doubt[seat] - lost > 0:
                survivors += 1
    s.lowest = -1
    for seat in range(s.seats):
        if s.changes[seat] == -1:
            if survivors or not s.sudden_death:
                s.standing[seat] -= 1
            else:
                s.doubt[seat] += 1  # out, or in sudden death with the others
            if STRENGTH[s.hand[seat] & 15] >= 0:
                s.lowest = STRENGTH[s.hand[seat] & 15]


def finish(s: ExchangeState) -> None:
    """CC-5.3 to CC-6.2, CP-6.1, CP-6.2: who is still in, who deals next, who has won."""
    s.phase = DONE
    alive = 0
    undecided = 0  # unseen cards leave open whether these are in
    last = NOBODY
    for seat in range(s.seats):
        if s.standing[seat] > 0:
            alive += 1
            last = seat
            if s.doubt[seat] >= s.standing[seat]:
                undecided += 1
    if undecided:
        alive = s.seats
    if alive == 0 and s.sudden_death:
        for seat in range(s.seats):
            if s.changes[seat] < 0:
                s.standing[seat] = 1
    elif alive == 0:
        s.phase = OVER
        for seat in range(s.seats):
            if s.changes[seat] < 0:
                s.winner_mask |= 1 << seat
    elif alive == 1:
        s.phase = OVER
        s.winner_mask = 1 << last
    if s.phase == DONE:
        s.next_dealer = s.dealer + 1 if s.dealer + 1 < s.seats else 0
        while s.standing[s.next_dealer] <= 0:
            s.next_dealer = s.next_dealer + 1 if s.next_dealer + 1 < s.seats else 0
