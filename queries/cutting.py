"""Records cut where deals begin: whole columns, and how much of each belongs to which deal.

    batch = Batch()
    batch.add(flat, pieces_of(flat, record.events, starts))      many of those
    batch.cut()

Flat has gone through the events; here they are only counted, a deal at a time. Nothing is made for
a single deal, and of many records at once most things are joined. segments.py gives the deals by
themselves, where they are needed.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import accumulate, chain, repeat
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from cardlog.queries.claims import claimed, first_fitting
from cardlog.queries.numbers import NONE, Lists
from cardlog.queries.rare import is_plain
from cardlog.records.events import AnyEvent
from cardlog.records.flat import Flat, Piles, claims_of

MOST_PLAYERS: Final = 250  # whose seats fit into a byte
_shown: Final = re.compile("[ru]").finditer

Values = Sequence[int | None]


class Unfit(ValueError):
    """A seat that is none: such a record is kept as text."""


class Cut(NamedTuple):
    """Where segments begin, how many events each has, and their columns as SCHEMA.md has them.

    Of `kinds`, `seats` and `cards` a segment has one an event. A column that no segment has
    anything in is None.
    """

    starts: list[int]
    sizes: list[int]
    kinds: str
    seats: bytes
    cards: bytes
    targets: Lists | None = None
    hands: Lists | None = None
    stock: Lists | None = None
    tricks: Lists | None = None
    packets: Lists | None = None
    calls: Lists | None = None
    claim: Lists | None = None
    points: Lists | None = None
    at: Sequence[list[str | None] | None] | None = None
    auto: Sequence[list[bool | None] | None] | None = None
    extras: Sequence[str | None] | None = None

    @property
    def ends(self) -> list[int]:
        """Where the segments of a record end."""
        return [start + size for start, size in zip(self.starts, self.sizes, strict=True)]


class Pieces(NamedTuple):
    """What is known of the segments of a record before they are cut, and of what is rare in them.

    `rare` are events that stand in `extras`, and where in the record they are.
    """

    begin: int
    starts: list[int]
    kinds: list[str]
    hands: list[int | None]
    stocks: list[int | None]
    targets: bytearray | None
    claim: Lists | None
    points: Lists | None
    rare: list[tuple[int, Any]]


def flat_of(events: tuple[AnyEvent, ...]) -> Flat:
    """The events taken apart. Raises Unfit where a seat is out of range."""
    try:
        return Flat(events)
    except (ValueError, OverflowError):  # bytes hold no other numbers
        raise Unfit from None


def pieces_of(flat: Flat, events: tuple[Any, ...], starts: list[int], begin: int = 0) -> Pieces:
    """The segments that begin at `begin` and at `starts`, where all deals are; none is empty.

    Of what comes before `begin` there is nothing but kinds, seats and cards. Raises Unfit where a
    seat is out of range.
    """
    kinds = flat.kinds
    if len(kinds) > begin and (not starts or starts[0] > begin):
        starts = [begin, *starts]
    ends = [*starts[1:], len(kinds)] if starts else []
    pieces = [kinds[start:end] for start, end in zip(starts, ends, strict=True)]
    rare: list[tuple[int, Any]] = []
    if flat.shuffled:
        rare += [(k, events[k]) for k in flat.deals if events[k].shuffle is not UNSET]
    hands: list[int | None] = [*flat.dealt]
    stocks = flat.stock_sizes
    if len(starts) != len(flat.deals):
        hands = _at(starts, flat.deals, hands, None)
        stocks = _at(starts, flat.deals, stocks, None)
    claim, points = _claimed(flat, starts, pieces, rare) if flat.scores else (None, None)
    if flat.others:
        rare += [each for each in flat.others if not is_plain(each[1])]
    targets = _aligned(flat, begin) if flat.targets else None
    return Pieces(begin, starts, pieces, hands, stocks, targets, claim, points, rare)


class Batch:
    """See above."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self._kinds: list[str] = []
        self._seats: list[bytes] = []
        self._cards: list[bytes] = []
        self._targets: list[bytearray | None] = []
        self._sizes: list[int] = []
        self._hands = _Piled()
        self._dealt: list[int | None] = []
        self._stocks: list[bytes] = []
        self._stock_sizes: list[int | None] = []
        self._tricks = _Piled()
        self._packets = _Piled()
        self._calls: list[str] = []
        self._claims: list[Lists | None] = []
        self._points: list[Lists | None] = []
        self._deals: list[int] = []

    def add(self, flat: Flat, pieces: Pieces) -> None:
        """The segments of a record."""
        begin = pieces.begin
        self.starts += pieces.starts
        self._kinds += pieces.kinds
        self._seats.append(flat.seats[begin:])
        self._cards.append(flat.cards[begin:])
        self._targets.append(pieces.targets)
        self._sizes.append(len(flat.seats) - begin)
        self._deals.append(len(pieces.starts))
        self._hands.add(flat.hands)
        self._dealt += pieces.hands
        self._stocks.append(flat.stocks)
        self._stock_sizes += pieces.stocks
        self._tricks.add(flat.tricks)
        self._packets.add(flat.packets)
        self._calls += flat.calls
        self._claims.append(pieces.claim)
        self._points.append(pieces.points)

    def cut(self) -> Cut:
        """All of it, in the order in which it came."""
        pieces = self._kinds
        cards = b"".join(self._cards)
        sizes = [*map(len, pieces)]
        return Cut(
            self.starts,
            sizes,
            "".join(pieces),
            b"".join(self._seats),
            cards,
            self._with_targets(sizes),
            self._hands.lists(self._dealt) if self._dealt.count(None) < len(sizes) else None,
            self._stock(),
            self._tricks.lists(_counts(pieces, "t")) if self._tricks.sizes else None,
            self._packets.lists(_packets(cards, sizes, pieces)) if self._packets.sizes else None,
            Lists(_counts(pieces, "a"), self._calls) if self._calls else None,
            self._joined(self._claims, "i"),
            self._joined(self._points, "b"),
        )

    def _stock(self) -> Lists | None:
        if self._stock_sizes.count(None) == len(self._stock_sizes):
            return None
        return Lists(self._stock_sizes, b"".join(self._stocks))

    def _with_targets(self, sizes: list[int]) -> Lists | None:
        if not any(self._targets):
            return None
        given = zip(self._sizes, self._targets, strict=True)
        targets = b"".join([each or bytes((NONE,)) * size for size, each in given])
        pieces = self._kinds
        kept: list[int | None] = [
            len(piece) if "x" in piece or "b" in piece else None for piece in pieces
        ]
        if None in kept:
            ends = accumulate(sizes)
            targets = b"".join(
                [targets[end - size : end] for size, end in zip(kept, ends, strict=True) if size]
            )
        return Lists(kept, targets)

    def _joined(self, lists: list[Lists | None], code: str) -> Lists | None:
        """Of each record there are lists of numbers, or none at all."""
        told = [each for each in lists if each is not None]
        if not told:
            return None
        given = zip(lists, self._deals, strict=True)
        sizes = [repeat(None, count) if each is None else each.sizes for each, count in given]
        data = array(code, b"".join([each.data for each in told]))
        return Lists([*chain.from_iterable(sizes)], data)


class _Piled:
    """Lists of cards of many records."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self._cards: list[bytes] = []

    def add(self, piles: Piles) -> None:
        """Those of a record."""
        self.sizes += piles.sizes
        self._cards.append(piles.cards)

    def lists(self, counts: Values) -> Lists:
        """All of them, so many to a segment."""
        return Lists(counts, Piles(b"".join(self._cards), self.sizes))


def without_first(whole: Cut) -> Cut:
    """All segments but the first."""
    size = whole.sizes[0]
    lists = [None if each is None else each.after_first for each in whole[5:13]]
    rare = [None if each is None else each[1:] for each in whole[13:]]
    flat = (whole.kinds[size:], whole.seats[size:], whole.cards[size:])
    return Cut(whole.starts[1:], whole.sizes[1:], *flat, *lists, *rare)  # type: ignore[arg-type]


def _counts(pieces: list[str], letter: str) -> Values:
    return [piece.count(letter) or None for piece in pieces]


def _packets(cards: bytes, sizes: list[int], pieces: list[str]) -> Values:
    """How many there are: discards, and what was shown that is not one card."""
    starts = accumulate(sizes, initial=0)
    return [
        piece.count("p") + sum(cards[start + each.start()] == NONE for each in _shown(piece))
        or None
        for start, piece in zip(starts, pieces, strict=False)
    ]


def _aligned(flat: Flat, begin: int) -> bytearray:
    """Targets, one an event."""
    aligned = bytearray((NONE,)) * (len(flat.kinds) - begin)
    try:
        for place, target in flat.targets:
            aligned[place - begin] = target
    except (ValueError, OverflowError):
        raise Unfit from None
    return aligned


def _at(starts: list[int], deals: list[int], values: list[Any], absent: Any) -> list[Any]:
    """Values of deals, by segment."""
    known = dict(zip(deals, values, strict=True))
    return [known.get(start, absent) for start in starts]


def _claimed(
    flat: Flat, starts: list[int], pieces: list[str], rare: list[tuple[int, Any]]
) -> tuple[Lists | None, Lists | None]:
    """What the first fitting score of each segment says; the others are rare."""
    counts = [piece.count("S") for piece in pieces]
    try:
        if max(counts) == 1:
            return claimed(flat.claims, counts)
    except OverflowError:
        pass
    scores, counts, others = first_fitting(flat.scores, starts, pieces)
    rare += others
    return claimed(claims_of(scores), counts)
