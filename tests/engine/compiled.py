"""The rule functions, compiled: the same source on a NumPy record instead of a slotted object.

Each package of rules is copied into a namespace in which every function is a Numba dispatcher, so
that rules call one another compiled; the adapters of a game then run with that namespace in
place of the rule package. Nothing is written a second time.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import numba
import numpy as np

from cardlog.engine import match as match_module
from cardlog.engine.fold import Fold, begin
from cardlog.engine.state import State
from cardlog.records import cards as cards_module
from cardlog.records.game import Record

SHARED = ("misdeal", "score")


def compile_rules(package: Any) -> SimpleNamespace:
    """The functions of a package of rules, compiled, beside its constants."""
    modules = [cards_module, match_module]
    for found in pkgutil.iter_modules(package.__path__):
        modules.append(importlib.import_module(f"{package.__name__}.{found.name}"))
    names: dict[str, Any] = {}
    sources: dict[str, FunctionType] = {}
    for module in modules:
        names |= vars(module)
        sources |= _functions(module)
    for name, value in list(names.items()):
        if type(value) is list:  # a constant list is a constant array
            names[name] = np.array(value, np.int64)
    for name, function in sources.items():
        names[name] = numba.njit(FunctionType(function.__code__, names, name))
    compiled = SimpleNamespace(**{name: names[name] for name in package.__all__})
    for name in {*sources} & {*package.__all__, *SHARED}:
        setattr(compiled, name, _with_arrays(names[name]))
    return compiled


def as_record(state: State) -> Any:
    """A NumPy record with the fields of a state."""
    values = {name: getattr(state, name) for name in state.fields()}
    shapes = [
        (name, np.int64, (len(value),)) if type(value) is list else (name, np.int64)
        for name, value in values.items()
    ]
    record = np.zeros(1, dtype=shapes).view(np.recarray)[0]
    for name, value in values.items():
        setattr(record, name, value)
    return record


def fold_compiled(record: Record, rules: Any) -> Fold:
    """A fold of the record in which the compiled rules stand in for the plain ones."""
    fold = begin(record)
    if not fold.stopped:
        plain = type(fold.game)
        handlers = {kind: _with_rules(h, rules) for kind, h in plain.handlers.items()}
        advance = _with_rules(plain.advance, rules)
        fold.game = type("Compiled", (plain,), {"handlers": handlers, "advance": advance})()
        fold.state = as_record(fold.state)
    return fold.run()


def _functions(module: Any) -> dict[str, FunctionType]:
    """The rule functions that a module defines; private ones are not rules."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    }


def _with_arrays(function: Callable[..., int]) -> Callable[..., int]:
    def call(state: Any, *args: Any) -> int:
        arrays = (np.array(a, np.int64) if type(a) is list else a for a in args)
        return int(function(state, *arrays))

    return call


def _with_rules(handler: Any, rules: Any) -> Any:
    """An adapter whose global `rules` (or `score`, `misdeal`) is the compiled one."""
    names = {**handler.__globals__, "rules": rules}
    names |= {name: getattr(rules, name) for name in SHARED}
    for name, value in handler.__globals__.items():
        if isinstance(value, FunctionType) and value.__module__ == handler.__module__:
            names[name] = FunctionType(value.__code__, names, name)
    return FunctionType(handler.__code__, names, handler.__name__)
