"""Records with one `uid`: what is kept does not depend on the order in which they come."""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cardlog.queries.archive.twins import Stored, Told, sort_out
from cardlog.records import formats
from cardlog.records.events import Note
from cardlog.records.game import Record
from tests.bench.workload import play
from tests.cli.run import ROOT, cardlog

WHOLE = replace(play("pitch", 1), uid="room 1", meta={"table": 4})
STAGE = replace(WHOLE, events=WHOLE.events[:20])
NOTED = replace(STAGE, events=(*STAGE.events, Note(text="the lamp fell over")))
SCORED = replace(WHOLE, meta={"scorer": "Eva", "table": 4})
ARBITER = replace(WHOLE, meta={"arbiter": "Gil", "table": 5})
BARE = replace(WHOLE, meta={})
SAVED = replace(STAGE, meta={"saved": "20:15", "table": 4})
ALL = (WHOLE, STAGE, NOTED, SCORED, ARBITER, BARE, SAVED)


def one_by_one(records: tuple[Record, ...]) -> tuple[set[str], list[Told]]:
    """What an archive keeps that they come into one after another, and what is said."""
    kept: dict[int, Record] = {}
    said = []
    for number, record in enumerate(records):
        stored = [Stored(old, each, False) for old, each in kept.items()]
        gone, told = sort_out([*stored, Stored(number, record, True)])
        kept[number] = record
        for each in gone:
            del kept[each]
        said += told
    return {record.id for record in kept.values()}, said


def test_the_same_are_kept_in_whatever_order_they_come() -> None:
    best = min(SCORED, ARBITER, key=lambda record: record.id)
    for order in random.Random("twins").sample([*permutations(ALL)], 40):
        kept, _ = one_by_one(order)
        assert kept == {best.id, NOTED.id}
        gone, _ = sort_out([Stored(number, each, True) for number, each in enumerate(order)])
        assert {each.id for k, each in enumerate(order) if k not in gone} == kept


def test_what_is_lost_is_told_in_whatever_order_they_come() -> None:
    best, other = sorted((SCORED, ARBITER), key=lambda record: record.id)
    for pair in permutations((SCORED, ARBITER)):
        _, (told,) = one_by_one(pair)
        assert (told.kind, told.ids) == ("dropped", (best.id, other.id))
        assert isinstance(other.meta, dict) and told.lost == other.meta | (told.lost or {})
        assert json.dumps(told.lost, separators=(",", ":"), sort_keys=True) in told.message
    for pair in permutations((WHOLE, SAVED)):
        _, (told,) = one_by_one(pair)
        assert (told.ids, told.lost) == ((WHOLE.id, SAVED.id), {"saved": "20:15"})


def test_nothing_is_said_where_nothing_is_lost() -> None:
    for pair in [*permutations((WHOLE, STAGE)), *permutations((SCORED, BARE))]:
        assert one_by_one(pair)[1] == []
    views = replace(STAGE, observer=0), replace(NOTED, observer=1)
    assert one_by_one(views) == ({each.id for each in views}, [])


def test_a_number_is_not_the_same_as_another_kind_of_value() -> None:
    _, (told,) = one_by_one(
        (replace(WHOLE, meta={"t": 1, "u": 2}), replace(WHOLE, meta={"t": 1.0}))
    )
    assert told.lost == {"t": 1.0}


def test_neither_goes_on_from_the_other() -> None:
    for pair in permutations((WHOLE, NOTED)):
        kept, (told,) = one_by_one(pair)
        assert kept == {WHOLE.id, NOTED.id}
        assert (told.kind, set(told.ids)) == ("beside", kept)


@pytest.mark.parametrize("name", ["archive", "night.duckdb"])
def test_ingest_says_what_it_keeps(name: str, tmp_path: Path) -> None:
    best, other = sorted((SCORED, ARBITER), key=lambda record: record.id)
    ran = run(tmp_path, name, WHOLE, NOTED)
    assert (ran.status, ran.err.strip()) == (
        0,
        "2 records: 2 added, 1 kept beside others of their games",
    )
    assert ran.text.splitlines() == [
        "room 1: two records of this game, neither of which goes on from the other, are kept",
        f"  {WHOLE.id}",
        f"  {NOTED.id}",
    ]
    ran = run(tmp_path, name, other, BARE)
    assert ran.status == 0
    assert "2 records: 1 added, 1 told more fully by others, 1 there already replaced" in ran.err
    ran = run(tmp_path, name, best, "--json")
    assert "1 there already replaced by a fuller one" in ran.err
    assert "1 kept beside others of their games, 1 of which `meta` is not kept" in ran.err
    lines = {next(key for key in line if key in ("beside", "dropped")): line for line in ran.lines}
    assert lines["beside"]["beside"] == [NOTED.id, best.id]
    told = lines["dropped"]
    assert (told["uid"], told["kept"], told["dropped"]) == ("room 1", best.id, other.id)
    assert isinstance(other.meta, dict) and told["meta"].items() <= other.meta.items()
    ran = run(tmp_path, name, other)  # told again, however often it comes
    assert "1 told more fully by others, 1 of which `meta` is not kept" in ran.err
    assert "its `meta`: {" in ran.text
    (told,) = cardlog("archive", "info", tmp_path / name, "--json").lines
    assert (told["records"], told["several_records"]) == (2, 1)
    assert "\n1 game with several records (" in cardlog("archive", "info", tmp_path / name).text
    asked = cardlog("query", tmp_path / name, "several-records", "--json").lines
    assert [(row["uid"], row["event"]) for row in asked] == [("room 1", len(STAGE.events))]
    exported = cardlog("archive", "export", tmp_path / name).lines
    assert {formats_id(line) for line in exported} == {best.id, NOTED.id}


@pytest.mark.parametrize("name", ["archive", "night.duckdb"])
def test_what_is_not_added_is_not_counted_as_out_of_order(name: str, tmp_path: Path) -> None:
    """The summary counts as `archive info` does."""
    (king,) = formats.read(ROOT / "fixtures" / "disputes" / "king-not-shown.json")
    assert isinstance(king, Record)
    long = replace(king, uid="king")
    short = replace(long, events=long.events[:-1])
    ran = run(tmp_path, name, short, long, long)
    assert ran.err.startswith("3 records: 1 added, 1 of them not in order, 1 there already, 1 told")
    (told,) = cardlog("archive", "info", tmp_path / name, "--json").lines
    assert (told["records"], told["not_in_order"]) == (1, 1)


def formats_id(line: Any) -> str:
    from cardlog.records.game import from_map

    return from_map(line).id


def run(folder: Path, name: str, *given: Record | str) -> Any:
    """`ingest` of these records as one file."""
    file = folder / "in.jsonl"
    formats.write([each for each in given if isinstance(each, Record)], file)
    return cardlog(
        "ingest", folder / name, file, *(each for each in given if isinstance(each, str))
    )
