"""Archives: what comes in is there once, in order, and comes out again the same."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from cardlog.queries.archive import (
    compacted,
    disk,
    exporting,
    manifest,
    opened,
    rewritten,
    writing,
)
from cardlog.queries.archive.checking import check
from cardlog.queries.archive.forgetting import Forgotten, Refused, anonymise, forget
from cardlog.queries.archive.settling import Shelf
from cardlog.queries.tables import VERSION
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.events import Note
from cardlog.records.game import Record
from tests.bench.workload import GAMES, play
from tests.cli.run import ROOT
from tests.queries.breaking import ingest

KING = ROOT / "fixtures" / "disputes" / "king-not-shown.json"


@pytest.fixture(params=["archive", "archive.duckdb"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


def night() -> list[Record]:
    """Two matches of every game, in turn."""
    return [play(kind, number) for number in range(2) for kind in GAMES]


def added(archive: Path, *records: Record) -> list[str]:
    """The ids in order, once these records have come in as one file."""
    file = archive.parent / "in.jsonl"
    formats.write(records, file)
    ingest(archive, file)
    return ids(archive)


def ids(archive: Path) -> list[str]:
    return [id for _, id, _ in exporting.exported(str(archive))]


def asked(archive: Path, sql: str) -> list[Any]:
    with contextlib.closing(opened(archive)) as held:
        return held.execute(sql).fetchall()


def test_records_come_out_as_they_came_in_and_in_their_order(archive: Path) -> None:
    assert added(archive, *night()) == [record.id for record in night()]
    assert [record for _, _, record in exporting.exported(str(archive))] == night()
    assert list(check(str(archive))) == []
    found = asked(archive, "SELECT game, sum(events) FROM games GROUP BY game")
    assert sum(events for _, events in found) == sum(len(each.events) for each in night())
    assert len(found) == len({record.game for record in night()})
    assert asked(archive, "SELECT count(*) FROM plays")[0][0] > 100
    assert asked(archive, "SELECT count(*) FROM games WHERE NOT ok OR status <> 'finished'") == [
        (0,)
    ]


def test_a_record_comes_in_once(archive: Path) -> None:
    first = night()[:3]
    assert added(archive, *first, first[1]) == [record.id for record in first]
    assert added(archive, *first, night()[5], first[0], night()[5]) == [
        *(record.id for record in first), night()[5].id
    ]  # fmt: skip


def test_two_processes_make_the_same_archive(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("cardlog.cli.sharing.LEAST", 2**14)
    formats.write([*night(), *night()[:2]], tmp_path / "in.msgpack")
    for jobs in (1, 2):
        ingest(tmp_path / str(jobs), tmp_path / "in.msgpack", jobs=jobs)
    one, two = (asked(tmp_path / name, "FROM games ORDER BY id") for name in "12")
    assert [row[1:] for row in one] == [row[1:] for row in two]
    assert ids(tmp_path / "1") == ids(tmp_path / "2") == [record.id for record in night()]
    assert len(manifest.read(str(tmp_path / "2")).parts) > len({each.game for each in night()})
    assert list(check(str(tmp_path / "2"))) == []


def test_findings_are_kept_with_the_record(archive: Path) -> None:
    ingest(archive, KING)
    assert asked(archive, "SELECT ok, status, findings FROM games") == [(False, "illegal", 1)]
    assert asked(archive, "SELECT rule, code FROM findings") == [("CC-3.2", "king-must-block")]


def stages() -> tuple[Record, Record, Record]:
    whole = msgspec.structs.replace(play("pitch", 1), uid="room 1")
    other = msgspec.structs.replace(play("pitch", 2), uid="room 1")
    return msgspec.structs.replace(whole, events=whole.events[:20]), whole, other


def test_stages_of_one_game_are_one(archive: Path) -> None:
    stage, whole, _ = stages()
    assert added(archive, stage) == [stage.id]
    assert added(archive, play("seven-up", 0), whole) == [play("seven-up", 0).id, whole.id]
    assert added(archive, stage) == [play("seven-up", 0).id, whole.id]
    assert list(check(str(archive))) == []


def test_stages_that_come_together_are_one(archive: Path) -> None:
    stage, whole, _ = stages()
    assert added(archive, stage, play("seven-up", 0), whole) == [play("seven-up", 0).id, whole.id]


def test_records_that_contradict_each_other_are_kept_and_told(archive: Path, capsys: Any) -> None:
    _, whole, other = stages()
    added(archive, whole)
    capsys.readouterr()
    assert added(archive, other) == [whole.id, other.id]
    told = msgspec.json.decode(capsys.readouterr().out)
    assert told["uid"] == "room 1" and told["contradicted"] == [whole.id, other.id]


def test_compacting_changes_no_record(archive: Path) -> None:
    for record in night():
        added(archive, record)
    before = asked(archive, "FROM games ORDER BY record")
    many, few = compacted(str(archive))
    assert archive.is_file() or (many, few) == (len(night()), len({r.game for r in night()}))
    assert asked(archive, "FROM games ORDER BY record") == before
    assert ids(archive) == [record.id for record in night()]
    assert list(check(str(archive))) == []


def test_games_and_ids_are_chosen(archive: Path) -> None:
    added(archive, *night())
    chosen = exporting.exported(str(archive), games=["pitch"])
    assert {record.game for _, _, record in chosen if isinstance(record, Record)} == {"pitch"}
    (read,) = exporting.exported(str(archive), ids=[night()[3].id[:8]])
    assert read[2] == night()[3]
    with pytest.raises(RecordError, match="no record 000000"):
        list(exporting.exported(str(archive), ids=["000000"]))


def test_one_writer_at_a_time(archive: Path) -> None:
    """Also while there is none yet: what the second one does harms the first in nothing."""
    with writing(str(archive), make=True) as first:
        beside = sorted(archive.parent.iterdir())
        with (
            pytest.raises(RecordError, match="another process is writing"),
            writing(str(archive), make=True),
        ):
            pass
        assert os.path.isdir(first.aside) and sorted(archive.parent.iterdir()) == beside
    assert len(added(archive, play("pitch", 1))) == 1
    assert [path.name for path in archive.parent.glob(f"{archive.name}*")] == [archive.name]


def test_nobody_writes_to_a_file_that_is_about_to_be_replaced(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(archive, play("pitch", 0))
    refused, rename = [], disk.rename

    def meanwhile(old: str, new: str) -> None:
        with pytest.raises(RecordError, match="another process is writing"), writing(str(archive)):
            pass
        refused.append(new)
        rename(old, new)

    monkeypatch.setattr(disk, "rename", meanwhile)
    compacted(str(archive))
    assert bool(refused) == archive.is_file()  # a folder of one part is as it should be


def test_parts_of_an_older_version_are_read_with_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if `edition` and `findings` had come later: by hand, without those columns."""
    archive = tmp_path / "archive"
    added(archive, play("pitch", 0))
    found = manifest.read(str(archive))
    (part,) = found.parts
    path = str(archive / part.path("games"))
    rest = f"SELECT * EXCLUDE (edition, findings) FROM '{path}'"
    duckdb.sql(f"COPY ({rest}) TO '{path}.old' (FORMAT parquet)")
    Path(f"{path}.old").rename(path)
    size = Path(path).stat().st_size
    sheets = part.sheets | {"games": msgspec.structs.replace(part.sheets["games"], bytes=size)}
    older = msgspec.structs.replace(part, tables=VERSION, sheets=sheets)
    manifest.write(str(archive), msgspec.structs.replace(found, parts=(older,)))
    with pytest.raises(RecordError, match="no column `edition`"):
        opened(archive)
    for module in ("manifest", "intake", "opening", "compacting"):
        monkeypatch.setattr(f"cardlog.queries.archive.{module}.VERSION", VERSION + 1)
    assert added(archive, play("pitch", 1)) == [play("pitch", n).id for n in (0, 1)]
    for parts in (2, 1):
        assert asked(archive, "SELECT findings FROM games ORDER BY record") == [(None,), (0,)]
        assert len(manifest.read(str(archive)).parts) == parts
        assert ids(archive) == [play("pitch", n).id for n in (0, 1)]
        compacted(str(archive))


# ---- names ----


def named() -> list[Record]:
    first, second = play("california-jack", 1), play("california-jack", 2)
    return [
        msgspec.structs.replace(first, names={"Ana": "Ana Lima", "Bruno": "Bruno S."}),
        msgspec.structs.replace(second, meta={"club": "where Ana Lima plays"}),
        msgspec.structs.replace(second, events=(Note(text="Ana was late"), *second.events)),
    ]


def take_out(archive: Path, player: str, **how: bool) -> Forgotten:
    def work(shelf: Shelf) -> Forgotten:
        return forget(shelf, player, **{"handle": False, "force": False} | how)

    return rewritten(str(archive), work)[0]


def everything(archive: Path) -> bytes:
    """All bytes of it, and all that its rows say."""
    files = [archive] if archive.is_file() else [f for f in archive.rglob("*") if f.is_file()]
    rows = [asked(archive, f"FROM {table}") for table in ("games", "deals", "findings")]
    return b"".join(file.read_bytes() for file in files) + repr(rows).encode()


def test_a_shown_name_is_forgotten_and_ids_stay(archive: Path) -> None:
    first = named()[0]
    added(archive, first, play("pitch", 0))
    assert b"Ana Lima" in everything(archive)
    assert take_out(archive, "Ana Lima")[:2] == (1, 0)
    assert b"Ana Lima" not in everything(archive)
    assert ids(archive) == [first.id, play("pitch", 0).id]
    assert b"Bruno S." in everything(archive)
    assert list(check(str(archive))) == []


def test_texts_that_name_a_player_are_not_passed_over(archive: Path) -> None:
    added(archive, *named())
    before = ids(archive)
    with pytest.raises(Refused) as refused:
        take_out(archive, "Ana", handle=True)
    assert refused.value.ids == before[1:]
    assert ids(archive) == before
    assert take_out(archive, "Ana", handle=True, force=True)[:2] == (3, 3)
    left = everything(archive)
    assert b"Ana" not in left
    (players,) = {tuple(row[0]) for row in asked(archive, "SELECT players FROM games")}
    assert players[0].startswith("player-") and players[1] == "Bruno"
    assert list(check(str(archive))) == []


def test_everybody_is_made_anonymous(archive: Path) -> None:
    added(archive, *named(), *night())
    rewritten(str(archive), lambda shelf: anonymise(shelf, force=True))
    left = everything(archive)
    for name in (b"Ana", b"Bruno", b"Carla", b"Davi"):
        assert name not in left
    assert len(asked(archive, "FROM games")) == len({each.id for each in (*named(), *night())})
    assert list(check(str(archive))) == []
