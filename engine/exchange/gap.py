"""After a gap: what is still certain of an exchange game of which something was not recorded.

The deal of the gap may have ended in it, whole deals may have been played and voided, and players
may have gone out; but lives never rise, and a new deal shows who is in. Until that deal only what
was seen since the gap is held against itself: it is the end of one deal, so turns go round once
and clockwise, a card that was shown moves only where an exchange moves it, and whoever had a turn
shows in the end. Hands begin as unseen cards, also of players who have none.
"""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.exchange.hands import learn, may_be
from cardlog.engine.exchange.state import KEPT, KING, MAYBE, NO, NO_CARD, ExchangeState
from cardlog.engine.exchange.stock import take_unseen
from cardlog.engine.match import (
    lose_sight,
    no_place,
    out_of_sight,
    score_after_gap,
    void_after_gap,
)
from cardlog.engine.state import DEAL_LOST, MISCOUNTED, NOBODY, OVER, PLAYING, SHOWING, UNTOLD
from cardlog.records.cards import FULLY_KNOWN, SPECIAL, UNKNOWN, UNKNOWN_RANK, known_part


def gap(s: ExchangeState) -> int:
    """Something was not recorded. Whoever has a life may have lost any number of them."""
    if s.phase == OVER:
        return 0
    lose_sight(s)
    for seat in range(s.seats):
        s.doubt[seat] = s.standing[seat]
        s.hand[seat] = UNKNOWN if s.standing[seat] else NO_CARD
        s.shown[seat] = 0
        s.due[seat] = 0
    s.doubtful = 1
    s.seated = NOBODY
    s.top = UNKNOWN
    s.full = 0
    s.stocked = 0
    s.dealt = 0
    s.ended = 0
    s.last_turn = NOBODY
    if s.sudden_showdown:
        s.sudden = MAYBE
        s.if_back = MAYBE
        s.tied = 0
    return DEAL_LOST


def begun(s: ExchangeState) -> None:
    """The first deal after a gap has begun: whoever was dealt a card is in.

    A dealer is in as well, so that one who has no card has miscounted.
    """
    s.ended = 0
    s.chain_turn = NOBODY
    if s.hand[s.dealer] == NO_CARD:
        s.seated = NOBODY
        s.phase = MISCOUNTED
    for seat in range(s.seats):
        if s.hand[seat] != NO_CARD and s.doubt[seat] >= s.standing[seat]:
            s.doubt[seat] = s.standing[seat] - 1


def not_all_shown(s: ExchangeState) -> int:
    """Who has had a turn since the gap shows before anything comes of the deal."""
    for due in s.due:
        if due:
            return faults.INCOMPLETE
    return 0


def void_unseen(s: ExchangeState) -> int:
    """A misdeal, of whichever deal."""
    code = void_after_gap(s)
    if not code:
        for seat in range(s.seats):
            s.due[seat] = 0
    return code


def claim_unseen(s: ExchangeState) -> int:
    """A score, of whichever deal."""
    fault = not_all_shown(s)
    return fault if fault else score_after_gap(s)


# ---- turns ------------------------------------------------------------------------------------


def may_act(s: ExchangeState, seat: int) -> int:
    """Why this player cannot have a turn now; 0 where he can."""
    fault = out_of_sight(s)
    if fault:
        return fault
    if s.since_gap == SHOWING:
        return faults.LATE_TURN
    again = s.domino and seat == s.last_turn
    if s.hand[seat] == NO_CARD or (s.ended >> seat & 1 and not again):
        return faults.TURN_ORDER
    if s.turn >= 0 and seat != s.turn and not s.odd_turns:
        return faults.TURN_ORDER
    return 0


def acted(s: ExchangeState, seat: int) -> None:
    """A turn was had: whom it has passed over is not in this deal."""
    if s.last_turn >= 0 and not s.odd_turns:
        pass_by(s, s.last_turn, seat)
    s.ended |= 1 << seat
    s.last_turn = seat
    s.turn = NOBODY
    s.due[seat] = 1
    s.since_gap = PLAYING


def pass_by(s: ExchangeState, seat: int, until: int) -> None:
    """Nobody between these two can act any more."""
    seat = seat + 1 if seat + 1 < s.seats else 0
    while seat != until:
        s.ended |= 1 << seat
        seat = seat + 1 if seat + 1 < s.seats else 0


def stay_unseen(s: ExchangeState, seat: int) -> int:
    """CC-3.1, CP-4.2."""
    fault = may_act(s, seat)
    if not fault:
        acted(s, seat)
    return fault


def may_ask_unseen(s: ExchangeState, seat: int, target: int) -> int:
    """Why this player cannot ask that one; 0 where he can."""
    fault = may_act(s, seat)
    if fault:
        return fault
    if target == seat or s.hand[target] == NO_CARD:
        return faults.WRONG_NEIGHBOUR
    if s.ended >> target & 1 and not s.odd_turns:
        return faults.WRONG_NEIGHBOUR  # his turn comes after that of whoever asks him
    return 0


def asked(s: ExchangeState, seat: int, target: int) -> None:
    """The turn is the player's who was asked, with nobody in the deal between the two."""
    acted(s, seat)
    s.due[target] = 1
    if not s.odd_turns:
        pass_by(s, seat, target)
        s.turn = target


def swap_unseen(s: ExchangeState, seat: int, target: int) -> int:
    """CC-3.1 to CC-3.4, CP-4.2 to CP-4.5."""
    fault = may_ask_unseen(s, seat, target)
    if fault:
        return fault
    given = s.hand[seat]
    taken = s.hand[target]
    if taken & 15 == s.must_block and not s.dealer_gives:
        return faults.KING_MUST_BLOCK
    if s.warnings:
        if s.asker_shows >> (given & 15) & 1 and not s.shown[seat]:
            return faults.LOW_NOT_SHOWN
        if s.target_shows >> (taken & 15) & 1 and not s.shown[target]:
            return faults.LOW_NOT_SHOWN
    asked(s, seat, target)
    s.shown[seat] = 0
    s.shown[target] = 0
    s.hand[seat] = taken
    s.hand[target] = given
    return 0


def block_unseen(s: ExchangeState, seat: int, target: int, card: int) -> int:
    """CC-3.2, CP-4.3."""
    fault = may_ask_unseen(s, seat, target)
    if fault:
        return fault
    king = known_part(card, s.blocker)
    if king < 0:
        return faults.BLOCK_NO_KING
    held = may_be(s, target, king)
    if held < 0:
        return faults.BLOCK_NOT_HELD
    asked(s, seat, target)
    learn(s, target, held)
    return 0


# ---- the stock, the showdown ------------------------------------------------------------------


def take_after_gap(s: ExchangeState, seat: int, card: int, drawn: int) -> int:
    """CC-4.1 to CC-4.3, CP-4.6; before any deal also a lot for it (CC-2.1, CP-1.2)."""
    if drawn != s.draws_top:
        return no_place(s)
    if card >= SPECIAL:
        return faults.UNREADABLE
    held = s.hand[seat]
    if not s.deals and s.since_gap == UNTOLD:
        if 0 <= held < FULLY_KNOWN:  # the first deal may have been played in the gap
            s.full &= ~(1 << held)
            s.hand[seat] = UNKNOWN
        return 0
    fault = may_act(s, seat)
    if fault:
        return fault
    if card < FULLY_KNOWN and s.full >> card & 1:
        return faults.NOT_IN_STOCK
    acted(s, seat)
    begin_showing(s)
    rank = card & 15
    if rank == UNKNOWN_RANK:
        take_unseen(s, seat, card)
        s.king_drawn = NO
    elif rank != KING or s.stock_king == KEPT:
        learn(s, seat, card)
    elif card < FULLY_KNOWN and s.copies == 1:
        s.full |= 1 << card
    return 0


def begin_showing(s: ExchangeState) -> None:
    """The last turn was had; from here on `ended` has who has shown."""
    s.since_gap = SHOWING
    s.ended = 0


def reveal_unseen(s: ExchangeState, seat: int, card: int) -> int:
    """CC-5.1, CP-5.1, CP-4.4: in the showdown, as a warning, or exposed in the deal."""
    fault = out_of_sight(s)
    if fault:
        return fault
    if s.hand[seat] == NO_CARD:
        return faults.REVEAL_NOT_HELD
    if s.since_gap == SHOWING and s.ended >> seat & 1:
        return faults.REVEAL_TWICE
    held = may_be(s, seat, card)
    if s.since_gap == PLAYING and not s.warnings >> ((held if held >= 0 else card) & 15) & 1:
        if s.turn >= 0 and not s.odd_turns:
            return faults.EARLY_REVEAL
        if held >= 0:
            begin_showing(s)
    if held < 0:
        return faults.REVEAL_NOT_HELD
    if s.since_gap == SHOWING:
        s.ended |= 1 << seat
    s.shown[seat] = 1
    s.due[seat] = 0
    learn(s, seat, held)
    return 0


def cannot_lose(s: ExchangeState, changes: list[int]) -> int:
    """CC-5.2, CP-5.1: 1 where no deal can come to these changes, whatever was not recorded."""
    losers = 0
    losers_of_two = 0
    for seat in range(s.seats):
        change = changes[seat]
        lives = max(s.standing[seat], -s.changes[seat])  # in the deal before the gap, or later
        if change > 0 or -change > lives or change < (-2 if s.ace_of_spades else -1):
            return 1
        if change:
            losers += 1
        if change == -2:
            losers_of_two += 1
    if losers > s.alike or losers_of_two > s.copies:
        return 1
    if not losers:
        return 1 - s.all_equal_free
    return 0 if s.odd_losses else beaten_by_shown(s, changes)


def beaten_by_shown(s: ExchangeState, changes: list[int]) -> int:
    """1 where the cards that were shown deny that these are the losers."""
    for seat in range(s.seats):
        mine = s.strength[s.hand[seat]] if s.hand[seat] >= 0 else -1
        if mine == 0 and not changes[seat]:
            return 1
        if mine < 0 or not changes[seat]:
            continue
        for other in range(s.seats):
            theirs = s.strength[s.hand[other]] if s.hand[other] >= 0 else -1
            if 0 <= theirs < mine or (theirs == mine and not changes[other]):
                return 1
    return 0
