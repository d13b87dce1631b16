"""The rule functions, compiled: the same source on a NumPy record instead of a slotted object.

The adapters of a game run with its compiled rules in place of the plain ones, event by event.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Final

import numpy as np

from cardlog.engine.bulk.carrier import EXCHANGE, TRICKS, Kinds, carried
from cardlog.engine.bulk.compiling import compiled, modules_of
from cardlog.engine.exchange.state import NO_CARD
from cardlog.engine.fold import Fold, begin
from cardlog.engine.state import State
from cardlog.records.game import Record

# Where the rules of each family stand: packages of the engine, and modules of a game's own. Games
# of one family share what they compile to, and their states share a record type.
EXCHANGE_RULES: Final = ("exchange",)
TRICK_RULES: Final = (
    "tricks", "games.seven_up.begging", "games.seven_up.gap", "games.pitch.auction",
    "games.pitch.gap",
)  # fmt: skip
RULES: Final = {
    "chase-the-ace": (EXCHANGE_RULES, EXCHANGE),
    "california-jack": (TRICK_RULES, TRICKS),
    "shasta-sam": (TRICK_RULES, TRICKS),
    "seven-up": (TRICK_RULES, TRICKS),
    "pitch": (TRICK_RULES, TRICKS),
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


rules_of = cache(Compiled)


class Carried:
    """A state on a record that has room for as many as can sit at any table: rules see the record,
    and adapters what there is of it at this one."""

    __slots__ = ("_fields", "record")

    def __init__(self, state: State, kinds: Kinds) -> None:
        self.record = carried(state, kinds).view(np.recarray)[0]
        self._fields = {
            name: slice(len(value)) if type(value) is list else None
            for name in state.fields()
            for value in (getattr(state, name),)
        }

    def __getattr__(self, name: str) -> Any:
        field, value = self._fields[name], self.record[name]
        return value if field is None else value[field]

    def __setattr__(self, name: str, value: Any) -> None:
        if name in Carried.__slots__:
            object.__setattr__(self, name, value)
        elif self._fields[name] is None:
            self.record[name] = value
        else:
            self.record[name][self._fields[name]] = value


def fold_compiled(record: Record) -> Fold:
    """A fold of the record in which the compiled rules stand in for the plain ones."""
    fold = begin(record)
    if not fold.stopped:
        names, kinds = RULES[fold.game.name]
        rules = rules_of(*names)
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
        fold.state = Carried(fold.state, kinds)  # type: ignore[assignment]
    return fold.run()


def _with_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(state: Any, *args: Any) -> Any:
        arrays = (_array(a, state.record) if type(a) is list else a for a in args)
        found = function(state.record, *arrays)
        return None if found is None else int(found)

    return call


def _array(values: list[int], record: Any) -> Any:
    """A list as an array; in a family with a hand of one card, with the places nobody sits at."""
    empty = len(record.hand) - len(values) if "hand" in record.dtype.names else 0
    return np.array([*values, *[NO_CARD] * empty], np.int64)


def _with_rules(function: Any, rules: Compiled) -> Any:
    """An adapter that calls the compiled rules, itself and through its own module's helpers."""
    names: dict[str, Any] = {}
    for name, value in function.__globals__.items():
        names[name] = rules.modules.get(id(value), rules.instead_of(value))
        if isinstance(value, FunctionType) and value.__module__ == function.__module__:
            names[name] = FunctionType(value.__code__, names, name)
    return FunctionType(function.__code__, names, function.__name__)
