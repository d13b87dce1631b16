"""Names taken out of an archive for good: the parts that held them are written anew and removed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from cardlog.queries.archive import naming, reading
from cardlog.queries.archive.intake import Intake
from cardlog.queries.archive.known import Known
from cardlog.queries.archive.settling import Shelf
from cardlog.queries.formats._reading import answers, quoted
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

AT_ONCE: Final = 5000  # records that are written anew in one commit


class Refused(Exception):
    """Texts that people wrote name a player, in the records of these ids."""

    def __init__(self, ids: list[str]) -> None:
        super().__init__()
        self.ids = ids


class Forgotten(NamedTuple):
    """How many records were changed, and how many of them have another id now."""

    changed: int
    other_ids: int


class Pseudonyms:
    """A new name for every handle: chance alone, so that nothing leads back to it."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}

    def of(self, handle: str) -> str:
        """The same one each time."""
        return self._given.setdefault(handle, f"player-{os.urandom(6).hex()}")


Change = Callable[[Record], Record]


def forget(shelf: Shelf, player: str, *, handle: bool, force: bool) -> Forgotten:
    """Take the names shown for a player out, or with `handle` the handle too.

    With `force` words in `meta`, notes and rulings are replaced as well; without it Refused is
    raised where they name the player. Raises RecordError, OSError.
    """
    given = Pseudonyms()
    handles, words = _known_as(shelf, player)
    words = {*words, *handles} if handle else words - handles
    others = {each: given.of(each) if handle else each for each in handles}
    texts = {word: others[word] if word in others else given.of(player) for word in words}

    def named(record: Record) -> bool:
        return naming.mentions(record, words)

    def change(record: Record) -> Record:
        if handle or (force and named(record)):
            return naming.renamed(record, others, texts if force else {})
        return naming.without_names(record, handles)

    return _all(shelf, _where(shelf, handles, words), change, None if force else named)


def _known_as(shelf: Shelf, player: str) -> tuple[set[str], set[str]]:
    """The handles that a player goes by in the archive, and all that is shown for them."""
    query = f"SELECT DISTINCT names FROM ({shelf.whole('games')}) WHERE names IS NOT NULL"
    pairs = {
        pair
        for (text,) in answers(shelf.held, query)
        for pair in msgspec.json.decode(text, type=dict[str, str]).items()
    }
    handles = {handle for handle, name in pairs if name == player}
    query = f"FROM ({shelf.whole('games')}) WHERE list_contains(players, ?) LIMIT 1"
    if answers(shelf.held, query, [player]):
        handles.add(player)
    return handles, {player, *(name for handle, name in pairs if handle in handles)}


def _where(shelf: Shelf, handles: set[str], words: set[str]) -> str:
    """Which records may have something of a player in them."""
    listed = ", ".join(map(quoted, handles))
    found = [f"list_has_any(players, [{listed}]::VARCHAR[])"]
    for word in words:
        inside = quoted(msgspec.json.encode(word).decode()[1:-1])
        found += [f"contains({each}, {inside})" for each in ("meta", "raw", "opening.extras")]
        deals = f"SELECT record FROM ({shelf.whole('deals')}) WHERE contains(extras, {inside})"
        found.append(f"record IN ({deals})")
    return " OR ".join(found)


def anonymise(shelf: Shelf, *, force: bool) -> Forgotten:
    """Give every player another handle, the same in all records, and show no names."""
    given = Pseudonyms()

    def change(record: Record) -> Record:
        others = {handle: given.of(handle) for handle in record.players}
        names = {} if not force else {
            word: others[handle]
            for handle in record.players
            for word in naming.called(record, {handle})
        }  # fmt: skip
        return naming.renamed(record, others, names)

    def named(record: Record) -> bool:
        return naming.mentions(record, naming.called(record, record.players))

    return _all(shelf, "true", change, None if force else named)


def _all(
    shelf: Shelf, where: str, change: Change, named: Callable[[Record], bool] | None
) -> Forgotten:
    if named:
        ids = [id for _, id, record in _records(shelf, _numbers(shelf, where)) if named(record)]
        if ids:
            raise Refused(ids)
    changed = other_ids = 0
    group: list[tuple[int, Record]] = []
    numbers = _numbers(shelf, where)
    for start in range(0, len(numbers), AT_ONCE):
        for number, id, record in _records(shelf, numbers[start : start + AT_ONCE]):
            new = change(record)
            if new != record:
                changed += 1
                other_ids += new.id != id
                group.append((number, new))
        if group:
            _replace(shelf, group)
            group = []
    return Forgotten(changed, other_ids)


def _numbers(shelf: Shelf, where: str) -> list[int]:
    games = shelf.whole("games")
    found = answers(shelf.held, f"SELECT record FROM ({games}) WHERE {where} ORDER BY 1")
    return [row[0] for row in found]


def _records(shelf: Shelf, numbers: list[int]) -> Iterator[tuple[int, str, Record]]:
    games, deals = (shelf.whole(table) for table in ("games", "deals"))
    for number, id, record in reading.records(shelf.held, games, deals, numbers):
        if isinstance(record, RecordError):
            raise RecordError(f"record {number} cannot be read: {record.message}")
        yield number, id, record


def _replace(shelf: Shelf, records: list[tuple[int, Record]]) -> None:
    """Write records anew under their numbers."""
    intake = Intake(shelf.aside, 0, Known(None))
    for number, record in records:
        intake.next = number
        if intake.add(record) is None:
            raise RecordError("two records would be one without the names: nothing was changed")
        intake.write_full()
    shelf.leave_out({number for number, _ in records})
    shelf.take(intake.close())
    shelf.replace()
