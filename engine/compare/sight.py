"""Two sightings of one event: whether they agree, and what they say together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from cardlog.engine.compare.story import Group, Told
from cardlog.records.cards import Card, card_of, known_part
from cardlog.records.events import AnyEvent, Event, Ruling, Score


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


def both_of(a: Told, b: Told) -> AnyEvent:
    """One event from two sightings of it."""
    one, two = a.event, b.event
    if not isinstance(one, Event) or not isinstance(two, Event):
        return one
    changed: dict[str, Any] = {
        name: getattr(two, name)
        for name in one.__struct_fields__
        if getattr(one, name) is UNSET and getattr(two, name) is not UNSET
    }
    if type(one) is Ruling:
        return msgspec.structs.replace(one, **changed)
    cards = [
        mine if its is None or mine is None else united(mine, its, in_order(a, k))
        for k, (mine, its) in enumerate(zip(a.cards, b.cards, strict=True))
    ]
    if hasattr(one, "hands"):
        changed["hands"] = tuple(cards[1:])
        if cards[0] is not None:
            changed["stock"] = cards[0]
    elif hasattr(one, "card"):
        changed["card"] = (cards[0] or ())[0]
    elif hasattr(one, "cards"):
        changed["cards"] = cards[0]
    if type(one) is Score and type(two) is Score and UNSET not in (one.points, two.points):
        changed["points"] = _points(one.points, two.points)
    joined: AnyEvent = msgspec.structs.replace(one, **changed)
    return joined


def _points(one: Any, two: Any) -> Any:
    more = msgspec.structs.asdict(two)
    return msgspec.structs.replace(
        one, **{k: more[k] for k, v in msgspec.structs.asdict(one).items() if v is UNSET}
    )
