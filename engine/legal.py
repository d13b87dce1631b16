"""What may come next: the rules themselves, asked about every idea a player might have.

A game lists ideas (`Game.ideas`); each is tried on a copy of the state, and the ones that the
rules take are legal. So there is no second statement of any rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from cardlog.engine.fold import Fold
from cardlog.engine.state import UNRECORDED
from cardlog.records.cards import FULLY_KNOWN, Card
from cardlog.records.events import AnyEvent, Call, Discard, Reveal, Trick, kind_of

ANY: Final = Card["??"]
DECK: Final = [card for card in Card if card.code < FULLY_KNOWN]


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One kind of event that may come next, from one seat (and to one target).

    `cards` are the cards it may show, draw or lead; an unseen draw is the set of its candidates.
    A deal's cards are not listed. In a trick `cards` are the leads and `replies` tells for each
    lead, in playing order, what every player may put down, the leader's own card first. `calls`
    are the words that may be called. `count` is how many of `cards` a discard takes.
    """

    kind: str
    seat: int | None = None
    target: int | None = None
    cards: tuple[Card, ...] = ()
    replies: Mapping[Card, tuple[tuple[Card, ...], ...]] | None = None
    calls: tuple[str, ...] = ()
    count: int = 1


def moves(fold: Fold) -> tuple[Move, ...]:
    """What the rules allow where the fold stands, also where a fault stopped it there.

    Nothing after a gap, up to the next deal: nobody can say what was legal there.
    """
    if fold.state.phase == UNRECORDED:
        return ()
    found: dict[tuple[str, int | None, int | None, int], dict[Card, None]] = {}
    calls: dict[int, list[str]] = {}
    tricks: dict[int, list[tuple[Card, ...]]] = {}
    for event in _legal(fold, fold.game.ideas(fold.state)):
        if type(event) is Trick:
            tricks.setdefault(event.leader, []).append(event.cards)
            continue
        if type(event) is Call:
            calls.setdefault(event.seat, []).append(event.call)
            continue
        count = len(event.cards) if type(event) is Discard else 1
        key = (kind_of(event), actor(event), getattr(event, "target", None), count)
        found.setdefault(key, {}).update(dict.fromkeys(cards_shown(event)))
    plain = [
        Move(kind=kind, seat=seat, target=target, cards=tuple(cards), count=count)
        for (kind, seat, target, count), cards in found.items()
    ]
    plain += [Move(kind="call", seat=seat, calls=tuple(words)) for seat, words in calls.items()]
    return tuple(plain + [_trick(leader, plays) for leader, plays in tricks.items()])


def _legal(fold: Fold, ideas: Iterable[AnyEvent]) -> Iterator[AnyEvent]:
    """The ideas that the rules take; `??` as the one card of an idea stands for any card.

    What a card nobody saw could not be, no card can be, so that most cards need not be tried.
    """
    trial = fold.state.copy()
    for event in ideas:
        if fold.game.apply(trial, event) > 0:
            continue  # and changed nothing, so that the copy is as good as new
        trial = fold.state.copy()
        if cards_shown(event) == (ANY,) and not isinstance(event, Discard):
            yield from _legal(fold, (_with_card(event, card) for card in DECK))
        else:
            yield event


def _with_card(event: AnyEvent, card: Card) -> AnyEvent:
    if isinstance(event, Reveal):
        return msgspec.structs.replace(event, cards=(card,))
    return msgspec.structs.replace(event, card=card)


def actor(event: AnyEvent) -> int | None:
    """The seat that does it: the dealer of a deal, the leader of a trick."""
    for name in ("seat", "dealer", "leader"):
        seat = getattr(event, name, None)
        if type(seat) is int:
            return seat
    return None


def cards_shown(event: AnyEvent) -> tuple[Card, ...]:
    """The cards of an event other than a deal."""
    card = getattr(event, "card", None)
    return (card,) if isinstance(card, Card) else tuple(getattr(event, "cards", ()))


def _trick(leader: int, plays: list[tuple[Card, ...]]) -> Move:
    # What a player may put down depends on the lead and the own hand alone, so the legal tricks
    # fall apart into one set a position.
    replies: dict[Card, tuple[dict[Card, None], ...]] = {}
    for cards in plays:
        for place, card in enumerate(cards):
            replies.setdefault(cards[0], tuple({} for _ in cards))[place][card] = None
    return Move(
        kind="trick",
        seat=leader,
        cards=tuple(replies),
        replies={lead: tuple(map(tuple, by_place)) for lead, by_place in replies.items()},
    )
