"""The account of a deal adds up to what the fold says of it, and to what the naive model says."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import cardlog
from cardlog.engine.account import DealAccount
from cardlog.records.cards import Card
from cardlog.records.game import from_map, to_map
from tests.engine.test_properties import SEEDS, TABLES, match
from tests.games import golden, golden_records

WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


def check(account: DealAccount, deal: Any, sides: int, low_to: str) -> None:
    assert (account.deal, account.events, account.changes) == (deal.deal, deal.events, deal.changes)
    if deal.void or deal.changes is None:
        return
    if "lowest" in deal.detail:
        last = [row[-1].card if row else None for row in account.held]
        assert account.lowest == deal.detail["lowest"]
        assert account.losers == tuple(deal.detail["losers"])
        if account.lowest is not None and all(card is None or card.known for card in last):
            assert account.lowest in {card.rank for card in last if card is not None}
        return
    pips = [0] * sides
    for trick in account.tricks:
        assert trick.winner is not None
        for play in trick.plays:
            assert play.pips == WORTH.get(str(play.card)[0], 0)
            pips[trick.winner % sides] += play.pips
    assert list(account.pips or ()) == pips == deal.detail["pips"]
    for point in account.points:
        assert point.side == deal.detail[point.name] and not point.open
        if point.card is None or point.side is None:
            assert point.name == "game" or point.side is None or account.scored
            continue
        owner = point.holder if point.name == "high" else point.taker
        if point.name == "low" and low_to == "holder":
            owner = point.holder
        if not (point.name == "jack" and account.scored):
            assert owner is not None and owner % sides == point.side


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_an_account_adds_up(table: int) -> None:
    for seed in SEEDS[:2]:
        record = match(table, seed)
        result = cardlog.outcome(record)
        found = cardlog.accounts(record)
        assert len(found) == len(result.deals)
        for account, deal in zip(found, result.deals, strict=True):
            check(account, deal, len(result.standing), result.rules.get("low_to", "holder"))
            assert account.claimed is None or account.sheet == account.standing
        if found:
            assert found[-1].standing == result.standing


def test_the_fixture_matches_add_up() -> None:
    for record in golden_records():
        result = cardlog.outcome(record)
        for account, deal in zip(cardlog.accounts(record), result.deals, strict=True):
            check(account, deal, len(result.standing), result.rules.get("low_to", "holder"))


def test_a_card_is_followed_from_hand_to_hand() -> None:
    (account,) = cardlog.accounts(golden("worked-example"))
    told = [[(held.event, str(held.card), held.source) for held in row] for row in account.held]
    assert told == [
        [(0, "2c", None), (1, "9h", 1)],
        [(0, "9h", None), (1, "2c", 0)],
        [(0, "Ks", None)],
        [(0, "7d", None)],
    ]


def test_low_is_the_holders_whoever_took_it() -> None:
    first = cardlog.accounts(golden("tavern-seven-up"))[0]
    low = next(point for point in first.points if point.name == "low")
    assert (low.card, low.holder, low.taker, low.side) == (Card("3h"), 1, 0, 1)
    assert [(gift.event, gift.side) for gift in first.scored] == [(6, 0), (6, 2)]


def test_the_sheet_is_carried_on_from_a_false_score() -> None:
    told = msgspec.to_builtins(to_map(golden("friday-cuckoo")))
    score = next(event for event in told["events"] if event["type"] == "score")
    score["changes"] = [score["changes"][0] - 1, *score["changes"][1:]]
    right = cardlog.accounts(golden("friday-cuckoo"))
    wrong = cardlog.accounts(from_map(told))
    assert [account.standing for account in wrong] == [account.standing for account in right]
    assert len(wrong) > 2
    for account in wrong:
        if account.sheet is not None:
            first, *rest = account.standing
            assert first is not None and account.sheet == (first - 1, *rest)


def test_what_nobody_saw_is_left_open_unless_the_rest_tells() -> None:
    """Of the first trick nothing was seen, but all other cards of both hands were."""
    told = msgspec.to_builtins(to_map(golden("gold-rush-california")))
    trick = next(event for event in told["events"] if event["type"] == "trick")
    trick["cards"] = ["??", "??"]
    account = cardlog.accounts(from_map(told))[0]
    assert account.tricks[0].winner is None
    assert [play.pips for play in account.tricks[0].plays] == [None, None]
    assert account.pips == cardlog.accounts(golden("gold-rush-california"))[0].pips


def test_the_account_ends_where_the_rules_stop_the_game() -> None:
    record = cardlog.load("fixtures/disputes/king-not-shown.json")
    (account,) = cardlog.accounts(record)
    assert account.changes is None and account.held[1][-1].card == Card("2c")
