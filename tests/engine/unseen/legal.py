"""Legal records of every game to hide cards in, with misdeals, miscounts and exposed cards."""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec
from hypothesis import strategies as st

from cardlog.engine.games.chase_the_ace.options import ChaseOptions
from cardlog.engine.options import values_of
from cardlog.engine.simulate import simulate
from cardlog.records.cards import Card
from cardlog.records.events import (
    AnyEvent,
    Deal,
    Misdeal,
    Reveal,
    Score,
)
from cardlog.records.game import Record


class SeededDice:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def shuffled(self, cards: list[Card]) -> list[Card]:
        return self._random.sample(cards, len(cards))


FLAGS: Final = values_of(ChaseOptions)
SPECIAL: Final = [deck for deck in FLAGS["deck"] if deck != "standard52"]


@st.composite
def chase_rules(draw: st.DrawFn) -> dict[str, Any]:
    """Some options of Chase the Ace, the most common ones more often than the rest."""
    rules: dict[str, Any] = {
        "profile": draw(st.sampled_from(("cuckoo", "compendium"))),
        "lives": draw(st.integers(1, 2)),
    }
    common = {"final_tie", "dealer_draws_king", "low_card_reveal", "misdeal"}
    rare = set(FLAGS) - common - {"profile", "deck"} if draw(st.booleans()) else set()
    for name in sorted(common | rare):
        if draw(st.booleans()):
            rules[name] = draw(st.sampled_from(FLAGS[name]))
    if draw(st.booleans()):
        rules["packs"] = draw(st.sampled_from((1, 2)))
    if draw(st.integers(0, 4)) == 0:
        rules["deck"] = draw(st.sampled_from(SPECIAL))
        for name in ("low_card_reveal", "domino", "ace_of_spades"):
            rules.pop(name, None)
    return rules


@st.composite
def chase_records(draw: st.DrawFn) -> Record:
    """A few deals of Chase the Ace, with misdeals and exposed cards here and there."""
    rules = draw(chase_rules())
    seats = draw(st.integers(3, 4))
    full = simulate("chase-the-ace", rules, seats, SeededDice(draw(st.integers(0, 9999))), {})
    chance = random.Random(draw(st.integers(0, 2**32)))
    events: list[AnyEvent] = []
    deals, most = 0, draw(st.integers(1, 4))
    for event in full.events:
        if type(event) is Deal:
            deals += 1
            if deals > most:
                break
            events += trouble(event, chance, draw(st.sampled_from(TROUBLES)))
        if type(event) is not Score or chance.randrange(2):
            events.append(event)
    if draw(st.booleans()):
        events = events[: draw(st.integers(1, len(events)))]
    return msgspec.structs.replace(full, events=tuple(events))


TROUBLES: Final = ("", "void", "count", "shown")


def trouble(deal: Deal, chance: random.Random, kind: str) -> list[AnyEvent]:
    """A void deal to stand before a deal: by the same dealer, so that the record stays legal."""
    seat = chance.choice([seat for seat, hand in enumerate(deal.hands) if hand])
    if kind == "count":  # somebody got a card too few
        hands = tuple(hand[1:] if k == seat else hand for k, hand in enumerate(deal.hands))
        return [msgspec.structs.replace(deal, hands=hands, stock=msgspec.UNSET), Misdeal()]
    if kind == "shown":
        return [deal, Reveal(seat=seat, cards=deal.hands[seat][:1]), Misdeal(seat=seat)]
    return [deal, Misdeal()] if kind == "void" else []


FAMILY: Final[dict[str, tuple[tuple[int, ...], dict[str, tuple[Any, ...]]]]] = {
    "california-jack": ((2,), {}),
    "shasta-sam": ((2, 3), {}),
    "seven-up": (
        (2, 3, 4),
        {
            "after_run": ("discard", "keep"),
            "game_tie": ("elder", "nobody"),
            "gift_to": ("each", "eldest"),
        },
    ),
    "pitch": (
        (2, 3, 4, 5),
        {
            "all_pass": ("stick_dealer", "free_lead", "throw_in"),
            "smudge": ("bid4", "win_game", "bid5"),
            "go_out": ("pitcher_first", "pitchers_only"),
        },
    ),
}
STOCK_OPTIONS: Final = ("turned_jack", "shasta_point", "strict_follow", "void_must_trump")


@st.composite
def family_records(draw: st.DrawFn, name: str) -> Record:
    """A deal or two of an All Fours game, with or without the stock written down."""
    dice = SeededDice(draw(st.integers(0, 9999)))
    tables, choices = FAMILY[name]
    seats = draw(st.sampled_from(tables))
    rules: dict[str, Any] = {"target": draw(st.integers(1, 6))}
    for option, values in {"low_to": ("holder", "taker"), **choices}.items():
        if draw(st.booleans()):
            rules[option] = draw(st.sampled_from(values))
    for option in STOCK_OPTIONS if not choices else ():
        if draw(st.integers(0, 3)) == 0:
            rules[option] = True
    if choices and seats == 4:
        rules["partners"] = draw(st.booleans())
    full = simulate(name, rules, seats, dice, {})
    ends = [k for k, event in enumerate(full.events) if type(event) is Score]
    last = ends[draw(st.integers(0, min(1, len(ends) - 1)))]
    if draw(st.booleans()):
        last = draw(st.integers(0, last))
    events: list[AnyEvent] = []
    chance = random.Random(draw(st.integers(0, 2**32)))
    written = draw(st.booleans())
    for event in full.events[: last + 1]:
        if type(event) is Deal:
            if not written:
                event = msgspec.structs.replace(event, stock=msgspec.UNSET)
            events += trouble(event, chance, draw(st.sampled_from(TROUBLES)))
        events.append(event)
    return msgspec.structs.replace(full, events=tuple(events))
