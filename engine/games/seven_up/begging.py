"""Between the deal and the first trick: the turn-up, standing or begging, the run, the discards.

    TURN_UP ──reveal──> CALLS ──stand or give──────────────────> TRICK
       ^                  └──run──> RUN                            ^
       │                           ^  │                            │
       └────────── all have drawn ─┼──┘                            │
                                   │                               │
    TURN_UP ──reveal, the same suit┘                               │
            ──reveal, another suit──> DISCARD ──all hold six───────┤
                       └──────────────── or all cards are kept ────┘

Where the stock cannot serve another run the deal is bunched: only a misdeal may follow (EXPOSED).
"""

from __future__ import annotations

from typing import Final

from cardlog.engine import faults
from cardlog.engine.state import EXPOSED, OPEN
from cardlog.engine.tricks import (
    CALLS,
    DISCARD,
    HAND,
    NONE,
    NOWHERE,
    OUT,
    RUN,
    TRICK,
    TURN_UP,
    UNCERTAIN,
    TrickState,
    count_out,
    known_cards,
    may_hold,
    misdeal,
    misplaced,
    score_at_once,
    suit_of,
    top_seen,
    turned_jack,
)
from cardlog.records.cards import FULLY_KNOWN, UNKNOWN, UNKNOWN_SUIT

# Calls, as numbers.
STAND: Final = 0
BEG: Final = 1
GIVE: Final = 2
RUN_THE_CARDS: Final = 3

PACKET: Final = 3  # cards to each on a run


class SevenUpState(TrickState):
    """What a fold of Seven-Up knows besides."""

    __slots__ = (
        "discarding",
        "gift_to_each",
        "keep",
        "maybe_again",
        "maybe_jacks",
        "packet",
        "proposed",
        "runs",
        "said",
    )

    def __init__(self, seats: int, standing: list[int]) -> None:
        super().__init__(seats, standing)
        # options
        self.keep = 0  # all cards are kept after a run (SU-11)
        self.gift_to_each = 1  # a gift goes to each opposing side, not only to eldest's
        # the deal
        self.proposed = NONE  # the suit turned up first
        self.runs = 0
        self.packet = 0  # cards that the player whose turn it is still draws
        self.discarding = 0  # bit per seat: still has to discard
        self.maybe_again = 0  # 1 while an unseen turn-up may have been of the proposed suit
        self.said = NONE  # since a gap: the last call
        self.maybe_jacks = 0  # cards turned before the trump that may have been Jacks


def turn_up(s: SevenUpState, card: int) -> int:
    """SU-3: the turn-up proposes trumps. SU-7: after a run a card of another suit is trump."""
    if s.phase != TURN_UP:
        return misplaced(s, faults.NOT_THIS_GAME)
    if s.pos == s.stock_size:
        return faults.NOT_IN_STOCK
    seen = top_seen(s, card)
    if seen < 0:
        return -seen
    s.pos += 1
    if seen < FULLY_KNOWN:
        s.place[seen] = OUT  # the turn-up is not in play
    suit = suit_of(seen)
    if not s.calls:
        s.proposed = s.trump = suit
        s.runs = 0
        s.maybe_again = 0
        s.maybe_jacks = 0
        s.phase = CALLS
        return turned_jack(s, seen)
    unsure = suit == UNKNOWN_SUIT or s.proposed == UNKNOWN_SUIT
    if suit == s.proposed and not unsure:
        run(s)
        return 0
    s.maybe_again = 1 if unsure and can_run(s) else 0
    s.trump = suit
    if s.turned == UNCERTAIN:
        s.maybe_jacks += 1
    s.turned = NONE  # the Jack of the new trump is played for, unless it is this one (SU-8)
    s.rest = HAND + PACKET * s.runs if s.keep else HAND
    s.discarding = (1 << s.seats) - 1
    s.phase = TRICK if s.keep else DISCARD
    return turned_jack(s, UNKNOWN if unsure else seen)  # a Jack of the proposed suit scores nothing


def call(s: SevenUpState, seat: int, word: int) -> int:
    """SU-5: eldest stands or begs. SU-6: the dealer then gives a point or runs the cards."""
    if s.phase != CALLS:
        return misplaced(s, faults.CALL_TURN)
    if seat != s.turn:
        return faults.CALL_TURN
    if not s.calls:
        if word != STAND and word != BEG:
            return faults.CALL_KIND
        if word == STAND:
            s.phase = TRICK
        s.turn = s.dealer
    elif word == GIVE:
        if gift_out(s):
            return faults.GIFT_OUT
        for side in range(s.sides):
            if receives(s, side):
                score_at_once(s, side)
        s.phase = TRICK
    elif word == RUN_THE_CARDS:
        run(s)
    else:
        return faults.CALL_KIND
    s.calls += 1
    return 0


def receives(s: SevenUpState, side: int) -> bool:
    """Whether a side gets the point of a gift."""
    if s.gift_to_each:
        return side != s.dealer % s.sides
    return side == s.leader % s.sides


def gift_out(s: SevenUpState) -> bool:
    """SU-10: a gift may not put anybody out."""
    for side in range(s.sides):
        if receives(s, side) and would_be_out(s, side):
            return True
    return False


def would_be_out(s: SevenUpState, side: int) -> bool:
    """Whether one point more reaches the target for certain."""
    return s.standing[side] + 1 >= s.target


def can_run(s: SevenUpState) -> bool:
    """SU-7: whether the stock has a packet for each player and a card to turn up."""
    return s.pos + PACKET * s.seats + 1 <= s.stock_size


def run(s: SevenUpState) -> None:
    """SU-6, SU-7: three more cards to each from the dealer's left, or the deal is bunched."""
    s.phase = RUN if can_run(s) else EXPOSED
    s.turn = s.leader
    s.packet = PACKET


def draw(s: SevenUpState, seat: int, card: int) -> int:
    """SU-6: one card of a run."""
    again = s.maybe_again and s.rest == HAND + (PACKET * s.runs if s.keep else 0)
    if s.phase != RUN and not again:
        return misplaced(s, faults.EXTRA_DRAW)
    if seat != (s.leader if again else s.turn):
        return faults.DRAW_ORDER
    seen = top_seen(s, card)
    if seen < 0:
        return -seen
    if again:  # so the card nobody saw was of the proposed suit
        s.maybe_again = 0
        s.trump = s.proposed
        if s.turned == UNCERTAIN:  # and no Jack that scores
            s.doubt[s.dealer % s.sides] -= 1
        s.turned = NONE
        run(s)
    if seen < FULLY_KNOWN:
        s.place[seen] = seat
        s.had[seen] = seat
    else:
        s.hidden = 1
        s.unseen[seat] += 1
        s.unseen_had[seat] += 1
    s.pos += 1
    s.packet -= 1
    if not s.packet:
        s.packet = PACKET
        s.turn = seat + 1 if seat + 1 < s.seats else 0
        if s.turn == s.leader:
            s.runs += 1
            s.phase = TURN_UP
    return 0


def discard(s: SevenUpState, seat: int, cards: list[int]) -> int:
    """SU-11: after a run everybody puts away all but six cards."""
    if s.phase != DISCARD:
        return misplaced(s, faults.DISCARD_COUNT)
    if not s.discarding >> seat & 1 or len(cards) != PACKET * s.runs:
        return faults.DISCARD_COUNT
    put = 0
    blind = 0  # cards that nobody saw
    for card in cards:
        if card >= FULLY_KNOWN:
            blind += 1
            if not may_hold(s, seat, card):
                return faults.DISCARD_NOT_HELD
        elif put >> card & 1 or (s.place[card] != seat and not may_hold(s, seat, card)):
            return faults.DISCARD_NOT_HELD
        else:
            put |= 1 << card
    for card in cards:
        if card < FULLY_KNOWN:
            if s.place[card] != seat:
                s.unseen[seat] -= 1
                s.unseen_had[seat] -= 1
            s.place[card] = OUT
            s.had[card] = NOWHERE
    if blind:
        s.hidden = 1
        put_away_unseen(s, seat, blind)
    s.maybe_again = 0
    s.discarding &= ~(1 << seat)
    if not s.discarding:
        s.phase = TRICK
    return 0


def put_away_unseen(s: SevenUpState, seat: int, cards: int) -> None:
    """Unseen discards may be any of the hand: from now on nobody can say which are left."""
    known = known_cards(s, seat)
    for card in range(FULLY_KNOWN):
        if s.place[card] == seat:
            s.place[card] = NOWHERE
            s.had[card] = NOWHERE
    s.unseen[seat] += known - cards
    s.unseen_had[seat] += known - cards


def void(s: SevenUpState) -> int:
    """A misdeal takes back what the turn-ups may have scored as well."""
    code = misdeal(s)
    if code < 0:
        s.doubt[s.dealer % s.sides] -= s.maybe_jacks
        s.maybe_jacks = 0
    return code


def settle(s: SevenUpState) -> None:
    """SU-17: the points in order; a Jack turned before a run has been scored already."""
    count_out(s)
    if s.maybe_jacks:
        s.changes[s.dealer % s.sides] = OPEN
        s.maybe_jacks = 0
