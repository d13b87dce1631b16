"""A mapping: a TOML file that says what the columns of somebody's own table mean (FOREIGN.md)."""

from __future__ import annotations

import codecs
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from cardlog.records.errors import RecordError
from cardlog.records.events import KINDS
from cardlog.records.formats._csv.rows import SEPARATORS
from cardlog.records.formats._notation.words import LANGUAGES

EACH: Final = "each"  # as the seat of an event: one event for every player
LOSERS: Final = "losers"  # in a score: who lost a life, instead of all changes


class Fixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is the same for all rows, where otherwise a column is named."""

    value: Any


Cell = str | Fixed


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table is written."""

    separator: str = ""
    encoding: str = "utf-8"
    skip: int = 0
    ignore: tuple[str, ...] = ()


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is one record, and what its header says."""

    game: str
    players: str | tuple[Cell, ...]
    rules: dict[str, Any] = {}
    new: tuple[str, ...] = ()
    meta: dict[str, Cell] = {}
    uid: Cell = ""


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How seats are numbered."""

    first: int = 1


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How cards are written."""

    lang: str = "en"
    ranks: dict[str, str] = {}
    suits: dict[str, str] = {}
    suit_first: bool = False
    unseen: tuple[str, ...] = ("?", "-")


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"words": "is"}):
    """A column that is filled in, with one of these words where they are given."""

    column: str
    words: str | tuple[str, ...] = ()

    def listed(self) -> tuple[str, ...]:
        """The words in small letters."""
        words = (self.words,) if isinstance(self.words, str) else self.words
        return tuple(word.casefold() for word in words)


class Event(msgspec.Struct, frozen=True):
    """An event that a row may hold: by key, the column or the columns."""

    type: str
    keys: dict[str, Cell | tuple[Cell, ...]]
    when: When | None = None

    def columns(self) -> Iterator[str]:
        """The columns it is read from."""
        for key, given in self.keys.items():
            for cell in given if isinstance(given, tuple) else (given,):
                if isinstance(cell, str) and (key, cell) != ("seat", EACH):
                    yield cell


class Mapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"match": "record"}):
    """The whole file."""

    match: Match
    event: tuple[dict[str, Any], ...]
    table: Table = Table()
    seats: Seats = Seats()
    cards: Cards = Cards()
    words: dict[str, str] = {}

    def columns(self, events: tuple[Event, ...]) -> dict[str, None]:
        """Every column that is named, in the order of the file."""
        named: list[Any] = [*self.match.new, *self.match.meta.values(), self.match.uid]
        players = self.match.players
        named += [players] if isinstance(players, str) else players
        for event in events:
            named += [*event.columns(), *([event.when.column] if event.when else [])]
        return dict.fromkeys(name for name in named if isinstance(name, str) and name)


def loaded(path: str | Path) -> tuple[Mapping, tuple[Event, ...]]:
    """The mapping of a file. Raises RecordError where it is none, OSError."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        mapping = msgspec.convert(tomllib.loads(text), Mapping)
        _check(mapping)
        return mapping, tuple([_event(given) for given in mapping.event])
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise RecordError(f"broken TOML ({error})", source=str(path)) from None
    except msgspec.ValidationError as error:
        text, _, where = str(error).partition(" - at `$.")
        place = f"`{where.rstrip('`')}`: " if where else ""
        raise RecordError(f"{place}{text[0].lower()}{text[1:]}", source=str(path)) from None
    except RecordError as error:
        raise error.located(source=str(path)) from None


def _check(mapping: Mapping) -> None:
    table, cards = mapping.table, mapping.cards
    if table.separator and table.separator not in SEPARATORS:
        raise RecordError("`table.separator` must be a comma, a semicolon or a tab")
    try:
        codecs.lookup(table.encoding)
        "".encode(table.encoding)
    except LookupError:
        known = "expected one like utf-8, cp1252 or cp1251"
        raise RecordError(f"`table.encoding` {table.encoding!r:.40} is unknown: {known}") from None
    if table.skip < 0:
        raise RecordError("`table.skip` must be a number of lines")
    if cards.lang not in LANGUAGES:
        raise RecordError(f"`cards.lang` must be one of {', '.join(LANGUAGES)}")
    if not mapping.event:
        raise RecordError("no `[[event]]`: expected what the rows mean")


def _event(given: dict[str, Any]) -> Event:
    kind = given.get("type")
    if type(kind) is not str or not (kind in KINDS or kind.startswith("x-")):
        raise RecordError(f"an `[[event]]` needs a `type`: one of {', '.join(KINDS)}, or an x- one")
    keys = {key: each for key, each in given.items() if key not in ("type", "when")}
    if kind in KINDS:
        known = {field.encode_name for field in msgspec.structs.fields(KINDS[kind])}
        known |= {LOSERS} if kind == "score" else set()
        for key in keys:
            if key not in known:
                listed = ", ".join(sorted(known))
                raise RecordError(f"`{key:.40}` is no key of `{kind}`: expected one of {listed}")
    return Event(
        type=kind,
        keys=msgspec.convert(keys, dict[str, Cell | tuple[Cell, ...]]),
        when=None if "when" not in given else msgspec.convert(given["when"], When),
    )
