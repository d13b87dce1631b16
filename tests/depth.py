"""How far properties that are slow to try are tried.

`CARDLOG_TEST_DEPTH=4 pytest` tries four times as many examples of each; `.ci/deep` does so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TypeVar

from hypothesis import settings

T = TypeVar("T")

DEPTH: Final = int(os.environ.get("CARDLOG_TEST_DEPTH", "1"))


def tried(examples: int) -> settings:
    """So many examples of a property, times the depth."""
    return settings(max_examples=examples * DEPTH, deadline=None)


def some(values: Iterable[T], share: int) -> list[T]:
    """One of so many values, spread over them all; every one where more is tried."""
    return list(values) if DEPTH > 1 else list(values)[::share]
