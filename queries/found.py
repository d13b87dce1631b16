"""What the fold and the audit made of a record, as values of the tables' columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from cardlog.engine.audit import Audit, DealResult, Outcome

encoded: Final = msgspec.json.Encoder().encode

_NOT_ALL_FOURS: Final = (None,) * 10
_NO_BID: Final = (None, None, None)


class Found(NamedTuple):
    """Values of the columns of `games` and `deals` that were not written but found, in their order.

    Those of a deal are under the index of the event that it begins with.
    """

    game: tuple[Any, ...]
    deals: Mapping[int, tuple[Any, ...]]


NOTHING: Final = Found((None,) * 9, {})


def found(outcome: Outcome, audit: Audit | None) -> Found:
    """What there is to say of a record."""
    return Found(
        game_found(outcome, audit), {each.events[0]: deal_found(each) for each in outcome.deals}
    )


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
