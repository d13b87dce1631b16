"""Seven-Up after a gap: calls, a run and discards, held against what was seen since.

The deal may have got anywhere, so a call may still come, unless cards were put away or played;
nothing else is known of the stock than the cards that came from it.
"""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.games.seven_up.begging import (
    BEG,
    GIVE,
    PACKET,
    RUN_THE_CARDS,
    STAND,
    SevenUpState,
)
from cardlog.engine.match import no_place, out_of_sight
from cardlog.engine.state import NOBODY
from cardlog.engine.tricks import NONE, NOWHERE, OUT, gap, trick_unseen, tricks_to_come
from cardlog.records.cards import FULLY_KNOWN, SPECIAL


def gap_in_seven_up(s: SevenUpState) -> int:
    """Something was not recorded; afterwards `discarding` has who has put cards away."""
    code = gap(s)
    if code:
        s.maybe_jacks = 0
        s.discarding = 0
        s.said = NONE
    return code


def call_unseen(s: SevenUpState, seat: int, word: int) -> int:
    """SU-5, SU-6: eldest stands or begs; the dealer, on the right, gives or runs the cards."""
    fault = out_of_sight(s)
    if fault:
        return fault
    if seat >= s.seats or s.played or s.discarding or s.pos or s.calls > 1:
        return faults.CALL_TURN
    answers = word != STAND and word != BEG
    if answers and word != GIVE and word != RUN_THE_CARDS:
        return faults.CALL_KIND
    if s.calls:
        if s.said != BEG or seat != s.turn:
            return faults.CALL_TURN
        if not answers:
            return faults.CALL_KIND
    s.calls = 2 if answers else s.calls + 1
    s.said = word
    if word == BEG:
        s.turn = seat - 1 if seat else s.seats - 1
    elif word == STAND:
        s.turn = seat
    else:
        s.turn = seat + 1 if seat + 1 < s.seats else 0
    tricks_to_come(s)
    return 0


def draw_in_run(s: SevenUpState, seat: int, card: int) -> int:
    """SU-6: a packet to each in turn."""
    fault = out_of_sight(s)
    if fault:
        return fault
    if s.played or s.discarding or (s.calls and s.said != RUN_THE_CARDS):
        return faults.EXTRA_DRAW
    after = s.turn + 1 if s.turn + 1 < s.seats else 0
    if seat >= s.seats or (s.turn >= 0 and seat != s.turn and (seat != after or not s.pos)):
        return faults.DRAW_ORDER
    if card >= SPECIAL or (card < FULLY_KNOWN and s.place[card] != NOWHERE):
        return faults.NOT_IN_STOCK
    if card < FULLY_KNOWN:
        s.place[card] = seat
    s.pos += 1
    s.turn = seat
    tricks_to_come(s)
    return 0


def turn_up_unseen(s: SevenUpState, card: int) -> int:
    """SU-3, SU-7: the turn-up, or one after a run, which is not in play."""
    fault = out_of_sight(s)
    if fault:
        return fault
    if s.played or s.discarding or (s.calls and s.said != RUN_THE_CARDS):
        return no_place(s)
    if card >= SPECIAL or (card < FULLY_KNOWN and s.place[card] != NOWHERE):
        return faults.NOT_IN_STOCK
    if card < FULLY_KNOWN:
        s.place[card] = OUT
    s.turn = NOBODY
    tricks_to_come(s)
    return 0


def discard_unseen(s: SevenUpState, seat: int, cards: list[int]) -> int:
    """SU-11: each puts away once, three for each run."""
    fault = out_of_sight(s)
    if fault:
        return fault
    late = s.keep or s.played or s.discarding >> seat & 1
    if late or len(cards) == 0 or len(cards) % PACKET or (s.calls and s.said != RUN_THE_CARDS):
        return faults.DISCARD_COUNT
    put = 0
    for card in cards:
        if card >= SPECIAL:
            return faults.UNREADABLE
        if card < FULLY_KNOWN:
            if put >> card & 1 or (s.place[card] != NOWHERE and s.place[card] != seat):
                return faults.DISCARD_NOT_HELD
            put |= 1 << card
    for card in cards:
        if card < FULLY_KNOWN:
            s.place[card] = OUT
    s.discarding |= 1 << seat
    s.turn = NOBODY
    tricks_to_come(s)
    return 0


def trick_in_seven_up(s: SevenUpState, leader: int, cards: list[int]) -> int:
    """SU-12; a hand of more than six cards has more tricks."""
    if s.calls and s.said != STAND and s.said != GIVE and not s.played:
        if s.said == BEG:
            return faults.CALL_TURN
        s.turn = NOBODY
    if s.keep and not s.rest:
        s.rest = 1
    return trick_unseen(s, leader, cards)
