"""The header lines of a record, as `header` reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET

from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.header import is_plain_key, may_be_event
from cardlog.records.formats._notation.table import LONG
from cardlog.records.formats._notation.tokens import (
    free_text,
    is_bare,
    json_of,
    quoted,
    reads_back,
    value,
)
from cardlog.records.game import Record

MOST: Final = LONG - 100  # characters of a value on its line
_GAME: Final = re.compile(r"[a-z][a-z0-9-]*\Z")
_SPECIAL: Final = re.compile(r'[",#=]|^[\[{]')


def heading(record: Record, lang: str) -> Iterator[str]:
    """The first line, then a line for each key that is there."""
    name = record.game if _GAME.match(record.game) else quoted(record.game)
    yield f"cardlog {record.cardlog}: {name}"
    if lang != "en":
        yield f"lang: {lang}"
    given = {
        "players": ", ".join(map(listed, record.players)),
        "names": pairs_of(record.names, listed),
        "rules": rules_of(record.rules) if record.rules else UNSET,
        "standing": _numbers(record.standing),
        "uid": UNSET if record.uid is UNSET else free_text(record.uid),
        "observer": _observer(record, lang),
    }
    for key, text in given.items():
        if text is not UNSET:
            if len(text) > MOST and key in ("players", "names", "rules", "standing"):
                text = json_of(getattr(record, key))
            yield f"{w.starting(key, lang)}: {text}".rstrip()
    if record.meta is not UNSET:
        yield from _meta(record.meta, record.players, lang)
    if record.seals is not UNSET:
        yield f"{w.starting('seals', lang)}: {json_of(record.seals)}"


def listed(text: str) -> str:
    """A name among others with commas between them."""
    return quoted(text) if _SPECIAL.search(text) else free_text(text)


def pairs_of(pairs: Mapping[str, Any] | Any, shown: Any) -> Any:
    if pairs is UNSET:
        return UNSET
    return ", ".join(
        f"{key if is_bare(key) else quoted(key)}={shown(each)}" for key, each in pairs.items()
    )


def rules_of(rules: dict[str, Any]) -> Any:
    if any(type(each) in (dict, list, tuple) for each in rules.values()):
        return json_of(rules)
    return pairs_of(rules, _option)


def _option(option: Any) -> str:
    if type(option) is not str:
        return json_of(option)
    text = listed(option)
    return text if reads_back(text, option) else quoted(option)


def _numbers(numbers: Any) -> Any:
    return UNSET if numbers is UNSET else " ".join(map(str, numbers))


def _observer(record: Record, lang: str) -> Any:
    if type(record.observer) is not int:
        return w.starting("spectator", lang) if record.observer == "spectator" else UNSET
    name = record.players[record.observer]
    plain = is_bare(name) and name.casefold() not in w.RESERVED
    return name if plain else quoted(name)


def _meta(meta: dict[str, Any], players: tuple[str, ...], lang: str) -> Iterator[str]:
    """A line for each key, in order; JSON for those that would be taken for something else."""
    word = w.starting("meta", lang)
    odd: dict[str, Any] = {}
    for key, each in meta.items():
        if not is_plain_key(key, players):
            odd[key] = each
            continue
        if odd:
            yield f"{word}: {json_of(odd)}"
            odd = {}
        text = value(each)
        yield f"{key}: {quoted(each) if may_be_event(text, players, lang) else text}"
    if odd or not meta:
        yield f"{word}: {json_of(odd)}"
