"""The fixture archive: a small club's matches, from seeds, and what went wrong in some of them.

`python -m tests.archive` writes fixtures/archive/ anew; a test compares. The answers of the reports
on it are tests/answers.py's.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any, Final

import duckdb
import msgspec

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import Audit, Outcome, audit, outcome
from cardlog.engine.seen import view_of
from cardlog.engine.simulate import Threshold, simulate
from cardlog.queries.gather import Part
from cardlog.records.events import Deal, Gap, Misdeal, Note, Ruling, Score, Stay
from cardlog.records.formats import read, write
from cardlog.records.game import Record
from tests.games import FIXTURES, golden_records
from tests.queries.test_tables import database

ARCHIVE = FIXTURES / "archive"
FILES: Final = ("matches.msgpack.gz", "rare.jsonl")
MEMBERS: Final = (
    "ana", "bruno", "carla", "davi", "eva", "fabio", "gil", "helena", "igor", "joana",
)  # fmt: skip

# Game, options, fewest and most players, highest rank exchanged by those who play by a rule.
EVENINGS: Final[tuple[tuple[str, dict[str, Any], int, int, str | None], ...]] = (
    ("chase-the-ace", {"profile": "cuckoo"}, 3, 6, "7"),
    ("chase-the-ace", {"profile": "compendium"}, 3, 5, "6"),
    ("chase-the-ace", {"profile": "compendium", "stake": "tokens", "ante": 1}, 3, 4, None),
    ("chase-the-ace", {"profile": "compendium", "domino": "low3"}, 4, 5, None),
    ("chase-the-ace", {"profile": "le-her"}, 2, 2, None),
    ("chase-the-ace", {"profile": "cuckoo", "deck": "gnav42", "lives": 1}, 4, 4, None),
    ("california-jack", {"shasta_point": True}, 2, 2, None),
    ("california-jack", {"low_to": "taker", "target": 7}, 2, 2, None),
    ("shasta-sam", {"target": 5}, 3, 3, None),
    ("seven-up", {}, 2, 4, None),
    ("seven-up", {"partners": False, "after_run": "keep"}, 4, 4, None),
    ("pitch", {}, 3, 5, None),
    ("pitch", {"partners": True, "target": 11}, 4, 4, None),
    ("pitch", {"all_pass": "throw_in", "dealer_steal": "always"}, 4, 4, None),
)
NIGHTS: Final = 5


def simulated() -> list[Record]:
    """NIGHTS evenings of every game, from the seeds `archive/0`, `archive/1` …"""
    return [evening(number) for number in range(len(EVENINGS) * NIGHTS)]


def evening(number: int) -> Record:
    """One match, with players of the club and a date."""
    chance = random.Random(f"archive/{number}")
    game, rules, least, most, rank = EVENINGS[number % len(EVENINGS)]
    players = least + int(chance.random() * (most - least + 1))
    threshold = Threshold(rank) if rank and number % 3 else None
    date = f"2026-{1 + number // 12:02}-{1 + 2 * (number % 12):02}"
    meta = {"event": "club night", "date": date, "seed": f"archive/{number}"}
    record = simulate(game, rules, players, SeededDice(f"archive/{number}"), meta, threshold)
    seated = sorted(MEMBERS, key=lambda _: chance.random())[:players]
    return msgspec.structs.replace(record, players=tuple(seated))


def rare() -> list[Record]:
    """What seldom happens, made from matches of the club; and the short ones of fixtures/games."""
    matches = simulated()
    cuckoo, jack, pitch = matches[0], matches[6], matches[11]
    return [
        cuckoo,  # twice in the archive
        msgspec.structs.replace(jack, players=("karin", "luis"), meta={"event": "copied"}),
        part_of(pitch, 3),
        timed(matches[1]),
        timed(matches[9]),
        misdealt(matches[14]),
        false_score(matches[15]),
        false_score(matches[20]),
        stay_twice(matches[28], rules_on_it=False),
        stay_twice(matches[42], rules_on_it=True),
        adjusted(matches[29]),
        view_of(matches[43], 0),
        view_of(matches[48], 1),
        view_of(matches[56], "spectator"),
        with_gap(matches[57]),
        *decided_together(),
        *(each for each in golden_records() if len(each.events) < 60),
        *told_by_several(matches[2], matches[10]),
    ]


def part_of(record: Record, deals: int) -> Record:
    """The match broken off after some deals, under another name."""
    ends = [k for k, event in enumerate(record.events) if type(event) is Score]
    return msgspec.structs.replace(
        record, events=record.events[: ends[deals - 1] + 1], meta={"event": "broken off"}
    )


def timed(record: Record) -> Record:
    """With a time of every event, and some of the moves played by the clock."""
    chance = random.Random("time")
    second, events = 0, []
    for event in record.events:
        second += 1 + int(chance.random() * 20)
        at = f"2026-11-27T{20 + second // 3600}:{second // 60 % 60:02}:{second % 60:02}+01:00"
        late = type(event) is Stay and chance.random() < 0.2
        events.append(msgspec.structs.replace(event, at=at, **({"auto": True} if late else {})))
    return msgspec.structs.replace(record, events=tuple(events))


def misdealt(record: Record) -> Record:
    """The first deal was void, and the same dealer dealt again."""
    first = next(k for k, event in enumerate(record.events) if type(event) is Deal)
    again = [record.events[first], Misdeal(reason="a card was face up")]
    return msgspec.structs.replace(
        record, events=(*record.events[:first], *again, *record.events[first:])
    )


def false_score(record: Record) -> Record:
    """The first score says something else."""
    first, said = next((k, e) for k, e in enumerate(record.events) if type(e) is Score)
    wrong = msgspec.structs.replace(said, changes=(said.changes[0] - 1, *said.changes[1:]))
    events = (*record.events[:first], wrong, *record.events[first + 1 :])
    return msgspec.structs.replace(record, events=events)


def stay_twice(record: Record, *, rules_on_it: bool) -> Record:
    """A player stays twice, on which an arbiter may rule."""
    first = next(k for k, event in enumerate(record.events) if type(event) is Stay)
    events = [*record.events[: first + 1], record.events[first], *record.events[first + 1 :]]
    if rules_on_it:
        events.append(Ruling(text="sent twice", by="the arbiter", event=first + 1, effect="undone"))
    return msgspec.structs.replace(record, events=tuple(events))


def adjusted(record: Record) -> Record:
    """An arbiter gives back the first life lost, and says why."""
    first, said = next((k, e) for k, e in enumerate(record.events) if type(e) is Score)
    back = tuple(-change for change in said.changes)
    ruling = Ruling(text="the lamp fell over", by="the host", effect="adjust", changes=back)
    events = (*record.events[: first + 1], ruling, Note(text="we go on"))
    return msgspec.structs.replace(record, events=events)


def with_gap(record: Record) -> Record:
    """The second deal was not written down to its end."""
    deals = [k for k, event in enumerate(record.events) if type(event) is Deal]
    events = (*record.events[: deals[1] + 2], Gap(text="a page is missing"))
    return msgspec.structs.replace(record, events=(*events, *record.events[deals[2] :]))


def decided_together() -> Iterator[Record]:
    """The first matches in which the last players of Chase the Ace went out in one deal."""
    for lives, rules in (
        (1, {"profile": "cuckoo", "lives": 1}),
        (1, {"profile": "compendium", "lives": 1}),
        (2, {"profile": "compendium", "lives": 2, "sudden_death_style": "showdown"}),
    ):
        played = (
            simulate("chase-the-ace", rules, 3, SeededDice(f"ties/{number}"), {})
            for number in count()
        )
        yield next(record for record in played if all_out(record, lives))


def told_by_several(one: Record, other: Record) -> Iterator[Record]:
    """The first deals of two games, each in several records that are not the same."""
    long, short = (
        msgspec.structs.replace(part_of(record, 1), uid=f"club/{number}")
        for number, record in enumerate((one, other))
    )
    noted = (*long.events[:9], Note(text="the lamp fell over"), *long.events[9:])
    seen = msgspec.structs.replace(view_of(long, "spectator"), uid=long.uid)
    yield from (long, msgspec.structs.replace(long, events=noted), seen)
    turned = msgspec.structs.replace(short, players=short.players[::-1])
    yield from (short, false_score(short), turned)
    yield msgspec.structs.replace(long, uid="club/2", observer=0)
    yield msgspec.structs.replace(long, uid="club/2", events=long.events[:5])


def all_out(record: Record, lives: int) -> bool:
    """Whether every player has lost his last life."""
    changes = [deal.changes or () for deal in outcome(record).deals]
    return all(
        -sum(lost or 0 for lost in by_seat) >= lives for by_seat in zip(*changes, strict=True)
    )


@cache
def matches() -> tuple[tuple[Record, Outcome, Audit], ...]:
    """Every record of the archive in its order, with what it comes to."""
    records = [record for name in FILES for record in read(ARCHIVE / name)]
    assert all(isinstance(record, Record) for record in records)
    return tuple((r, outcome(r), audit(r)) for r in records if isinstance(r, Record))


@cache
def held() -> duckdb.DuckDBPyConnection:
    """The archive as a database in memory."""
    part = Part()
    for record, found, checked in matches():
        part.add(record, found, checked)
    return database(part)


def write_all() -> None:
    """Write the records anew."""
    ARCHIVE.mkdir(exist_ok=True)
    for name, records in zip(FILES, (simulated(), rare()), strict=True):
        write(records, ARCHIVE / name)


if __name__ == "__main__":
    write_all()
