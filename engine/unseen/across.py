"""From deal to deal: every position that the unseen cards of a record allow.

A deal with unseen cards may come out in several ways, and who is still in, who deals and who has
won then differ. The later deals tell which of them it was: a player who gets no card was out. So
all positions are carried on together, each with the deals that led to it, and what no longer fits
is dropped. What all that are left agree on is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from cardlog.engine.faults import RULING
from cardlog.engine.fold import Fold
from cardlog.engine.packs import has_unseen
from cardlog.engine.rulings import Ruled
from cardlog.engine.scorebook import DealEntry
from cardlog.engine.state import OVER, State
from cardlog.engine.unseen.hidden import EVERY, Asked, Events, Undecided
from cardlog.records.events import Deal, Note, Ruling

NOTHING_SAID: Final = Note(text="")
MOST_POSITIONS: Final = 128  # that are carried on side by side


class Way(NamedTuple):
    """One deal as it may have been: from which position to which, and what it came to."""

    before: int  # indexes of positions
    after: int
    entry: DealEntry | None
    false: frozenset[tuple[int, int]]  # claims that are false then, as event and fault


class Span(NamedTuple):
    """The events of one deal, `first` to `last` - 1, with the positions and ways of its end.

    Where it is not known what it may come to, there is one position, that of the fold, and no way.
    """

    first: int
    last: int
    positions: list[State]
    ways: list[Way]


def spans(events: Events, end: int) -> Iterator[tuple[int, int]]:
    """The deals among the events before `end`, as first and last + 1."""
    deals = [k for k in range(end) if type(events[k]) is Deal]
    if deals:
        yield from zip(deals, [*deals[1:], end], strict=True)


def play_on(
    fold: Fold,
    hidden: Asked,
    positions: list[State],
    events: Events,
    patience: int,
    stands: int = 0,
    most: int = MOST_POSITIONS,
) -> Span:
    """All that the events of one deal may come to from any of these positions.

    The events of the mask `stands` count, whether or not they keep the rules. Without a position
    in the end no deal explains the events. Raises Undecided, also where more deals than `patience`
    would have to be played.
    """
    keys: dict[tuple[Any, ...], int] = {}
    after: list[State] = []
    ways: list[Way] = []
    try:
        for number, before, deal in _deals(fold, hidden, positions, events, stands):
            played = play(fold, before, deal, stands).run()
            patience -= 1
            if patience < 0:
                raise Undecided
            if played.stopped:
                if played.stopped.code == RULING or (deal is not events and has_ruling(events)):
                    raise Undecided  # what comes of it then, nobody can say
                continue
            key = match_key(played.state)
            at = keys.setdefault(key, len(after))
            if at == len(after):
                after.append(played.state)
                if at == most:
                    raise Undecided
            false = frozenset((claim.event or 0, claim.code) for claim in played.claims)
            ways.append(Way(number, at, played.deals[0] if played.deals else None, false))
    except Undecided as given_up:
        given_up.explained = bool(ways)
        raise
    return Span(0, len(events), after, ways)


def _deals(
    fold: Fold, hidden: Asked, positions: list[State], events: Events, stands: int
) -> Iterator[tuple[int, State, Events]]:
    """The deals that the events may have been, with the position that each began from."""
    known = not has_unseen(events)
    for number, before in enumerate(positions):
        if known:
            yield number, before, events
            continue
        asked = hidden(fold.game, before, without_rulings(events))
        for deal in asked.ways(EVERY & ~stands):
            yield number, before, with_rulings(deal, events)


class OneDeal(Fold):
    """A fold of one deal, from a position that it may have begun in."""

    before: State

    def _void(self, ruling: Ruling) -> int:
        if ruling.deal is UNSET or ruling.deal == self.before.deals + 1:
            return super()._void(replace(ruling, deal=UNSET))
        raise Undecided  # an earlier deal, of which this one does not tell what it brought

    def _before(self, entry: DealEntry) -> State:
        return self.before


def play(fold: Fold, before: State, events: Events, stands: int = 0) -> OneDeal:
    """A fold that stands before the events of one deal."""
    played = OneDeal(replace(fold.record, events=events), fold.game, fold.options, before.copy())
    played.before = before
    standing = frozenset(k for k in range(len(events)) if stands >> k & 1)
    played.ruled = Ruled(events, {}, standing)
    return played


def has_ruling(events: Events) -> bool:
    """Whether an arbiter ruled in the middle of a deal."""
    return any(type(event) is Ruling for event in events)


def without_rulings(events: Events) -> Events:
    """The events of a deal, with notes for the rulings: no card depends on them."""
    return tuple(NOTHING_SAID if type(event) is Ruling else event for event in events)


def with_rulings(deal: Events, events: Events) -> Events:
    """A deal with the rulings of its events."""
    return tuple(
        event if type(event) is Ruling else dealt for dealt, event in zip(deal, events, strict=True)
    )


# Fields that tell of one deal only, and no longer matter once it is complete.
OF_A_DEAL: Final = frozenset(
    {"changes", "cuts", "dealt", "drawn", "due", "full", "game", "had", "hand", "high", "jack",
     "leader", "low", "lowest", "once", "pips", "place", "pos", "put_away", "rest", "shown",
     "stock", "stocked", "top", "trump", "turn", "unseen", "unseen_had"}
)  # fmt: skip


def match_key(state: State) -> tuple[Any, ...]:
    """What of a position matters to the deals that follow."""
    unfinished = state.phase > OVER
    return tuple(
        tuple(value) if type(value := getattr(state, name)) is list else value
        for name in state.fields()
        if unfinished or name not in OF_A_DEAL
    )


def surviving(layers: list[Span]) -> list[Span]:
    """The spans with only the ways that lead on to the last one's positions."""
    kept: list[Span] = []
    wanted: set[int] | None = None
    for span in reversed(layers):
        ways = [way for way in span.ways if wanted is None or way.after in wanted]
        kept.append(span._replace(ways=ways))
        wanted = {way.before for way in ways} if span.ways else None
    return kept[::-1]
