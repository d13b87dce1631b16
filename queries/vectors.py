"""What compiled rules found of deals, as columns: all the deals of a batch at once.

Their rows of numbers (engine/bulk/noted.py) are put one below the other, and a column of the table
is some arithmetic on a column of those. The values are those that found.py gives a deal at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cardlog.engine.bulk import noted as at
from cardlog.queries.arrow.columns import Node, node_of
from cardlog.queries.found import RANKS, bought, pot_of
from cardlog.queries.tables import DEALS
from cardlog.records.cards import SUITS

if TYPE_CHECKING:
    from cardlog.engine.bulk.plain import Found

TYPES: Final = {column.name: column.type for column in DEALS.columns if not column.written}
_RANKS: Final = np.frombuffer("".join(RANKS).encode(), np.uint8)
_SUITS: Final = np.frombuffer(SUITS.encode(), np.uint8)
_POINTS: Final = {
    "high": at.HIGH, "low": at.LOW, "jack": at.JACK, "game_point": at.GAME, "nine": at.NINE,
}  # fmt: skip


def vectors(found: list[Found]) -> Iterator[tuple[str, Node]]:
    """The columns that are found and not written, of records of one family of games."""
    counts = [len(each.deals) for each in found]
    rows = np.concatenate([each.deals for each in found])
    sides = np.repeat([each.match.sides for each in found], counts)
    how = rows[:, at.HOW]
    made = {
        "dealer": Node("C", len(rows), 0, (None, _bytes(rows[:, at.DEALER], np.uint8))),
        "last": Node("I", len(rows), 0, (None, _bytes(rows[:, at.LAST], np.uint32))),
        "void": Node("b", len(rows), 0, (None, _bits(how == at.VOIDED))),
        "changes": _by_side(rows[:, at.BY_SIDE :], sides, how != at.GOES_ON, "i", np.int32),
    }
    if found[0].match.exchange:
        made |= _exchanged(found, rows, counts, how == at.COMPLETE)
    else:
        made |= _played(found[0].match.game, rows, sides, how == at.COMPLETE)
    for name, type in TYPES.items():
        yield name, made[name] if name in made else node_of(type, (None,) * len(rows))


def _exchanged(found: list[Found], rows: Any, counts: list[int], complete: Any) -> dict[str, Node]:
    total = np.repeat([each.match.total for each in found], counts)
    pot, known = pot_of(rows.T, total)
    lowest = rows[:, at.LOWEST]
    return {
        "lowest": _letters(_RANKS, lowest, complete & (lowest >= 0)),
        "pot": _numbers("l", np.int64, pot, complete & known),
    }


def _played(game: str, rows: Any, sides: Any, complete: Any) -> dict[str, Node]:
    trump = rows[:, at.TRUMP]
    made = {
        "trump": _letters(_SUITS, trump, complete & (trump >= 0)),
        "pips": _by_side(rows[:, at.PIPS :], sides, complete, "s", np.int16),
    }
    for name, place in _POINTS.items():
        made[name] = _numbers("c", np.int8, rows[:, place], complete & (rows[:, place] >= 0))
    if game == "pitch":
        bidder, bid, is_made, is_bid = bought(rows.T, sides)
        told = complete & is_bid
        made["bidder"] = _numbers("c", np.int8, bidder, told)
        made["bid"] = _numbers("c", np.int8, bid, told)
        nulls, validity = _validity(told)
        made["made"] = Node("b", len(rows), nulls, (validity, _bits(is_made & told)))
    return made


def _numbers(format: str, type: Any, values: Any, told: Any) -> Node:
    """Numbers, null where they are not told."""
    nulls, validity = _validity(told)
    return Node(format, len(values), nulls, (validity, _bytes(np.where(told, values, 0), type)))


def _letters(table: Any, numbers: Any, told: Any) -> Node:
    """Texts of one letter, by number, null where they are not told."""
    nulls, validity = _validity(told)
    texts = _bytes(table[numbers[told]], np.uint8)
    return Node("u", len(numbers), nulls, (validity, _ends(told), texts))


def _by_side(block: Any, sides: Any, told: Any, format: str, type: Any) -> Node:
    """A list for each deal, of as many numbers as there are sides; null where it is not told."""
    sizes = np.where(told, sides, 0)
    values = block[np.arange(block.shape[1]) < sizes[:, None]]
    inner = Node(format, len(values), 0, (None, _bytes(values, type)))
    nulls, validity = _validity(told)
    return Node("+l", len(told), nulls, (validity, _ends(sizes)), (("l", inner),))


def _validity(told: Any) -> tuple[int, bytes | None]:
    nulls = len(told) - int(np.count_nonzero(told))
    return nulls, _bits(told) if nulls else None


def _ends(sizes: Any) -> bytes:
    ends = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=ends[1:])
    return ends.tobytes()


def _bits(truth: Any) -> bytes:
    return np.packbits(truth, bitorder="little").tobytes()


def _bytes(values: Any, type: Any) -> bytes:
    found: bytes = values.astype(type).tobytes()
    return found
