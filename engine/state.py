"""The fold's working state, and the steps of a match that every game shares.

A match walks through phases. The ones below are common; each family adds what happens inside a
deal (numbers from 10 on).

    START ──(cut, draw)──> CHOOSING ──deal──> the deal ... ──> DONE ──deal──> the next deal
      └──────────────────────deal─────────────^  │ │             └──> OVER, the match is decided
                                                 │ └─ a wrong count, an exposed card: MISCOUNTED,
                                                 │    EXPOSED; only a misdeal may follow
                                                 └─ misdeal ──> VOID ──deal──> the same dealer again
    any but OVER ──gap──> UNRECORDED ──deal──> the deal, judged as ever

The state is a slotted object of named integers and small lists of integers, nothing else. A rule
is a plain function of it and a few integers: it either applies the event and returns 0 (or a
milestone, below 0), or changes nothing and returns the number of a fault. In that form the same
source runs in CPython and, compiled, on a NumPy record with the same field names.

Callers never see this object: they get frozen snapshots (engine/views.py).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Self

# Phases that all games share.
START: Final = 0
CHOOSING: Final = 1
MISCOUNTED: Final = 2
EXPOSED: Final = 3
VOID: Final = 4
DONE: Final = 5
OVER: Final = 6
UNRECORDED: Final = 7  # something was not recorded: only what is certain is judged
IN_PLAY: Final = 10  # from here on, the phases of a deal under way

PHASES: Final = {
    START: "start",
    CHOOSING: "choosing",
    MISCOUNTED: "miscounted",
    EXPOSED: "exposed",
    VOID: "void",
    DONE: "done",
    OVER: "over",
    UNRECORDED: "unrecorded",
}

# Milestones: what a legal event brought about that the scorebook writes down.
DEAL_BEGUN: Final = -1
DEAL_DONE: Final = -2
DEAL_VOID: Final = -3
CLAIMED: Final = -4
DEAL_EXTENDED: Final = -5  # something that belongs to the deal was shown after its end
DEAL_LOST: Final = -6  # a gap: what became of the deal is not known
CLAIM_OPEN: Final = -7  # a score after a gap, of which nobody can say which deal it is for

# After a gap: how far a deal is known to have got by the events since.
UNTOLD: Final = 0
PLAYING: Final = 1  # something was seen after which more must come
SHOWING: Final = 2  # its showdown has begun
SPOILT: Final = 3  # a card was exposed: only a misdeal may follow
ENDED: Final = 4  # scored or void: only a deal may follow

ANYBODY: Final = -1  # for a seat: the cards or the lot left it open
NOBODY: Final = -2  # for a seat: not decided yet
OPEN: Final = 99  # for a change: unknown cards leave it open


class State:
    """Fields that every game has. `seats` is the number of players, `sides` of scores."""

    __slots__ = (
        "changes", "dealer", "deals", "doubt", "hidden", "next_dealer", "phase", "scored", "seats",
        "since_gap", "standing", "turn", "winner_mask",
    )  # fmt: skip

    def __init__(self, seats: int, standing: list[int]) -> None:
        self.seats = seats
        self.phase = START
        self.deals = 0  # begun so far
        self.dealer = NOBODY
        self.next_dealer = ANYBODY
        self.turn = NOBODY
        self.standing = standing  # by side
        self.doubt = [0] * len(standing)  # how much of `standing` is uncertain
        self.changes = [0] * len(standing)  # of the last deal
        self.scored = 0  # 1 once the last deal has its `score`
        self.winner_mask = 0  # bit k: side k has won
        self.hidden = 0  # 1 once a card was not wholly seen
        self.since_gap = UNTOLD  # while UNRECORDED

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for name in self.fields():
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) is list else value)
        return twin

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of all fields, sorted."""
        return _fields(cls.__mro__)


@cache
def _fields(line: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(sorted(n for c in line for n in getattr(c, "__slots__", ())))
