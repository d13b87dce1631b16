"""Snapshots: what callers see of a fold, frozen.

The working state (engine/state.py) belongs to the rules. `snapshot` copies what a person at the
table would call the position: who holds what, whose turn it is, how everybody stands.
"""

from __future__ import annotations

import msgspec

from cardlog.engine.fold import Fold
from cardlog.engine.state import START, UNRECORDED, VOID
from cardlog.records.cards import Card


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The position after an event.

    `event` is the index of the last event applied (-1 before the first), `deal` counts from 1 (0
    before the first). `hands` are by seat; `??` is a card nobody saw. `turn` is the seat that
    acts next, None where anybody may or nobody can. `standing` is lives or points by side, None
    where unseen cards leave it open.

    In Chase the Ace `shown` holds the card each seat has shown in this deal, or None, and
    `stock_top` the top of the stock where the dealer may draw it and it is known. In the All
    Fours family `trump` is a suit letter, `taken` the cards captured by seat and `stock` what is
    left, top first; in Pitch `bid` is the highest so far and `bidder` the seat that made it.
    """

    event: int
    game: str
    phase: str
    deal: int
    dealer: int | None
    turn: int | None
    hands: tuple[tuple[Card, ...], ...]
    standing: tuple[int | None, ...]
    winners: tuple[int, ...]
    shown: tuple[Card | None, ...] | None = None
    stock_top: Card | None = None
    trump: str | None = None
    taken: tuple[tuple[Card, ...], ...] | None = None
    stock: tuple[Card, ...] | None = None
    bid: int | None = None
    bidder: int | None = None


def snapshot(fold: Fold) -> Snapshot:
    """The position of a fold where it stands."""
    state = fold.state
    if fold.stopped and fold.stopped.event is None:  # not a table this game can be played at
        return Snapshot(
            event=-1, game=fold.game.name, phase=fold.game.phases[START], deal=0, dealer=None,
            turn=None, hands=((),) * state.seats, standing=(), winners=(),
        )  # fmt: skip
    parts = fold.game.view(state)
    if state.phase == VOID:  # the cards have been gathered
        parts |= {"hands": ((),) * state.seats, "shown": None, "taken": None, "stock": None}
    if state.phase == UNRECORDED:  # nobody can say who holds cards
        parts |= {"hands": ((),) * state.seats, "shown": None, "stock": None}
    return Snapshot(
        event=fold.index - 1,
        game=fold.game.name,
        phase=fold.game.phases[state.phase],
        deal=state.deals,
        dealer=state.dealer if state.dealer >= 0 else None,
        standing=fold.standing,
        winners=fold.winners,
        **parts,
    )
