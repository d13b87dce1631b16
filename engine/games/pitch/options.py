"""The options of Pitch: types, bounds, defaults and contradictions (records/README.md)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from cardlog.engine.options import Limit, Options, read_options
from cardlog.records.errors import RecordError

PARTNERS: Final = 4  # players at a table of two pairs
FIVE: Final = 5  # what the smudge is worth where it asks for every trick as well

Bid = Annotated[int, Meta(ge=1, le=FIVE)]


class PitchOptions(Options, frozen=True, kw_only=True):
    """Every option, with the ids of the clauses and readings that explain it."""

    target: Limit  # PI-14
    partners: bool = False  # PI-1
    min_bid: Bid = 2  # PI-4
    max_bid: Bid  # PI-4
    dealer_steal: Literal["below_max", "always", "four_only", "never"] = "below_max"  # PI-5
    all_pass: Literal["stick_dealer", "free_lead", "throw_in"] = "stick_dealer"  # PI-6
    low_to: Literal["holder", "taker"] = "holder"  # PI-9
    smudge: Literal["bid4", "win_game", "bid5"] = "bid4"  # PI-13
    go_out: Literal["pitcher_first", "pitchers_only"] = "pitcher_first"  # PI-15


def read(rules: dict[str, Any], seats: int) -> PitchOptions:
    """The complete options of a record. Raises RecordError where they are wrong."""
    defaults = {
        "target": 21 if rules.get("partners") is True else 7,
        "max_bid": FIVE if rules.get("smudge") == "bid5" else FIVE - 1,
    }
    options = read_options(PitchOptions, defaults, rules, "pitch")
    _refuse_contradictions(options, seats)
    return options


def _refuse_contradictions(options: PitchOptions, seats: int) -> None:
    if options.partners and seats != PARTNERS:
        raise RecordError(
            f"`partners` = true contradicts {seats} players: two pairs are four (PI-1)"
        )
    if options.min_bid > options.max_bid:
        raise RecordError(
            f"`min_bid` = {options.min_bid} contradicts `max_bid` = {options.max_bid}: no bid"
            " would be left (PI-4)"
        )
    if options.max_bid == FIVE and options.smudge != "bid5":
        raise RecordError(
            f"`max_bid` = {FIVE} contradicts `smudge` = {options.smudge}: a deal has four points,"
            " and only `smudge` = bid5 makes a bid of five (PI-13)"
        )
    if options.smudge == "bid5" and options.max_bid < FIVE:
        raise RecordError(
            f"`smudge` = bid5 contradicts `max_bid` = {options.max_bid}: it makes the smudge a bid"
            f" of {FIVE} (PI-13)"
        )
