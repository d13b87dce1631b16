"""How often Python looks for garbage while many records are gone through."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

NEW: Final = 20_000  # objects between two looks; Python's own count is 700


@contextlib.contextmanager
def seldom() -> Iterator[None]:
    """Look for it seldom: records, and what is made of them, are no garbage.

    They are tuples by the thousand without a circle among them, which go as soon as nobody needs
    them. Looking through those that are still needed, again and again, would cost an ingest a
    tenth of its time and find nothing. What was imported stays, and need not be looked at at all.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(NEW)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
