"""Two records of one game that agree, made one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardlog.engine.compare.diff import diff
from cardlog.engine.compare.sight import both_of
from cardlog.engine.compare.story import ASIDE, story
from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, Gap, Note, Ruling
from cardlog.records.game import Record

FILLED: Final = Note(text="")  # in the place of a gap of which the other record tells


def joined(a: Record, b: Record) -> Record:
    """The record of two that agree: A's events and B's, every card as well as either has it."""
    found = diff(a, b)
    partner = {x: y for x, y, same in found.rows if same and x is not None and y is not None}
    a, b = (_without(*pair) for pair in zip((a, b), found.filled, strict=True))
    at_a, at_b = ({item.at: item for item in story(record)} for record in (a, b))
    events: list[AnyEvent] = []
    moved: tuple[dict[int, int], dict[int, int]] = {}, {}  # of each record: old indexes to new
    for i, j in _order(a, b, partner):
        if _nothing(a, i) and _nothing(b, j):
            continue
        for index, new in zip((i, j), moved, strict=True):
            if index is not None:
                new[index] = len(events)
        if i is None:
            events.append(b.events[j or 0])
        else:
            paired = j is not None and i in at_a
            events.append(both_of(at_a[i], at_b[j or 0]) if paired else a.events[i])
    from_a = set(moved[0].values())
    for k, event in enumerate(events):
        if type(event) is Ruling and event.event is not UNSET:
            new = moved[0 if k in from_a else 1]
            events[k] = msgspec.structs.replace(event, event=new.get(event.event, event.event))
    return msgspec.structs.replace(a, **_header(a, b, events), events=tuple(events))


def _nothing(record: Record, index: int | None) -> bool:
    """Whether nothing is left of an event, and no ruling is on it."""
    if index is None:
        return True
    ruled = any(type(event) is Ruling and event.event == index for event in record.events)
    return record.events[index] is FILLED and not ruled


def _without(record: Record, gaps: frozenset[int]) -> Record:
    """The record with nothing but its words left of gaps that the other one fills."""
    events = tuple(
        (Note(text=event.text) if event.text else FILLED)
        if k in gaps and isinstance(event, Gap)
        else event
        for k, event in enumerate(record.events)
    )
    return msgspec.structs.replace(record, events=events) if gaps else record


def _order(
    a: Record, b: Record, partner: dict[int, int]
) -> Iterator[tuple[int | None, int | None]]:
    """All events in the order of A; what only B has comes after what it follows there.

    A comment that both have in the same place is one.
    """
    back = {y: x for x, y in partner.items()}
    only_b: dict[int, list[int]] = {}
    place = -1
    for j in range(len(b.events)):
        if j in back:
            place = max(place, back[j])
        else:
            only_b.setdefault(place, []).append(j)
    waiting = only_b.pop(-1, [])
    for i, event in enumerate(a.events):
        if i in partner:
            yield from ((None, j) for j in waiting)
            waiting = only_b.pop(i, [])
            yield i, partner[i]
        else:
            same = [j for j in waiting if isinstance(event, ASIDE) and b.events[j] == event]
            if same:
                waiting.remove(same[0])
            yield i, same[0] if same else None
    yield from ((None, j) for j in waiting)


def _header(a: Record, b: Record, events: list[AnyEvent]) -> dict[str, Any]:
    """Keys of both; where both say something of `meta` or `names`, the first holds.

    Seals are left out: what they vouch for has changed. `observer` stays where both have the same
    one and there are cards that nobody saw; what several saw is the table's.
    """
    found: dict[str, Any] = {"rules": {**b.rules, **a.rules}, "seals": UNSET}
    for name in ("meta", "names"):
        one, two = getattr(a, name), getattr(b, name)
        if UNSET not in (one, two):
            found[name] = {**one, **{k: v for k, v in two.items() if k not in one}}
        elif one is UNSET:
            found[name] = two
    for name in ("standing", "uid"):
        if getattr(a, name) is UNSET:
            found[name] = getattr(b, name)
    if a.observer != b.observer or _all_seen(events):
        found["observer"] = UNSET
    return found


def _all_seen(events: list[AnyEvent]) -> bool:
    """Whether every card in these events is known."""
    names = ("hands", "stock", "cards", "card")
    values: list[Any] = [getattr(event, name, UNSET) for event in events for name in names]
    while values:
        value = values.pop()
        if isinstance(value, tuple):
            values += value
        elif isinstance(value, Card) and not value.known:
            return False
    return True
