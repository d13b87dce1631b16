"""Reading a game's options: typed, bounded, complete.

A game declares its options as one msgspec Struct in which every field has a type (a Literal, a
bool, or an int with bounds). What a record leaves out is filled in from a profile. Anything
unknown or out of range is a RecordError that lists what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from cardlog.engine import editions
from cardlog.records.errors import RecordError

Limit = Annotated[int, Meta(ge=1, le=1_000_000)]  # lives, targets: bounded, as rules add them up


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every game accepts: the edition of the rules the table played by (editions.py)."""

    edition: str | None = None


def every_option(options: Options) -> dict[str, Any]:
    """Every option by name, as an outcome has them; no edition where none is pinned."""
    rules: dict[str, Any] = msgspec.to_builtins(options)
    if rules.get("edition") is None:
        rules.pop("edition", None)
    return rules


EDITION: Final = str | None
O = TypeVar("O", bound=Options)  # noqa: E741


def read_options(
    kind: type[O], defaults: Mapping[str, Any], rules: Mapping[str, Any], game: str
) -> O:
    """The complete options of a record. Raises RecordError naming the option that is wrong."""
    known = kind.__struct_fields__
    for name in rules:
        if name not in known:
            raise RecordError(
                f"unknown option `{name:.60}`: {game} has {', '.join(f'`{k}`' for k in known)}"
            )
    hints = _hints(kind)
    for name, value in rules.items():
        try:
            msgspec.convert(value, hints[name])
        except msgspec.ValidationError:
            raise RecordError(
                f"option `{name}`: expected {allowed(hints[name])}, got {_written(value)}"
            ) from None
    edition = rules.get("edition")
    if edition is not None:
        profile = rules.get("profile", defaults.get("profile"))
        defaults = {**defaults, **editions.defaults(edition, game, profile)}
    return msgspec.convert({**defaults, **rules}, kind)


@cache
def _hints(kind: type[Options]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def allowed(hint: Any) -> str:
    """In words, what an option of this type may be."""
    if hint == EDITION:
        return f"one of {', '.join(editions.names())}"
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(str(v) for v in get_args(hint))
    if get_origin(hint) is Annotated:
        meta = get_args(hint)[1]
        return f"a whole number from {meta.ge} to {meta.le}"
    return "true or false" if hint is bool else "text"


def values_of(kind: type[Options]) -> dict[str, tuple[Any, ...]]:
    """By option, every value that it can have, for those of a Literal and for true or false."""
    found: dict[str, tuple[Any, ...]] = {}
    for name, hint in _hints(kind).items():
        if hint is bool:
            found[name] = (False, True)
        elif get_origin(hint) is Literal:
            found[name] = get_args(hint)
    return found


def described(options: Options) -> dict[str, str]:
    """By option, in words: its value, and what else it may be."""
    hints = _hints(type(options))
    return {
        name: f"{_written(getattr(options, name))}   ({allowed(hint)})"
        for name, hint in hints.items()
    }


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()[:60]
