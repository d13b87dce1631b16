"""The options of California Jack: types, bounds and defaults (records/README.md)."""

from __future__ import annotations

from typing import Any, Literal

from cardlog.engine.options import Limit, Options, read_options


class CaliforniaOptions(Options, frozen=True, kw_only=True):
    """Every option, with the ids of the clauses and readings that explain it."""

    target: Limit = 10  # CJ-5.1
    low_to: Literal["holder", "taker"] = "holder"  # B-04
    loser_draw: Literal["open", "blind"] = "open"  # B-02
    turned_jack: bool = False  # B-07
    first_dealer: Literal["low", "high"] = "low"  # B-08
    strict_follow: bool = False  # B-11
    void_must_trump: bool = False  # B-10
    shasta_point: bool = False  # CJ-V4
    stock: Literal["face_up", "face_down"] = "face_up"  # B-01


def read(rules: dict[str, Any], seats: int = 2) -> CaliforniaOptions:
    """The complete options of a record. Raises RecordError where they are wrong."""
    return read_options(CaliforniaOptions, {}, rules, "california-jack")
