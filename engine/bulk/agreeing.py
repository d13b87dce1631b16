"""Whether the columns of many deals say the same: compiled, and before anything else is.

Columns that strangers wrote may have any lengths. Compiled folds take from each as `kinds` says, so
of every deal it is looked at here that there is neither more nor less to take.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from cardlog.engine.bulk.noted import (
    BLOCK,
    CALL,
    CUT,
    DEAL,
    DISCARD,
    DRAW,
    EXTENSION,
    MISDEAL,
    NONE,
    NOTE,
    POINTS,
    REVEAL,
    SCORE,
    STAY,
    SWAP,
    TRICK,
    TURNED,
)

# Which column, in `ends` and `null`.
KINDS: Final = 0
SEATS: Final = 1
CARDS: Final = 2
TARGETS: Final = 3
HANDS: Final = 4
STOCK: Final = 5
TRICKS: Final = 6
PACKETS: Final = 7
CALLS: Final = 8
CLAIM: Final = 9
NAMED: Final = 10  # `points`
LISTS: Final = 11
OPENING: Final = 3  # of these there may be something before the first deal

# What is known of a record.
FIRST: Final = 0  # its first deal, and how many
COUNT: Final = 1
DUE: Final = 2  # how many there should be
PLAYERS: Final = 3
KNOWN: Final = 4


def agree(
    records: Any, numbers: Any, others: Any, ends: Any, null: Any, kinds: Any, cards: Any,
    targets: Any, opening_ends: Any, opening_null: Any, opening_kinds: Any, opening_cards: Any,
    texts: Any, text_ends: Any, words: Any, word_ends: Any, word_numbers: Any,
    plain: Any, calls: Any, aims: Any, aim_ends: Any,
) -> int:  # fmt: skip
    """Leave in `plain` the records of which the columns agree, and only what is plain is in them.

    Of a list column, row k has the values from `ends[column, k]` to `ends[column, k + 1]`, and none
    where `null[column, k]`; `others` says how many notes and `x-` events it has, -1 where there is
    more that no column tells. `calls` is given the number of each call's text, `aims` the targets
    of swaps and blocks alone, which end for each row where `aim_ends` says.
    """
    counts = np.zeros(256, np.int64)
    end = 0
    for record in range(len(records)):
        first, count = records[record, FIRST], records[record, COUNT]
        fits = count == records[record, DUE] and opened(
            opening_ends[:, record : record + 2], opening_null[:, record], opening_kinds,
            opening_cards, counts,
        )  # fmt: skip
        for row in range(first, first + count):
            its, nulls = ends[:, row : row + 2], null[:, row]
            aim_ends[row] = end
            if not (
                numbers[row] == row - first + 1
                and dealt(its, nulls, kinds, cards, counts, records[record, PLAYERS], others[row])
                and called(its, texts, text_ends, words, word_ends, word_numbers, calls)
            ):
                fits = False
            elif counts[SWAP] + counts[BLOCK]:
                end = aimed(its, kinds, targets, aims, end)
            aim_ends[row + 1] = end
        if not fits:
            plain[record] = False
    return 0


def aimed(ends: Any, kinds: Any, targets: Any, aims: Any, end: int) -> int:
    """Put the targets of a deal's swaps and blocks after those before; where they end."""
    for k in range(length(ends, KINDS)):
        kind = kinds[ends[KINDS, 0] + k]
        if kind == SWAP or kind == BLOCK:
            aims[end] = targets[ends[TARGETS, 0] + k]
            end += 1
    return end


def called(
    ends: Any, texts: Any, text_ends: Any, words: Any, word_ends: Any, word_numbers: Any, calls: Any
) -> bool:
    """Tell the calls of a deal by number; False where one is no call of this game."""
    for call in range(ends[CALLS, 0], ends[CALLS, 1]):
        start, size = text_ends[call], text_ends[call + 1] - text_ends[call]
        found = -1
        for word in range(len(word_numbers)):
            if word_ends[word + 1] - word_ends[word] != size:
                continue
            same = True
            for k in range(size):
                if texts[start + k] != words[word_ends[word] + k]:
                    same = False
                    break
            if same:
                found = word_numbers[word]
                break
        if found < 0:
            return False
        calls[call] = found
    return True


def opened(ends: Any, null: Any, kinds: Any, cards: Any, counts: Any) -> bool:
    """Whether what came before the first deal is only kinds, seats and cards; or nothing."""
    size = counted(ends, kinds, cards, counts)
    if null[KINDS]:
        return True  # no values, then
    return (
        aligned(ends, null, size)
        and size
        == counts[STAY] + counts[CUT] + counts[DRAW] + counts[REVEAL] + counts[TURNED]
        + counts[MISDEAL]
    )  # fmt: skip


def dealt(
    ends: Any, null: Any, kinds: Any, cards: Any, counts: Any, players: int, others: int
) -> bool:
    """Whether there is as much in each column of a deal as `kinds` says."""
    size = counted(ends, kinds, cards, counts)
    swaps = counts[SWAP] + counts[BLOCK]
    lists = counts[TRICK] + counts[DISCARD] + counts[CALL] + counts[SCORE]
    single = counts[STAY] + counts[CUT] + counts[DRAW] + counts[REVEAL] + counts[TURNED]
    return (
        aligned(ends, null, size)
        and counts[DEAL] == 1
        and kinds[ends[KINDS, 0]] == DEAL
        and size == 1 + swaps + lists + single + others + counts[MISDEAL]
        and counts[NOTE] + counts[EXTENSION] == others
        and (swaps == 0 if null[TARGETS] else length(ends, TARGETS) == size)
        and length(ends, HANDS) == players
        and length(ends, TRICKS) == counts[TRICK]
        and length(ends, PACKETS) == counts[DISCARD]
        and length(ends, CALLS) == counts[CALL]
        and counts[SCORE] == (0 if null[CLAIM] else 1)
        and length(ends, NAMED) == (0 if null[NAMED] else POINTS)
        and (null[NAMED] or not null[CLAIM])
    )


def length(ends: Any, column: int) -> Any:
    """How many values a row has."""
    return ends[column, 1] - ends[column, 0]


def aligned(ends: Any, null: Any, size: int) -> bool:
    """Whether there are a seat and a card, though it may be none, for each event."""
    return not (
        null[KINDS]
        or null[SEATS]
        or null[CARDS]
        or length(ends, SEATS) != size
        or length(ends, CARDS) != size
    )


def counted(ends: Any, kinds: Any, cards: Any, counts: Any) -> Any:
    """Count the letters of a row; one that lacks its card is none of them. How many events it has.

    Of rows that are not aligned this comes to nothing that counts.
    """
    counts[:] = 0
    start, size = ends[KINDS, 0], length(ends, KINDS)
    known = length(ends, CARDS) == size
    for k in range(size):
        kind = kinds[start + k]
        shows = (
            kind == DRAW or kind == CUT or kind == BLOCK or kind == REVEAL or kind == TURNED
        )  # fmt: skip
        if not shows or (known and cards[ends[CARDS, 0] + k] != NONE):
            counts[kind] += 1
    return size
