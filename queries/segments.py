"""A deal as it is kept in a table: its events as strings and lists of small numbers.

A record is cut into segments: what came before the first deal, then one for each deal. Whatever
happens at tables every day has its place in a segment's columns (SCHEMA.md says what each holds);
an event with something that has none stands whole in `extras` as well, so that `put_together`
(together.py) gives back the very same events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any, Final, NamedTuple, get_args

from cardlog.queries.claims import named
from cardlog.queries.cutting import Batch, Cut, Pieces
from cardlog.queries.numbers import Lists
from cardlog.queries.rare import extras_of, times_of
from cardlog.records.events import AnyEvent, CallWord
from cardlog.records.flat import Flat, Piles

WORDS: Final[tuple[str, ...]] = get_args(CallWord)


class Segment(NamedTuple):
    """The columns of one deal; the fields and their meaning are those of SCHEMA.md."""

    kinds: str
    seats: bytes
    cards: bytes
    targets: bytes | None = None
    hands: Piles | None = None
    stock: bytes | None = None
    tricks: Piles | None = None
    packets: Piles | None = None
    calls: list[str] | None = None
    claim: list[int] | None = None
    points: list[int | None] | None = None
    at: list[str | None] | None = None
    auto: list[bool | None] | None = None
    extras: str | None = None


def cut(flat: Flat, events: tuple[AnyEvent, ...], pieces: Pieces, timed: bool) -> Cut:
    """The segments of one record, with what is rare in it."""
    batch = Batch()
    batch.add(flat, pieces)
    plain = batch.cut()
    at, auto = times_of(events, plain.starts, plain.ends) if timed else (None, None)
    extras = extras_of(pieces.rare, plain.starts) if pieces.rare else None
    return plain._replace(at=at, auto=auto, extras=extras)


def segments(whole: Cut) -> Iterator[Segment]:
    """The segments of a record, each by itself."""
    columns = (
        _each(whole.sizes, whole.kinds),
        _each(whole.sizes, whole.seats),
        _each(whole.sizes, whole.cards),
        _lists(whole.targets),
        _packed(whole.hands),
        _lists(whole.stock),
        _packed(whole.tricks),
        _packed(whole.packets),
        _lists(whole.calls),
        map(_listed, _lists(whole.claim)),
        map(_named, _lists(whole.points)),
        whole.at or repeat(None),
        whole.auto or repeat(None),
        whole.extras or repeat(None),
    )
    return (Segment(*values) for values in zip(*columns, strict=False))


def _each(sizes: Sequence[int | None], data: Any) -> Iterator[Any]:
    start = 0
    for size in sizes:
        if size is None:
            yield None
        else:
            end = start + size
            yield data[start:end]
            start = end


def _lists(lists: Lists | None) -> Iterator[Any]:
    return repeat(None) if lists is None else _each(lists.sizes, lists.data)


def _packed(lists: Lists | None) -> Iterator[Piles | None]:
    if lists is None:
        yield from repeat(None)
        return
    cards, start = lists.data.cards, 0
    for sizes in _each(lists.sizes, lists.data.sizes):
        if sizes is None:
            yield None
        else:
            end = start + sum(sizes)
            yield Piles(cards[start:end], sizes)
            start = end


def _listed(numbers: Any) -> list[int] | None:
    return None if numbers is None else numbers.tolist()


def _named(small: Any) -> list[int | None] | None:
    return None if small is None else named(small)
