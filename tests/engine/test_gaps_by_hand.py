"""Short records with a gap: what is held against them up to the next deal, and what is not.

Each case is what stands after the gap, and the fault that is found last, if any.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

import cardlog
from cardlog.records.game import Record, from_map
from tests.engine.unseen.by_hand import HANDS, TRICKS, called, deal, score, shows, stays, turned

Events = list[dict[str, Any]]
GAP: Final = {"type": "gap"}
MISDEAL: Final = {"type": "misdeal"}
FOUR: Final = ("2c", "9h", "Ks", "7d")


def swap(seat: int, target: int) -> Events:
    return [{"type": "swap", "seat": seat, "target": target}]


def block(seat: int, target: int, card: str) -> Events:
    return [{"type": "block", "seat": seat, "target": target, "card": card}]


def takes(kind: str, seat: int, card: str) -> Events:
    return [{"type": kind, "seat": seat, "card": card}]


def trick(leader: int, cards: str) -> Events:
    return [{"type": "trick", "leader": leader, "cards": cards.split()}]


def show(seat: int, card: str) -> Events:
    return [{"type": "reveal", "seat": seat, "cards": [card]}]


def found(record: Record) -> list[tuple[int | None, str]]:
    assert cardlog.outcome(record).stopped is None
    return [(f.event, f.code) for f in cardlog.outcome(record).findings]


def table(game: str, players: int, events: Events, rules: Any = None, **keys: Any) -> Record:
    names = [f"player {k}" for k in range(players)]
    head = {"cardlog": 1, "game": game, "rules": rules or {}, "players": names}
    return from_map({**head, **keys, "events": events})


def check(
    game: str, players: int, before: Events, after: Events, code: str | None, **keys: Any
) -> None:
    events = [*before, GAP, *after]
    expected = [(len(events) - 1, code)] if code else []
    record = table(game, players, events, **keys)
    assert found(record) == expected
    assert [(f.event, f.code) for f in cardlog.audit(record).findings] == expected
    assert "{" not in "".join(f.message for f in cardlog.audit(record).findings)


CHASE: Final[list[tuple[Events, str | None]]] = [
    (stays(0, 1, 2, 3), None),
    ([*stays(2), *stays(3), *stays(0)], None),  # a new deal may have begun, by another dealer
    ([*stays(1), *stays(0), *stays(2)], "turn-order"),
    (stays(0, 0), "turn-order"),
    ([*swap(0, 1), *stays(2)], "turn-order"),  # player 1 has yet to act
    ([*swap(0, 2), *stays(2)], None),  # player 1 may be out
    ([*swap(0, 2), *stays(1)], "turn-order"),
    ([*swap(1, 2), *swap(2, 1)], "wrong-neighbour"),
    (block(0, 1, "Qs"), "block-no-king"),
    ([*block(0, 1, "Ks"), *stays(1), *show(1, "9h")], "reveal-not-held"),
    ([*block(0, 1, "Ks"), *swap(1, 2), *stays(2), *show(2, "Ks")], None),
    ([*block(0, 1, "Ks"), *show(0, "9h")], "early-reveal"),
    ([*block(0, 1, "Ks"), *block(1, 2, "Ks")], "block-not-held"),
    (shows("9h", "9h"), "reveal-not-held"),  # there is one Nine of hearts
    ([*stays(0), *show(0, "9h"), *stays(1)], "late-turn"),
    ([*stays(0), *show(0, "9h"), *show(0, "9h")], "reveal-twice"),
    ([*stays(0), deal(*FOUR, dealer=1)], "incomplete"),  # player 0 has yet to show
    ([*stays(0), score(0, -1, 0, 0)], "incomplete"),
    ([*stays(0), MISDEAL, deal(*FOUR, dealer=1)], None),
    ([*takes("cut", 3, "Kh"), *show(0, "Kh")], "reveal-not-held"),
    ([*takes("cut", 3, "8h"), *show(3, "9h")], "reveal-not-held"),
    ([*show(0, "8h"), *takes("cut", 3, "8h")], "not-in-stock"),
    (takes("draw", 3, "Kh"), "not-this-game"),
    ([MISDEAL, MISDEAL], "misdeal"),
    ([MISDEAL, *stays(0)], "no-deal"),
    ([score(0, 0, 0, -1), score(0, 0, 0, -1)], "claim-place"),
    (trick(0, "2c"), "not-this-game"),
    ([GAP, score(0, 0, 0, -1), GAP, score(0, 0, 0, -1), GAP], None),
    # claims: somebody loses a life, and no more than four can hold the lowest rank
    ([score(0, 0, 0, 0)], "claim"),
    ([score(-1, -1, -1, -1)], None),
    ([score(0, -2, 0, 0)], "claim"),
    ([score(0, 1, 0, 0)], "claim"),
    ([*shows("2c", "9h"), score(0, -1, 0, 0)], "claim"),
    ([*shows("2c", "2h"), score(0, -1, 0, 0)], "claim"),
    ([*shows("2c", "9h"), score(0, 0, -1, 0)], None),  # player 2 may hold an Ace
    ([*shows("Ac", "9h"), score(0, 0, -1, 0)], "claim"),
    # the next deal shows who is in
    ([deal("5c", "", "", "6c", dealer=1), *stays(3)], "wrong-count"),  # the dealer has no card
    ([deal("5c", "", "", "6c", dealer=1), MISDEAL], None),
    ([deal("5c", "", "", "6c", dealer=0), *stays(0)], "turn-order"),
    ([deal("5c", "5c", "", "6c", dealer=0)], "duplicate-card"),
]  # fmt: skip


@pytest.mark.parametrize(("after", "code"), CHASE)
def test_chase_the_ace(after: Events, code: str | None) -> None:
    check("chase-the-ace", 4, [deal(*FOUR, dealer=3), *stays(0)], after, code)


@pytest.mark.parametrize(
    ("after", "code"),
    [
        ([deal("5c", "9h", "4c", "6c", dealer=0)], "dealt-out"),
        ([deal("5c", "", "4c", "6c", dealer=1)], "wrong-dealer"),
        (stays(1), "turn-order"),
        (show(1, "5c"), "reveal-not-held"),
        (swap(0, 1), "wrong-neighbour"),
        ([score(0, -1, 0, 0)], "claim"),
    ],
)
def test_who_was_out_before_a_gap_stays_out(after: Events, code: str) -> None:
    before = [deal("2c", "", "Ks", "7d", dealer=3)]
    check("chase-the-ace", 4, before, after, code, standing=[2, 0, 2, 2])


def test_low_cards_and_dominoes_after_a_gap() -> None:
    before = [deal(*FOUR, dealer=3)]
    handed_on = [*show(0, "2c"), *swap(0, 1), *swap(1, 2)]
    check("chase-the-ace", 4, before, handed_on, "low-not-shown", rules={"profile": "compendium"})
    shown = [*show(0, "2c"), *swap(0, 1), *show(1, "2c"), *swap(1, 2)]
    check("chase-the-ace", 4, before, shown, None, rules={"profile": "compendium"})
    goes_on = [*swap(0, 1), *swap(0, 2), *stays(1)]
    check("chase-the-ace", 4, before, goes_on, None, rules={"domino": "low3"})
    check("chase-the-ace", 4, before, [*goes_on, *stays(0)], "turn-order", rules={"domino": "low3"})


def test_the_next_deals_make_lives_certain_again() -> None:
    whole = [deal("5c", "", "6d", "6c", dealer=0), *stays(2, 3, 0), *shows("5c", "", "6d", "6c")]
    events = [deal(*FOUR, dealer=3), GAP, *whole]
    one = cardlog.outcome(table("chase-the-ace", 4, events, {"lives": 1}))
    assert [entry.changes for entry in one.deals] == [None, (-1, 0, 0, 0)]
    assert (one.standing, one.status) == ((0, 0, 1, 1), "unfinished")
    two = cardlog.outcome(table("chase-the-ace", 4, events, {"lives": 2}))
    assert two.standing == (None, 0, None, None)
    dealt = cardlog.state(table("chase-the-ace", 4, events[:3], {"lives": 1}))
    assert dealt.standing == (1, None, 1, 1)  # unless the deal is void, player 1 is out
    # and from there the deal passes on as ever
    late = [*events, deal("", "", "6d", "6c", dealer=3)]
    assert found(table("chase-the-ace", 4, late, {"lives": 1})) == [(len(events), "wrong-dealer")]


def test_what_a_position_after_a_gap_tells() -> None:
    record = table("chase-the-ace", 4, [deal(*FOUR, dealer=3), GAP, *stays(0)])
    at = cardlog.state(record)
    assert (at.phase, at.deal, at.dealer, at.turn) == ("unrecorded", 1, None, None)
    assert (at.hands, at.standing, at.winners) == (((),) * 4, (None,) * 4, ())
    assert cardlog.legal(record) == ()


def test_a_gap_after_the_end_of_a_match_hides_nothing() -> None:
    end = [deal("5c", "", "6d", "", dealer=0), *stays(2, 0), *show(0, "5c"), *show(2, "6d")]
    record = table("chase-the-ace", 4, [*end, GAP, *stays(0)], standing=[1, 0, 1, 0])
    assert cardlog.outcome(record).winners == (2,)
    assert found(record) == [(len(end) + 1, "over")]


SIX: Final = ("2c 3c 4c 5c 6c 7c", "8c 9c Tc 2d 3d 4d")
CALIFORNIA: Final[list[tuple[Events, str | None]]] = [
    ([*trick(0, "2c 8c"), *takes("draw", 1, "5h"), *takes("draw", 0, "6h")], None),
    ([*trick(0, "2c 8c"), *trick(1, "8c 3c")], "not-held"),  # the same card in two tricks
    ([*trick(0, "2c 8c"), *trick(0, "3c 9c")], "wrong-leader"),  # player 1 won, whatever is trump
    ([*trick(0, "2c 8d"), *trick(0, "3c 9c")], None),
    (trick(0, "2c"), "trick-size"),
    ([*trick(0, "2c 8c"), *takes("draw", 0, "5h")], "draw-order"),
    ([*trick(0, "2c 8c"), *takes("draw", 1, "2c")], "not-in-stock"),
    ([*trick(0, "2c 8c"), *takes("draw", 1, "5h"), *trick(0, "3c 9c")], "missing-draw"),
    ([*takes("draw", 1, "5h"), *trick(0, "5h 8c")], "not-held"),  # player 1 drew it
    ([*takes("draw", 0, "5h"), *takes("draw", 1, "6h"), *takes("draw", 0, "7h")], "extra-draw"),
    ([turned("5h"), *takes("draw", 1, "6h")], "not-top"),
    ([*takes("draw", 1, "5h"), score(2, 0)], "incomplete"),  # six tricks must follow
    ([*takes("draw", 1, "5h"), deal(*SIX, dealer=0)], "incomplete"),
    ([*show(0, "2c"), *trick(0, "2c 8c")], "misdeal"),
    ([*show(0, "2c"), MISDEAL, deal(*SIX, dealer=0)], None),
    ([{"type": "cut", "seat": 0, "card": "2c"}], "not-this-game"),
    ([score(2, 2)], None),
    ([score(3, 2)], "claim"),
    ([score(1, 0)], "claim"),  # there always are High and Low
    ([score(4, -1)], "claim"),
    ([score(3, 1, high=1, low=1, jack=0, game=0)], "claim"),
    (called("2"), "not-this-game"),
    ([deal(SIX[0], "2c 9c Tc 2d 3d 4d", dealer=0)], "duplicate-card"),
    ([deal(*SIX, dealer=0), turned("5h"), *trick(1, "8c Kd")], "not-held"),
    ([deal(SIX[0], "8d 9d Td 2d 3d 4d", dealer=1), turned("5h"), *trick(0, "2c 8d")], None),
    ([deal(*SIX, dealer=1), turned("5h"), *trick(0, "2c 2d")], "revoke"),
]  # fmt: skip


@pytest.mark.parametrize(("after", "code"), CALIFORNIA)
def test_california_jack(after: Events, code: str | None) -> None:
    check("california-jack", 2, [deal(*SIX, dealer=1), turned("5h")], after, code)


def test_no_more_than_six_tricks_without_a_draw() -> None:
    tricks = [each for rank in "2345678" for each in trick(0, f"{rank}h {rank}d")]
    check("california-jack", 2, [deal(*SIX, dealer=1)], tricks, "no-deal")


def test_a_deal_after_a_gap_tells_that_nobody_has_won() -> None:
    events = [deal(*SIX, dealer=1), GAP, deal(*SIX, dealer=1)]
    fold = table("california-jack", 2, events, {"target": 10}, standing=[9, 8])
    assert cardlog.state(fold).standing == (9, None)  # nine, as ten would have ended the match
    certain = table("california-jack", 2, events, {"target": 1})
    assert cardlog.state(certain).standing == (0, 0)


def test_a_match_that_must_be_over_by_whoever_won_it() -> None:
    """Both may have had a point before, so that either may have come to two first."""
    whole = [deal(*HANDS), turned("7s"), *called("stand"), *TRICKS, score(2, 0, 2)]
    events = [GAP, *whole, deal(*HANDS, dealer=0)]
    record = table("seven-up", 3, events, {"target": 2})
    assert found(record) == [(len(events) - 1, "over")]
    assert cardlog.outcome(record).standing == (None, None, None)
    certain = cardlog.outcome(table("seven-up", 3, events[:-1], {"target": 1}))
    assert (certain.status, certain.winners, certain.standing) == ("finished", (0,), (2, 0, 2))


def test_a_jack_turned_up_after_a_gap_may_have_ended_the_match() -> None:
    events = [GAP, deal(*HANDS), turned("Jh"), score(0, 0, 1)]
    result = cardlog.outcome(table("seven-up", 3, events))
    assert (result.findings, result.status, result.winners) == ((), "finished", (2,))


SEVEN_UP: Final[list[tuple[Events, str | None]]] = [
    (called("stand"), None),
    (called("give"), None),
    (called("beg", "give", first=1), "call-turn"),  # the dealer sits on the right
    ([*called("beg", first=1), *called("give")], None),
    ([*called("beg", first=1), *called("stand")], "call-kind"),
    (called("stand", "beg"), "call-turn"),
    (called("2"), "call-kind"),
    ([*called("stand", first=1), *trick(0, "2c 3c 4c")], "wrong-leader"),
    ([*trick(0, "2c 3c 4c"), *called("stand")], "call-turn"),
    ([*called("run"), *takes("draw", 2, "5h")], "draw-order"),
    ([*called("run"), *takes("draw", 1, "5h"), turned("5h")], "not-in-stock"),
    ([*called("stand"), *takes("draw", 1, "5h")], "extra-draw"),
    ([{"type": "discard", "seat": 0, "cards": ["2c", "3c"]}], "discard-count"),
    ([{"type": "discard", "seat": 0, "cards": ["2c", "3c", "4c"]}] * 2, "discard-count"),
    ([{"type": "discard", "seat": 0, "cards": ["2c", "2c", "4c"]}], "discard-not-held"),
    ([turned("2c"), *trick(0, "2c 3c 4c")], "not-held"),  # the turn-up is not in play
    ([*called("stand"), deal("", "", "", dealer=1)], "incomplete"),
    ([turned("2c"), score(0, 0, 1)], None),  # a Jack was perhaps turned before it
    ([score(2, 2, 2)], None),  # four points and two gifts
    ([score(3, 2, 2)], "claim"),
    ([score(-1, 0, 0)], "claim"),
]  # fmt: skip


@pytest.mark.parametrize(("after", "code"), SEVEN_UP)
def test_seven_up(after: Events, code: str | None) -> None:
    hands = ("2c 3c 4c 5c 6c 7c", "2d 3d 4d 5d 6d 7d", "2h 3h 4h 5h 6h 7h")
    check("seven-up", 3, [deal(*hands, dealer=2)], after, code)


PITCH: Final[list[tuple[Events, str | None]]] = [
    (called("2", "3", "pass"), None),
    (called("2", "pass", "2"), None),  # the dealer may take the bid over
    (called("3", "2"), "low-bid"),
    (called("1"), "low-bid"),
    (called("beg"), "call-kind"),
    ([*called("2"), *called("3", first=2)], "call-turn"),
    (called("2", "3", "pass", "pass"), "call-turn"),
    (called("2", "2", "pass"), "call-turn"),  # who takes a bid over is the dealer, the last to call
    ([*called("2", "pass"), *trick(1, "2c 3c 4c")], "wrong-leader"),
    ([*trick(0, "2c 3c 4c"), *called("2", first=2)], "call-turn"),
    ([*called("2", "pass"), score(2, 2, 0)], "incomplete"),
    ([score(2, 2, 0)], None),
    ([score(3, 2, 0)], "claim"),
    ([score(0, 0, 0)], "claim"),
    ([score(-2, 0, 0)], None),
    ([score(-1, 2, 0)], "claim"),  # no such bid
    ([score(-2, -2, 1)], "claim"),  # only one side bids
    ([score(5, 0, 0)], "claim"),
    (takes("draw", 0, "2c"), "not-this-game"),
]  # fmt: skip


@pytest.mark.parametrize(("after", "code"), PITCH)
def test_pitch(after: Events, code: str | None) -> None:
    hands = ("2c 3c 4c 5c 6c 7c", "2d 3d 4d 5d 6d 7d", "2h 3h 4h 5h 6h 7h")
    check("pitch", 3, [deal(*hands, dealer=2)], after, code)


def test_bids_may_have_failed_in_a_gap() -> None:
    hands = ("2c 3c 4c 5c 6c 7c", "2d 3d 4d 5d 6d 7d", "2h 3h 4h 5h 6h 7h")
    events = [deal(*hands, dealer=2), GAP, deal(*hands, dealer=2)]
    assert cardlog.outcome(table("pitch", 3, events)).standing == (None, None, None)


def test_a_deal_with_a_gap_cannot_be_taken_back() -> None:
    """Nobody knows what it brought: such a ruling cannot be followed."""
    ruled = {"type": "ruling", "text": "void", "effect": "void", "deal": 1}
    record = table("chase-the-ace", 4, [deal(*FOUR, dealer=3), GAP, ruled, *stays(0)])
    answer = cardlog.audit(record)
    assert answer.ok and answer.stopped is not None and answer.stopped[0] == 2
    assert answer.gaps == (1,)


def test_lives_are_adjusted_after_a_gap() -> None:
    ruled = {"type": "ruling", "text": "one back", "effect": "adjust", "changes": [0, 1, 0, 0]}
    events = [deal("2c", "", "Ks", "7d", dealer=3), GAP, ruled, deal(*FOUR, dealer=1)]
    assert not found(table("chase-the-ace", 4, events, standing=[2, 0, 2, 2]))


def test_a_gap_that_was_none() -> None:
    """A ruling that the gap did not happen takes it away."""
    ruled = {"type": "ruling", "text": "all is written", "effect": "undone", "event": 1}
    whole = [deal(*FOUR, dealer=3), GAP, *stays(0, 1, 2, 3), *shows(*FOUR), ruled]
    record = table("chase-the-ace", 4, whole)
    assert cardlog.outcome(record).deals[0].changes == (-1, 0, 0, 0)
    assert cardlog.audit(record).gaps == ()


def test_a_score_after_a_gap_that_no_deal_can_come_to() -> None:
    record = table("chase-the-ace", 4, [deal(*FOUR, dealer=3), GAP, score(1, 0, 0, 0)])
    (found,) = cardlog.audit(record).findings
    assert (found.event, found.code, found.changed) == (2, "claim", None)
