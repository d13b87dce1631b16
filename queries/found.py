"""What the fold and the audit made of a record, as values of the tables' columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cardlog.engine.audit import Audit, DealResult, Outcome
from cardlog.engine.bulk import noted as at
from cardlog.engine.games.chase_the_ace.decks import DECKS
from cardlog.records.cards import SUITS

if TYPE_CHECKING:
    from cardlog.engine.bulk.plain import Found as Plain
    from cardlog.engine.bulk.plain import Match

encoded: Final = msgspec.json.Encoder().encode

RANKS: Final = DECKS[0].ranks
_NOT_ALL_FOURS: Final = (None,) * 10
_NO_BID: Final[tuple[Any, ...]] = (None, None, None)


class Found(NamedTuple):
    """Values of the columns of `games` and `deals` that were not written but found, in their order.

    Those of a deal are under the index of the event that it begins with; where compiled rules have
    found them they are in `plain` until somebody wants them so (`deals_of`).
    """

    game: tuple[Any, ...]
    deals: Mapping[int, tuple[Any, ...]]
    plain: Plain | None = None


NOTHING: Final = Found((None,) * 9, {})


def found(outcome: Outcome, audit: Audit | None) -> Found:
    """What there is to say of a record."""
    return Found(
        game_found(outcome, audit), {each.events[0]: deal_found(each) for each in outcome.deals}
    )


def found_plain(plain: Plain) -> Found:
    """The same of a record that compiled rules have judged."""
    match = plain.match
    rules = match.rules
    game = (
        rules.get("profile"), rules.get("edition"), match.options, True, plain.status,
        plain.winners, plain.standing, 0, None,
    )  # fmt: skip
    return Found(game, {}, plain)


def deals_of(found: Found) -> Mapping[int, tuple[Any, ...]]:
    """The values of each deal."""
    return found.deals if found.plain is None else rows_of(found.plain)


def rows_of(plain: Plain) -> Mapping[int, tuple[Any, ...]]:
    """The same of what compiled rules have found."""
    match = plain.match
    deal = _exchanged if match.exchange else _played
    return {row[at.FIRST]: deal(row, match) for row in plain.deals.tolist()}


def game_found(outcome: Outcome, audit: Audit | None) -> tuple[Any, ...]:
    """The nine values of a row of `games`."""
    rules = outcome.rules
    ok = not outcome.findings if audit is None else audit.ok
    status = outcome.status if audit is None else audit.status
    stopped = None if outcome.stopped is None else outcome.stopped[1]
    findings = 0 if audit is None else len(audit.findings)
    return (
        rules.get("profile"), rules.get("edition"), encoded(rules).decode(), ok, status,
        outcome.winners, outcome.standing, findings, stopped,
    )  # fmt: skip


def deal_found(result: DealResult) -> tuple[Any, ...]:
    """The sixteen values of a row of `deals`."""
    told = result.detail.get
    written = (result.dealer, result.events[1], result.void, result.changes)
    if "pips" not in result.detail:
        return (*written, told("lowest"), told("pot"), *_NOT_ALL_FOURS)
    bid = told("bid")
    return (
        *written, None, None, told("trump"), told("high"), told("low"), told("jack"), told("game"),
        told("nine"), told("pips"),
        *((bid.get("side"), bid.get("value"), bid.get("made")) if bid else _NO_BID),
    )  # fmt: skip


# What the row of a complete deal tells by arithmetic (engine/bulk/noted.py). `row` is that of one
# deal; or it has for each place an array, with a number for each of many deals.


def pot_of(row: Any, total: Any) -> tuple[Any, Any]:
    """Chase the Ace: the pot, where there are `total` tokens in all; and whether it is known."""
    return total - row[at.IN_HANDS], total >= 0


def bought(row: Any, sides: Any) -> tuple[Any, Any, Any, Any]:
    """Pitch: which side bought the deal, for what, and whether it made it; and if anybody did."""
    bid = row[at.BID]
    return row[at.BIDDER] % sides, bid, row[at.MADE] == 1, bid != 0


def _exchanged(row: list[int], match: Match) -> tuple[Any, ...]:
    """The sixteen values of a deal of Chase the Ace, from a row of a compiled fold."""
    if row[at.HOW] != at.COMPLETE:
        return (*_ended(row, match), None, None, *_NOT_ALL_FOURS)
    pot, known = pot_of(row, match.total)
    lowest = RANKS[row[at.LOWEST]] if row[at.LOWEST] >= 0 else None
    return (*_ended(row, match), lowest, pot if known else None, *_NOT_ALL_FOURS)


def _played(row: list[int], match: Match) -> tuple[Any, ...]:
    """The same of a deal of All Fours."""
    if row[at.HOW] != at.COMPLETE:
        return (*_ended(row, match), None, None, *_NOT_ALL_FOURS)
    trump, pips, bid = row[at.TRUMP], row[at.PIPS : at.PIPS + match.sides], _NO_BID
    if match.game == "pitch":
        side, value, made, is_bid = bought(row, match.sides)
        bid = (side, value, made) if is_bid else _NO_BID
    return (
        *_ended(row, match), None, None, SUITS[trump] if trump >= 0 else None,
        *[side if side >= 0 else None for side in row[at.HIGH : at.BID]], pips, *bid,
    )  # fmt: skip


def _ended(row: list[int], match: Match) -> tuple[Any, ...]:
    how = row[at.HOW]
    changes = None if how == at.GOES_ON else row[at.BY_SIDE : at.BY_SIDE + match.sides]
    return row[at.DEALER], row[at.LAST], how == at.VOIDED, changes
