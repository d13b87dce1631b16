"""Rules compiled by Numba: the same source on a NumPy record instead of a slotted object.

Each module of rules is copied into a namespace in which every rule is a Numba dispatcher, so that
rules call one another compiled. Nothing is written a second time.

Numba is an extra (`cardlog[fast]`), takes half a second to import and some seconds to compile. What
it has compiled it keeps beside the source, or in the user's cache; the names there tell from which
source it was, since Numba itself looks only at the file of the outermost function. Of processes
that start together one compiles, and the others wait for what it keeps.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import pkgutil
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from types import FunctionType, ModuleType
from typing import Any, Final

import numba
import numpy as np

from cardlog.engine import match
from cardlog.engine.bulk.noted import NOT_PLAIN
from cardlog.records import cards, flat, locks

WAIT: Final = 120.0  # seconds, for another process that compiles: far longer than it takes


def modules_of(names: Iterable[str]) -> list[ModuleType]:
    """Modules of the engine with what lies in them, and those that all rules use."""
    modules = [cards, match]
    for name in names:
        module = importlib.import_module(f"cardlog.engine.{name}")
        modules.append(module)
        for found in pkgutil.iter_modules(getattr(module, "__path__", ())):
            modules.append(importlib.import_module(f"{module.__name__}.{found.name}"))
    return modules


def compiled(modules: list[ModuleType]) -> tuple[dict[FunctionType, Any], list[dict[str, Any]]]:
    """The rules of some modules as dispatchers, and the namespaces that they see, by module."""
    spaces = [dict(vars(module)) for module in modules]
    plain = {f: space for m, space in zip(modules, spaces, strict=True) for f in functions_of(m)}
    dispatchers = {
        f: numba.njit(FunctionType(f.__code__, space, f.__name__)) for f, space in plain.items()
    }
    for space in spaces:
        for name, value in list(space.items()):
            if type(value) is list and not name.startswith("__"):
                space[name] = np.array(value, np.int64)  # a constant list, a constant array
            elif isinstance(value, FunctionType):
                space[name] = dispatchers.get(value, value)
    return dispatchers, spaces


def functions_of(module: ModuleType) -> list[FunctionType]:
    """The rule functions that a module defines; private ones are not rules."""
    return [
        value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    ]


def kept(entry: FunctionType, modules: list[ModuleType]) -> Callable[..., int]:
    """A function that calls rules, compiled once and kept for the next process."""
    _, spaces = compiled(modules)
    space = next(s for s, m in zip(spaces, modules, strict=True) if m.__name__ == entry.__module__)
    function = FunctionType(entry.__code__, space, entry.__name__)
    sources = (*modules, flat)  # what flat columns have for nothing is a constant in them
    digest = hashlib.sha256("\0".join(map(inspect.getsource, sources)).encode()).hexdigest()
    function.__module__ = entry.__module__
    function.__qualname__ = f"{entry.__name__}-{digest[:16]}"
    return Kept(function)


class Kept:
    """A function that is called compiled: from what is kept, else compiled anew, else not at all.

    What is kept may be damaged, and there may be no place to keep it; a call that fails gives
    NOT_PLAIN, so that whoever called judges the record in another way.
    """

    def __init__(self, function: FunctionType) -> None:
        self._ways: list[Callable[[FunctionType], Any]] = [numba.njit(cache=True), numba.njit]
        self._function = function
        self._compiled: Any = None

    def __call__(self, *args: Any) -> int:
        while self._ways:
            try:
                if self._compiled is None:
                    return self._first(args)
                found: int = self._compiled(*args)
                return found
            except Exception:  # from deep in Numba it may be any
                self._compiled = None
                del self._ways[0]
        return NOT_PLAIN

    def _first(self, args: tuple[Any, ...]) -> int:
        """The first call, which compiles, or loads what another process has compiled meanwhile."""
        compiled = self._ways[0](self._function)
        folder = compiled.stats.cache_path
        name = f"{self._function.__name__}.lock"
        with locks.one_by_one(os.path.join(folder, name), WAIT) if folder else nullcontext():
            found: int = compiled(*args)
        self._compiled = compiled
        return found
