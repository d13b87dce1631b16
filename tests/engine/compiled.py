"""The rule functions, compiled: the same source on a NumPy record instead of a slotted object.

The adapters of a game run with its compiled rules in place of the plain ones, event by event.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Final

import numpy as np

from cardlog.engine.bulk.compiling import compiled, modules_of
from cardlog.engine.fold import Fold, begin
from cardlog.engine.state import State
from cardlog.records.game import Record

# Where the rules of each game stand: packages of the engine, and modules of the game's own.
RULES: Final = {
    "chase-the-ace": ("exchange",),
    "california-jack": ("tricks",),
    "shasta-sam": ("tricks",),
    "seven-up": ("tricks", "games.seven_up.begging", "games.seven_up.gap"),
    "pitch": ("tricks", "games.pitch.auction", "games.pitch.gap"),
}


class Compiled:
    """The rules of some modules, compiled: by plain function, and by module that names them."""

    def __init__(self, *names: str) -> None:
        modules = modules_of(names)
        dispatchers, _ = compiled(modules)
        self.functions = {f: _with_arrays(each) for f, each in dispatchers.items()}
        self.modules = {id(module): self._stand_in(module) for module in modules}

    def _stand_in(self, module: ModuleType) -> SimpleNamespace:
        return SimpleNamespace(**{k: self.instead_of(v) for k, v in vars(module).items()})

    def instead_of(self, value: Any) -> Any:
        """The compiled rule for a plain one; anything else as it is."""
        return self.functions.get(value, value) if isinstance(value, FunctionType) else value


rules_of = cache(Compiled)  # games that share their rules share what they compile to


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


def fold_compiled(record: Record) -> Fold:
    """A fold of the record in which the compiled rules stand in for the plain ones."""
    fold = begin(record)
    if not fold.stopped:
        rules = rules_of(*RULES[fold.game.name])
        plain = type(fold.game)
        changed: dict[str, Any] = {"advance": _with_rules(plain.advance, rules)}
        for table in ("handlers", "after_gap"):
            plain_ones = getattr(plain, table).items()
            changed[table] = {kind: _with_rules(h, rules) for kind, h in plain_ones}
        for name in dir(plain):
            value = getattr(plain, name)
            if rules.instead_of(value) is not value:
                changed[name] = staticmethod(rules.instead_of(value))
        fold.game = type("Compiled", (plain,), changed)()
        fold.state = as_record(fold.state)
    return fold.run()


def _with_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(state: Any, *args: Any) -> Any:
        arrays = (np.array(a, np.int64) if type(a) is list else a for a in args)
        found = function(state, *arrays)
        return None if found is None else int(found)

    return call


def _with_rules(function: Any, rules: Compiled) -> Any:
    """An adapter that calls the compiled rules, itself and through its own module's helpers."""
    names: dict[str, Any] = {}
    for name, value in function.__globals__.items():
        names[name] = rules.modules.get(id(value), rules.instead_of(value))
        if isinstance(value, FunctionType) and value.__module__ == function.__module__:
            names[name] = FunctionType(value.__code__, names, name)
    return FunctionType(function.__code__, names, function.__name__)
