"""Parameters of a query: what a user writes, as the value that is bound for `$name`."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

import msgspec

from cardlog.queries.errors import QueryError

_TRUE: Final = {"true": True, "yes": True, "false": False, "no": False}


def _truth(text: str) -> bool:
    return _TRUE[text.lower()]


_WHOLE: Final = {
    f"{sign}{name}": (0, 2**bits - 1) if sign else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    for name, bits in (("TINYINT", 8), ("SMALLINT", 16), ("INTEGER", 32), ("BIGINT", 64))
    for sign in ("", "U")
}

# By type: what a text comes to, what Python may give instead, and how it is told.
TYPES: Final[dict[str, tuple[Callable[[str], Any], tuple[type, ...], str]]] = {
    **dict.fromkeys(_WHOLE, (int, (int,), "a whole number")),
    "DOUBLE": (float, (int, float, Decimal), "a number"),
    "DECIMAL": (Decimal, (int, float, Decimal), "a number"),
    "VARCHAR": (str, (str,), "a text"),
    "BOOLEAN": (_truth, (bool,), "true or false"),
    "DATE": (datetime.date.fromisoformat, (datetime.date,), "a date such as 2026-11-27"),
    "TIMESTAMP": (
        datetime.datetime.fromisoformat,
        (datetime.datetime,),
        "a time such as 2026-11-27T20:15",
    ),
}


class Parameter(NamedTuple):
    """A parameter of a report. `default` is a value of its type, None where the heading says NULL
    or where it is `required`.

    A `type[]` takes several values, written with commas between them. `values` are those that there
    are, if they can be told; `names` says what else it names, a `game` or a `player` of an archive.
    """

    name: str
    type: str
    default: Any
    meaning: str
    required: bool = False
    values: tuple[str, ...] = ()
    names: str | None = None

    def value(self, given: Any) -> Any:
        """The value to be bound. Raises QueryError where it is none of this type."""
        base = self.type.removesuffix("[]")
        if given is None or (isinstance(given, str) and given.upper() == "NULL"):
            if self.default is None:
                return None
            raise self._wrong(base, "NULL")
        if base == self.type:
            return self._one(base, given)
        if isinstance(given, str):
            given = [each.strip() for each in given.strip("[]").split(",") if each.strip()]
        if not isinstance(given, Iterable):
            raise self._wrong(base, given)
        return [self._one(base, each) for each in given]

    def _one(self, base: str, given: Any) -> Any:
        convert, kinds, _ = TYPES[base]
        value = given
        if isinstance(given, str):
            try:
                value = convert(unquoted(given))
            except (ValueError, KeyError, InvalidOperation):
                raise self._wrong(base, given) from None
        elif not isinstance(given, kinds) or (isinstance(given, bool) and bool not in kinds):
            raise self._wrong(base, given)
        if isinstance(value, str) and value.upper() in self.values:
            value = value.upper()
        least, most = _WHOLE.get(base, (value, value))
        if not least <= value <= most:
            raise self._wrong(base, given, f" from {least} to {most}" if base in _WHOLE else "")
        if self.values and value not in self.values:
            raise self._wrong(base, given)
        return value

    def _wrong(self, base: str, given: Any, bounds: str = "") -> QueryError:
        expected = f"one of {', '.join(self.values)}" if self.values else TYPES[base][2]
        found = "null" if given == "NULL" else repr(str(given)[:60])
        return QueryError(f"parameter {self.name}: expected {expected}{bounds}, found {found}")


def unquoted(text: str) -> str:
    """A text without the quotes that SQL has around it."""
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    return text


def bound(
    parameters: Iterable[Parameter], used: set[str], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The values of a report's parameters. Raises QueryError where one is unknown or missing."""
    known = {each.name: each for each in parameters}
    for name in given:
        if name not in known:
            raise QueryError(f"there is no parameter {name}: {_listed(known)}")
    values = {}
    for name, each in known.items():
        if name not in given and each.required:
            raise QueryError(f"the parameter {name} is missing ({each.meaning})")
        value = each.value(given[name]) if name in given else each.default
        if name in used:
            values[name] = value
    if undeclared := used - set(known):
        raise QueryError(f"its heading has no line for ${min(undeclared)}")
    return values


def free(used: set[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values for SQL without a heading: a text is a number, true, false or null if it can be.

    Raises QueryError where one is missing, or not used.
    """
    for name in given:
        if name not in used:
            raise QueryError(f"there is no ${name} in the SQL: {_listed(sorted(used))}")
    if missing := used - set(given):
        raise QueryError(f"the parameter {min(missing)} is missing")
    return {name: guessed(value) for name, value in given.items()}


def guessed(value: Any) -> Any:
    """What a text on the command line means, where nothing says its type."""
    if not isinstance(value, str):
        return value
    try:
        found = msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeError):
        return unquoted(value)
    return found if isinstance(found, (int, float, bool, str, list, type(None))) else value


def _listed(names: Iterable[str]) -> str:
    told = ", ".join(names)
    return f"expected one of {told}" if told else "it has none"
