"""Records to columns for compiled rules, and what those found to outcomes."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET

from cardlog.engine.audit import Audit
from cardlog.engine.bulk import carrier, entry
from cardlog.engine.bulk.bounds import COUNT, PLACES
from cardlog.engine.bulk.compiling import kept, modules_of
from cardlog.engine.bulk.noted import (
    GOES_ON,
    HOW,
    LAST,
    NONE,
    NOT_PLAIN,
    POINTS,
    UNSAID,
    WIDTH,
)
from cardlog.engine.bulk.tricks import PITCH, SEVEN_UP, WITH_STOCK
from cardlog.engine.exchange import NO_POT
from cardlog.engine.fold import LONG_RULES, options_of, rules_key
from cardlog.engine.options import every_option
from cardlog.engine.state import OVER
from cardlog.records.errors import RecordError
from cardlog.records.events import Extension, Note, Ruling
from cardlog.records.flat import LETTERS, Flat
from cardlog.records.game import Record

FAMILIES: Final = {
    "chase-the-ace": ("exchange", 0),
    "california-jack": ("tricks", WITH_STOCK),
    "shasta-sam": ("tricks", WITH_STOCK),
    "seven-up": ("tricks", SEVEN_UP),
    "pitch": ("tricks", PITCH),
}
SOURCES: Final = (
    "exchange", "tricks", "games.pitch.auction", "games.seven_up.begging", "games.seven_up.gap",
    "games.pitch.gap", "state", "faults", "bulk.noted", "bulk.tricks", "bulk.exchange",
    "bulk.bounds", "bulk.entry",
)  # fmt: skip
MOST: Final = NONE - 1  # cards of a stock: so many are too many, and more are no less so
WITHOUT_EFFECT: Final = "".join(LETTERS[kind] for kind in (Note, Extension, Ruling))
encode: Final = msgspec.json.Encoder().encode
_UNSAID: Final = bytes((UNSAID,)) * POINTS


class Match(NamedTuple):
    """What matches have in common that are played by the same rules from the same start."""

    game: str
    number: int  # of the game in its family
    fold: Callable[..., int]  # other than 0 where it failed
    start: bytes  # the state before the first event
    type: np.dtype[Any]  # of the state
    sides: int
    rules: dict[str, Any]  # every option in force
    options: str  # the same as JSON
    exchange: bool  # Chase the Ace, and no game of tricks
    total: int  # how many there are in hands and pot together, or what exchange/state.py says
    words: dict[str, int]  # calls, as the numbers of the game


class Found(NamedTuple):
    """What a record comes to in which nothing is wrong, nothing unseen, and nothing ruled on."""

    match: Match
    status: str
    winners: tuple[int, ...]
    standing: tuple[int, ...]
    deals: Any  # an array with a row for each deal, as noted.py has them

    @property
    def audit(self) -> Audit:
        """The audit of such a record."""
        return Audit(game=self.match.game, ok=True, status=self.status)


def judged(record: Record, flat: Flat) -> Found | None:
    """What a record comes to that is plain and in order; None of any other."""
    match = match_of(record)
    if match is None:
        return None
    columns = columns_of(record, flat, match.words)
    if columns is None:
        return None
    changes = np.frombuffer(flat.claims.changes, np.int32)
    data = np.frombuffer(b"".join(columns), np.uint8)
    ends = [0, 0, 0, *accumulate(map(len, columns), initial=0)]
    sizes = (len(changes), len(flat.deals))
    row = array("q", [*ends[:-1], 0, 0, *ends[1:], *sizes, 1, match.number, NOT_PLAIN, 0])
    states = np.frombuffer(bytearray(match.start * 2), match.type)
    deals = np.empty((len(flat.deals), WIDTH), np.int32)
    rows = np.frombuffer(row, np.int64).reshape(1, PLACES)
    if match.fold(states, rows, data, changes, deals) or row[COUNT] < 0:
        return None
    if len(deals) and deals[-1, HOW] == GOES_ON:
        deals[-1, LAST] = len(flat.kinds.rstrip(WITHOUT_EFFECT)) - 1
    state = states[0]
    mask = int(state["winner_mask"])
    return Found(
        match,
        "finished" if state["phase"] == OVER else "unfinished",
        tuple([side for side in range(match.sides) if mask >> side & 1]),
        tuple(state["standing"][: match.sides].tolist()),
        deals,
    )


def match_of(record: Record) -> Match | None:
    """What a record's match starts from; None where that cannot be read, or is not plain."""
    rules = rules_key(record.rules)
    if len(rules) >= LONG_RULES:
        return None
    standing = None if record.standing is UNSET else record.standing
    try:
        return _match(record.game, rules, len(record.players), standing)
    except RecordError:
        return None


@lru_cache(maxsize=4096)
def _match(name: str, rules: bytes, seats: int, standing: tuple[int, ...] | None) -> Match | None:
    game, options = options_of(name, rules, seats)
    least, most = game.seats(options)
    if not least <= seats <= most:
        return None
    state = game.start(options, seats, standing)
    family, number = FAMILIES.get(game.name, (None, 0))
    if family is None:
        return None
    if family == "exchange" and (state.deck or state.copies > 1):
        return None
    kinds = carrier.EXCHANGE if family == "exchange" else carrier.TRICKS
    words = getattr(game, "words", {})
    start = carrier.carried(state, kinds)
    told = every_option(options)
    return Match(
        game.name, number, compiled(family), start.tobytes(), start.dtype, len(state.standing),
        told, encode(told).decode(), family == "exchange",
        getattr(state, "total", NO_POT), words,
    )  # fmt: skip


@cache
def compiled(family: str) -> Any:
    """The compiled fold of a family."""
    way_in: Any = entry.judge_exchange if family == "exchange" else entry.judge_tricks
    return kept(way_in, modules_of(SOURCES))


def columns_of(record: Record, flat: Flat, words: dict[str, int]) -> tuple[bytes, ...] | None:
    """The columns in the order of bounds.py; None where they are not plain."""
    seats = len(record.players)
    if flat.dealt.count(seats) != len(flat.dealt):
        return None
    try:
        return (
            flat.kinds.encode(),
            flat.seats,
            flat.cards,
            bytes([target for _, target in flat.targets]),
            flat.hands.cards,
            flat.stocks,
            flat.tricks.cards,
            flat.packets.cards,
            bytes(flat.hands.sizes),
            bytes([NONE if size is None else min(size, MOST) for size in flat.stock_sizes]),
            bytes(flat.tricks.sizes),
            bytes(flat.packets.sizes),
            bytes([words[call] for call in flat.calls]),
            bytes(flat.claims.sizes),
            b"".join([_UNSAID if each is None else each for each in flat.claims.points]),
        )
    except (ValueError, OverflowError, KeyError):  # too large a number, another game's call
        return None
