"""Single deals of the All Fours family, right and wrong ones, with some cards hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from cardlog.engine.fold import begin
from cardlog.engine.game import Game
from cardlog.engine.simulate import simulate
from cardlog.engine.state import State
from cardlog.records.cards import FULLY_KNOWN, Card
from cardlog.records.events import AnyEvent, Deal, Discard, Draw, Reveal, Trick
from cardlog.records.game import Record
from tests.engine.unseen.by_hand import spelling
from tests.engine.unseen.hiding import KEEP, LEVELS, UNSEEN, cards_in, filled, hidden
from tests.engine.unseen.legal import SeededDice, trouble

PACK: Final = [card for card in Card if card.code < FULLY_KNOWN]
KINDS: Final = (Deal, Draw, Reveal, Trick, Discard)
FORMS: Final[list[tuple[str, int, dict[str, Any]]]] = [
    ("california-jack", 2, {}),
    ("california-jack", 2, {"strict_follow": True, "void_must_trump": True, "turned_jack": True}),
    ("california-jack", 2, {"void_must_trump": True, "shasta_point": True, "low_to": "taker"}),
    ("shasta-sam", 3, {"turned_jack": True}),
    ("shasta-sam", 2, {"strict_follow": True}),
    ("seven-up", 2, {}),
    ("seven-up", 3, {"after_run": "keep"}),
    ("seven-up", 3, {}),
    ("seven-up", 4, {}),
    ("pitch", 2, {}),
    ("pitch", 3, {"smudge": "bid5", "low_to": "taker"}),
    ("pitch", 4, {"partners": True}),
]
Events = list[AnyEvent]


class OneDeal(NamedTuple):
    """The events of one deal, with the game and the position before it."""

    game: Game[Any, Any]
    before: State
    events: tuple[AnyEvent, ...]


def deals_of(record: Record) -> list[OneDeal]:
    """The deals of a record, each up to the next."""
    starts = [k for k, event in enumerate(record.events) if isinstance(event, Deal)]
    ends = [*starts[1:], len(record.events)]
    folds = [(begin(record).run(until=first), first, last) for first, last in zip(starts, ends)]  # noqa: B905
    return [OneDeal(fold.game, fold.state, record.events[a:b]) for fold, a, b in folds]


def legal_deal(dice: random.Random) -> OneDeal:
    """A deal that keeps the rules, whole or broken off, with or without its stock."""
    name, seats, rules = dice.choice(FORMS)
    rules = rules | {"target": dice.choice((1, 3, 7))}
    full = simulate(name, rules, seats, SeededDice(dice.randrange(9999)), {})
    deal = dice.choice(deals_of(full))
    events = list(deal.events)
    if dice.randrange(5):
        events[0] = msgspec.structs.replace(events[0], stock=msgspec.UNSET)
    first = events[0]
    assert isinstance(first, Deal)
    if not dice.randrange(8):  # a misdeal
        events = trouble(first, dice, dice.choice(("shown", "count")))
    if dice.randrange(2):
        events = events[: dice.randint(1, len(events))]
    return deal._replace(events=tuple(events))


def altered(deal: OneDeal, dice: random.Random) -> OneDeal:
    """The deal with up to two mistakes: a player's plays exchanged, or a card that was another."""
    events = list(deal.events)
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        tricks = [k for k, event in enumerate(events) if isinstance(event, Trick)]
        if len(tricks) > 1 and dice.randrange(3):
            _exchange(events, dice.sample(tricks, 2), dice.randrange(deal.before.seats))
        else:
            _misread(events, dice)
    return deal._replace(events=tuple(events))


def _exchange(events: Events, tricks: Sequence[int], seat: int) -> None:
    """What a player played in two tricks changes places."""
    plays = []
    for k in tricks:
        event = events[k]
        assert isinstance(event, Trick)
        at = (seat - event.leader) % len(event.cards)
        plays.append((k, at, list(event.cards)))
    (j, a, first), (k, b, second) = plays
    first[a], second[b] = second[b], first[a]
    events[j] = filled(events[j], iter(first))
    events[k] = filled(events[k], iter(second))


def _misread(events: Events, dice: random.Random) -> None:
    k = dice.randrange(len(events))
    cards = spelling(events[k])
    if cards:
        cards[dice.randrange(len(cards))] = dice.choice(PACK)
        events[k] = filled(events[k], iter(cards))


def few_hidden(deal: OneDeal, dice: random.Random, most: int) -> OneDeal:
    """A few sightings are hidden, or a card or two wherever they stand."""
    spelled = [card for event in deal.events for card in spelling(event)]
    if dice.randrange(2):
        cards = sorted(set(spelled), key=str)
        some = dict.fromkeys(dice.sample(cards, min(len(cards), dice.randint(0, most // 2))))
        levels = {card: dice.choice(LEVELS[1:]) for card in some}
        by_card = [levels.get(card, KEEP) for card in spelled]
        return deal._replace(events=hidden(deal.events, iter(by_card)))
    by_place = [KEEP] * len(spelled)
    for k in dice.sample(range(len(spelled)), min(len(spelled), dice.randint(0, most))):
        by_place[k] = dice.choice(LEVELS[1:])
    return deal._replace(events=hidden(deal.events, iter(by_place)))


def much_hidden(deal: OneDeal, dice: random.Random) -> OneDeal:
    """Whole kinds of events are hidden, or everything."""
    kinds = dice.sample(KINDS, dice.randint(1, len(KINDS)))
    level = dice.choice((*LEVELS[1:], UNSEEN))
    levels = [
        level if type(event) in kinds else KEEP
        for event in deal.events
        for _ in range(cards_in(event))
    ]
    return deal._replace(events=hidden(deal.events, iter(levels)))
