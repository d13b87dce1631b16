"""Records to columns for compiled rules, and what those found to outcomes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import UNSET

from cardlog.engine.audit import Audit, DealResult, Outcome, in_force
from cardlog.engine.bulk import carrier, entry
from cardlog.engine.bulk.compiling import kept, modules_of
from cardlog.engine.bulk.found import (
    BID,
    BY_SIDE,
    COMPLETE,
    DEALER,
    FIRST,
    GOES_ON,
    HOW,
    IN_HANDS,
    LAST,
    LOWEST,
    NOBODYS,
    NONE,
    TRUMP,
    UNCLAIMED,
    VOIDED,
)
from cardlog.engine.bulk.tricks import PITCH, POINTS, SEVEN_UP, WITH_STOCK
from cardlog.engine.fold import LONG_RULES, options_of, rules_key
from cardlog.engine.game import Game
from cardlog.engine.state import OVER
from cardlog.records.errors import RecordError
from cardlog.records.events import Extension, Note, Ruling, Score
from cardlog.records.flat import LETTERS, Flat, numbers
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
    "games.pitch.gap", "bulk.found", "bulk.tricks", "bulk.exchange", "bulk.entry",
)  # fmt: skip
WIDTH: Final = BY_SIDE + 2 * carrier.MOST_SEATS
CONSTANTS: Final = ("deck", "nine_counts", "standing", "tokens", "total")
WITHOUT_EFFECT: Final = "".join(LETTERS[kind] for kind in (Note, Extension, Ruling))
_UNSAID: Final = (UNCLAIMED,) * POINTS


class Match(NamedTuple):
    """What matches have in common that are played by the same rules from the same start."""

    game: Game[Any, Any]
    number: int  # of the game in its family
    fold: Callable[..., int]
    start: Any  # the state before the first event: an array of one record
    rules: dict[str, Any]  # every option in force
    words: dict[str, int]  # calls, as the numbers of the game
    constants: dict[str, Any]  # what `Game.detail` looks at, and no deal changes


class Reckoned:
    """A deal that is over, with the fields of a state that `Game.detail` looks at."""

    blind = 0
    doubt = ()

    def __init__(self, row: list[int], sides: int, constants: dict[str, Any]) -> None:
        self.__dict__.update(constants)
        self.sides = sides
        self.changes = row[BY_SIDE : BY_SIDE + sides]
        self.lowest = row[LOWEST]
        self.standing = (row[IN_HANDS],)
        self.trump, self.high, self.low, self.jack, self.game, self.nine = row[TRUMP:BID]
        self.bid, self.bidder, self.made = row[BID:BY_SIDE]
        self.pips = row[BY_SIDE + sides :]


def judged(record: Record, flat: Flat) -> tuple[Outcome, Audit] | None:
    """What a record comes to that is plain and in order; None of any other."""
    match = match_of(record)
    if match is None:
        return None
    columns = columns_of(record, flat, match.words)
    claims = claims_of(flat.scores)
    if columns is None or claims is None:
        return None
    data = np.frombuffer(b"".join(columns), np.uint8)
    ends = np.array([*accumulate(map(len, columns))], np.int64)
    states = match.start.copy()
    found = np.empty((len(flat.deals), WIDTH), np.int64)
    count = match.fold(states, match.number, data, ends, np.array(claims, np.int64), found)
    return None if count < 0 else told(record, flat, match, states[0], found)


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
    family, number = FAMILIES[game.name]
    if family == "exchange" and (state.deck or state.copies > 1):
        return None
    kinds = carrier.EXCHANGE if family == "exchange" else carrier.TRICKS
    words = getattr(game, "words", {})
    start = carrier.carried(state, kinds)
    constants = {name: getattr(state, name) for name in CONSTANTS if hasattr(state, name)}
    return Match(game, number, compiled(family), start, in_force(options), words, constants)


@cache
def compiled(family: str) -> Callable[..., int]:
    """The compiled fold of a family."""
    way_in = entry.judge_exchange if family == "exchange" else entry.judge_tricks
    return kept(way_in, modules_of(SOURCES))


def columns_of(record: Record, flat: Flat, words: dict[str, int]) -> tuple[bytes, ...] | None:
    """The columns in the order in which entry.py takes them; None where they are not plain."""
    seats, events = len(record.players), record.events
    for index in flat.deals:
        if len(events[index].hands) != seats:  # type: ignore[union-attr]
            return None
    stocks = [stock for stock in flat.stocks if stock is not UNSET]
    try:
        return (
            flat.kinds.encode(),
            flat.seats,
            flat.cards,
            bytes([target for _, target in flat.targets]),
            numbers(flat.hands),
            numbers(stocks),
            numbers(flat.tricks),
            numbers(flat.packets),
            bytes(map(len, flat.hands)),
            bytes([NONE if stock is UNSET else len(stock) for stock in flat.stocks]),
            bytes(map(len, flat.tricks)),
            bytes(map(len, flat.packets)),
            bytes([words[call] for call in flat.calls]),
        )
    except (ValueError, KeyError):  # a number that fits into no byte, a call of another game
        return None


def claims_of(scores: list[Score]) -> list[int] | None:
    """How many sides, their changes, and the points claimed, of each score."""
    found: list[int] = []
    for score in scores:
        changes, points = score.changes, score.points
        found.append(len(changes))
        found += changes
        if points is UNSET:
            found += _UNSAID
            continue
        for side in (points.high, points.low, points.jack, points.game, points.nine):
            if side is UNSET:
                if side is not points.nine:
                    return None
                found.append(UNCLAIMED)
            else:
                found.append(NOBODYS if side is None else side)
    return found


def told(record: Record, flat: Flat, match: Match, state: Any, found: Any) -> tuple[Outcome, Audit]:
    """What the rows come to, and the state after the last event."""
    sides = len(match.constants["standing"])
    status = "finished" if state["phase"] == OVER else "unfinished"
    mask = int(state["winner_mask"])
    rows = found[:, : BY_SIDE + 2 * sides].tolist()
    return Outcome(
        game=match.game.name,
        players=record.players,
        rules=match.rules.copy(),
        status=status,
        winners=tuple([side for side in range(sides) if mask >> side & 1]) if mask else (),
        standing=tuple(state["standing"][:sides].tolist()),
        deals=tuple([deal_of(flat, match, sides, number, rows) for number in range(len(rows))]),
        findings=(),
    ), Audit(game=match.game.name, ok=True, status=status)


def deal_of(flat: Flat, match: Match, sides: int, number: int, rows: list[list[int]]) -> DealResult:
    """What one row comes to."""
    row = rows[number]
    last, how = row[LAST], row[HOW]
    if last < 0:
        end = rows[number + 1][FIRST] if number + 1 < len(rows) else len(flat.kinds)
        last = len(flat.kinds[:end].rstrip(WITHOUT_EFFECT)) - 1
    return DealResult(
        deal=number + 1,
        dealer=row[DEALER],
        events=(row[FIRST], last),
        void=how == VOIDED,
        changes=None if how == GOES_ON else tuple(row[BY_SIDE : BY_SIDE + sides]),
        detail=match.game.detail(Reckoned(row, sides, match.constants)) if how == COMPLETE else {},
    )
