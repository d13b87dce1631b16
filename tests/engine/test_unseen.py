"""Cards nobody saw: hiding cards of a legal record never makes it wrong, nor the fold unsound.

A record is made by the simulation, some of its cards are replaced by `??`, `K?` or `?s`, and the
fold of what is left must find nothing wrong and state as certain only what the full record says.
For showdowns, every assignment of cards that one pack allows is tried out.
"""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardlog.engine.simulate import simulate
from cardlog.records.cards import Card
from cardlog.records.events import (
    Deal,
)
from tests.depth import tried
from tests.engine.unseen.by_hand import BY_HAND, deal, record, shows, spelling, stays
from tests.engine.unseen.hiding import (
    KEEP,
    LEVELS,
    RANK_ONLY,
    SUIT_ONLY,
    UNSEEN,
    cards_in,
    hide,
    levels_for,
)
from tests.engine.unseen.legal import FAMILY, SeededDice, chase_records, family_records
from tests.engine.unseen.sound import agrees, check_sound, known_among


@given(st.data())
@tried(100)
def test_chase_the_ace(data: st.DataObject) -> None:
    full = data.draw(chase_records())
    check_sound(hide(full, data.draw(levels_for(full))), full)


@pytest.mark.parametrize("name", FAMILY)
@given(data=st.data())
@tried(40)
def test_all_fours(name: str, data: st.DataObject) -> None:
    full = data.draw(family_records(name))
    check_sound(hide(full, data.draw(levels_for(full))), full)


@given(st.integers(0, 9999), st.sampled_from(("cuckoo", "compendium")))
@example(0, "cuckoo")
@tried(15)
def test_nothing_seen_at_all(seed: int, profile: str) -> None:
    """A whole match of which only the moves were written down."""
    full = simulate("chase-the-ace", {"profile": profile}, 4, SeededDice(seed), {})
    check_sound(hide(full, [UNSEEN] * cards_in(full.events)), full)


@pytest.mark.parametrize("name", BY_HAND)
def test_each_card_of_a_record_alone(name: str) -> None:
    full = BY_HAND[name]
    cards = cards_in(full.events)
    for at in range(cards):
        for level in LEVELS[1:]:
            check_sound(hide(full, [level if k == at else KEEP for k in range(cards)]), full)


@pytest.mark.parametrize("name", BY_HAND)
def test_each_card_wherever_it_stands(name: str) -> None:
    """One card is hidden in the deal, in the moves and in the showdown."""
    full = BY_HAND[name]
    spelled = [card for event in full.events for card in spelling(event)]
    for hide_it in dict.fromkeys(spelled):
        for level in LEVELS[1:]:
            check_sound(hide(full, [level if c == hide_it else KEEP for c in spelled]), full)


@pytest.mark.parametrize("name", BY_HAND)
@given(data=st.data())
@tried(30)
def test_some_cards_of_a_record(name: str, data: st.DataObject) -> None:
    full = BY_HAND[name]
    cards = cards_in(full.events)
    levels = data.draw(st.lists(st.sampled_from(LEVELS), min_size=cards, max_size=cards))
    check_sound(hide(full, levels), full)


def test_hiding_changes_nothing_but_cards() -> None:
    full = BY_HAND["low cards shown"]
    assert hide(full, [KEEP] * cards_in(full.events)) == full
    part = hide(full, [UNSEEN, RANK_ONLY, SUIT_ONLY] + [KEEP] * (cards_in(full.events) - 3))
    first = part.events[0]
    assert isinstance(first, Deal)
    assert first.hands == ((Card["??"],), (Card["A?"],), (Card["?d"],))
    assert part.events[1:] == full.events[1:]


def test_the_comparison_can_fail() -> None:
    full = BY_HAND["a King that the dealer may have cut"]
    other = record(
        [
            deal("8c", "9h", "2d"), *stays(0, 1), {"type": "cut", "seat": 2, "card": "Td"},
            *shows("8c", "9h", "Td"),
        ],
    )  # fmt: skip
    with pytest.raises(AssertionError):
        check_sound(other, full)
    assert agrees([None, -1], (0, -1)) and not agrees([0, -1], (-1, -1))
    assert not known_among((Card["2c"], Card["2c"]), (Card["2c"], Card["3c"]))
