"""Whether the seats that a record's events name are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from cardlog.records.errors import RecordError
from cardlog.records.events import (
    AnyEvent,
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Extension,
    Gap,
    Kept,
    Note,
    Reveal,
    Ruling,
    Score,
    Stay,
    Swap,
    Trick,
    Unknown,
)

if TYPE_CHECKING:
    from cardlog.records.game import Record

_SEATED: Final = frozenset((Stay, Cut, Draw, Call, Discard))  # one seat, and always that
_UNSEATED: Final = frozenset((Score, Gap, Note, Extension, Unknown))


def check_events(record: Record) -> None:
    """Raise RecordError at the first event that names a seat this game does not have.

    A fold that finds nothing wrong has compared every seat with a real one, so only readers who
    do not fold, and folds that stopped, need to ask.
    """
    players = len(record.players)
    event: Any
    for index, event in enumerate(record.events):
        # Most events are of these kinds, and this is asked about every record that is read.
        kind = type(event)
        if kind is Trick:
            if event.leader < players:
                continue
        elif kind in _SEATED:
            if event.seat < players:
                continue
        elif kind is Reveal:
            seat = event.seat
            if seat is UNSET or seat < players:
                continue
        elif kind is Swap:
            if event.seat < players and event.target < players:
                continue
        elif kind in _UNSEATED:
            continue
        fault = _seat_fault(event, players)
        if fault:
            raise RecordError(fault, event=index)


def _seat_fault(event: AnyEvent, players: int) -> str | None:
    if type(event) is Deal and len(event.hands) != players:
        return f"`hands` has {len(event.hands)} lists: expected one a player, {players}"
    if type(event) is Trick:
        seats: tuple[Any, ...] = (event.leader,)
    elif type(event) is Deal:
        seats = (event.dealer,)
    elif type(event) in (Swap, Block):
        seats = (event.seat, event.target)  # type: ignore[union-attr]
    elif type(event) is Ruling:
        return _ruling_fault(event, players)
    elif isinstance(event, Kept):
        return None
    else:
        seats = (getattr(event, "seat", UNSET),)
    for seat in seats:
        if seat is not UNSET and seat >= players:
            return f"seat {seat} does not exist: expected 0 to {players - 1}"
    return None


_NEEDED: Final = {
    "stands": ("event",),
    "undone": ("event",),
    "replaced": ("event", "with_"),
    "void": ("deal",),
    "adjust": ("changes",),
}


def _ruling_fault(ruling: Ruling, players: int) -> str | None:
    effect = ruling.effect
    if effect is not UNSET:
        for name in _NEEDED[effect]:
            if getattr(ruling, name) is UNSET:
                return f"a ruling with the effect `{effect}` needs `{name.rstrip('_')}`"
    return None if ruling.with_ is UNSET else _seat_fault(ruling.with_, players)
