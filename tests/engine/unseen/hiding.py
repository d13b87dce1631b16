"""Hiding cards of a record: as somebody saw them who missed the suit, the rank or both."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from hypothesis import strategies as st

from cardlog.records.cards import Card
from cardlog.records.events import (
    Cut,
    Deal,
    Discard,
    Draw,
    Reveal,
    Trick,
)
from cardlog.records.game import Record

KEEP, RANK_ONLY, SUIT_ONLY, UNSEEN = range(4)
LEVELS: Final = (KEEP, RANK_ONLY, SUIT_ONLY, UNSEEN)


def blurred(card: Card, level: int) -> Card:
    """The card as somebody saw it who missed its suit, its rank or both."""
    if level == KEEP or not card.known:
        return card
    if card.suit is None:  # a card of a special pack is seen or not
        return Card["??"]
    return Card[(f"{card.rank}?", f"?{card.suit}", "??")[level - 1]]


def cards_in(value: Any) -> int:
    """How many cards stand in an event, or in a list of events."""
    if isinstance(value, Card):
        return 1
    if isinstance(value, (tuple, list)):
        return sum(map(cards_in, value))
    if isinstance(value, (Deal, Reveal, Trick, Draw, Cut, Discard)) or hasattr(value, "card"):
        return sum(cards_in(getattr(value, name)) for name in value.__struct_fields__)
    return 0


def hidden(value: Any, levels: Iterator[int]) -> Any:
    """The event with its cards blurred, one level a card, everything else as it was."""
    if isinstance(value, Card):
        return blurred(value, next(levels))
    if isinstance(value, tuple):
        return tuple(hidden(item, levels) for item in value)
    if cards_in(value):
        changed = {n: hidden(getattr(value, n), levels) for n in value.__struct_fields__}
        return msgspec.structs.replace(value, **changed)
    return value


def filled(value: Any, cards: Iterator[Card]) -> Any:
    """The event with other cards in the places of its own, everything else as it was."""
    if isinstance(value, Card):
        return next(cards)
    if isinstance(value, tuple):
        return tuple(filled(item, cards) for item in value)
    if cards_in(value):
        changed = {n: filled(getattr(value, n), cards) for n in value.__struct_fields__}
        return msgspec.structs.replace(value, **changed)
    return value


def hide(record: Record, levels: list[int]) -> Record:
    assert len(levels) == cards_in(record.events)
    return msgspec.structs.replace(record, events=hidden(record.events, iter(levels)))


@st.composite
def levels_for(draw: st.DrawFn, record: Record) -> list[int]:
    """Which cards are hidden: a few, whole kinds of events, or each card by a toss."""
    cards = cards_in(record.events)
    style = draw(st.sampled_from(("few", "kinds", "toss")))
    if style == "few":
        some = draw(st.dictionaries(st.integers(0, cards - 1), st.sampled_from(LEVELS), max_size=8))
        return [some.get(k, KEEP) for k in range(cards)]
    if style == "toss":
        dice, share = random.Random(draw(st.integers(0, 2**32))), draw(st.sampled_from((1, 5, 9)))
        return [
            dice.choice(LEVELS[1:]) if dice.randrange(10) < share else KEEP for _ in range(cards)
        ]
    kinds = draw(st.sets(st.sampled_from((Deal, Draw, Cut, Reveal, Trick, Discard))))
    level = draw(st.sampled_from(LEVELS[1:]))
    return [
        level if type(event) in kinds else KEEP
        for event in record.events
        for _ in range(cards_in(event))
    ]
