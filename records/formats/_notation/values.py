"""The values of the header lines that the record itself has."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import msgspec

from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.actions import integer
from cardlog.records.formats._notation.table import LONG, Table
from cardlog.records.formats._notation.tokens import (
    Fault,
    decoded,
    rest_of,
    split,
    text_from,
    uncommented,
    unless_quoted,
    value_of,
)
from cardlog.records.values import MAX_INT, json_fault

if TYPE_CHECKING:
    from cardlog.records.formats._notation.header import Header

_QUOTED: Final = r'"(?:[^"\\]|\\.)*+"'
_NAME: Final = re.compile(rf'\s*+({_QUOTED}|[^",]*+)\s*+(?:(,)|$)')
_PAIR: Final = re.compile(rf'\s*+({_QUOTED}|[^\s",=]++)\s*+=\s*+({_QUOTED}|[^",]*+)\s*+(?:(,)|$)')


def value_for(key: str, header: Header, line: str, column: int) -> Any:
    """The value of a key, from a column of its line on. Raises Fault."""
    if key in _JSON and rest_of(line, column)[0][:1] in ("[", "{"):
        return _converted(decoded(*rest_of(line, column)), _JSON[key])
    if len(line) > LONG and key in _JSON:
        raise Fault(f"the line is longer than {LONG} characters: write JSON instead")
    return _KEYS[key](header, line, column)


def exact(value: Any) -> Any:
    """The value. Raises Fault where JSON cannot hold it."""
    fault = json_fault(value)
    if fault:
        raise Fault(f"the value {fault}")
    return value


def _converted(data: Any, type_: Any) -> Any:
    try:
        return exact(msgspec.convert(data, type_))
    except msgspec.ValidationError as error:
        text = str(error)
        raise Fault(f"{text[0].lower()}{text[1:]}") from None


def _players(header: Header, line: str, column: int) -> tuple[str, ...]:
    return names_in(uncommented(line), column)


def names_in(line: str, column: int = 0) -> tuple[str, ...]:
    """The names from a column on, with commas between them. Raises Fault."""
    names = []
    more: str | None = ","
    while more:
        match = _NAME.match(line, column)
        if match is None:
            raise Fault(
                "expected names with commas between them; a name with a comma or a quote in it"
                ' goes in quotes, with \\" for a quote',
                column=rest_of(line, column)[1],
            )
        names.append(unless_quoted(match[1].rstrip(), match.start(1)))
        column, more = match.end(), match[2]
    return tuple(names)


def pairs_in(line: str, column: int = 0) -> dict[str, tuple[str, int]]:
    """`lives=2, profile=cuckoo`: the values as written, and where they stand. Raises Fault."""
    found: dict[str, tuple[str, int]] = {}
    more: str | None = line[column:].strip() and ","
    while more:
        match = _PAIR.match(line, column)
        if match is None:
            raise Fault(
                "expected KEY=VALUE with commas between them, each side in quotes where it has a"
                " comma or a quote in it",
                column=rest_of(line, column)[1],
            )
        key = unless_quoted(match[1], match.start(1))
        if key in found:
            raise Fault(f"`{key:.40}` for the second time", column=match.start(1))
        found[key] = match[2].rstrip(), match.start(2)
        column, more = match.end(), match[3]
    return found


def _rules(header: Header, line: str, column: int) -> dict[str, Any]:
    pairs = pairs_in(uncommented(line), column).items()
    return cast(dict[str, Any], exact({key: value_of(*text) for key, text in pairs}))


def _names(header: Header, line: str, column: int) -> dict[str, str]:
    return {key: unless_quoted(*text) for key, text in pairs_in(uncommented(line), column).items()}


def _standing(header: Header, line: str, column: int) -> tuple[int, ...]:
    words = split(uncommented(line)[column:])
    return () if words == ["-"] else tuple([integer(words, at) for at in range(len(words))])


def _uid(header: Header, line: str, column: int) -> str:
    return text_from(line, column)


def _observer(header: Header, line: str, column: int) -> int | str:
    text, column = rest_of(uncommented(line), column)
    if text.casefold() in w.spellings("spectator", header.lang):
        return "spectator"
    return Table(header.players(), header.lang).seat([text], 0)


def _seals(header: Header, line: str, column: int) -> list[Any]:
    seals = decoded(*rest_of(line, column))
    if type(seals) is not list:
        raise Fault("expected a list in brackets")
    return cast(list[Any], exact(seals))


def map_of(text: str, column: int) -> dict[str, Any]:
    """A map written as JSON. Raises Fault."""
    data = decoded(text, column)
    if type(data) is not dict:
        raise Fault("expected a map in braces", column=column)
    return cast(dict[str, Any], exact(data))


def _lang(header: Header, line: str, column: int) -> str:
    lang = rest_of(uncommented(line), column)[0].lower()
    if lang not in w.LANGUAGES:
        raise Fault(f"expected one of {', '.join(w.LANGUAGES)}")
    return lang


# The headers whose value may be written as JSON, as `meta` and `seals` always are.
_JSON: Final[dict[str, Any]] = {
    "players": tuple[str, ...],
    "rules": dict[str, Any],
    "names": dict[str, str],
    "standing": tuple[Annotated[int, msgspec.Meta(ge=-MAX_INT, le=MAX_INT)], ...],
}
_KEYS: Final[dict[str, Callable[[Header, str, int], Any]]] = {
    "players": _players,
    "rules": _rules,
    "standing": _standing,
    "uid": _uid,
    "observer": _observer,
    "names": _names,
    "seals": _seals,
    "lang": _lang,
}
