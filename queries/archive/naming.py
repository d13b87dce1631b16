"""A record with the names of players taken out of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardlog.records.events import Kept
from cardlog.records.game import Record

_TEXTS: Final = ("text", "reason", "by")  # what people wrote into an event


def called(record: Record, handles: Collection[str]) -> set[str]:
    """Everything that those players are called in a record."""
    names = {} if record.names is UNSET else record.names
    return {*handles, *(names[handle] for handle in handles if handle in names)}


def mentions(record: Record, words: Collection[str]) -> bool:
    """Whether a text that somebody wrote into the record has one of these words."""
    found = _pattern(words).search
    return any(found(text) for text in _texts(record))


def without_names(record: Record, handles: Collection[str]) -> Record:
    """Without the names shown for these handles."""
    if record.names is UNSET:
        return record
    kept = {handle: name for handle, name in record.names.items() if handle not in handles}
    return msgspec.structs.replace(record, names=kept or UNSET)


def renamed(record: Record, others: Mapping[str, str], words: Mapping[str, str]) -> Record:
    """With other handles, and other `words` in the texts. Seals, of another record, fall away."""
    texts = _Texts(words)
    return msgspec.structs.replace(
        without_names(record, others),
        players=tuple(others.get(handle, handle) for handle in record.players),
        meta=texts.of(record.meta),
        events=tuple(map(texts.event, record.events)),
        seals=UNSET,
    )


class _Texts:
    """Puts other words into texts."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self._found = _pattern(words)

    def of(self, value: Any) -> Any:
        """Any JSON value, keys and all."""
        if isinstance(value, str):
            return self._found.sub(lambda found: self._words[found[0]], value)
        if isinstance(value, dict):
            return {self.of(key): self.of(each) for key, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.of(each) for each in value]
        return value

    def event(self, event: Any) -> Any:
        if isinstance(event, Kept):
            told = {key: self.of(each) for key, each in event.data.items() if key != "type"}
            return type(event)({"type": event.data["type"], **told})
        texts = {key: getattr(event, key) for key in _TEXTS if hasattr(event, key)}
        changed = {key: self.of(text) for key, text in texts.items() if isinstance(text, str)}
        return msgspec.structs.replace(event, **changed) if changed else event


def _texts(record: Record) -> Iterator[str]:
    yield from _strings(record.meta)
    for event in record.events:
        if isinstance(event, Kept):
            yield from _strings(event.data)
        else:
            yield from _strings([getattr(event, key, None) for key in _TEXTS])


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _strings(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _strings(each)


def _pattern(words: Collection[str]) -> re.Pattern[str]:
    """Any of the words, the longest first, where no other letter or digit touches it."""
    listed = "|".join(
        map(re.escape, sorted((word for word in words if word), key=len, reverse=True))
    )
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)" if listed else r"(?!)")
