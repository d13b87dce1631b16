"""Examples of the rules as a player would write them down, and what the rules make of them.

Each is a table's own sheet in the notation.
"""

from __future__ import annotations

import pytest

import cardlog
from tests.notation import record

FOUR = "players: Ana, Bruno, Carla, Davi"


def faults(text: str) -> list[tuple[int | None, str, str]]:
    """Event, clause and code of each finding."""
    return [(f.event, f.rule, f.code) for f in cardlog.audit(record(text)).findings]


def changes(text: str) -> list[tuple[int | None, ...] | None]:
    """What each deal comes to, by side; the record has to be in order."""
    played = record(text)
    assert not cardlog.audit(played).findings
    return [deal.changes for deal in cardlog.outcome(played).deals]


def test_a_refused_exchange_leaves_both_cards_where_they_were() -> None:
    sheet = f"""
        {FOUR}
        deal Davi: 2c 9h Ks 7d
        Ana <> Bruno
        Bruno x Carla Ks
        stay: Carla, Davi
        show: Ana 9h, Bruno 2c, Carla Ks, Davi 7d
        score: 0 -1 0 0
    """
    assert changes(sheet) == [(0, -1, 0, 0)]
    assert faults(sheet.replace("score: 0 -1 0 0", "score: -1 0 0 0")) == [(9, "CC-5.2", "claim")]


def test_a_card_that_was_taken_may_be_passed_on() -> None:
    sheet = f"""
        {FOUR}
        deal Davi: Ac 9h 8s 7d
        Ana <> Bruno; Bruno <> Carla; stay: Carla, Davi
        show: Ana 9h, Bruno 8s, Carla Ac, Davi 7d
    """
    assert changes(sheet) == [(0, 0, -1, 0)]


@pytest.mark.parametrize(
    "turns, event, rule",
    (
        ("Bruno stays", 1, "CC-2.4"),  # Ana is first
        ("Ana <> Carla", 1, "CC-3.1"),  # not her neighbour
        ("Ana <> Bruno; Bruno <> Carla", 2, "CC-3.2"),  # Carla has a King
        ("Ana x Bruno 9h", 1, "CC-3.2"),  # a Nine refuses nothing
        ("Ana stays; Ana stays", 2, "CC-2.4"),  # one turn each
        ("stay: Ana, Bruno, Carla; Davi <> Ana", 4, "CC-4.4"),  # the dealer goes to the stock
        ("Ana cuts 5c", 1, "CC-4.1"),  # and nobody else does
    ),
)
def test_what_a_player_may_not_do(turns: str, event: int, rule: str) -> None:
    found = faults(f"{FOUR}\ndeal Davi: 2c 9h Ks 7d\n{turns}")
    assert found[0][:2] == (event, rule)


@pytest.mark.parametrize("card, kept, loser", (("Jh", "Jh", 1), ("Kh", "3d", 3)))
def test_the_dealer_takes_what_he_cuts_but_for_a_king(card: str, kept: str, loser: int) -> None:
    sheet = f"""
        {FOUR}
        deal Davi: 9c 4h Qs 3d
        stay: Ana, Bruno, Carla
        Davi cuts {card}
        show: Ana 9c, Bruno 4h, Carla Qs, Davi {kept}
    """
    lost = tuple(-1 if seat == loser else 0 for seat in range(4))
    assert changes(sheet) == [lost]


def test_the_last_two_who_go_out_together_win_together() -> None:
    sheet = """
        players: Ana, Bruno, Carla
        rules: lives=1
        standing: 1 0 1
        deal Carla: 5c - 5h
        stay: Ana, Carla
        show: Ana 5c, Carla 5h
    """
    assert changes(sheet) == [(-1, 0, -1)]
    assert cardlog.outcome(record(sheet)).winners == (0, 2)


def test_with_the_domino_rule_an_ace_is_passed_on_at_once() -> None:
    sheet = """
        players: Ana, Bruno, Carla
        rules: profile=compendium, domino=ace, low_card_reveal=off
        draw: Ana Jc
        deal Ana: 9c 5h As
        Bruno <> Carla
        Bruno <> Ana
    """
    assert faults(sheet) == []
    assert faults(sheet.replace("domino=ace, ", "")) != []


def test_a_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    sheet = f"""
        {FOUR}
        deal Davi: 2c 9h Ks 7d
        Bruno shows 9h
        misdeal: Bruno's card lay open
        deal Davi: 3c 8h Kd 6d
    """
    assert faults(sheet) == []
    assert faults(sheet.replace("deal Davi: 3c", "deal Ana: 3c"))[0][2] == "wrong-dealer"


CALIFORNIA = """
    cardlog 1: california-jack
    players: Belle, Cyrus
    cut: Belle 3c, Cyrus 9h
    deal Belle: Ah Kd 4s 9c 9h 2c | Jh 3d Qs Tc 5h 8d
    turn: 7h
"""


@pytest.mark.parametrize(
    "lines, rule",
    (
        ("Cyrus: Tc 9c\ndraw: Cyrus 7h, Belle 6d", None),  # the winner draws the open card
        ("Cyrus: Tc 9c\ndraw: Belle 7h, Cyrus 6d", "CJ-3.3"),
        ("Cyrus: Tc 4s", "CJ-3.1"),  # Belle holds clubs
        ("Cyrus: Tc Ah", None),  # a trump may be played on any lead
        ("Belle: 9c Tc", "CJ-3.2"),  # the non-dealer leads
    ),
)
def test_a_trick_of_california_jack(lines: str, rule: str | None) -> None:
    found = faults(CALIFORNIA + lines)
    assert [each[1] for each in found[:1]] == [rule] * (rule is not None), found


@pytest.mark.parametrize(
    "before, code", (("", "not-in-stock"), ("turn: 7h\nCyrus: Tc 9c\n", "not-top"))
)
def test_the_audit_goes_on_after_a_turn_up_of_no_card(before: str, code: str) -> None:
    dealt = CALIFORNIA.rpartition("turn:")[0].rstrip()
    (found, *_) = faults(f"{dealt}\n{before}turn: -\nnote: what now?")
    assert found[1:] == ("CJ-3.3", code)
