"""Values that JSON holds exactly (I-JSON, RFC 7493): what may stand in `meta` and its like."""

from __future__ import annotations

import math
from typing import Any, Final

MAX_DEPTH: Final = 200  # of maps and lists
MAX_INT: Final = 2**53 - 1  # what every JSON reader keeps exactly

_NAMES: Final = {
    dict: "a map",
    list: "a list",
    tuple: "a list",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "a truth value",
    type(None): "null",
    bytes: "binary data",
}


def named(value: object) -> str:
    """What kind of value it is, in the words of the file format."""
    return _NAMES.get(type(value), "a value of another kind")


def json_fault(value: Any, depth: int = 0) -> str | None:
    """Why JSON cannot hold the value exactly, to be said after its name; None where it can."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return None
    if kind is int:
        exact = -MAX_INT <= value <= MAX_INT
        return None if exact else f"holds the number {value!r:.40}, beyond 53 bits: write a string"
    if kind is float:
        return None if math.isfinite(value) else f"holds {value}, which JSON cannot"
    if kind not in (list, tuple, dict):
        return f"holds {named(value)}, which JSON cannot"
    if depth == MAX_DEPTH:
        return f"is nested deeper than {MAX_DEPTH} levels"
    if kind is dict:
        for key in value:
            if type(key) is not str:
                return f"has {named(key)} as a key, not a string"
        value = value.values()
    for item in value:
        fault = json_fault(item, depth + 1)
        if fault:
            return fault
    return None
