"""The options of Seven-Up: types, bounds, defaults and contradictions (records/README.md)."""

from __future__ import annotations

from typing import Any, Final, Literal

from cardlog.engine.options import Limit, Options, read_options
from cardlog.records.errors import RecordError

PARTNERS: Final = 4  # players at a table of two pairs


class SevenUpOptions(Options, frozen=True, kw_only=True):
    """Every option, with the ids of the clauses and readings that explain it."""

    target: Limit = 7  # SU-17
    partners: bool  # SU-1
    after_run: Literal["discard", "keep"] = "discard"  # SU-11
    game_tie: Literal["elder", "nobody"] = "elder"  # SU-16
    gift_to: Literal["each", "eldest"] = "each"  # SU-10
    low_to: Literal["holder", "taker"] = "holder"  # B-04


def read(rules: dict[str, Any], seats: int) -> SevenUpOptions:
    """The complete options of a record. Raises RecordError where they are wrong."""
    options = read_options(SevenUpOptions, {"partners": seats == PARTNERS}, rules, "seven-up")
    if options.partners and seats != PARTNERS:
        raise RecordError(
            f"`partners` = true contradicts {seats} players: two pairs are four (SU-1)"
        )
    return options
