"""What cards that nobody saw prove all the same, by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from cardlog.engine.audit import audit, outcome
from cardlog.records.cards import FULLY_KNOWN, Card
from cardlog.records.game import Record, from_map
from tests.engine.unseen.by_hand import deal, record, shows, stays
from tests.fixtures_tools import FIXTURES

NOBODY_SAW = deal("??", "??", "??")
SWAP = {"type": "swap", "seat": 0, "target": 1}
CUT = {"type": "cut", "seat": 2, "card": "??"}


def score(*changes: int) -> dict[str, Any]:
    return {"type": "score", "changes": list(changes)}


def test_CC_3_2_an_exchange_with_a_King_that_only_the_showdown_shows() -> None:
    """Ana got Bruno's King without his showing it; that he had it, her own reveal tells."""
    match = record([NOBODY_SAW, SWAP, *stays(1, 2), *shows("Kc", "2h", "3s"), score(0, -1, 0)])
    (found,) = audit(match).findings
    assert (found.event, found.code, found.rule) == (1, "king-must-block", "CC-3.2")
    assert found.proof == (1, 4)
    assert found.message.endswith("; event 4 shows it, whatever the unseen cards were.")
    assert outcome(match).status == "illegal"


def test_CC_3_2_a_King_that_may_have_been_cut_later_accuses_nobody() -> None:
    """The dealer shows a King, but he may have taken it from the stock: no, a King is refused."""
    swap = {"type": "swap", "seat": 1, "target": 2}
    match = record([NOBODY_SAW, *stays(0), swap, CUT, *shows("4c", "2h", "Ks")])
    assert audit(match).ok  # Bruno gave it to him


def test_A_01_the_dealer_cannot_have_taken_a_King_that_is_refused() -> None:
    """Nobody gave Carla the King she shows, and a King from the stock is put back: she had it."""
    match = record([NOBODY_SAW, *stays(0, 1), CUT, *shows("4c", "2h", "Ks")])
    assert audit(match).ok
    assert audit(
        record([deal("??", "??", "3s"), *stays(0, 1), CUT, *shows("4c", "2h", "Ks")])
    ).findings


def test_CP_4_4_a_low_card_handed_over_unseen() -> None:
    rules = {"profile": "compendium", "low_card_reveal": "both"}
    match = record([NOBODY_SAW, SWAP, *stays(1, 2), *shows("2c", "9h", "??")], rules=rules)
    (found,) = audit(match).findings
    assert (found.event, found.code, found.proof) == (1, "low-not-shown", (1, 4))


def test_CC_1_2_five_of_a_rank_that_come_out_one_by_one() -> None:
    """A fifth Seven: none of the reveals is wrong by itself, together they are impossible."""
    match = record(
        [deal(*["??"] * 5, dealer=4), *stays(0, 1, 2, 3, 4), *shows("7?", "7?", "7?", "7?", "7?")],
        players=["Ana", "Bruno", "Carla", "Davi", "Eva"],
    )
    (found,) = audit(match).findings
    assert (found.event, found.code, found.rule) == (10, "impossible", "CC-1.2")
    assert found.proof == (6, 7, 8, 9, 10)
    assert found.message == "No unseen cards make events 6, 7, 8, 9 and 10 right, all of them."


def test_CC_3_2_a_King_that_was_handed_on_three_times() -> None:
    events = [
        deal("??", "??", "??", "??", dealer=3),
        {"type": "swap", "seat": 0, "target": 1},
        {"type": "swap", "seat": 1, "target": 2},
        {"type": "swap", "seat": 2, "target": 3},
        *stays(3),
        *shows("K?", "K?", "K?", "K?"),
    ]
    answer = audit(record(events, players=["Ana", "Bruno", "Carla", "Davi"]))
    assert [f.code for f in answer.findings] == ["king-must-block"] * 3
    assert [f.event for f in answer.findings] == [1, 2, 3]


def test_one_of_two_must_have_been_wrong() -> None:
    """By the stock, Bruno and Carla hold a King and a Five, and both gave their card away."""
    others = [str(card) for card in Card if card.code < FULLY_KNOWN]
    stock = [card for card in others if card not in ("2c", "Kc", "5d")]
    events = [
        deal("2c", "??", "??") | {"stock": stock},
        SWAP,
        {"type": "swap", "seat": 1, "target": 2},
    ]
    (found,) = audit(record(events)).findings
    assert (found.event, found.code, found.rule) == (2, "impossible", "CC-3.2")
    assert found.proof == (0, 1, 2)
    assert found.message == "No unseen cards make events 0, 1 and 2 right, all of them."


def results(match: Record) -> list[tuple[tuple[int | None, ...], ...]]:
    answer = audit(match)
    assert answer.ok
    assert answer.unseen is not None
    assert answer.unseen.explained is True
    return [deal.changes for deal in answer.unseen.open]


def test_CC_5_2_all_that_an_unseen_card_may_come_to() -> None:
    match = record([NOBODY_SAW, *stays(0, 1, 2), *shows("2c", "5h", "??")])
    assert results(match) == [((-1, 0, -1), (-1, 0, 0), (0, 0, -1))]
    assert outcome(match).deals[0].changes == (None, 0, None)
    assert outcome(match).standing == (None, 3, None)


def test_CC_6_1_the_next_deal_tells_who_was_lowest() -> None:
    """With one life each, the one who is dealt no card had the lowest."""
    start = [NOBODY_SAW, *stays(0, 1, 2), *shows("2c", "5h", "??")]
    match = record([*start, deal("", "??", "??", dealer=1)], rules={"lives": 1})
    assert results(match) == []
    assert outcome(match).deals[0].changes == (-1, 0, 0)
    assert outcome(match).standing == (0, 1, 1)


def test_CC_6_1_all_dealt_in_again_though_one_was_out() -> None:
    match = record(
        [NOBODY_SAW, *stays(0, 1, 2), *shows("2c", "5h", "??"), NOBODY_SAW | {"dealer": 0}],
        rules={"lives": 1},
    )
    (found,) = audit(match).findings
    assert (found.event, found.deal, found.code) == (7, 2, "dealt-out")
    assert found.message.startswith("This cannot be, however the unseen cards lay: ")


def test_CC_5_2_a_claim_that_no_card_makes_true() -> None:
    """Carla's card is unseen, but Ana's Two is lower than Bruno's Five whatever it is."""
    start = [NOBODY_SAW, *stays(0, 1, 2), *shows("2c", "5h", "??")]
    (found,) = audit(record([*start, score(0, -1, 0)])).findings
    assert (found.event, found.code) == (7, "claim")
    for true in ((-1, 0, 0), (0, 0, -1), (-1, 0, -1)):
        assert audit(record([*start, score(*true)])).ok


@pytest.mark.parametrize("known", [True, False])
def test_nothing_is_said_of_unseen_cards_where_there_are_none(known: bool) -> None:
    hands = deal("2c", "5h", "9s") if known else NOBODY_SAW
    answer = audit(record([hands, *stays(0, 1, 2), *shows("2c", "5h", "9s")]))
    assert answer.ok
    assert (answer.unseen is None) == known


def test_unseen_cards_before_there_is_a_deal() -> None:
    draws = [{"type": "draw", "seat": 0, "card": "??"}, {"type": "draw", "seat": 1, "card": "5h"}]
    assert audit(record(draws, rules={"profile": "compendium"})).ok


def test_what_it_changed_is_not_guessed_where_cards_were_not_seen() -> None:
    """Had Bruno shown his King, Ana would have kept a card that nobody saw."""
    match = record([NOBODY_SAW, SWAP, *stays(1, 2), *shows("Kc", "2h", "3s")])
    (found,) = audit(match).findings
    assert found.changed is None
    assert "swap 0 1" not in found.expected


def test_PI_8_a_revoke_on_a_lead_of_which_only_the_suit_was_seen() -> None:
    unseen, spades = "?? ?? ?? ?? ?? ??", "3s 4s 5s 6s 7s 8d"
    tricks = [["3s", "2s"], ["?s", "2d"], ["5s", "Ts"]]
    match = record(
        [
            deal(unseen, spades, dealer=0),
            {"type": "call", "seat": 1, "call": "2"}, {"type": "call", "seat": 0, "call": "pass"},
            *({"type": "trick", "leader": 1, "cards": cards} for cards in tricks),
        ],
        kind="pitch", players=["Ana", "Bruno"],
    )  # fmt: skip
    (found,) = audit(match).findings
    assert (found.event, found.seat, found.code, found.rule) == (4, 0, "revoke", "PI-8")
    assert found.message == (
        "Ana plays 2♦ on ?♠ and could have followed suit;"
        " events 3 and 5 show it, whatever the unseen cards were."
    )


def test_SU_13_a_revoke_that_only_a_later_trick_shows() -> None:
    """Abel throws a club on the spade led, and leads a spade three tricks later."""
    match = from_map(json.loads((FIXTURES / "disputes/shown-later/spectator.json").read_bytes()))
    (found,) = audit(match).findings
    assert (found.event, found.seat, found.code, found.rule) == (4, 1, "revoke", "SU-13")
    assert found.proof == (1, 4, 7)
    drawn = match.events[:7] + match.events[8:]  # without the trick that shows it
    assert audit(replace(match, events=drawn[:7])).ok


def test_what_is_possible_is_not_told_as_if_it_were_certain() -> None:
    events = [deal("5c", "??", "7d"), *stays(0, 1, 2), *shows("5c", "??", "7d"), score(-1, 0, 0)]
    events += [deal("2c", "", "Td", dealer=0), *stays(2, 0)]
    answer = audit(record(events, rules={"lives": 1}), possible=True)
    (claim,) = answer.findings  # Bruno was out, so his card was the lowest
    assert claim.message == "The table wrote -1, 0, 0; by the rules the deal comes to 0, -1, 0."
    assert answer.unseen is not None
    (over,) = answer.unseen.possible or ()
    assert over.message == "This cannot be as some of the unseen cards may lie: The last one wins."
