"""The options of Shasta Sam: those of California Jack, whose cards and points it shares."""

from __future__ import annotations

from typing import Any

from cardlog.engine.games.california_jack.options import CaliforniaOptions
from cardlog.engine.options import read_options


class ShastaOptions(CaliforniaOptions, frozen=True, kw_only=True):
    """Every option, with the defaults that California Jack has (C-01)."""


def read(rules: dict[str, Any], seats: int = 3) -> ShastaOptions:
    """The complete options of a record. Raises RecordError where they are wrong."""
    return read_options(ShastaOptions, {}, rules, "shasta-sam")
