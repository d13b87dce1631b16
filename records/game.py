"""A record: one match, from the first cut to the last card, as facts in order.

`Record` is what was written. A map that was read becomes one in two ways: `Wire` lets
msgspec do it in one pass, and where that fails (an unknown kind, or an error) `from_map` does it
piece by piece and says exactly what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cardlog.records import canonical, versions
from cardlog.records.errors import RecordError
from cardlog.records.events import (
    KEPT,
    KINDS,
    AnyEvent,
    CallWord,
    Extension,
    Kept,
    Known,
    Unknown,
)
from cardlog.records.seats import check_events as check_events
from cardlog.records.values import MAX_INT, json_fault, named

MAX_BYTES: Final = 64 * 2**20  # a record's size in any format (records/README.md, "Content id")
MAX_NAME: Final = 200  # characters in a player's name


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game as written; see records/README.md for the meaning of each key.

    Absent optional keys are `msgspec.UNSET`; an absent key and an empty one are different records.
    """

    cardlog: int = msgspec.field(default=versions.CURRENT)
    game: str
    rules: dict[str, Any]
    players: tuple[str, ...]
    meta: dict[str, Any] | UnsetType = UNSET
    standing: tuple[int, ...] | UnsetType = UNSET
    uid: str | UnsetType = UNSET
    observer: int | str | UnsetType = UNSET
    names: dict[str, str] | UnsetType = UNSET
    seals: list[Any] | UnsetType = UNSET
    events: tuple[AnyEvent, ...]

    @property
    def id(self) -> str:
        """The content id: SHA-256 of the canonical JSON, without `names` and `seals`."""
        return canonical.content_id(self)

    @property
    def shown_names(self) -> tuple[str, ...]:
        """What people call the players: `names` where it has them, else the handles."""
        names = {} if self.names is UNSET else self.names
        return tuple(names.get(handle, handle) for handle in self.players)

    def _repr_html_(self) -> str:
        from cardlog.records import html

        return html.table(
            self.game,
            [
                ("players", ", ".join(self.shown_names)),
                ("rules", ", ".join(f"{name} = {value}" for name, value in self.rules.items())),
                ("events", len(self.events)),
                ("seen by", None if self.observer is UNSET else self.observer),
                ("id", self.id),
            ],
        )


class Wire(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shape msgspec decodes in one pass: all keys, and only the kinds it can tell by tag."""

    cardlog: int
    game: str
    rules: dict[str, Any]
    players: tuple[str, ...]
    events: tuple[Known, ...]
    meta: dict[str, Any] | UnsetType = UNSET
    standing: tuple[Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)], ...] | UnsetType = UNSET
    uid: str | UnsetType = UNSET
    observer: Annotated[int, Meta(ge=0)] | str | UnsetType = UNSET
    names: dict[str, str] | UnsetType = UNSET
    seals: list[Any] | UnsetType = UNSET


# What a reader may ask of every record; it raises RecordError.
Check = Callable[[Record], object] | None

_KEYS: Final = Wire.__struct_fields__
REQUIRED: Final = ("game", "rules", "players", "events")


def from_wire(wire: Wire) -> Record:
    """The record of a map that msgspec decoded. Raises RecordError where it is malformed."""
    if wire.cardlog != versions.CURRENT:
        return from_map(msgspec.to_builtins(wire))
    return _record(wire, wire.events)


def from_map(data: Any) -> Record:
    """The record of a decoded map of any schema version, read piece by piece.

    Raises RecordError naming the key or the event that is wrong.
    """
    data = upgrade(data)
    if type(data.get("events")) not in (list, tuple):
        raise RecordError(
            "no key `events`: a record needs the list of its events"
            if "events" not in data
            else f"`events` must be a list of events, got {named(data['events'])}"
        )
    header = header_of(data)
    return _record(header, tuple(event_of(e, k) for k, e in enumerate(data["events"])))


def upgrade(data: Any) -> dict[str, Any]:
    """A map of the current schema version. Raises RecordError where it is no map."""
    if type(data) is not dict:
        raise RecordError(f"a record is a map that starts with `cardlog`, got {named(data)}")
    for key in data:
        if type(key) is not str:
            raise RecordError(f"the keys of a record are strings, got {named(key)}")
    return versions.upgrade(data)


def header_of(data: dict[str, Any]) -> Wire:
    """A record without its events (also the header of the stream form)."""
    unknown = [key for key in data if key not in _KEYS]
    if unknown:
        raise RecordError(
            f"unknown key `{unknown[0]:.60}`: a record has {_listed(_KEYS)}; anything else"
            " belongs in `meta`"
        )
    missing = [key for key in REQUIRED if key not in data and key != "events"]
    if missing:
        raise RecordError(f"no key `{missing[0]}`: a record needs {_listed(REQUIRED)}")
    try:
        return msgspec.convert({**data, "events": ()}, Wire)
    except msgspec.ValidationError as error:
        raise RecordError(_sentence(error)) from None


def event_of(data: Any, index: int) -> AnyEvent:
    """One event from its decoded map. Raises RecordError with `event` set to `index`."""
    if type(data) is not dict:
        raise RecordError(f"an event is a map with a `type`, got {named(data)}", event=index)
    kind = data.get("type")
    if type(kind) is not str:
        what = "has no `type`" if kind is None else f"has {named(kind)} as `type`, not a string"
        raise RecordError(f"the event {what}: expected one of {_listed(KINDS)}", event=index)
    if kind not in KINDS:
        _check_json(data, f"the {kind!r:.40} event", index)
        return Extension(data) if kind.startswith("x-") else Unknown(data)
    try:
        event: AnyEvent = msgspec.convert(data, KINDS[kind])
    except msgspec.ValidationError as error:
        fields = [f.encode_name for f in msgspec.structs.fields(KINDS[kind])]
        text = _sentence(error)
        if "field" in text:
            text += f"; `{kind}` has {_listed(fields)}"
        raise RecordError(f"{kind}: {text}", event=index) from None
    return event


def to_map(record: Record) -> dict[str, Any]:
    """The record as written in files: `cardlog` first, cards in canonical spelling."""
    data: dict[str, Any] = msgspec.to_builtins(
        msgspec.structs.replace(record, events=()), str_keys=True
    )
    data = {"cardlog": record.cardlog, **data}
    events = record.events
    if KEPT.isdisjoint(map(type, events)):  # as in most records: they need not be gone through
        data["events"] = list(events)
    else:
        data["events"] = [e.data if isinstance(e, Kept) else e for e in events]
    return data


def _record(wire: Wire, events: tuple[AnyEvent, ...]) -> Record:
    _check_players(wire.players)
    if wire.rules:
        _check_json(wire.rules, "`rules`")
    if wire.meta is not UNSET:
        _check_json(wire.meta, "`meta`")
    if wire.seals is not UNSET:
        _check_json(wire.seals, "`seals`")
    observer = wire.observer
    is_seat = type(observer) is int and observer < len(wire.players)
    if observer is not UNSET and observer != "spectator" and not is_seat:
        raise RecordError(
            f'`observer` must be a seat from 0 to {len(wire.players) - 1} or "spectator",'
            f" got {observer!r:.60}"
        )
    return Record(
        cardlog=wire.cardlog,
        game=wire.game,
        rules=wire.rules,
        players=wire.players,
        meta=wire.meta,
        standing=wire.standing,
        uid=wire.uid,
        observer=observer,
        names=wire.names,
        seals=wire.seals,
        events=events,
    )


def _check_players(players: tuple[str, ...]) -> None:
    if not players:
        raise RecordError("`players` is empty: a record names at least one player")
    for seat, name in enumerate(players):
        if not name or len(name) > MAX_NAME or "\0" in name:
            what = "empty" if not name else "with a NUL" if "\0" in name else f"{len(name)} long"
            raise RecordError(
                f"the name of player {seat} is {what}: expected 1 to {MAX_NAME} characters, no NUL"
            )
    if len(set(players)) < len(players):
        twice = Counter(players).most_common(1)[0][0]
        raise RecordError(f"two players are called {twice!r:.60}: names must be unique")


def _check_json(value: Any, what: str, event: int | None = None) -> None:
    """Raise RecordError where the value is not one that JSON holds exactly."""
    fault = json_fault(value)
    if fault:
        raise RecordError(f"{what} {fault}", event=event)


def _sentence(error: msgspec.ValidationError) -> str:
    """msgspec's message with its path in front, in the words of the file format."""
    said = str(error)
    text, _, path = said.replace(" - at `key` in `$", " - at `$").partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    if "`key` in `$" in said:
        text = f"a key: {text[0].lower()}{text[1:]}"
    elif text.startswith("Invalid enum value"):
        word = text.removeprefix("Invalid enum value ")
        if path.split(".")[-1].startswith(("card", "hands", "stock")):
            text = f"{word} is no card: expected rank then suit, like Th, or ?? for an unseen one"
        elif path == "call":
            text = f"{word} is no call: expected one of {_listed(get_args(CallWord))}"
    elif path == "call":
        text += f", one of {_listed(get_args(CallWord))}"
    elif "matching regex" in text:
        text = "expected an RFC 3339 time with a zone, like 2026-11-27T20:00:00Z"
    text = text[0].lower() + text[1:]
    return f"`{path}`: {text}" if path else text


def _listed(words: Any) -> str:
    return ", ".join(f"`{word}`" for word in words)
