"""Records of one game, by its `uid`: stages of one record, or logs that contradict each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cardlog.engine.compare.merge import Contradiction, merge
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

MOST: Final = 20  # records with one `uid` that are held beside each other

_HEADER: Final = ("game", "rules", "players", "standing", "observer", "uid")


class Stored(NamedTuple):
    """A record in an archive; `fresh` where it is about to be added."""

    number: int
    record: Record
    fresh: bool


class Contradicted(NamedTuple):
    """Two records with one `uid` that cannot both be true; both are kept."""

    uid: str
    ids: tuple[str, str]
    message: str


def sort_out(found: Iterable[Stored]) -> tuple[list[int], list[Contradicted]]:
    """Of records with one `uid`: the numbers of those that another goes on from, and what is said.

    Of two that tell the same the first stays.
    """
    longest_first = sorted(found, key=lambda each: (-len(each.record.events), each.number))
    kept: list[Stored] = []
    gone: list[int] = []
    for each in longest_first:
        if any(_goes_on(other.record, each.record) for other in kept):
            gone.append(each.number)
        else:
            kept.append(each)
    return gone, [
        told
        for place, one in enumerate(kept[:MOST])
        for two in kept[place + 1 : MOST]
        if (one.fresh or two.fresh) and (told := _contradicted(one, two))
    ]


def _goes_on(longer: Record, shorter: Record) -> bool:
    """Whether a record begins with the whole of another."""
    same = all(getattr(longer, key) == getattr(shorter, key) for key in _HEADER)
    return same and longer.events[: len(shorter.events)] == shorter.events


def _contradicted(one: Stored, two: Stored) -> Contradicted | None:
    one, two = sorted((one, two))
    try:
        merge(one.record, two.record)
    except Contradiction as error:
        return Contradicted(str(one.record.uid), (one.record.id, two.record.id), str(error))
    except RecordError:  # after an illegal event, say: they cannot be compared
        return None
    return None
