"""What a record tells, event by event, and when two events tell the same.

Comments, times and the wording of a reason tell nothing of the game. Events whose order is of no
consequence (the showdown, discards, cuts for the deal) are put into the order of the seats, so
that two records can be compared from first to last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from cardlog.records.cards import Card, card_of, known_part
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
            told += sorted(run, key=_seat)
            run.clear()
        run.append(item)
    return told + sorted(run, key=_seat)


def _seat(item: Told) -> int:
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


# ---- agreement ----


def agree(a: Told, b: Told) -> bool:
    """Whether two events may be one: a card seen less well agrees with any that it may be."""
    if a.fixed != b.fixed or len(a.cards) != len(b.cards):
        return False
    for mine, other in zip(a.maybe, b.maybe, strict=True):
        if UNSET not in (mine, other) and mine != other:
            return False
    for number, (mine, other) in enumerate(zip(a.cards, b.cards, strict=True)):
        if mine is None or other is None or mine == other:
            continue
        if united(mine, other, in_order(a, number)) is None:
            return False
    return True


def in_order(item: Told, group: int) -> bool:
    """Whether the order of these cards is a fact: of a stock and a trick, not of a hand."""
    return group == 0 if item.fixed[0] == "deal" else item.fixed[0] not in ("discard", "showing")


def united(a: Group, b: Group, ordered: bool = True) -> Group | None:
    """What two sightings of the same cards say together, in the order of the first.

    None where they contradict each other. Hands are taken as dealt in the order written; only
    where that cannot be are they matched card by card.
    """
    if len(a) != len(b):
        return None
    codes = [known_part(x.code, y.code) for x, y in zip(a, b, strict=True)]
    if ordered or (-1 not in codes and not _doubled(codes, a, b)):
        return None if -1 in codes else tuple(map(card_of, codes))
    partners = _matched(a, b)
    if partners is None:
        return None
    return tuple(card_of(known_part(x.code, b[k].code)) for x, k in zip(a, partners, strict=True))


def _doubled(codes: list[int], a: Group, b: Group) -> bool:
    """Whether a card would come more often than in either sighting."""
    both = [card.code for card in a], [card.code for card in b]
    known = (code for code in codes if card_of(code).known)
    return any(codes.count(c) > max(both[0].count(c), both[1].count(c), 1) for c in known)


def _matched(a: Sequence[Card], b: Sequence[Card]) -> list[int] | None:
    """A partner in `b` for every card of `a` (augmenting paths), or None."""
    owner: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for k, card in sorted(enumerate(b), key=lambda pair: pair[1] is not a[i]):
            if k not in tried and known_part(a[i].code, card.code) >= 0:
                tried.add(k)
                if k not in owner or place(owner[k], tried):
                    owner[k] = i
                    return True
        return False

    if not all(place(i, set()) for i in range(len(a))):
        return None
    found = {i: k for k, i in owner.items()}
    return [found[i] for i in range(len(a))]


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
