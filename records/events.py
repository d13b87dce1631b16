"""The event kinds: what can happen in a game, one frozen Struct each, and nothing else.

A kind's `type` in the file is its class name in lower case. `at` and `auto` may stand in every
event. Two classes keep what this reader does not judge: `Extension` holds an `x-` kind, which
never has an effect, and `Unknown` a kind of a later version, at which a fold stops.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cardlog.records.cards import Card
from cardlog.records.values import json_fault

# RFC 3339 with a zone; kept as written. `[0-9]`: in Python `\d` takes the digits of every script.
AT_PATTERN = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]"
    r"([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)"
    r"(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$(?!\n)"
)

Seat = Annotated[int, Meta(ge=0, lt=2**31, description="a seat: 0 is the first player")]
Index = Annotated[int, Meta(ge=0, lt=2**31, description="an event's place in `events`")]
Side = Annotated[int, Meta(ge=0, lt=2**31, description="a seat, or a pair in a partnership game")]
# I-JSON: what every JSON reader keeps exactly (RFC 7493).
Change = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
Cards = tuple[Card, ...]


class Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=lambda name: name.lower(),
):
    """What all kinds share: when it happened, and whether a clock or a machine played it."""

    at: Annotated[str, Meta(pattern=AT_PATTERN)] | UnsetType = UNSET
    auto: bool | UnsetType = UNSET


class Deal(Event, frozen=True, gc=False):
    """A new deal begins. `hands` by seat (empty for a player who is out), `stock` top first."""

    dealer: Seat
    hands: tuple[Cards, ...]
    stock: Cards | UnsetType = UNSET
    shuffle: dict[str, Any] | UnsetType = UNSET

    def __post_init__(self) -> None:
        fault = json_fault(self.shuffle) if self.shuffle else None
        if fault:
            raise ValueError(f"`shuffle` {fault}")


CallWord = Literal["pass", "1", "2", "3", "4", "smudge", "stand", "beg", "give", "run"]


class Stay(Event, frozen=True, gc=False):
    """The player keeps the card."""

    seat: Seat


class Swap(Event, frozen=True, gc=False):
    """A completed exchange between two players."""

    seat: Seat
    target: Seat


class Block(Event, frozen=True, gc=False):
    """`seat` asked; `target` refused and showed `card`."""

    seat: Seat
    target: Seat
    card: Card


class Cut(Event, frozen=True, gc=False):
    """Before the first deal: cutting for the deal. In a deal: the dealer cuts from the stock."""

    seat: Seat
    card: Card


class Draw(Event, frozen=True, gc=False):
    """A card taken from the top of the stock."""

    seat: Seat
    card: Card


class Reveal(Event, frozen=True, gc=False):
    """A player shows cards; without `seat` the top of the stock is turned up."""

    cards: Cards
    seat: Seat | UnsetType = UNSET


class Call(Event, frozen=True, gc=False):
    """The auction of Pitch, and begging in Seven-Up."""

    seat: Seat
    call: CallWord


class Discard(Event, frozen=True, gc=False):
    """Cards put away after a run in Seven-Up."""

    seat: Seat
    cards: Cards


class Trick(Event, frozen=True, gc=False):
    """A trick in the order played, from the leader clockwise; the winner is derived."""

    leader: Seat
    cards: Cards


class Misdeal(Event, frozen=True, gc=False):
    """The current deal is void."""

    reason: str | UnsetType = UNSET
    seat: Seat | UnsetType = UNSET


class Points(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Which side the table gave each point: absent claims nothing, null claims nobody."""

    high: Side | UnsetType | None = UNSET
    low: Side | UnsetType | None = UNSET
    jack: Side | UnsetType | None = UNSET
    game: Side | UnsetType | None = UNSET
    nine: Side | UnsetType | None = UNSET


class Score(Event, frozen=True, gc=False):
    """What the table wrote down for the deal just ended: a claim, checked and never trusted."""

    changes: tuple[Change, ...]
    points: Points | UnsetType = UNSET


class Gap(Event, frozen=True, gc=False):
    """Something happened here that was not recorded."""

    text: str | UnsetType = UNSET


class Note(Event, frozen=True, gc=False):
    """A comment, without effect."""

    text: str


class Ruling(Event, frozen=True, gc=False):
    """The arbiter's decision, or a scribe's correction; history stays as it was."""

    text: str
    by: str | UnsetType = UNSET
    event: Index | UnsetType = UNSET
    effect: Literal["stands", "undone", "replaced", "void", "adjust"] | UnsetType = UNSET
    with_: Happening | UnsetType = msgspec.field(default=UNSET, name="with")
    deal: Annotated[int, Meta(ge=1, lt=2**31)] | UnsetType = UNSET
    changes: tuple[Change, ...] | UnsetType = UNSET


class Kept(msgspec.Struct, frozen=True):
    """An event kept whole as the map that was written."""

    data: dict[str, Any]

    @property
    def kind(self) -> str:
        """The kind's name as written."""
        return str(self.data["type"])


class Extension(Kept, frozen=True):
    """An `x-` kind: kept, passed on, without effect."""


class Unknown(Kept, frozen=True):
    """A kind that this version does not know: kept and passed on; a fold stops at it."""


# msgspec reads these unions by their tag; the two kept kinds are told apart by hand (game.py).
# A ruling may replace an event by any other kind, but not by a ruling.
Happening = (
    Deal | Stay | Swap | Block | Cut | Draw | Reveal | Call | Discard | Trick
    | Misdeal | Score | Gap | Note
)  # fmt: skip
Known = Happening | Ruling
AnyEvent = Known | Extension | Unknown

KEPT: frozenset[type[Any]] = frozenset((Extension, Unknown))
KINDS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Known)}


def kind_of(event: AnyEvent) -> str:
    """The event's `type` as written in the file."""
    return event.kind if isinstance(event, Kept) else type(event).__name__.lower()
