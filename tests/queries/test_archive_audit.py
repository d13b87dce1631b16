"""Archives audited straight from their columns: what is said is what the fold says, or nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cardlog.cli.simulate import SeededDice
from cardlog.engine.audit import Audit, audit
from cardlog.engine.simulate import simulate
from cardlog.queries.archive import auditing, opening
from cardlog.queries.archive.auditing import audited
from cardlog.queries.archive.exporting import exported
from cardlog.queries.tables import VERSION
from cardlog.records import formats
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import Deal, Extension, Gap, Misdeal, Note, Ruling, Score, Trick
from cardlog.records.game import Record
from tests.archive import ARCHIVE, FILES
from tests.depth import DEPTH, some
from tests.games import golden_records
from tests.queries.breaking import ingest
from tests.queries.edited import Edit, at_random, edit, rows

pytest.importorskip("numba", reason="Numba is an extra")

from cardlog.queries.archive import fast

GAMES: list[tuple[str, dict[str, Any], int | None]] = [
    ("chase-the-ace", {"profile": "cuckoo", "lives": 2}, 5),
    ("chase-the-ace", {"profile": "compendium", "lives": 2}, 4),
    ("california-jack", {"target": 3}, None),
    ("shasta-sam", {"target": 3}, None),
    ("seven-up", {"target": 4}, None),
    ("seven-up", {"partners": False, "target": 4}, 3),
    ("pitch", {"target": 5}, 4),
    ("pitch", {"target": 5, "partners": True}, 4),
]


def match(game: str, rules: dict[str, Any], players: int | None, seed: str) -> Record:
    return simulate(game, rules, players, SeededDice(seed), {"seed": seed})


def archive_of(records: list[Record], folder: Path) -> Path:
    formats.write(records, folder / "in.jsonl")
    ingest(folder / "archive", folder / "in.jsonl")
    return folder / "archive"


def compare(archive: Path) -> tuple[int, int]:
    """Hold both ways against each other; how many were judged from columns, and of how many."""
    found = list(audited(str(archive), fast=True))
    folded = list(audited(str(archive), fast=False))
    assert [read[:2] for read in found] == [read[:2] for read in folded]
    for (_, _, plain), (_, _, other) in zip(found, folded, strict=True):
        if isinstance(plain, Audit):
            assert isinstance(other, Record)
            assert plain == audit(other)
        elif isinstance(other, RecordError):
            assert isinstance(plain, RecordError)
            assert plain.message == other.message
        else:
            assert plain == other
    return sum(isinstance(each, Audit) for _, _, each in found), len(found)


@pytest.fixture
def unverified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are what they are, though they do not make the record of their id."""
    for module in (auditing, fast):
        monkeypatch.setattr(module, "checked", lambda read: read)


@pytest.mark.parametrize(("game", "rules", "players"), GAMES)
def test_plain_matches(
    game: str, rules: dict[str, Any], players: int | None, tmp_path: Path
) -> None:
    records = [match(game, rules, players, f"columns/{k}") for k in range(12)]
    broken = [replace(each, events=each.events[: len(each.events) // 2]) for each in records]
    archive = archive_of([*records, *broken], tmp_path)
    assert compare(archive) == (24, 24)
    assert [number for number, _, _ in audited(str(archive), fast=True)] == [
        number for number, _, _ in exported(str(archive))
    ]


def damaged(record: Record) -> Iterator[Record]:
    """A record with this or that in it that is not as it should be, or not plain."""
    events = record.events
    for k in range(3, len(events), 5):
        event: Any = events[k]
        yield replace(record, events=events[:k] + events[k + 1 :])
        yield replace(record, events=(*events[:k], event, *events[k:]))
        for put in (Gap(), Misdeal(), Note(text="?"), Extension({"type": "x-tea"})):
            yield replace(record, events=(*events[:k], put, *events[k:]))
        if type(event) is Trick:
            turned = replace(event, cards=event.cards[::-1])
            unseen = replace(event, cards=(Card("??"), *event.cards[1:]))
            for other in (turned, unseen):
                yield replace(record, events=(*events[:k], other, *events[k + 1 :]))
        if type(event) is Score:
            more = replace(event, changes=(*event.changes[:-1], event.changes[-1] + 1))
            yield replace(record, events=(*events[:k], more, *events[k + 1 :]))
        if type(event) is Deal:
            yield replace(record, events=(*events[:k], replace(event, stock=()), *events[k + 1 :]))
    yield replace(record, events=(replace(events[0], at="2026-11-27T20:00:00Z"), *events[1:]))
    yield replace(record, events=())
    yield replace(record, uid="table 7", names={record.players[0]: "Ana"}, meta={"x": 1.5})
    yield replace(record, standing=(1,) * len(record.players))
    yield replace(record, players=(*record.players, "one too many"))
    yield replace(record, rules={**record.rules, "no such rule": True})
    ruling = Ruling(event=4, effect="stands", text="so be it")
    yield replace(record, events=(*events[:4], *events[5:8], ruling))


@pytest.mark.parametrize(("game", "rules", "players"), GAMES)
def test_damaged_matches(
    game: str, rules: dict[str, Any], players: int | None, tmp_path: Path
) -> None:
    record = match(game, rules, players, "columns/damaged")
    plain, every = compare(archive_of([record, *damaged(record)], tmp_path))
    assert 0 < plain < every


def test_the_fixture_archive(tmp_path: Path) -> None:
    for name in FILES:
        ingest(tmp_path / "archive", ARCHIVE / name)
    plain, every = compare(tmp_path / "archive")
    assert every / 2 < plain < every
    compare(archive_of(golden_records(), tmp_path))


@pytest.mark.parametrize("seed", some(range(3), 3))
@pytest.mark.parametrize(("game", "rules", "players"), GAMES)
@pytest.mark.usefixtures("unverified")
def test_edited_rows(
    game: str, rules: dict[str, Any], players: int | None, seed: int, tmp_path: Path
) -> None:
    archive = archive_of(
        [match(game, rules, players, f"columns/{k}") for k in range(20 * DEPTH)], tmp_path
    )
    edit(archive, *at_random(rows(archive), random.Random(seed)))
    plain, every = compare(archive)
    assert 0 < plain < every


EDITS: list[Edit] = [
    ("DELETE FROM deals WHERE record % 2 = 1 AND deal = 2", []),
    ("DELETE FROM deals WHERE record % 2 = 1", []),
    ("UPDATE deals SET deal = deal + 1 WHERE record % 2 = 1", []),
    ("UPDATE deals SET deal = NULL WHERE record % 2 = 1", []),
    ("UPDATE deals SET record = NULL WHERE record = 3", []),
    ("UPDATE deals SET record = 0 WHERE record = 3", []),
    ("INSERT INTO deals FROM deals WHERE record = 2", []),
    ("INSERT INTO games FROM games WHERE record = 2", []),
    ("UPDATE games SET record = 9 - record", []),
    ("UPDATE games SET deals = deals - 1 WHERE record % 2 = 1", []),
    ("UPDATE games SET deals = 4000000000", []),
    ("UPDATE games SET id = NULL WHERE record % 2 = 1", []),
    ("UPDATE games SET id = 'ff' WHERE record % 2 = 1", []),
    ("UPDATE games SET id = repeat('é', 32) WHERE record % 2 = 1", []),
    ("UPDATE games SET id = id || id WHERE record % 2 = 1", []),
    ("UPDATE games SET uid = repeat('x', 100000), names = NULL WHERE record % 2 = 1", []),
    ("UPDATE games SET rules = rules || repeat(' ', 100000) WHERE record % 2 = 1", []),
    ("UPDATE games SET game = 'seven-up' WHERE record % 2 = 1", []),
    ("UPDATE games SET game = NULL WHERE record % 2 = 1", []),
    ("UPDATE games SET players = list_append(players, NULL) WHERE record % 2 = 1", []),
    ("UPDATE games SET players = list_append(players, players[1]) WHERE record % 2 = 1", []),
    ("UPDATE games SET players = NULL WHERE record % 2 = 1", []),
    ("UPDATE games SET players = [] WHERE record % 2 = 1", []),
    ("UPDATE games SET players = list_append(players, repeat('x', 300))", []),
    ("UPDATE games SET rules = '[]' WHERE record % 2 = 1", []),
    ("UPDATE games SET rules = NULL WHERE record % 2 = 1", []),
    ("UPDATE games SET rules = '{\"target\": 1e99}' WHERE record % 2 = 1", []),
    ('UPDATE games SET "schema" = 0 WHERE record % 2 = 1', []),
    ('UPDATE games SET "schema" = NULL WHERE record % 2 = 1', []),
    ('UPDATE games SET "schema" = 77', []),
    ("UPDATE games SET observer = 'nobody' WHERE record % 2 = 1", []),
    ("UPDATE games SET observer = '1' WHERE record % 2 = 1", []),
    ("UPDATE games SET observer = '99' WHERE record % 2 = 1", []),
    ("UPDATE games SET names = '{\"a\": 1}' WHERE record % 2 = 1", []),
    ("UPDATE games SET seals = '[NaN]' WHERE record % 2 = 1", []),
    ("UPDATE games SET standing = [1, NULL] WHERE record % 2 = 1", []),
    ("UPDATE games SET standing = [9223372036854775807, 0, 0, 0] WHERE record % 2 = 1", []),
    ("UPDATE games SET raw = '{}' WHERE record % 2 = 1", []),
    ("UPDATE deals SET extras = '[]' WHERE record % 2 = 1", []),
    ("UPDATE deals SET extras = '[[0, {}]]' WHERE record % 2 = 1", []),
    *(("UPDATE deals SET extras = ? WHERE record % 2 = 1", [extras]) for extras in (
        '[[0, {"type": "note"}]]', '[[0, {"type": "note", "text": "so"}]]',
        '[[-1, {"type": "note", "text": "so"}]]', '[[99, {"type": "note", "text": "so"}]]',
        '[[3, {"type": "misdeal", "reason": "torn"}]]', '{}', '[[0, 1]]', "[" * 10_000,
    )),
    ("UPDATE deals SET kinds = kinds || 'n' WHERE record % 2 = 1", []),
    *(("UPDATE deals SET kinds = kinds || ?, seats = list_append(seats, ?), cards ="
       " list_append(cards, NULL), extras = '[[' || len(kinds) || ', ' || ? || ']]'"
       " WHERE record % 2 = 1 AND deal = 1", [letter, seat, event]) for letter, seat, event in (
        ("n", None, '{"type": "note", "text": "so"}'), ("n", 9, '{"type": "note", "text": "so"}'),
        ("n", None, '{"type": "x-tea"}'), ("e", None, '{"type": "x-tea"}'),
        ("m", None, '{"type": "misdeal", "reason": "torn"}'),
        ("m", 1, '{"type": "misdeal", "seat": 1, "reason": "torn"}'),
        ("m", 1, '{"type": "misdeal", "seat": 2, "reason": "torn"}'),
        ("t", 1, '{"type": "misdeal", "seat": 1, "reason": "torn"}'),
        ("j", None, '{"type": "ruling", "event": 3, "effect": "stands"}'),
        ("?", None, '{"type": "tea"}'), ("g", None, '{"type": "gap", "text": "so"}'),
    )),
    ("UPDATE deals SET \"at\" = ['?'] WHERE record % 2 = 1", []),
    ("UPDATE deals SET kinds = ''", []),
    ("UPDATE deals SET kinds = repeat('D', 1000), seats = range(1000)::UTINYINT[]"
     " WHERE record = 1 AND false", []),
    ("UPDATE deals SET kinds = kinds || 'é' WHERE record % 2 = 1", []),
    ("UPDATE deals SET hands = list_append(hands, NULL) WHERE record % 2 = 1", []),
    ("UPDATE deals SET tricks = [NULL] WHERE record % 2 = 1", []),
    ("UPDATE deals SET stock = list_resize([1], 100000, 1) WHERE record % 2 = 1", []),
    *(("UPDATE games SET meta = ? WHERE record % 2 = 1", [meta]) for meta in (
        "", " ", "{", "[]", "null", "1", '{"a": 1e999}', '{"a": 9007199254740993}', "{}\n{}",
        '{}\n', r'{"a": "\ud83c\udca1"}', r'{"a": "\ud83c"}', '{"a": {"b": [1.5, null]}}',
        '{"a": 1}, {"b": 2',
        "[" * 300 + "]" * 300, '{"a":' * 250 + "1" + "}" * 250,
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    "change", some(EDITS, 4), ids=lambda change: f"{change[0][:60]} {change[1]}"
)
@pytest.mark.usefixtures("unverified")
def test_edited_tables(change: Edit, tmp_path: Path) -> None:
    records = [match("pitch", {"target": 5}, 4, f"columns/{k}") for k in range(6)]
    archive = archive_of(records, tmp_path)
    edit(archive, change)
    plain, _ = compare(archive)
    assert plain >= 3 or "% 2 = 1" not in change[0]


@pytest.mark.usefixtures("unverified")
def test_rows_in_another_order(tmp_path: Path) -> None:
    records = [match("pitch", {"target": 5}, 4, f"columns/{k}") for k in range(6)]
    archive = archive_of(records, tmp_path)
    edit(archive, order="DESC")
    assert compare(archive) == (0, 6)


@pytest.mark.usefixtures("unverified")
def test_parts_of_an_older_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [match("pitch", {"target": 5}, 4, f"columns/{k}") for k in range(6)]
    archive = archive_of(records, tmp_path)
    edit(
        archive,
        *((f"ALTER TABLE deals DROP COLUMN {name}", []) for name in ("packets", "auto", "dealer")),
        ("ALTER TABLE games DROP COLUMN seals", []),
    )
    monkeypatch.setattr(opening, "VERSION", VERSION + 1)
    assert compare(archive) == (6, 6)
    edit(archive, ("ALTER TABLE deals DROP COLUMN tricks", []))
    assert compare(archive) == (0, 6)


def test_many_parts_and_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "AT_ONCE", 3)
    monkeypatch.setattr(auditing, "PARTS", 2)
    archive = tmp_path / "archive"
    for night in range(5):
        folder = tmp_path / f"{night}"
        folder.mkdir()
        records = [match("pitch", {"target": 5}, 4, f"{night}/{k}") for k in range(7)]
        records += [match("seven-up", {"target": 4}, None, f"{night}/{k}") for k in range(2)]
        records[3] = replace(records[3], events=(*records[3].events[:9], Gap()))
        formats.write(records, folder / "in.jsonl")
        ingest(archive, folder / "in.jsonl")
    assert compare(archive) == (40, 45)
    numbers = [number for number, _, _ in audited(str(archive), fast=True)]
    assert numbers == sorted(numbers) and len(numbers) == 45
