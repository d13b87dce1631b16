"""After a gap: what is still certain of a trick game of which something was not recorded.

The deal of the gap may have ended in it, and whole deals may have been played and voided; but
points only rise (in Pitch a bid that fails is taken off), and who had reached the target would have
ended the match, so that each new deal tells that nobody has. Until the next deal only what was seen
since the gap is held against itself: it is the end of one deal, in which a card is played, drawn,
turned up or put away once, the highest card of a trick to which all followed suit leads on, all
draw in turn, and who has drawn or called still has six cards to play.

Of the fields of a deal these serve: `place` has the cards that were seen, `rest` at most so many
tricks can follow (just as many while PLAYING), `turn` acts next, `pos` were drawn since a trick.
"""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.match import lose_sight, out_of_sight, score_after_gap
from cardlog.engine.state import (
    DEAL_LOST,
    EXPOSED,
    IN_PLAY,
    MISCOUNTED,
    NOBODY,
    OVER,
    PLAYING,
    SPOILT,
)
from cardlog.engine.tricks.state import EMPTY, HAND, IN_STOCK, NONE, NOWHERE, OUT, TrickState
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN, known_part


def gap(s: TrickState) -> int:
    """Something was not recorded. A misdeal takes back what a deal under way has brought."""
    if s.phase == OVER:
        return 0
    under_way = s.phase >= IN_PLAY or s.phase == MISCOUNTED or s.phase == EXPOSED
    for side in range(s.sides):
        if under_way:
            s.standing[side] -= s.changes[side]
        s.doubt[side] = max(s.doubt[side], s.target)
    lose_sight(s)
    s.below_target = 1
    s.place[:] = EMPTY
    s.stock[0] = UNKNOWN
    s.stock_size = 0
    s.turned = NONE
    s.trump = NONE
    s.rest = HAND
    s.pos = 0
    s.calls = 0
    s.played = 0
    return DEAL_LOST


def reached_before(s: TrickState) -> bool:
    """Whether some side is known to have reached the target, so that no deal can follow."""
    for points in s.standing:
        if points >= s.target:
            return True
    return False


def stay_below(s: TrickState) -> None:
    """A deal begins: so nobody has reached the target."""
    for side in range(s.sides):
        most = s.target - 1 - s.standing[side]
        s.doubt[side] = min(s.doubt[side], most)


def not_played_out(s: TrickState) -> int:
    """Why no deal can follow what was seen; 0 where one can."""
    if s.since_gap == SPOILT:
        return faults.MISDEAL
    return faults.INCOMPLETE if s.since_gap == PLAYING and s.rest else 0


def claim_unseen(s: TrickState) -> int:
    """A score, of whichever deal. A turned Jack may end the match, and the deal with it."""
    fault = not_played_out(s)
    if fault and not (fault == faults.INCOMPLETE and s.turned_counts and not s.played):
        return fault
    return score_after_gap(s)


def tricks_to_come(s: TrickState) -> None:
    """What was seen comes before the tricks."""
    s.since_gap = PLAYING
    s.rest = HAND


def trick_unseen(s: TrickState, leader: int, cards: list[int]) -> int:
    """CJ-3.1, CJ-3.2: each card once, and after a trick that can be judged its winner leads."""
    fault = out_of_sight(s)
    if fault:
        return fault
    if leader >= s.seats or (s.turn >= 0 and leader != s.turn):
        return faults.WRONG_LEADER
    if len(cards) != s.seats:
        return faults.TRICK_SIZE
    if s.played and 0 < s.pos < s.seats:
        return faults.MISSING_DRAW
    if not s.rest:
        return faults.NO_DEAL
    laid = 0
    seat = winner = leader
    best = cards[0]
    for card in cards:
        if card >= FULLY_KNOWN:
            if card >= SPECIAL:
                return faults.UNREADABLE
            winner = NOBODY
        else:
            if laid >> card & 1 or (s.place[card] != NOWHERE and s.place[card] != seat):
                return faults.NOT_HELD
            laid |= 1 << card
            if card >> 4 != cards[0] >> 4:
                winner = NOBODY  # it may be a trump
            elif card > best:
                best = card
                if winner >= 0:
                    winner = seat
        seat = seat + 1 if seat + 1 < s.seats else 0
    for card in cards:
        if card < FULLY_KNOWN:
            s.place[card] = OUT
    s.turn = winner
    s.pos = 0
    s.played = 1
    s.rest -= 1
    return 0


def draw_unseen(s: TrickState, seat: int, card: int) -> int:
    """CJ-3.3, C-03: after a trick all draw in turn, and who drew first leads."""
    fault = out_of_sight(s)
    if fault:
        return fault
    if seat >= s.seats:
        return faults.UNREADABLE
    if s.pos == s.seats:
        return faults.EXTRA_DRAW
    if s.turn >= 0 and seat != s.turn:
        return faults.DRAW_ORDER
    card = on_top(s, card)
    if card < 0:
        return -card
    if card < FULLY_KNOWN:
        s.place[card] = seat
    s.stock[0] = UNKNOWN
    s.pos += 1
    s.turn = seat + 1 if seat + 1 < s.seats else 0
    tricks_to_come(s)
    return 0


def turn_unseen(s: TrickState, card: int) -> int:
    """CJ-2.3, CJ-3.3: the turn-up, or a later look at the next card; which of them is not known."""
    fault = out_of_sight(s)
    if fault:
        return fault
    card = on_top(s, card)
    if card < 0:
        return -card
    if card < FULLY_KNOWN:
        s.place[card] = IN_STOCK
    s.stock[0] = card
    return 0


def on_top(s: TrickState, card: int) -> int:
    """What is known of the next card of the stock, or minus a fault where it cannot be this one."""
    seen = known_part(s.stock[0], card)
    if seen < 0:
        return -faults.NOT_TOP
    if seen >= SPECIAL:
        return -faults.NOT_IN_STOCK
    if seen < FULLY_KNOWN and s.place[seen] != NOWHERE and s.place[seen] != IN_STOCK:
        return -faults.NOT_IN_STOCK
    return seen


def expose_unseen(s: TrickState, seat: int, cards: list[int]) -> int:
    """B-18: a card that fell face up in the deal, before anything else."""
    fault = out_of_sight(s)
    if fault == faults.NO_DEAL:
        return fault
    if s.played or s.calls or s.pos:
        return faults.NOT_THIS_GAME
    if len(cards) == 0 or len(cards) > HAND:
        return faults.REVEAL_NOT_HELD
    shown = 0
    for card in cards:
        if card >= SPECIAL:
            return faults.UNREADABLE
        if card < FULLY_KNOWN:
            if shown >> card & 1 or (s.place[card] != NOWHERE and s.place[card] != seat):
                return faults.REVEAL_NOT_HELD
            shown |= 1 << card
    for card in cards:
        if card < FULLY_KNOWN:
            s.place[card] = seat
    s.since_gap = SPOILT
    return 0
