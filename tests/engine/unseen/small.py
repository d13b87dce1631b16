"""Records of Chase the Ace with few unseen cards, some of them with a mistake in them."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from cardlog.engine.simulate import simulate
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import AnyEvent, Block, Cut, Deal, Draw, Reveal, Score, Stay, Swap
from cardlog.records.game import Record
from tests.engine.unseen.hiding import LEVELS, blurred
from tests.engine.unseen.legal import FLAGS, SPECIAL, SeededDice


def small_record(chance: random.Random) -> Record:
    """One or two deals, a few of whose cards were not seen wherever they went."""
    full = chase_match(chance)
    events: list[AnyEvent] = []
    deals = 0
    most = chance.choice((1, 1, 2))
    for event in full.events:
        deals += type(event) is Deal
        if deals > most:
            if chance.randrange(2):
                events.append(event)  # who is dealt a card tells who is still in
            break
        events.append(event)
    events = _hidden(events, chance, 4 if most == 1 else 3)
    if chance.randrange(3):
        events = _mistaken(events, chance, len(full.players))
    if not chance.randrange(4):
        events = events[: chance.randint(1, len(events))]
    return replace(full, events=tuple(events))


def chase_match(chance: random.Random) -> Record:
    while True:
        rules: dict[str, Any] = {
            "profile": chance.choice(("cuckoo", "compendium")),
            "lives": chance.randint(1, 2),
        }
        for name in FLAGS:
            if name not in ("profile", "deck", "packs", "lives") and not chance.randrange(5):
                rules[name] = chance.choice(FLAGS[name])
        if not chance.randrange(8):
            rules["deck"] = chance.choice(SPECIAL)
        try:
            dice = SeededDice(chance.randrange(2**32))
            return simulate("chase-the-ace", rules, chance.randint(3, 4), dice, {})
        except (RecordError, ValueError):  # options that contradict one another
            continue


def _hidden(events: list[AnyEvent], chance: random.Random, most: int) -> list[AnyEvent]:
    """The events with a few cards of each deal hidden."""
    told: list[AnyEvent] = []
    pool: set[Card] = set()
    for event in events:
        if isinstance(event, Deal):
            stock = event.stock or ()
            hands = [card for hand in event.hands for card in hand]
            some = chance.sample(hands, min(len(hands), chance.randint(1, most)))
            more = chance.sample(stock, min(chance.randint(0, 2), most - len(some)))
            pool = {*some, *more}
        told.append(_blur(event, pool, chance))
    return told


def _blur(event: AnyEvent, pool: set[Card], chance: random.Random) -> AnyEvent:
    def seen(card: Card) -> Card:
        if card not in pool or (type(event) is not Deal and chance.randrange(3) == 0):
            return card
        return blurred(card, chance.choice(LEVELS[1:] if type(event) is Deal else LEVELS))

    if isinstance(event, Deal):
        hands = tuple(tuple(map(seen, hand)) for hand in event.hands)
        return replace(event, hands=hands, stock=tuple(map(seen, event.stock or ())))
    if isinstance(event, (Cut, Draw, Block)):
        return replace(event, card=seen(event.card))
    if isinstance(event, Reveal):
        return replace(event, cards=tuple(map(seen, event.cards)))
    return event


def _mistaken(events: list[AnyEvent], chance: random.Random, seats: int) -> list[AnyEvent]:
    """The events with one of them written down wrong."""
    k = chance.randrange(len(events))
    event = events[k]
    cards = [card for e in events if isinstance(e, Reveal) for card in e.cards] or [Card["Kh"]]
    other: AnyEvent = event
    if isinstance(event, Reveal):
        other = replace(event, cards=(chance.choice(cards),))
    elif isinstance(event, Swap):
        block = Block(seat=event.seat, target=event.target, card=Card["??"])
        other = chance.choice((block, Stay(seat=event.seat)))
    elif isinstance(event, (Block, Stay)):
        target = event.target if isinstance(event, Block) else (event.seat + 1) % seats
        other = Swap(seat=event.seat, target=target)
    elif isinstance(event, (Cut, Draw)):
        other = chance.choice((Stay(seat=event.seat), replace(event, card=chance.choice(cards))))
    elif isinstance(event, Score):
        other = replace(event, changes=tuple(-chance.randrange(2) for _ in event.changes))
    elif isinstance(event, Deal) and k:
        other = replace(event, hands=event.hands[1:] + event.hands[:1])
    return [*events[:k], other, *events[k + 1 :]]
