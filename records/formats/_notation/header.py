"""The lines before the events: who plays what, and by which rules.

`key: value` each. The keys that the record itself has are known by their words; any other is a
key of `meta`, with the value as it stands, or as JSON where it is JSON.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, cast

from cardlog.records import game, versions
from cardlog.records.cards import SPECIAL
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.cards import spellings_of
from cardlog.records.formats._notation.table import LONG
from cardlog.records.formats._notation.tokens import (
    Fault,
    rest_of,
    split,
    unless_quoted,
    value_of,
)
from cardlog.records.formats._notation.values import exact, map_of, value_for
from cardlog.records.game import Wire

KEY: Final = re.compile(r"\s*([^\W\d_][\w-]*)[ \t]*:")
# Keys that people write when they mean an option; in `meta` it would change nothing.
RULES: Final = frozenset(("rule", "option", "options", "profile", "lives", "target", "deck"))

Said = tuple[str, Any]  # a key of the record and its value; of `meta`, what is added to it
NOTHING_SAID: Final = "", None  # by an empty line, or a comment
TABLES: Final = 32  # for which header lines are kept,
SEATS: Final = 32  # with at most so many players;
KEPT: Final = 128  # at each so many lines,
SHORT: Final = 100  # each of so many characters
CURRENT: Final = str(versions.CURRENT)


class Header:
    """What the lines so far say; `wire` is the record without its events."""

    def __init__(self, version: int, game_name: str) -> None:
        self.given: dict[str, Any] = {"cardlog": version, "game": game_name}
        self._kept = _kept_at((), "en")

    @property
    def lang(self) -> str:
        """The language of the lines to come."""
        return str(self.given.get("lang", "en"))

    def again(self, lines: list[str], at: int) -> int:
        """Take in the lines from `at` on; which is the first that is not known from a record
        before this one: `take` takes it in.
        """
        for n in range(at, len(lines)):
            said = self._kept.get(lines[n])
            if said is None or not self._is_new(*said):
                return n
            self._add(*said)
        return len(lines)

    def take(self, line: str) -> bool:
        """Take in a line; False where it is none of the header. Raises Fault."""
        said = self._said(line)
        if said is None:
            return False
        if len(line) <= SHORT and len(self._kept) < KEPT and _is_flat(said[1]):
            self._kept[line] = said
        self._add(*said)
        return True

    def _add(self, key: str, value: Any) -> None:
        if key == "meta":
            self.given.setdefault("meta", {}).update(value)
        elif key:
            self.given[key] = dict(value) if type(value) is dict else value
            if key in ("players", "lang"):
                self._kept = _kept_at(self.given.get("players", ()), self.lang)

    def _is_new(self, key: str, value: Any) -> bool:
        if key != "meta":
            return key not in self.given
        meta = self.given.get("meta")
        return not meta or meta.keys().isdisjoint(value) is True

    def _said(self, line: str) -> Said | None:
        """What a line says; None where it is none of the header. Raises Fault."""
        match = KEY.match(line)
        if match is None:
            return NOTHING_SAID if not line.strip() or line.lstrip()[0] == "#" else None
        column = match.end()
        word = match[1]
        key = w.headers_of(self.lang).get(word.casefold())
        if key is None and self._is_event(word):
            return None
        try:
            if key is None:
                return "meta", self._more_meta(self._other(word, line, column))
            if key == "meta":
                return key, self._more_meta(map_of(*rest_of(line, column)))
            if key in self.given:
                raise Fault(f"`{word}` for the second time", column=match.start(1))
            value = value_for(key, self, line, column)
            if key == "players":
                self._check_players(value)
            return key, value
        except Fault as fault:
            if fault.column is None:
                fault.column = rest_of(line, column)[1]
            raise

    def _is_event(self, word: str) -> bool:
        """Whether the line is an event: `stay: Ana`, or a trick that a player leads."""
        known = w.events_of(self.lang)
        return word.casefold() in known or word in self.given.get("players", ())

    def _other(self, key: str, line: str, column: int) -> dict[str, Any]:
        """A key of `meta`, unless an event may be meant: it would be lost in there."""
        text, at = rest_of(line, column)
        if may_be_event(text, self.given.get("players", ()), self.lang):
            raise Fault(
                f"`{key:.40}` is no word for an event and no player; where it is a header, put its"
                " value in quotes",
                column=column - 1 - len(key),
            )
        if key.casefold() in RULES:
            raise Fault(
                f"`{key}` is a matter of the rules: write `{w.starting('rules', self.lang)}:"
                f" {key}={text:.20}`, or put it into `meta`",
                column=column - 1 - len(key),
            )
        return {key: value_of(text, at)}

    def _more_meta(self, more: dict[str, Any]) -> dict[str, Any]:
        """More keys of `meta`. Raises Fault for a value that JSON cannot hold."""
        meta = self.given.get("meta", {})
        twice = [key for key in more if key in meta]
        if twice:
            raise Fault(f"`{twice[0]:.40}` for the second time")
        exact(more)
        return more

    def _check_players(self, players: tuple[str, ...]) -> None:
        try:
            game.from_wire(_wire({**self.given, "players": players}, ()))
        except RecordError as error:
            raise Fault(error.message) from None

    def players(self) -> tuple[str, ...]:
        """Who plays. Raises Fault where it was not said."""
        if "players" in self.given:
            return cast(tuple[str, ...], self.given["players"])
        word = w.starting("players", self.lang)
        raise Fault(f"expected the players before the first event: `{word}: Ana, Bruno`")

    def wire(self, events: list[AnyEvent]) -> Wire:
        """The record, with these events."""
        return _wire(self.given, tuple(events))

    def told(self) -> str:
        """Which record it is, for an error message: its game, and what it calls itself."""
        meta = self.given.get("meta", {})
        parts = [f"{key} {self.given[key]}" for key in ("game", "uid") if key in self.given]
        parts += [f"{key} {meta[key]}" for key in ("event", "site", "date", "table") if key in meta]
        if "players" in self.given:
            parts.append(f"players {', '.join(self.given['players'])}")
        return ", ".join(f"{part:.80}" for part in parts)


def _wire(given: dict[str, Any], events: tuple[AnyEvent, ...]) -> Wire:
    keys = {"rules": {}, **given, "events": events}
    keys.pop("lang", None)
    return Wire(**keys)


@lru_cache(TABLES)
def _kept_of(players: tuple[str, ...], lang: str) -> dict[str, Said]:
    return {}


def _kept_at(players: tuple[str, ...], lang: str) -> dict[str, Said]:
    """What lines say at a table, for the lines of records to come: they differ by a date."""
    return _kept_of(players, lang) if len(players) <= SEATS else {}


def _is_flat(value: Any) -> bool:
    """Whether nothing within the value can be changed; a map is copied."""
    each = value.values() if type(value) is dict else (value,)
    return all(type(part) not in (dict, list) for part in each)


def opened(version: str, name: str | None) -> Header:
    """The header that the first line of a record begins. Raises Fault."""
    if version != CURRENT:
        try:
            versions.upgrade({"cardlog": int(version)})
        except RecordError as error:
            raise Fault(error.message) from None
    if not name:
        raise Fault("expected the game after the colon, like `cardlog 1: chase-the-ace`")
    plain = unless_quoted(name) if name[0] == '"' else "-".join(name.lower().split())
    return Header(versions.CURRENT, plain)


def may_be_event(text: str, players: tuple[str, ...], lang: str) -> bool:
    """Whether nothing but cards, players and commas stands there."""
    cards = spellings_of(lang)
    ranked = special = who = False
    for word in split(text[:LONG]):
        if word in cards:
            ranked = ranked or cards[word].code < SPECIAL
            special = True
        elif word in players:
            who = True
        elif word != ",":
            return False
    return ranked or (special and who)


def is_plain_key(key: str, players: tuple[str, ...]) -> bool:
    """Whether a key of `meta` can be a header line, and is read as one in every language."""
    match = KEY.match(f"{key}:")
    known = key.casefold() in w.RESERVED_KEYS | RULES or key in players
    return match is not None and match[1] == key and not known
