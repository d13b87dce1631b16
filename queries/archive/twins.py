"""Records of one game, by its `uid`: stages of one record, or logs that contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from cardlog.engine.compare.merge import Contradiction, merge
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

MOST: Final = 20  # records with one `uid` that are held beside each other
SHOWN: Final = 200  # characters of what is lost

_HEADER: Final = ("game", "rules", "players", "standing", "observer", "uid")
_encode: Final = msgspec.json.Encoder(order="sorted").encode


class Stored(NamedTuple):
    """A record in an archive; `fresh` where it is about to be added."""

    number: int
    record: Record
    fresh: bool


class Told(NamedTuple):
    """What is said of two records with one `uid`.

    `contradicted`: they cannot both be true; both are kept. `beside`: neither goes on from the
    other, and both are kept. `dropped`: the second is not kept, and `lost` is what it alone says
    in `meta`.
    """

    kind: Literal["contradicted", "beside", "dropped"]
    uid: str
    ids: tuple[str, str]
    message: str
    lost: dict[str, Any] | None = None


def sort_out(found: Iterable[Stored]) -> tuple[list[int], list[Told]]:
    """Of records with one `uid`: the numbers of those that another goes on from, and what is said.

    Whatever the order in which they came, the same are kept: of two that tell the same it is the
    one with more in `meta`, and of two with as much the one with the lesser id.
    """
    fullest_first = sorted(found, key=lambda each: _rank(each.record))
    kept: list[Stored] = []
    gone: list[int] = []
    told: list[Told] = []
    for each in fullest_first:
        whole = next((one for one in kept if _goes_on(one.record, each.record)), None)
        if whole is None:
            kept.append(each)
        else:
            gone.append(each.number)
            told += _dropped(whole.record, each.record)
    kept = sorted(kept[:MOST])
    for place, two in enumerate(kept):
        if two.fresh:  # whatever is there already has a lower number
            told += _held_together(kept[:place], two)
    return gone, told


def _rank(record: Record) -> tuple[int, int, str]:
    return -len(record.events), -len(_meta(record)), record.id


def _meta(record: Record) -> dict[str, Any]:
    return {} if record.meta is UNSET else record.meta


def _dropped(kept: Record, gone: Record) -> Iterator[Told]:
    """What is lost with a record, if anything is."""
    there = _meta(kept)
    lost = {
        key: value
        for key, value in _meta(gone).items()
        if key not in there or _encode(there[key]) != _encode(value)
    }
    if lost:
        how = "tells the same" if len(kept.events) == len(gone.events) else "goes on from it"
        yield Told(
            "dropped", str(gone.uid), (kept.id, gone.id),
            f"the first of these records {how} and is kept, the second is not, and with it this of"
            f" its `meta`: {_shortened(_encode(lost).decode())}", lost,
        )  # fmt: skip


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _goes_on(longer: Record, shorter: Record) -> bool:
    """Whether a record begins with the whole of another."""
    same = all(getattr(longer, key) == getattr(shorter, key) for key in _HEADER)
    return same and longer.events[: len(shorter.events)] == shorter.events


def _held_together(before: list[Stored], new: Stored) -> Iterator[Told]:
    """What is said of a record that is kept beside others of its game.

    Views of several observers stand beside each other anyway: of them nothing is said where they
    agree.
    """
    beside: Told | None = None
    for one in before:
        ids = one.record.id, new.record.id
        uid = str(new.record.uid)
        message = "two records of this game, neither of which goes on from the other, are kept"
        try:
            merge(one.record, new.record)
        except Contradiction as error:
            yield Told("contradicted", uid, ids, str(error))
            continue
        except RecordError:  # after an illegal event, say
            message = "two records of this game that cannot be compared are kept"
        if one.record.observer == new.record.observer:
            beside = beside or Told("beside", uid, ids, message)
    if beside is not None:
        yield beside
