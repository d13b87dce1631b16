"""What could each one know? A record as one player, or a spectator, saw it.

    view_of(record, 2)              what the player of seat 2 knew
    view_of(record, "Ana")          what Ana knew
    view_of(record, "spectator")    what everybody could see

A view is a record of its own. An event shows a card where its viewer saw it as it was dealt, taken
or shown, and `??` elsewhere, though a later event may tell; what lies open is for the game to say
(sight.py). Nothing else may tell of hidden cards. What could is left out: the stock, texts, times
of what was not wholly seen, ids, and anything of which nobody can say what it rests on.

The view does not depend on whether the record is legal: two records that look alike from a seat
have one view, though one of them may hide a fault.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cardlog.engine.fold import begin
from cardlog.engine.readable import check
from cardlog.engine.sight import Sight
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import (
    AnyEvent,
    Cards,
    Cut,
    Deal,
    Discard,
    Draw,
    Extension,
    Gap,
    Misdeal,
    Note,
    Ruling,
    Unknown,
)
from cardlog.records.game import Record

SPECTATOR: Final = "spectator"
PUBLIC_META: Final = ("event", "site", "date", "table", "arbiter")  # written before the cards fall
HIDDEN: Final = Card["??"]
NOTHING: Final = Note(text="")  # keeps the place of an event that a ruling points at


class View(NamedTuple):
    """A view, and in words what of the record it leaves out besides cards, with how many times."""

    record: Record
    left_out: Counter[str]


def view_of(record: Record, seat: int | str) -> Record:
    """What a player, by seat or name, or a `"spectator"` could know of a record, as a record.

    Raises RecordError where the record cannot be read as a game of ours, where it has no such seat
    or player, and where it is somebody else's view already.
    """
    return view(record, seat).record


def view(record: Record, seat: int | str) -> View:
    """`view_of`, and what was left out."""
    fold = begin(record)
    check(record, fold.game, fold.options)
    seat = seat_of(record, seat)
    _check_viewer(record, seat)
    viewer = _Viewer(seat, fold.game.sight(fold.options))
    meta: dict[str, Any] = {} if record.meta is UNSET else record.meta
    kept = {key: meta[key] for key in PUBLIC_META if type(meta.get(key)) in (str, int)}
    named: dict[str, str] = {} if record.names is UNSET else record.names
    names = {handle: named[handle] for handle in record.players if handle in named}
    viewer.left_out.update(f"meta `{key}`" for key in meta if key not in kept)
    given = (key for key in ("uid", "seals") if getattr(record, key) is not UNSET)
    viewer.left_out.update(f"`{key}`" for key in given)
    viewer.left_out.update("a name of nobody here" for handle in named if handle not in names)
    seen = Record(
        game=record.game,
        rules=record.rules,
        players=record.players,
        meta=kept or UNSET,
        standing=record.standing,
        observer=seat,
        names=names or UNSET,
        events=viewer.all_seen(record.events),
    )
    return View(seen, viewer.left_out)


def seat_of(record: Record, name: int | str) -> int | str:
    """The seat that a name means; a handle goes before the names shown and the seat numbers.

    Raises RecordError, which lists the players, where it means none or several.
    """
    if not isinstance(name, str) or name == SPECTATOR:
        return name
    if name in record.players:
        return record.players.index(name)
    shown = record.shown_names
    meant = [seat for seat in range(len(shown)) if name in (shown[seat], str(seat))]
    if len(meant) == 1:
        return meant[0]
    players = ", ".join(
        f"{seat} {handle}" if handle == called else f"{seat} {handle} ({called})"
        for seat, (handle, called) in enumerate(zip(record.players, shown, strict=True))
    )
    what = "is more than one player" if meant else "is no player"
    raise RecordError(f"{name:.60}: {what}; expected {players}, or {SPECTATOR}")


def _check_viewer(record: Record, seat: int | str) -> None:
    seats = len(record.players)
    if seat != SPECTATOR and not (type(seat) is int and 0 <= seat < seats):
        raise RecordError(f'no seat {seat!r:.60}: expected 0 to {seats - 1} or "{SPECTATOR}"')
    if record.observer is not UNSET and seat not in (record.observer, SPECTATOR):
        own = record.observer
        whose = "a spectator" if own == SPECTATOR else record.shown_names[int(own)]
        raise RecordError(
            f"this record holds only what {whose} could know: nobody else's view can be made of it"
        )


class _Viewer:
    """Somebody at the table, who is shown the events one by one."""

    def __init__(self, seat: int | str, sight: Sight) -> None:
        self.seat = seat
        self.sight = sight
        self.left_out: Counter[str] = Counter()

    def all_seen(self, events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
        """The events as they look from the seat; rulings point at the new places."""
        rulings: dict[int, list[int]] = {}  # by event, those on it
        for index, event in enumerate(events):
            if type(event) is Ruling and event.effect is not UNSET and event.event is not UNSET:
                rulings.setdefault(event.event, []).append(index)
        seen: list[AnyEvent] = []
        places: dict[int, int] = {}
        instead: dict[int, AnyEvent] = {}  # by ruling, what it puts in the event's place
        for index, event in enumerate(events):
            for ruling in rulings.get(index, ()):
                other = getattr(events[ruling], "with_", UNSET)
                if other is not UNSET:
                    instead[ruling] = self.seen(other) or NOTHING
            shown = self.seen(event)
            self.sight.follow(event)
            if shown is not None or index in rulings:
                places[index] = len(seen)
                seen.append(NOTHING if shown is None else shown)
        for index, place in places.items():
            event = seen[place]
            if type(event) is Ruling:
                seen[place] = _ruling(event, places, instead.get(index, UNSET))
        return tuple(seen)

    def seen(self, event: AnyEvent) -> AnyEvent | None:
        """One event as it looks from the seat; None where nothing of it may be shown.

        An event keeps its time only where all of it was seen.
        """
        if type(event) is Deal:
            return self._deal(event)
        if type(event) is Discard:
            return event if event.seat == self.seat else _hidden(event, cards=_backs(event.cards))
        if isinstance(event, (Cut, Draw)):
            open_card = event.seat == self.seat or self.sight.shows(event)
            return event if open_card else _hidden(event, card=HIDDEN)
        if type(event) is Misdeal and event.reason is not UNSET:
            self.left_out["the reason of a misdeal"] += 1
            return replace(event, reason=UNSET)
        if type(event) is Ruling:
            if event.text:
                self.left_out["the text of a ruling"] += 1
            return None if event.effect is UNSET else event
        if isinstance(event, Unknown):
            self.left_out["an event of an unknown kind, for which a gap stands"] += 1
            return Gap()
        if type(event) is Gap:
            if event.text:
                self.left_out["the text of a gap"] += 1
            return Gap()
        if type(event) is Note or isinstance(event, Extension):
            if event != NOTHING:
                self.left_out["a note" if type(event) is Note else "an `x-` event"] += 1
            return None
        return event

    def _deal(self, event: Deal) -> Deal:
        if event.stock is not UNSET:
            self.left_out["the stock of a deal"] += 1
        if event.shuffle is not UNSET:
            self.left_out["the `shuffle` of a deal"] += 1
        hands = tuple(
            hand if seat == self.seat else _backs(hand) for seat, hand in enumerate(event.hands)
        )
        return Deal(dealer=event.dealer, hands=hands)


def _backs(cards: Cards) -> Cards:
    return (HIDDEN,) * len(cards)


def _hidden(event: Any, **cards: Any) -> AnyEvent:
    shown: AnyEvent = replace(event, at=UNSET, auto=UNSET, **cards)
    return shown


def _ruling(ruling: Ruling, places: dict[int, int], instead: Any) -> Ruling:
    """A ruling without its words; what it puts in an event's place is seen like that event."""
    event: int | UnsetType = UNSET if ruling.event is UNSET else places[ruling.event]
    partly = ruling.with_ is not UNSET
    return Ruling(
        text="",
        event=event,
        effect=ruling.effect,
        with_=instead,
        deal=ruling.deal,
        changes=ruling.changes,
        at=UNSET if partly else ruling.at,
        auto=UNSET if partly else ruling.auto,
    )
