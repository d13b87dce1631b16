"""Events after a gap, up to the next deal, as the numbers that the rules take."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, structs

from cardlog.engine import tricks as rules
from cardlog.engine.faults import UNREADABLE
from cardlog.engine.game import AFTER_GAP, Handler
from cardlog.engine.match import no_place
from cardlog.records.cards import SPECIAL
from cardlog.records.events import Cut, Draw, Gap, Reveal, Score, Trick

State = rules.TrickState


def on_gap(s: State, event: Gap) -> int:
    return rules.gap(s)


def on_cut(s: State, event: Cut) -> int:
    """The lot for the first deal, which may go on as long as none was recorded."""
    if event.seat >= s.seats or event.card.code >= SPECIAL:
        return UNREADABLE
    return no_place(s) if s.deals or s.since_gap else 0


def on_trick(s: State, event: Trick) -> int:
    return rules.trick_unseen(s, event.leader, [card.code for card in event.cards])


def on_draw(s: State, event: Draw) -> int:
    return rules.draw_unseen(s, event.seat, event.card.code)


def on_exposed(s: State, event: Reveal) -> int:
    """A card of a player's hand is shown."""
    if event.seat is UNSET or event.seat >= s.seats:
        return UNREADABLE
    return rules.expose_unseen(s, event.seat, [card.code for card in event.cards])


def on_reveal(s: State, event: Reveal) -> int:
    if event.seat is not UNSET:
        return on_exposed(s, event)
    return rules.turn_unseen(s, event.cards[0].code if len(event.cards) == 1 else SPECIAL)


def on_score(s: State, event: Score) -> int:
    return rules.claim_unseen(s) if len(event.changes) == s.sides else UNREADABLE


HANDLERS: Final[dict[type, Handler]] = AFTER_GAP | {
    Gap: on_gap,
    Cut: on_cut,
    Trick: on_trick,
    Reveal: on_reveal,
    Score: on_score,
}


def sides_claimed(score: Score) -> list[int]:
    """The sides to which points are claimed to have gone, one for each point."""
    if score.points is UNSET:
        return []
    return [side for side in structs.asdict(score.points).values() if type(side) is int]


def enough(score: Score, sides: int) -> bool:
    """Whether each side is given as many points as are claimed to have gone to it.

    In Pitch a bid that failed is taken off, whatever was made.
    """
    named = sides_claimed(score)
    return all(side < sides and not 0 <= score.changes[side] < named.count(side) for side in named)
