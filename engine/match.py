"""The steps of a match that every game shares: when a deal, a misdeal or a score may stand."""

from __future__ import annotations

from cardlog.engine import faults
from cardlog.engine.state import (
    ANYBODY,
    CLAIM_OPEN,
    CLAIMED,
    DEAL_VOID,
    DONE,
    ENDED,
    EXPOSED,
    IN_PLAY,
    MISCOUNTED,
    NOBODY,
    OVER,
    SPOILT,
    UNRECORDED,
    UNTOLD,
    VOID,
    State,
)


def out_of_play(s: State) -> int:
    """Why nothing can be played while no deal is under way; 0 while one is."""
    if s.phase >= IN_PLAY:
        return 0
    if s.phase == OVER:
        return faults.OVER
    if s.phase == MISCOUNTED:
        return faults.WRONG_COUNT  # after a wrong number of cards only a misdeal may follow
    if s.phase == EXPOSED:
        return faults.MISDEAL  # and so after a card was exposed
    return faults.NO_DEAL


def no_place(s: State) -> int:
    """Why an event that has no place here may not stand: what must come first goes first."""
    if s.phase == OVER or s.phase == MISCOUNTED or s.phase == EXPOSED:
        return out_of_play(s)
    return faults.NOT_THIS_GAME


def no_new_deal(s: State) -> int:
    """Why no deal may begin now; 0 where one may."""
    if s.phase >= IN_PLAY:
        return faults.INCOMPLETE
    if s.phase == OVER or s.phase == MISCOUNTED or s.phase == EXPOSED:
        return out_of_play(s)
    return 0


def void_deal(s: State) -> int:
    """The deal is void, nobody loses by it, and the same dealer deals again (CC-6.3, B-18)."""
    if s.phase == OVER:
        return faults.OVER
    if s.phase < IN_PLAY and s.phase != MISCOUNTED and s.phase != EXPOSED:
        return faults.MISDEAL
    s.phase = VOID
    s.next_dealer = s.dealer
    return DEAL_VOID


def score(s: State) -> int:
    """A score stands once, after a complete deal; what it claims is compared elsewhere."""
    if (s.phase == DONE or s.phase == OVER) and not s.scored and s.deals:
        s.scored = 1
        return CLAIMED
    if s.phase >= IN_PLAY:
        return faults.INCOMPLETE
    if s.phase == OVER or s.phase == MISCOUNTED or s.phase == EXPOSED:
        return out_of_play(s)
    return faults.CLAIM_PLACE


# ---- after a gap ------------------------------------------------------------------------------


def lose_sight(s: State) -> None:
    """Something was not recorded: this deal, and whole deals after it, may have been played."""
    unscored = s.phase == UNRECORDED or (s.phase == DONE and not s.scored)
    for side in range(len(s.changes)):
        if not unscored:  # else a score after the gap may be for these
            s.changes[side] = 0
    s.phase = UNRECORDED
    s.since_gap = UNTOLD
    s.dealer = NOBODY
    s.next_dealer = ANYBODY
    s.turn = NOBODY


def out_of_sight(s: State) -> int:
    """Why nothing can be played after what was seen since a gap; 0 where something may be."""
    if s.since_gap == ENDED:
        return faults.NO_DEAL
    return faults.MISDEAL if s.since_gap == SPOILT else 0


def void_after_gap(s: State) -> int:
    """A deal is void, nobody knows which; no milestone, as it need not be the last one recorded."""
    if s.since_gap == ENDED:
        return faults.MISDEAL
    s.since_gap = ENDED
    return 0


def score_after_gap(s: State) -> int:
    """A score for a deal that may not have been recorded."""
    if s.since_gap == ENDED:
        return faults.CLAIM_PLACE
    if s.since_gap == SPOILT:
        return faults.MISDEAL
    s.since_gap = ENDED
    return CLAIM_OPEN
