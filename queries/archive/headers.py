"""What the headers of many records say: whether each is one, and what its match starts from.

Most records of an archive share nearly all of it, so that little is looked at more than once.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Final

import msgspec
import numpy as np
from msgspec import Meta

from cardlog.engine.bulk.plain import Match, match_of
from cardlog.queries.arrow.arrays import Column, Table
from cardlog.queries.formats import _reading
from cardlog.queries.formats._reading import quoted
from cardlog.records import versions
from cardlog.records.errors import RecordError
from cardlog.records.values import MAX_INT, json_fault

LONGEST: Final = 2**16  # bytes of a text that is nothing out of the ordinary
KNOWN: Final = 4096  # headers that are kept
TEXTS: Final = ("rules", "observer", "names", "seals")
_HEX: Final = np.isin(np.arange(256), np.frombuffer(b"0123456789abcdef", np.uint8))

# What `meta` mostly is; anything else in it is looked at record by record.
_simple: Final = msgspec.json.Decoder(
    dict[str, str | bool | Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)] | None]
).decode_lines


def wanted(game: str) -> str:
    """What is asked of `games`. `rare` is what makes a record none that columns are enough for."""
    return f"""record, id, "schema", players, meta, standing, deals, {", ".join(TEXTS)},
        opening.kinds AS kinds, opening.seats AS seats, opening.cards AS cards,
        game IS DISTINCT FROM {quoted(game)} OR raw IS NOT NULL OR strlen(uid) > {LONGEST}
        OR opening.extras IS NOT NULL OR opening.at IS NOT NULL OR opening.auto IS NOT NULL
        OR (opening IS NOT NULL AND opening.kinds IS NULL) AS rare"""


class Headers:
    """Those of one game, as they come. `matches` are what they start from."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._forget()

    def _forget(self) -> None:
        self._known: dict[tuple[Any, ...], int] = {}
        self._numbers: dict[int, int] = {}
        self._players: list[int] = []
        self.matches: list[Match] = []

    def of(self, table: Table) -> tuple[Any, Any]:
        """By record: the number of its match in `matches`, or -1, and how many play in it."""
        if len(self._known) > KNOWN:  # a stranger's file may hold anything
            self._forget()
        plain = ~table["rare"].filled(0) & fitting(table["meta"]) & are_ids(table["id"])
        rows = zip(
            table["schema"].filled(0).tolist(),
            _lists(table["players"]),
            *(_texts(table[name]) for name in TEXTS),
            _numbers(table["standing"]),
            strict=True,
        )
        known = self._known
        found = [known[key] if key in known else self._look(key) for key in rows]
        which = np.where(plain, np.array(found, np.int64), -1)
        players = np.array([*self._players, 0], np.int64)[which]
        return which, players

    def _look(self, key: tuple[Any, ...]) -> int:
        schema, players, *texts, standing = key
        if schema != versions.CURRENT or players is None:
            return -1
        if sum(len(text) for text in (*players, *texts) if text) > LONGEST:
            return -1
        match = self._match(players, texts, standing)
        number = -1
        if match is not None:
            number = self._numbers.setdefault(id(match), len(self.matches))
            if number == len(self.matches):
                self.matches.append(match)
                self._players.append(len(players[1]) // 4)  # numbers of four bytes
        self._known[key] = number
        return number

    def _match(self, players: Any, texts: list[Any], standing: Any) -> Match | None:
        try:
            row = dict(zip(TEXTS, [each and each.decode() for each in texts], strict=True))
            row |= {"schema": versions.CURRENT, "game": self._game, "raw": None, "meta": None}
            row |= {"uid": None, "players": _split(*players), "standing": standing}
            record = _reading.record_of(row, (), None)
        except (RecordError, UnicodeError, ValueError):
            return None
        return match_of(record)


def are_ids(column: Column) -> Any:
    """Of each row whether it may be a content id."""
    digits = np.concatenate(([0], np.cumsum(_HEX[column.values])))[column.ends]
    return (np.diff(column.ends) == 64) & (np.diff(digits) == 64)


def fitting(column: Column) -> Any:
    """Of each `meta` whether it is one that a record may have, or there is none."""
    fits = np.diff(column.ends) <= LONGEST
    texts = [text for text in _texts(column) if text is not None]
    lines = b"\n".join(texts)
    try:
        # Without a line feed within, each line is one of them, and each one a line.
        if lines.count(b"\n") == max(len(texts) - 1, 0) and len(_simple(lines)) == len(texts):
            return fits
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        pass
    return fits & np.array([text is None or _fits(text) for text in _texts(column)], np.bool_)


def _fits(text: bytes) -> bool:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return type(value) is dict and json_fault(value) is None


def _texts(column: Column) -> list[bytes | None]:
    """Each row, or None where it is null."""
    if column.null is not None and column.null.all():
        return [None] * len(column)
    data, ends = column.values.tobytes(), column.ends.tolist()
    found: list[Any] = [data[a:b] for a, b in pairwise(ends)]
    if column.null is not None:
        for row in np.flatnonzero(column.null).tolist():
            found[row] = None
    return found


def _lists(column: Column) -> list[Any]:
    """Each list of texts as one text, and how long each is in it; None where a null is."""
    inner = column.values
    data, sizes = inner.values.tobytes(), np.diff(inner.ends).astype(np.uint32)
    bounds, starts = column.ends.tolist(), inner.ends[column.ends].tolist()
    several = sizes.tobytes()
    found: list[Any] = [
        (data[starts[k] : starts[k + 1]], several[4 * bounds[k] : 4 * bounds[k + 1]])
        for k in range(len(column))
    ]
    for row in np.flatnonzero(column.nulls | column.with_nulls).tolist():
        found[row] = None
    return found


def _split(data: bytes, sizes: bytes) -> list[str]:
    found, start = [], 0
    for size in np.frombuffer(sizes, np.uint32).tolist():
        found.append(data[start : start + size].decode())
        start += size
    return found


def _numbers(column: Column) -> list[tuple[int | None, ...] | None]:
    """Each list of numbers; None where it is null."""
    if column.null is not None and column.null.all():
        return [None] * len(column)
    inner, ends = column.values, column.ends.tolist()
    values: list[int | None] = inner.values.tolist()
    for row in np.flatnonzero(inner.nulls).tolist():
        values[row] = None
    null = column.nulls.tolist()
    return [None if null[k] else tuple(values[ends[k] : ends[k + 1]]) for k in range(len(column))]
