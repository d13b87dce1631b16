"""Pitch: who has gone out, where a deal before left points open."""

from __future__ import annotations

import pytest

from cardlog.engine.games.pitch.auction import FAILED, MADE, PitchState, go_out
from cardlog.engine.state import DONE, OVER
from cardlog.engine.tricks import NONE


def after(
    standing: list[int], doubt: list[int], high: int, low: int, made: int = MADE
) -> PitchState:
    """Seat 0 pitched in a deal in which High and Low were made, on top of what stood."""
    s = PitchState(3, standing)
    s.doubt = doubt
    s.phase, s.target, s.made = DONE, 7, made
    s.high, s.low, s.jack, s.game = high, low, NONE, NONE
    return s


@pytest.mark.parametrize(
    ("standing", "doubt", "high", "low", "made", "winner"),
    [
        ([7, 7, 0], [0, 0, 0], 0, 1, MADE, 0),  # the pitcher counts first
        ([7, 7, 0], [1, 0, 0], 0, 1, MADE, 0),  # he is out without what is open
        ([6, 7, 0], [1, 0, 0], 0, 1, MADE, None),  # or only with it
        ([6, 7, 0], [0, 0, 0], 0, 1, MADE, 1),
        ([0, 7, 6], [0, 0, 1], 2, 1, FAILED, None),  # High may have been enough
        ([0, 7, 6], [0, 0, 1], 1, 2, FAILED, 1),  # Low comes after it
        ([0, 6, 7], [0, 0, 0], 1, 2, FAILED, 2),
        ([0, 8, 7], [0, 3, 0], 1, 2, FAILED, 1),
    ],
)
def test_who_may_be_out_before_is_not_passed_over(
    standing: list[int], doubt: list[int], high: int, low: int, made: int, winner: int | None
) -> None:
    state = after(standing, doubt, high, low, made)
    go_out(state, 0, NONE)
    assert (state.phase == OVER) == (winner is not None)
    assert state.winner_mask == (0 if winner is None else 1 << winner)
