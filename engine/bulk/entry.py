"""The way into compiled folds: one array of bytes with every column, and where each ends.

Compiled code looks where it is told to, so everything that says where is looked at before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardlog.engine.bulk.exchange import fold_exchange
from cardlog.engine.bulk.found import (
    EXTENSION,
    MISDEAL,
    NONE,
    NOT_PLAIN,
    NOTE,
    SCORE,
    TURNED,
)
from cardlog.engine.bulk.tricks import fold_tricks
from cardlog.records.cards import FULLY_KNOWN


def judge_tricks(states: Any, game: int, data: Any, ends: Any, changes: Any, found: Any) -> int:
    """As `fold_tricks`, from columns that follow one another in `data`, the n-th up to `ends[n]`.

    The order of columns is that of `columns_of` in plain.py.
    """
    s = states[0]
    all_of = data.astype(np.int64)
    kinds, seats, cards = all_of[: ends[0]], all_of[ends[0] : ends[1]], all_of[ends[1] : ends[2]]
    shown = all_of[ends[3] : ends[7]]
    if not (plain(s.seats, kinds, seats, cards) and below(shown, FULLY_KNOWN)):
        return NOT_PLAIN
    return fold_tricks(
        s, game, kinds, seats, cards,
        all_of[ends[7] : ends[8]], all_of[ends[3] : ends[4]],
        all_of[ends[8] : ends[9]], all_of[ends[4] : ends[5]],
        all_of[ends[9] : ends[10]], all_of[ends[5] : ends[6]],
        all_of[ends[10] : ends[11]], all_of[ends[6] : ends[7]],
        all_of[ends[11] : ends[12]], all_of[ends[12] : ends[13]], changes,
        all_of[ends[13] : ends[14]], found,
    )  # fmt: skip


def judge_exchange(states: Any, game: int, data: Any, ends: Any, changes: Any, found: Any) -> int:
    """As `fold_exchange`, in the same way; there is one such game only."""
    s = states[0]
    all_of = data.astype(np.int64)
    kinds, seats, cards = all_of[: ends[0]], all_of[ends[0] : ends[1]], all_of[ends[1] : ends[2]]
    targets, shown = all_of[ends[2] : ends[3]], all_of[ends[3] : ends[7]]
    if not (
        plain(s.seats, kinds, seats, cards)
        and below(targets, s.seats)
        and below(shown, FULLY_KNOWN)
    ):
        return NOT_PLAIN
    return fold_exchange(
        s, kinds, seats, cards, targets,
        all_of[ends[7] : ends[8]], all_of[ends[3] : ends[4]],
        all_of[ends[8] : ends[9]], all_of[ends[4] : ends[5]],
        all_of[ends[12] : ends[13]], changes, all_of[ends[13] : ends[14]],
        np.empty(len(s.hand), np.int64), found,
    )  # fmt: skip


def plain(players: int, kinds: Any, seats: Any, cards: Any) -> bool:
    """Whether all seats are at the table, and all cards fully known."""
    for k in range(len(kinds)):
        kind = kinds[k]
        if seats[k] >= players and (
            seats[k] != NONE
            or not (
                kind == SCORE or kind == TURNED or kind == NOTE or kind == EXTENSION
                or kind == MISDEAL
            )
        ):  # fmt: skip
            return False
        if cards[k] >= FULLY_KNOWN and cards[k] != NONE:
            return False
    return True


def below(numbers: Any, end: int) -> bool:
    """Whether every number is below `end`."""
    for number in numbers:
        if number >= end:
            return False
    return True
