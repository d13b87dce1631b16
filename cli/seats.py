"""`--from-seat NAME`: a record as one player, or a spectator, saw it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.records.game import Record

Option = typer.Option(
    None,
    "--from-seat",
    metavar="NAME",
    help="Only what this player could know: a name, a seat number, or spectator.",
)


class FromSeat:
    """What `--from-seat` makes of each record, and what it has left out of them all."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.left_out: Counter[str] = Counter()

    def __call__(self, record: Record) -> Record:
        """Raises RecordError where there is no such player, or it is somebody else's view."""
        from cardlog.engine.seen import seat_of, view
        from cardlog.records.errors import RecordError

        try:
            seat = seat_of(record, self.name)
        except RecordError as error:
            raise RecordError(f"--from-seat {error.message}") from None
        shown, left_out = view(record, seat)
        self.left_out += left_out
        return shown


def view_from(name: str | None) -> FromSeat | None:
    """The view that the option asks for, if any."""
    return None if name is None else FromSeat(name)


def tell_left_out(view: FromSeat | None) -> None:
    """Say on standard error what besides cards a view does not hold."""
    if view is not None and view.left_out:
        counted = (w if n == 1 else f"{w} ({n} times)" for w, n in view.left_out.items())
        show.complain(f"left out: {', '.join(counted)}")
