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


# By type: what a text comes to, what Python may give instead, and how it is told.
TYPES: Final[dict[str, tuple[Callable[[str], Any], tuple[type, ...], str]]] = {
    **dict.fromkeys(
        ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"),
        (int, (int,), "a whole number"),
    ),
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
    """A parameter of a report. `default` is as written in the heading; None where it must be given.

    A `type[]` takes several values, written with commas between them.
    """

    name: str
    type: str
    default: str | None
    meaning: str

    def value(self, given: Any) -> Any:
        """The value to be bound. Raises QueryError where it is none of this type."""
        base = self.type.removesuffix("[]")
        if given is None or (isinstance(given, str) and given.upper() == "NULL"):
            return None
        if base == self.type:
            return self._one(base, given)
        if isinstance(given, str):
            given = [each.strip() for each in given.strip("[]").split(",") if each.strip()]
        if not isinstance(given, Iterable):
            raise self._wrong(base, given)
        return [self._one(base, each) for each in given]

    def _one(self, base: str, given: Any) -> Any:
        convert, kinds, _ = TYPES[base]
        if isinstance(given, str):
            try:
                return convert(unquoted(given))
            except (ValueError, KeyError, InvalidOperation):
                raise self._wrong(base, given) from None
        if not isinstance(given, kinds) or (isinstance(given, bool) and bool not in kinds):
            raise self._wrong(base, given)
        return given

    def _wrong(self, base: str, given: Any) -> QueryError:
        return QueryError(
            f"parameter {self.name}: expected {TYPES[base][2]}, found {str(given)[:60]!r}"
        )


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
        if name not in given and each.default is None:
            raise QueryError(f"the parameter {name} is missing ({each.meaning})")
        value = each.value(given.get(name, each.default))
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
