"""What a record tells, event by event, and when two events tell the same.

Comments, times and the wording of a reason tell nothing of the game. Events whose order is of no
consequence (the showdown, discards, cuts for the deal) are put into the order of the seats, so
that two records can be compared from first to last.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from cardlog.records.cards import Card
from cardlog.records.events import (
    AnyEvent,
    Deal,
    Event,
    Extension,
    Kept,
    Misdeal,
    Note,
    Reveal,
    Ruling,
    Score,
    kind_of,
)
from cardlog.records.game import Record

ASIDE: Final = (Note, Extension)  # without effect on the game
Group = tuple[Card, ...]


class Told(NamedTuple):
    """One event: `fixed` must be equal for two to agree, the rest must not contradict.

    `cards` are groups of cards (None: not written), `maybe` facts that need not be written.
    """

    at: int
    event: AnyEvent
    fixed: tuple[Any, ...]
    cards: tuple[Group | None, ...] = ()
    maybe: tuple[Any, ...] = ()

    @property
    def loose(self) -> bool:
        """Whether it may change places with its like of another seat."""
        return self.fixed[0] in ("showing", "discard", "cut")


def story(record: Record) -> list[Told]:
    """The events that tell something of the game, loose ones in the order of seats."""
    told: list[Told] = []
    run: list[Told] = []
    for index, event in enumerate(record.events):
        if isinstance(event, ASIDE):
            continue
        item = _told(index, event, record.events)
        if not (item.loose and run and run[-1].fixed[0] == item.fixed[0]):
            told += sorted(run, key=seat_of)
            run.clear()
        run.append(item)
    return told + sorted(run, key=seat_of)


def seat_of(item: Told) -> int:
    """Where an event stands among its like: by seat, where their order is of no consequence."""
    return int(item.fixed[1]) if item.loose else 0


def _told(index: int, event: AnyEvent, events: tuple[AnyEvent, ...]) -> Told:
    kind = kind_of(event)
    if type(event) is Deal:
        stock = None if event.stock is UNSET else event.stock
        hands = tuple(tuple(hand) for hand in event.hands)
        fixed: tuple[Any, ...] = (kind, event.dealer)
        return Told(index, event, fixed, (stock, *hands))
    if type(event) is Ruling:
        return _ruling(index, event, events)
    if type(event) is Score:
        points = {} if event.points is UNSET else msgspec.structs.asdict(event.points)
        return Told(index, event, (kind, event.changes), (), tuple(points.values()) or (UNSET,) * 5)
    if type(event) is Misdeal:
        return Told(index, event, (kind,), (), (event.seat,))
    if isinstance(event, Kept):
        data = {key: value for key, value in event.data.items() if key not in ("at", "auto")}
        return Told(index, event, (kind, msgspec.json.encode(data, order="sorted")))
    if type(event) is Reveal and event.seat is not UNSET:
        kind = "showing"
    names = ("seat", "leader", "target", "call")
    found = (value for name in names if (value := getattr(event, name, UNSET)) is not UNSET)
    cards = getattr(event, "cards", (event.card,) if hasattr(event, "card") else ())
    return Told(index, event, (kind, *found), (tuple(cards),))


def _ruling(index: int, ruling: Ruling, events: tuple[AnyEvent, ...]) -> Told:
    """A ruling by what it rules, and on which event: indexes differ from record to record."""
    fixed: tuple[Any, ...] = ("ruling", ruling.effect, ruling.deal, ruling.changes)
    cards: tuple[Group | None, ...] = ()
    if ruling.event is not UNSET and ruling.event < len(events):
        on = events[ruling.event]
        between = events[ruling.event : index] or events[index : ruling.event]
        deals = sum(type(event) is Deal for event in between)
        if type(on) is not Ruling and not isinstance(on, ASIDE):
            target = _told(ruling.event, on, events)
            fixed, cards = (*fixed, deals, *target.fixed), target.cards
        else:
            fixed = (*fixed, deals, kind_of(on))
    if ruling.with_ is not UNSET:
        read = _told(index, ruling.with_, ())
        fixed, cards = (*fixed, read.fixed), cards + read.cards
    return Told(index, ruling, fixed, cards)


# ---- seats counted from another chair ----


def rotated(record: Record, by: int) -> Record:
    """The record with every seat number raised by `by`, round the table."""
    seats = len(record.players)

    def turned(row: tuple[Any, ...]) -> tuple[Any, ...]:
        cut = -by % len(row) if row else 0
        return row[cut:] + row[:cut]

    def event_of(event: AnyEvent) -> AnyEvent:
        if not isinstance(event, Event):
            return event
        changed: dict[str, Any] = {}
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if value is UNSET:
                continue
            if name in ("seat", "target", "leader", "dealer"):
                changed[name] = (value + by) % seats
            elif name in ("hands", "changes"):
                changed[name] = turned(value)
            elif name == "with_":
                changed[name] = event_of(value)
        if isinstance(event, Score) and event.points is not UNSET and event.changes:
            sides = len(event.changes)
            points = msgspec.structs.asdict(event.points)
            moved = {k: (v + by) % sides for k, v in points.items() if isinstance(v, int)}
            changed["points"] = msgspec.structs.replace(event.points, **moved)
        replaced: AnyEvent = msgspec.structs.replace(event, **changed)
        return replaced

    return msgspec.structs.replace(
        record,
        players=turned(record.players),
        standing=UNSET if record.standing is UNSET else turned(record.standing),
        events=tuple(map(event_of, record.events)),
    )
