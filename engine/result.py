"""What a match comes to in three words: for comparing one course of it with another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from cardlog.engine.fold import Fold


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """`winners` are sides; `standing` is by side, None where unseen cards leave it open.

    Of an illegal record they are those before the event that the rules forbid.
    """

    status: str
    winners: tuple[int, ...]
    standing: tuple[int | None, ...]


def result_of(fold: Fold) -> Result:
    """What a fold has come to where it stands."""
    return Result(status=fold.status, winners=fold.winners, standing=fold.standing)
