"""Names taken out of an archive for good: the parts that held them are written anew and removed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from difflib import get_close_matches
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from cardlog.queries.archive import naming, reading
from cardlog.queries.archive.intake import Intake
from cardlog.queries.archive.known import Known
from cardlog.queries.archive.naming import Place
from cardlog.queries.archive.settling import Shelf
from cardlog.queries.archive.spotting import Spot, Spotter
from cardlog.queries.formats._reading import answers, quoted, rows
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

AT_ONCE: Final = 5000  # records that are written anew in one commit
_NEAR: Final = 3  # names that are proposed for one that nobody has


class Refused(Exception):
    """Texts that people wrote name a player: the ids of the records, and where they do."""

    def __init__(self, ids: list[str], places: Collection[str]) -> None:
        super().__init__()
        self.ids = ids
        self.places = sorted(places)


class Forgotten(NamedTuple):
    """How many records were changed, and how many of them have another id now.

    `words` were looked for; `left` is what may still name the player, and in how many records;
    `unknown` says so where nobody is called like that, and who is meant perhaps.
    """

    changed: int
    other_ids: int
    words: frozenset[str] = frozenset()
    left: Counter[Place] = Counter()  # noqa: RUF012, of a tuple
    unknown: str | None = None


class Pseudonyms:
    """A new name for every handle: chance alone, so that nothing leads back to it."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._spellings: dict[str, list[str]] = {}

    def of(self, handle: str) -> str:
        """The same one each time."""
        return self._given.setdefault(handle, f"player-{os.urandom(6).hex()}")

    def spelled(self, handle: str, written: str) -> str:
        """Another for each way to write it, so that what was not the same is not the same now."""
        others = self._spellings.setdefault(handle, [handle])
        if written not in others:
            others.append(written)
        number = others.index(written)
        return f"{self.of(handle)}-{number + 1}" if number else self.of(handle)


Change = Callable[[Record], Record]


class _Work(NamedTuple):
    """What becomes of records: `change`, and what `named` tells of texts; `refused` if it does."""

    change: Change
    named: Callable[[Record], set[str]]
    left: Callable[[Record], set[Place]]
    refused: bool


def forget(shelf: Shelf, player: str, *, handle: bool, force: bool) -> Forgotten:
    """Take the names shown for a player out, or with `handle` the handle too.

    With `force` words in texts are replaced as well (naming.py); without it Refused is raised
    where they name the player. Raises RecordError, OSError.
    """
    if not player.strip():
        raise RecordError("the name is empty: expected a handle, or a name shown for one")
    given = Pseudonyms()
    called = _called(shelf)
    handles = {each for each, names in called.items() if each == player or player in names}
    words = {player}.union(*(called[each] for each in handles))
    words = words | handles if handle else words - handles
    spotter = Spotter(words)
    others = {each: given.of(each) if handle else each for each in handles}
    owner = min(handles, default=player) if handle else player

    def new(spot: Spot, written: str) -> str:
        return given.spelled(written if written in others else owner, written)

    def named(record: Record) -> set[str]:
        return naming.mentions(msgspec.structs.replace(record, seals=UNSET) if handle else record,
                               spotter)  # fmt: skip

    def change(record: Record) -> Record:
        if handle or (force and named(record)):
            return naming.renamed(record, others, spotter, new if force else None)
        return naming.without_names(record, handles)

    def left(record: Record) -> set[Place]:
        return naming.left(record, spotter, handles)

    numbers = _numbers(shelf, handles, spotter)
    done = _all(shelf, numbers, _Work(change, named, left, not force))
    unknown = None if done.changed else _unknown(player, called, handle)
    return done._replace(words=frozenset(words), unknown=unknown)


def _called(shelf: Shelf) -> dict[str, set[str]]:
    """Every handle in the archive, and all that is shown for it."""
    games = shelf.whole("games")
    found = answers(shelf.held, f"SELECT DISTINCT unnest(players) FROM ({games})")
    called: dict[str, set[str]] = {handle: set() for (handle,) in found}
    query = f"SELECT DISTINCT names FROM ({games}) WHERE names IS NOT NULL"
    for (text,) in answers(shelf.held, query):
        for handle, name in msgspec.json.decode(text, type=dict[str, str]).items():
            called.setdefault(handle, set()).add(name)
    return called


def _unknown(player: str, called: dict[str, set[str]], handle: bool) -> str:
    """What to say of a name for which there was nothing to do."""
    if player in called:
        return (
            f"{player!r} is a handle for which no name is shown"
            + ("" if handle else ": --handle gives the player another handle")
        )  # fmt: skip
    names = sorted({*called, *(name for names in called.values() for name in names)})
    lower = {name.lower(): name for name in names}
    near = [lower[each] for each in get_close_matches(player.lower(), lower, _NEAR)]
    return f"nobody is called {player!r} here" + (
        f" (there is {' and '.join(map(repr, near))})" if near else ""
    )


def _numbers(shelf: Shelf, handles: set[str], spotter: Spotter) -> list[int]:
    """Which records may have something of a player in them."""
    listed = ", ".join(map(quoted, handles))
    games, deals = (shelf.whole(table) for table in ("games", "deals"))
    found: set[int] = set()
    for query in (
        f"SELECT record, list_has_any(players, [{listed}]::VARCHAR[]) AS its,"
        " array_to_string(players, chr(10)) AS players, uid, meta, names, seals, rules, raw,"
        f" opening.extras AS extras FROM ({games})",
        f"SELECT record, false AS its, extras FROM ({deals}) WHERE extras IS NOT NULL",
    ):
        for record, its, *texts in map(dict.values, rows(shelf.held, query)):
            if its or any(text is not None and spotter.written_in(text) for text in texts):
                found.add(record)
    return sorted(found)


def anonymise(shelf: Shelf, *, force: bool) -> Forgotten:
    """Give every player another handle, the same in all records, and show no names."""
    given = Pseudonyms()
    called = _called(shelf)
    owners = {name: handle for handle in sorted(called, reverse=True) for name in called[handle]}
    owners |= {handle: handle for handle in called}
    spotter = Spotter(owners)
    by_folded = {folded: owners[word] for word, folded in spotter.words.items()}

    def change(record: Record) -> Record:
        names = {} if record.names is UNSET else record.names
        its = {names[handle]: handle for handle in record.players if handle in names}

        def new(spot: Spot, written: str) -> str:
            owner = its.get(written) or owners.get(written) or by_folded[spot.word]
            return given.spelled(owner, written)

        others = {handle: given.of(handle) for handle in {*record.players, *names}}
        return naming.renamed(record, others, spotter, new if force else None)

    def named(record: Record) -> set[str]:
        return naming.mentions(msgspec.structs.replace(record, seals=UNSET), spotter)

    def left(record: Record) -> set[Place]:
        return naming.left(record, spotter, called)

    games = shelf.whole("games")
    numbers = [row[0] for row in answers(shelf.held, f"SELECT record FROM ({games}) ORDER BY 1")]
    done = _all(shelf, numbers, _Work(change, named, left, not force))
    return done._replace(words=frozenset(owners))


def _all(shelf: Shelf, numbers: list[int], work: _Work) -> Forgotten:
    if work.refused:
        _refuse(shelf, numbers, work)
    changed = other_ids = 0
    left: Counter[Place] = Counter()
    group: list[tuple[int, Record]] = []
    for start in range(0, len(numbers), AT_ONCE):
        for number, id, record in _records(shelf, numbers[start : start + AT_ONCE]):
            new = work.change(record)
            left.update(work.left(msgspec.structs.replace(record, seals=new.seals)))
            if new != record:
                changed += 1
                other_ids += new.id != id
                group.append((number, new))
        if group:
            _replace(shelf, group)
            group = []
    return Forgotten(changed, other_ids, left=left)


def _refuse(shelf: Shelf, numbers: list[int], work: _Work) -> None:
    ids, places = [], set()
    for _, id, record in _records(shelf, numbers):
        named = work.named(record)
        if named:
            ids.append(id)
            places |= named
    if ids:
        raise Refused(ids, places)


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
            raise RecordError("two records would be one without the names")
        intake.write_full()
    shelf.leave_out({number for number, _ in records})
    shelf.take(intake.close())
    shelf.replace()
