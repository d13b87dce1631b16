"""Where a record names players, and the record with those names taken out of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec import UNSET

from cardlog.queries.archive.spotting import Spot, Spotter, longer
from cardlog.records.events import AT_PATTERN, Extension, Kept, kind_of
from cardlog.records.game import Record

_TEXTS: Final = ("text", "reason", "by")  # what people wrote into an event
_KEYS: Final = ("type", "at", "auto")  # of an event of any kind, which are no words
_LONGEST: Final = 60  # letters of a text that is told of


class Place(NamedTuple):
    """Where somebody may be named, in words, and the text there."""

    where: str
    text: str


class Renaming(Protocol):
    """Says what takes the place of a word that was found."""

    def __call__(self, spot: Spot, written: str) -> str: ...


def mentions(record: Record, spotter: Spotter) -> set[str]:
    """Where texts that somebody wrote have one of the words."""
    return {
        where
        for where, text in _texts(record)
        if any(spot.whole for spot in spotter.spots(text))
    }  # fmt: skip


def left(record: Record, spotter: Spotter, handles: Collection[str]) -> set[Place]:
    """What may still name those players when their handles, names and words are taken out."""
    inside = {
        Place(where, longer(text, spot)[:_LONGEST])
        for where, text in _texts(record)
        for spot in spotter.spots(text)
        if not spot.whole
    }
    others = {each[:2] for each in _others(record, handles) if spotter.spots(each.text)}
    return inside | {Place(where, text[:_LONGEST]) for where, text in others}


def without_names(record: Record, handles: Collection[str]) -> Record:
    """Without the names shown for these handles."""
    if record.names is UNSET:
        return record
    kept = {handle: name for handle, name in record.names.items() if handle not in handles}
    return msgspec.structs.replace(record, names=kept or UNSET)


def renamed(
    record: Record, others: Mapping[str, str], spotter: Spotter, new: Renaming | None
) -> Record:
    """With other handles, and with `new` other words in the texts. Seals, of another record, fall
    away."""
    texts = _Texts(spotter, new)
    return msgspec.structs.replace(
        without_names(record, others),
        players=tuple(others.get(handle, handle) for handle in record.players),
        meta=texts.of(record.meta),
        uid=texts.of(record.uid),
        events=tuple(map(texts.event, record.events)),
        seals=UNSET,
    )


class _Texts:
    """Puts other words into texts."""

    def __init__(self, spotter: Spotter, new: Renaming | None) -> None:
        self._spots = spotter.spots
        self._new = new

    def of(self, value: Any) -> Any:
        """Any JSON value, keys and all."""
        if self._new is None:
            return value
        if isinstance(value, str):
            return self._text(value, self._new)
        if isinstance(value, dict):
            return {self.of(key): self.of(each) for key, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.of(each) for each in value]
        return value

    def _text(self, text: str, new: Renaming) -> str:
        for spot in reversed(self._spots(text)):
            if spot.whole:
                word = new(spot, text[spot.start : spot.end])
                text = f"{text[: spot.start]}{word}{text[spot.end :]}"
        return text

    def event(self, event: Any) -> Any:
        if isinstance(event, Kept):
            told = {k if k in _KEYS else self.of(k): self.of(v) for k, v in _said(event).items()}
            kept = {key: event.data[key] for key in event.data.keys() - _said(event).keys()}
            return type(event)({**kept, **told, "type": self._kind(event)})
        texts = {key: getattr(event, key) for key in _TEXTS if hasattr(event, key)}
        changed = {key: self.of(text) for key, text in texts.items() if isinstance(text, str)}
        if getattr(event, "shuffle", UNSET) is not UNSET:
            changed["shuffle"] = self.of(event.shuffle)
        if getattr(event, "with_", UNSET) is not UNSET:
            changed["with_"] = self.event(event.with_)
        return msgspec.structs.replace(event, **changed) if changed else event

    def _kind(self, event: Kept) -> str:
        """An `x-` kind stays one."""
        kind = event.kind
        return "x-" + self.of(kind[2:]) if isinstance(event, Extension) else str(self.of(kind))


def _texts(record: Record) -> Iterator[Place]:
    """All texts in which words can be replaced."""
    yield from _strings("`meta`", record.meta)
    yield from _strings("`uid`", record.uid)
    yield from _strings("`seals`", record.seals)
    for event in record.events:
        yield from _of_event(event)


def _of_event(event: Any) -> Iterator[Place]:
    if isinstance(event, Kept):
        where = "`x-` events" if isinstance(event, Extension) else "events of unknown kinds"
        yield Place(where, event.kind.removeprefix("x-"))
        for key, value in _said(event).items():
            yield Place(where, "" if key in _KEYS else key)
            yield from _strings(where, value)
        return
    for key in _TEXTS:
        if isinstance(text := getattr(event, key, None), str):
            yield Place(f"`{kind_of(event)}` events", text)
    yield from _strings("`shuffle`", getattr(event, "shuffle", UNSET))
    if getattr(event, "with_", UNSET) is not UNSET:
        yield from _of_event(event.with_)


def _said(event: Kept) -> dict[str, Any]:
    """What an event tells, without its kind and its time."""
    is_time = re.match(AT_PATTERN, str(event.data.get("at"))) is not None
    return {
        key: value
        for key, value in event.data.items()
        if key != "type" and not (key == "at" and is_time)
    }


def _others(record: Record, handles: Collection[str]) -> Iterator[Place]:
    """What is never replaced: what belongs to other players, and what is no text."""
    for handle in record.players:
        if handle not in handles:
            yield Place("a handle", handle)
    if record.names is not UNSET:
        for handle, name in record.names.items():
            if handle not in handles:
                yield Place("a handle", handle)
                yield Place("a name shown", name)
    yield from _strings("`rules`", record.rules)
    for where, value in (("`meta`", record.meta), ("`rules`", record.rules)):
        yield from _numbers(where, value)
    for event in record.events:
        if isinstance(event, Kept):
            yield from _numbers("`x-` events", event.data)


def _strings(where: str, value: Any) -> Iterator[Place]:
    if isinstance(value, str):
        yield Place(where, value)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield Place(where, key)
            yield from _strings(where, each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _strings(where, each)


def _numbers(where: str, value: Any) -> Iterator[Place]:
    """A handle may be a number; one of a single digit says nothing."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _numbers(where, each)
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > 9:
        yield Place(where, str(value))
