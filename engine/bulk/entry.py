"""The way into compiled folds, for one record or many: one array with the columns of all of them.

Compiled code looks where it is told to, so everything that says where is looked at before: by
whoever calls, whether the columns agree with `kinds`, and here what stands in them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardlog.engine.bulk.bounds import (
    BOUNDED,
    CALLS,
    CARDS,
    CHANGES,
    CLAIM_SIZES,
    COLUMNS,
    COUNT,
    GAME,
    HAND_SIZES,
    HANDS,
    KINDS,
    MATCH,
    OPENING_CARDS,
    OPENING_KINDS,
    OPENING_SEATS,
    PACKET_SIZES,
    PACKETS,
    PHASE,
    POINTS_OF,
    ROWS,
    SEATS,
    STOCK_SIZES,
    STOCKS,
    TARGETS,
    TRICK_SIZES,
    TRICKS,
)
from cardlog.engine.bulk.exchange import fold_exchange
from cardlog.engine.bulk.noted import (
    EXTENSION,
    MISDEAL,
    NONE,
    NOT_PLAIN,
    NOTE,
    SCORE,
    TURNED,
)
from cardlog.engine.bulk.tricks import fold_tricks
from cardlog.engine.tricks.state import RANKS
from cardlog.records.cards import FULLY_KNOWN

# The columns in the order in which they are taken: the opening before the rest.
ORDER = [
    OPENING_KINDS, KINDS, OPENING_SEATS, SEATS, OPENING_CARDS, CARDS, TARGETS, HANDS, STOCKS,
    TRICKS, PACKETS, HAND_SIZES, STOCK_SIZES, TRICK_SIZES, PACKET_SIZES, CALLS, CLAIM_SIZES,
    POINTS_OF,
]  # fmt: skip


def judge_tricks(states: Any, rows: Any, data: Any, changes: Any, found: Any) -> int:
    """Fold the record of each row (bounds.py), as `fold_tricks` does, and write the answer in it.

    A match begins with one of `states`; it is folded in the first.
    """
    s = states[0]
    most = longest(rows)
    into = np.empty(most, np.int64)
    at = np.empty(COLUMNS + 1, np.int64)
    for row in rows:
        states[0] = states[row[MATCH]]
        take(row, data, into, at)
        kinds, seats, cards = into[at[0] : at[2]], into[at[2] : at[4]], into[at[4] : at[6]]
        row[COUNT] = NOT_PLAIN
        if plain(s.seats, kinds, seats, cards) and all_known(into[at[7] : at[11]]):
            row[COUNT] = fold_tricks(
                s, row[GAME], kinds, seats, cards,
                into[at[11] : at[12]], into[at[7] : at[8]],
                into[at[12] : at[13]], into[at[8] : at[9]],
                into[at[13] : at[14]], into[at[9] : at[10]],
                into[at[14] : at[15]], into[at[10] : at[11]],
                into[at[15] : at[16]], into[at[16] : at[17]],
                changes[row[CHANGES] : row[CHANGES + BOUNDED]], into[at[17] : at[18]],
                found[row[ROWS] : row[ROWS + BOUNDED]],
            )  # fmt: skip
        row[PHASE] = s.phase
    return 0


def judge_exchange(states: Any, rows: Any, data: Any, changes: Any, found: Any) -> int:
    """The same as `fold_exchange` does."""
    s = states[0]
    most = longest(rows)
    into = np.empty(most, np.int64)
    at = np.empty(COLUMNS + 1, np.int64)
    dealt = np.empty(len(s.hand), np.int64)
    for row in rows:
        states[0] = states[row[MATCH]]
        take(row, data, into, at)
        kinds, seats, cards = into[at[0] : at[2]], into[at[2] : at[4]], into[at[4] : at[6]]
        targets = into[at[6] : at[7]]
        row[COUNT] = NOT_PLAIN
        if (
            plain(s.seats, kinds, seats, cards)
            and below(targets, s.seats)
            and all_known(into[at[7] : at[11]])
        ):
            row[COUNT] = fold_exchange(
                s, kinds, seats, cards, targets,
                into[at[11] : at[12]], into[at[7] : at[8]],
                into[at[12] : at[13]], into[at[8] : at[9]],
                into[at[16] : at[17]],
                changes[row[CHANGES] : row[CHANGES + BOUNDED]], into[at[17] : at[18]],
                dealt, found[row[ROWS] : row[ROWS + BOUNDED]],
            )  # fmt: skip
        row[PHASE] = s.phase
    return 0


def longest(rows: Any) -> int:
    """How many values the columns of the longest record have."""
    most = 0
    for row in rows:
        size = 0
        for column in range(COLUMNS):
            size += row[column + BOUNDED] - row[column]
        if size > most:
            most = size
    return most


def take(row: Any, data: Any, into: Any, at: Any) -> None:
    """The columns of a record one after the other, the n-th from `at[n]` on."""
    end = 0
    for k in range(COLUMNS):
        at[k] = end
        start = row[ORDER[k]]
        size = row[ORDER[k] + BOUNDED] - start
        if size:
            into[end : end + size] = data[start : start + size]
        end += size
    at[COLUMNS] = end


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
        if not is_known(cards[k]) and cards[k] != NONE:
            return False
    return True


def all_known(cards: Any) -> bool:
    """Whether every card is fully known."""
    for card in cards:
        if not is_known(card):
            return False
    return True


def is_known(card: int) -> bool:
    """Whether this is the number of a card that is fully known: not all below 64 are of one."""
    return card < FULLY_KNOWN and card & 15 < RANKS


def below(numbers: Any, end: int) -> bool:
    """Whether every number is below `end`."""
    for number in numbers:
        if number >= end:
            return False
    return True
