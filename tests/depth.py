"""How far properties that are slow to try are tried.

`CARDLOG_TEST_DEPTH=4 pytest` tries four times as many examples of each; `.ci/deep` does so.
"""

from __future__ import annotations

import os
from typing import Final

from hypothesis import settings

DEPTH: Final = int(os.environ.get("CARDLOG_TEST_DEPTH", "1"))


def tried(examples: int) -> settings:
    """So many examples of a property, times the depth."""
    return settings(max_examples=examples * DEPTH, deadline=None)
