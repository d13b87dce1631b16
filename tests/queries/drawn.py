"""Matches under options drawn at random, with packs that make rare things common.

Cards come together that seldom do: equal ranks at the showdown, Kings on top of the stock, Jacks
turned up, hands without a trump. Some matches stop early, begin in the middle or have void deals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from cardlog.engine.audit import Outcome, outcome
from cardlog.engine.games.california_jack.options import CaliforniaOptions
from cardlog.engine.games.chase_the_ace.options import ChaseOptions
from cardlog.engine.games.pitch.options import PitchOptions
from cardlog.engine.games.seven_up.options import SevenUpOptions
from cardlog.engine.games.shasta_sam.options import ShastaOptions
from cardlog.engine.options import Options
from cardlog.engine.simulate import simulate
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import Deal, Misdeal
from cardlog.records.game import Record

OPTIONS: Final[dict[str, tuple[type[Options], tuple[int, ...]]]] = {
    "chase-the-ace": (ChaseOptions, (2, 3, 3, 4, 4, 5, 14)),
    "california-jack": (CaliforniaOptions, (2,)),
    "shasta-sam": (ShastaOptions, (2, 3)),
    "seven-up": (SevenUpOptions, (2, 3, 4)),
    "pitch": (PitchOptions, (2, 3, 4, 4, 5, 7)),
}
STANDARD: Final = "standard52"
USUAL: Final = 0.6  # how often an option is left to its default
HOT: Final = ("A", "K", "J", "T", "9", "cuckoo")  # ranks that decide something


class RiggedDice:
    """Chance from a seed; half of the packs have some ranks or a suit on top."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        return self.chance.randrange(n)

    def shuffled(self, cards: list[Card]) -> list[Card]:
        """The cards, shuffled so that some come early."""
        early = self._early(cards)
        return sorted(cards, key=lambda card: self.chance.random() - (card in early))

    def _early(self, cards: list[Card]) -> set[Card]:
        pick = self.chance.randrange(4)
        if pick > 1:
            return set()
        if pick == 1:
            return set(self.chance.sample(cards, 4))
        rank = self.chance.choice((*HOT, self.chance.choice(cards).value[0]))
        found = [card for card in cards if card.value.startswith(rank)]
        return {card for card in found if self.chance.random() < 0.8}


def options(kind: type[Options], chance: random.Random) -> dict[str, Any]:
    """Options that may contradict each other."""
    hints = {k: hint for k, hint in get_type_hints(kind).items() if k != "edition"}
    drawn = {name: _value(hint, chance) for name, hint in hints.items() if chance.random() > USUAL}
    if drawn.get("deck", STANDARD) != STANDARD:
        for name in ("low_card_reveal", "domino", "ace_of_spades"):  # of the standard pack
            drawn.pop(name, None)
    return drawn


def _value(hint: Any, chance: random.Random) -> Any:
    if get_origin(hint) is Literal:
        return chance.choice(get_args(hint))
    return chance.random() < 0.5 if hint is bool else chance.randint(1, 5)


def match(game: str, chance: random.Random) -> Record:
    """A whole match."""
    kind, tables = OPTIONS[game]
    while True:
        rules = options(kind, chance)
        for players in chance.sample(tables, len(tables)):
            try:
                return simulate(game, rules, players, RiggedDice(chance), {})
            except (RecordError, ValueError):  # options that contradict each other or the players
                continue


def matches(game: str, count: int, seed: object) -> Iterator[tuple[Record, Outcome]]:
    """So many matches, whole and in parts, with what they come to."""
    chance = random.Random(f"{game}/{seed}")
    for _ in range(count):
        whole = match(game, chance)
        found = outcome(whole)
        yield whole, found
        for other in (
            stopped(whole, chance),
            interrupted(whole, chance),
            resumed(found, whole, chance),
        ):
            yield other, outcome(other)


def stopped(record: Record, chance: random.Random) -> Record:
    """The beginning of a match."""
    return _with(record, record.events[: chance.randrange(len(record.events))])


def interrupted(record: Record, chance: random.Random) -> Record:
    """The match with one of its deals begun in vain."""
    events = record.events
    starts = _starts(record)
    start = chance.choice(starts)
    end = min((each for each in starts if each > start), default=len(events))
    vain = events[start : chance.randrange(start + 1, end + 1)]
    return _with(record, (*events[:start], *vain, Misdeal(), *events[start:]))


def resumed(found: Outcome, record: Record, chance: random.Random) -> Record:
    """The end of a match, with the standing at which it begins."""
    deals = found.deals
    skipped = chance.randrange(len(deals))
    chase = record.game == "chase-the-ace"
    begun = [found.rules["lives"] if chase else 0 for _ in found.standing]
    for deal in deals[:skipped]:
        before = begun
        begun = [old + (new or 0) for old, new in zip(begun, deal.changes or begun, strict=True)]
        if chase and not any(begun):  # sudden death: who went out together goes on with one life
            begun = [min(old, 1) for old in before]
    start = deals[skipped].events[0]
    return msgspec.structs.replace(record, events=record.events[start:], standing=tuple(begun))


def _starts(record: Record) -> list[int]:
    return [k for k, event in enumerate(record.events) if type(event) is Deal]


def _with(record: Record, events: tuple[Any, ...]) -> Record:
    return msgspec.structs.replace(record, events=events)
