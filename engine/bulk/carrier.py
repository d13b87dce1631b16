"""The state of a fold as a NumPy record, with the fields that the rules name.

One record type serves every table of a family: lists by seat have a place for as many players as
can sit at one, and a place that nobody sits at is like a player who is out.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from cardlog.engine.exchange import ExchangeState
from cardlog.engine.games.pitch.auction import PitchState
from cardlog.engine.games.seven_up.begging import SevenUpState
from cardlog.engine.state import State
from cardlog.engine.tricks.state import MOST_SEATS as MOST_AT_TRICKS

MOST_SEATS = 20  # at any table: the compendium's Chase the Ace

# Kinds of states that share a record type: each with as many players as can be.
TRICKS = ((SevenUpState, MOST_AT_TRICKS), (PitchState, MOST_AT_TRICKS))
EXCHANGE = ((ExchangeState, MOST_SEATS),)
Kinds = tuple[tuple[type[State], int], ...]


@cache
def empty(kinds: Kinds) -> dict[str, Any]:
    """Every field of these states where nobody sits at the table."""
    found: dict[str, Any] = {}
    for kind, most in kinds:
        for seats in (2, most):
            state = kind(seats, [0] * seats)
            for name in state.fields():
                value = getattr(state, name)
                if type(value) is not list or len(value) >= len(found.get(name, ())):
                    found[name] = value
    return found


@cache
def type_of(kinds: Kinds) -> np.dtype[Any]:
    """The type of the record."""
    return np.dtype(
        [
            (name, np.int64, (len(value),)) if type(value) is list else (name, np.int64)
            for name, value in empty(kinds).items()
        ]
    )


def carried(state: State, kinds: Kinds) -> Any:
    """A state as an array of one record."""
    array = np.zeros(1, type_of(kinds))
    for name, value in empty(kinds).items():
        own = getattr(state, name, value)
        if type(value) is list:
            array[name][0, :] = value
            array[name][0, : len(own)] = own
        else:
            array[name][0] = own
    return array
