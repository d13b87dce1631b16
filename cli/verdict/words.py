"""Moves and events in words to be read aloud, without a position to tell them from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardlog.engine.messages import plain, tell
from cardlog.records.cards import CODES, Card
from cardlog.records.events import (
    AnyEvent,
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Misdeal,
    Note,
    Reveal,
    Ruling,
    Score,
    Stay,
    Swap,
    Trick,
    kind_of,
)

# What was legal, by the kind of the move.
MOVES: Final = {
    "stay": "{0} keeps the card",
    "swap": "{0} exchanges with {1}",
    "block": "{0} asks {1}, who refuses",
    "cut": "{0} takes a card from the stock",
    "draw": "{0} takes a card from the stock",
    "reveal": "{0} shows the card",
    "deal": "{0} deals",
    "trick": "{0} leads",
    "discard": "{0} discards",
}
CALLS: Final = {
    "pass": "{0} passes",
    "stand": "{0} stands",
    "beg": "{0} begs",
    "give": "{0} gives a point",
    "run": "{0} runs the cards",
}
BARE_MOVES: Final = {
    "reveal": "the top of the stock is turned up",
    "misdeal": "a misdeal",
    "score": "the score of the deal",
}


def move(word: str, names: Sequence[str]) -> str:
    """A card with its sign, or a move like `swap 0 1` in words."""
    if word in CODES:
        return Card(word).sign
    kind, *rest = word.split()
    if kind == "call":
        return _called(names[int(rest[0])], rest[1])
    who = [names[int(seat)] for seat in rest]
    return MOVES[kind].format(*who) if who and kind in MOVES else BARE_MOVES.get(kind, kind)


def _called(who: str, word: str) -> str:
    return CALLS.get(word, "{0} bids {1}").format(who, word)


def event_told(event: AnyEvent, names: tuple[str, ...]) -> str:
    """An event as it was written."""

    def name(seat: object) -> str:
        return plain(names[seat]) if isinstance(seat, int) and seat < len(names) else str(seat)

    if isinstance(event, (Stay, Swap)):
        target = getattr(event, "target", None)
        return MOVES["stay" if target is None else "swap"].format(name(event.seat), name(target))
    if isinstance(event, Block):
        return (
            f"{name(event.seat)} asks {name(event.target)}, who shows {event.card.sign} and refuses"
        )
    if isinstance(event, (Cut, Draw)):
        return f"{name(event.seat)} takes {event.card.sign} from the stock"
    if isinstance(event, (Reveal, Discard)):
        cards = " ".join(card.sign for card in event.cards)
        if not isinstance(event.seat, int):
            return f"{cards} is turned up"
        does = "shows" if isinstance(event, Reveal) else "discards"
        return f"{name(event.seat)} {does} {cards}"
    if isinstance(event, Call):
        return _called(name(event.seat), event.call)
    if isinstance(event, Trick):
        return ", ".join(
            f"{name((event.leader + k) % len(names))} {card.sign}"
            for k, card in enumerate(event.cards)
        )
    if isinstance(event, Deal):
        hands = "; ".join(
            f"{name(seat)} {' '.join(card.sign for card in hand)}"
            for seat, hand in enumerate(event.hands)
            if hand
        )
        return f"{name(event.dealer)} deals: {hands}"
    if isinstance(event, Misdeal):
        return "A misdeal is called"
    if isinstance(event, Score):
        return tell("score", {"claimed": event.changes}, names)
    if isinstance(event, (Note, Ruling)):
        return f"{'Note' if isinstance(event, Note) else 'Ruling'}: {plain(event.text)}"
    return f"[{plain(kind_of(event))}]"
