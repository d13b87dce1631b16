"""What accounts and other courses leave open where cards or events are not known."""

from __future__ import annotations

from cardlog.engine.account import accounts
from cardlog.engine.course import Change
from cardlog.engine.what_if import what_if
from cardlog.records.events import Swap
from tests.engine.unseen.by_hand import deal, record, shows, stays


def test_accounts_of_an_exchange_after_a_gap() -> None:
    unseen = [deal("??", "??", "??"), {"type": "gap"}, {"type": "swap", "seat": 0, "target": 1}]
    assert len(accounts(record(unseen))) == 1


def test_what_if_says_the_same_only_where_nothing_is_open() -> None:
    """Whether Ana or Bruno loses with the exchange depends on a card that nobody saw."""
    match = record([deal("2c", "??", "7d"), *stays(0, 1, 2), *shows("2c", "??", "7d")])
    found = what_if(match, [Change(event=1, kind="replaced", to=Swap(seat=0, target=1))])
    assert found.open and not found.same
