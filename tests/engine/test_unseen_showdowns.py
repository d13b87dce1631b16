"""Showdowns of half-seen cards, held against every assignment of cards that one pack allows."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from cardlog.engine import audit
from cardlog.records.cards import RANKS, SUITS
from tests.engine.unseen.by_hand import deal, record, shows, stays
from tests.engine.unseen.sound import agrees

LOW_FIRST: Final = "A23456789TJQK"
SEEN: Final = ("As", "Ad", "Ks", "7s", "A?", "2?", "K?", "?s", "??")
Result = tuple[tuple[int, ...], tuple[int, ...], frozenset[int]]  # changes, standing, winners


def one_pack_allows(seen: tuple[str, ...], ranks: tuple[str, ...]) -> bool:
    """These ranks can be dealt in different cards, in the suits that were seen."""
    suits = [card[1] if card[1] != "?" else SUITS for card in seen]
    return any(len(set(zip(ranks, dealt, strict=True))) == 3 for dealt in product(*suits))


def reckoned(ranks: tuple[str, ...], standing: tuple[int, ...], sudden: bool) -> Result:
    """CC-5.2 to CC-6.2, CP-5.1 to CP-6.2, written without the engine."""
    lowest = min(ranks, key=LOW_FIRST.index)
    changes = tuple(-1 if rank == lowest else 0 for rank in ranks)
    after = tuple(lives + change for lives, change in zip(standing, changes, strict=True))
    alive = frozenset(seat for seat in range(3) if after[seat])
    if alive:
        return changes, after, alive if len(alive) == 1 else frozenset()
    if sudden:
        return changes, (1, 1, 1), frozenset()
    return changes, after, frozenset(range(3))


def possible_results(seen: tuple[str, ...], standing: tuple[int, ...], sudden: bool) -> set[Result]:
    ranks = [card[0] if card[0] != "?" else RANKS for card in seen]
    return {
        reckoned(dealt, standing, sudden)
        for dealt in product(*ranks)
        if one_pack_allows(seen, dealt)
    }


def showdown(
    seen: tuple[str, ...], standing: tuple[int, ...], sudden: bool
) -> tuple[audit.Outcome, set[Result]]:
    """What the fold says of a showdown of cards so seen, and all that can be true."""
    rules = {"final_tie": "sudden_death" if sudden else "joint"}
    part = record(
        [deal("??", "??", "??"), *stays(0, 1, 2), *shows(*seen)], rules=rules, standing=standing
    )
    return audit.outcome(part), possible_results(seen, standing, sudden)


STANDINGS: Final = [(3, 3, 3), (1, 1, 1), (2, 1, 1), (1, 2, 2)]
SHOWDOWNS: Final = [
    seen for seen in product(SEEN, repeat=3) if possible_results(seen, (3,) * 3, False)
]


@pytest.mark.parametrize("sudden", [False, True])
@pytest.mark.parametrize("standing", STANDINGS)
def test_what_a_showdown_states_holds_for_every_assignment(
    standing: tuple[int, ...], sudden: bool
) -> None:
    for seen in SHOWDOWNS:
        result, possible = showdown(seen, standing, sudden)
        assert result.findings == ()
        changes = result.deals[0].changes
        assert changes is not None
        for true_changes, true_standing, winners in possible:
            assert agrees(changes, true_changes), seen
            assert agrees(result.standing, true_standing), seen
            assert not result.winners or set(result.winners) == winners, seen
            assert result.status != "finished" or winners, seen


def test_a_showdown_that_was_seen_is_certain() -> None:
    for seen in SHOWDOWNS:
        if not any(card[0] == "?" for card in seen):
            result, possible = showdown(seen, (1, 2, 3), False)
            ((changes, standing, winners),) = possible
            assert result.deals[0].changes == changes
            assert result.standing == standing
            assert set(result.winners) == winners


def test_an_ace_always_loses_and_a_lower_card_clears_a_higher_one() -> None:
    """The least that a fold must be sure of, so that saying nothing at all is not enough."""
    for seen, changes in (
        (("A?", "??", "??"), (-1, None, None)),
        (("A?", "7?", "??"), (-1, 0, None)),
        (("A?", "7?", "?s"), (-1, 0, None)),
        (("2?", "7?", "??"), (None, 0, None)),
        (("7?", "7?", "??"), (None, None, None)),
        (("K?", "??", "A?"), (0, None, -1)),
    ):
        result, _ = showdown(seen, (3, 3, 3), False)
        assert result.deals[0].changes == changes
