"""The games, found by their name: each module or package here that has a `GAME` is one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from cardlog.engine.game import Game
from cardlog.records.errors import RecordError


@cache
def _modules() -> dict[str, str]:
    """Module names by the game's name, without importing them: `seven_up` is `seven-up`."""
    return {m.name.replace("_", "-"): m.name for m in pkgutil.iter_modules(__path__)}


@cache
def _load(name: str) -> Game[Any, Any]:
    game: Game[Any, Any] = importlib.import_module(f"{__name__}.{_modules()[name]}").GAME
    return game


def names() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted(_modules()))


def find(name: str) -> Game[Any, Any]:
    """The game of this name or alias. Raises RecordError that lists the known ones."""
    if name in _modules():
        return _load(name)
    for known in names():
        if name in _load(known).aliases:
            return _load(known)
    raise RecordError(f"unknown game {name!r:.60}: this version knows {', '.join(names())}")
