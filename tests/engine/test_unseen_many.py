"""Nobody is accused, and nothing false is stated, whatever cards of a match were hidden."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.unseen.many import check, hidden_match


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**48))
def test_nobody_is_accused(seed: int) -> None:
    check(*hidden_match(random.Random(seed)))
