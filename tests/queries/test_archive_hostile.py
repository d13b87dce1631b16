"""Strangers' archives: words say what is wrong with them, and no other file is touched."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from cardlog.queries.archive import checking, manifest, opened
from cardlog.records import formats
from cardlog.records.errors import RecordError
from tests.bench.workload import play
from tests.cli.run import cardlog
from tests.queries.breaking import ingest


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    formats.write([play("pitch", 0), play("seven-up", 0)], tmp_path / "in.jsonl")
    ingest(tmp_path / "archive", tmp_path / "in.jsonl")
    return tmp_path / "archive"


def changed(archive: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = archive / manifest.NAME
    data = json.loads(path.read_bytes())
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def refused(archive: Path) -> str:
    """What is said of it: by `opened`, and by every command in words and with status 2."""
    with pytest.raises(RecordError) as error:
        opened(archive).close()
    ran = cardlog("archive", "info", archive)
    assert ran.status == 2 and error.value.message in ran.err
    return error.value.message


@pytest.mark.parametrize(
    "name",
    ["../part-1", "/etc/passwd", "part-1/../../x", "part-*", "part-\n", "x", "part-" + "1" * 99],
)
def test_a_part_cannot_lie_elsewhere(archive: Path, name: str) -> None:
    changed(archive, lambda data: data["parts"][0].update(name=name))
    assert "is no manifest" in refused(archive)


@pytest.mark.parametrize("game", ["../pitch", "", "Pitch", "a/b", "pitch\n", "*"])
def test_nor_can_a_game(archive: Path, game: str) -> None:
    changed(archive, lambda data: data["parts"][0].update(game=game))
    assert "is no manifest" in refused(archive)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.clear(), "missing required field"),
        (lambda data: data.update({"cardlog-archive": 99}), "was written by a newer cardlog: it"),
        (lambda data: data["parts"][0].update(tables=99), "was written by a newer cardlog: part-"),
        (lambda data: data["parts"].append(data["parts"][0]), "stands in it twice"),
        (lambda data: data["parts"][0]["sheets"].pop("games"), "needs a file of `games`"),
        (lambda data: data["parts"][0]["sheets"].update(x=data["parts"][0]["sheets"]["games"]),
         "needs a file of `games`"),
        (lambda data: data["parts"][0]["sheets"]["games"].update(bytes=1), "bytes, where"),
        (lambda data: data["parts"][0].update(first=2**40), "is no manifest"),
    ],
)  # fmt: skip
def test_a_manifest_that_is_none(archive: Path, change: Any, words: str) -> None:
    changed(archive, change)
    assert words in refused(archive)


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b"null"])
def test_bytes_that_are_no_manifest(archive: Path, data: bytes) -> None:
    (archive / manifest.NAME).write_bytes(data)
    assert "is no manifest" in refused(archive)


def first_file(archive: Path) -> Path:
    path, _ = next(manifest.read(str(archive)).paths())
    return archive / path


def test_links_are_not_followed(archive: Path, tmp_path: Path) -> None:
    file = first_file(archive)
    file.rename(tmp_path / "elsewhere.parquet")
    os.symlink(tmp_path / "elsewhere.parquet", file)
    assert "is a link" in refused(archive)


def test_folders_that_are_links_are_not_followed(archive: Path, tmp_path: Path) -> None:
    (archive / "games").rename(tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", archive / "games")
    assert "is a link" in refused(archive)


def test_a_file_that_is_gone_or_cut_off(archive: Path) -> None:
    file = first_file(archive)
    data = file.read_bytes()
    file.write_bytes(data[:-10])
    assert "bytes, where" in refused(archive)
    file.unlink()
    assert "No such file" in refused(archive)


def test_every_changed_byte_is_told(archive: Path) -> None:
    file = first_file(archive)
    data = bytearray(file.read_bytes())
    for place in range(0, len(data), max(1, len(data) // 20)):
        data[place] ^= 1
        file.write_bytes(data)
        data[place] ^= 1
        assert any("SHA-256 differs" in told for told in checking.check(str(archive)))


def rewritten(archive: Path, columns: str) -> None:
    """The first file of games with other columns, and a manifest that says it belongs so."""
    file = first_file(archive)
    other = file.with_suffix(".new")
    duckdb.sql(f"COPY (SELECT {columns} FROM '{file}') TO '{other}' (FORMAT parquet)")
    other.rename(file)
    held = duckdb.connect()
    with contextlib.closing(held):
        told = manifest.read(str(archive)).parts[0]
        from cardlog.queries.archive import intake

        sheet = intake.sheet(held, str(file))

    def change(data: dict[str, Any]) -> None:
        data["parts"][0]["sheets"]["games"].update(bytes=sheet.bytes, sha256=sheet.sha256)

    assert "games" in told.sheets
    changed(archive, change)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ("* REPLACE (1 AS players)", "`players` of `games` has the type INTEGER"),
        ("* REPLACE ('x' AS record)", "`record` of `games` has the type VARCHAR"),
        ("* REPLACE (NULL AS opening)", "`opening` of `games` has the type"),
    ],
)
def test_columns_of_other_types_are_refused(archive: Path, columns: str, words: str) -> None:
    rewritten(archive, columns)
    assert words in refused(archive)


@pytest.mark.parametrize(
    "columns",
    [
        "* REPLACE (repeat('0', 64) AS id)",
        "* REPLACE ('{' AS rules)",
        "* REPLACE ('chase-the-ace' AS game)",
        "* REPLACE (7::UINTEGER AS record)",
        "* REPLACE (77::UINTEGER AS deals)",
        "* REPLACE (NULL::VARCHAR[] AS players)",
        "* REPLACE (3::UINTEGER AS findings)",
    ],
)
def test_rows_that_are_not_what_was_written_are_told(archive: Path, columns: str) -> None:
    rewritten(archive, columns)
    assert list(checking.check(str(archive)))
    ran = cardlog("archive", "check", archive)
    assert ran.status == 1 and ran.text
    assert cardlog("archive", "export", archive, "-o", archive.parent / "out.jsonl").status in (
        0,
        2,
    )


def test_an_opened_archive_touches_no_other_file(archive: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    with contextlib.closing(opened(archive)) as held:
        for sql in (
            f"FROM read_csv('{secret}')",
            f"COPY games TO '{tmp_path / 'out.parquet'}'",
            f"COPY games TO '{archive / 'out.parquet'}'",
            f"ATTACH '{tmp_path / 'other.duckdb'}'",
            "SET enable_external_access = true",
            "INSTALL httpfs",
            "LOAD httpfs",
        ):
            with pytest.raises(duckdb.Error):
                held.execute(sql).fetchall()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive", "in.jsonl", "secret.csv"]


@pytest.mark.parametrize("name", ["folder", "file.duckdb", "none"])
def test_what_is_no_archive(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "holiday.jpg").write_bytes(b"x")
    (tmp_path / "file.duckdb").write_bytes(b"no database")
    for command in ("info", "check", "compact", "export"):
        ran = cardlog("archive", command, tmp_path / name)
        assert ran.status == 2 and ran.err.startswith("cardlog: ")
    if name != "none":
        ran = cardlog("ingest", tmp_path / name, "fixtures/games/pitch.json")
        assert ran.status == 2 and ran.err.startswith("cardlog: ")
    assert (tmp_path / "folder" / "holiday.jpg").read_bytes() == b"x"


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("DROP TABLE deals", "no table `deals`"),
        ("DROP TABLE games; CREATE VIEW games AS SELECT 1 AS record", "no table `games`"),
        ("ALTER TABLE games ALTER ok TYPE VARCHAR", "`ok` of `games` has the type VARCHAR"),
    ],
)
def test_a_database_of_other_tables(tmp_path: Path, sql: str, words: str) -> None:
    formats.write([play("pitch", 0)], tmp_path / "in.jsonl")
    ingest(tmp_path / "a.duckdb", tmp_path / "in.jsonl")
    with duckdb.connect(str(tmp_path / "a.duckdb")) as held:
        held.execute(sql)
    assert words in refused(tmp_path / "a.duckdb")
    ran = cardlog("ingest", tmp_path / "a.duckdb", tmp_path / "in.jsonl")
    assert ran.status == 2 and ran.err.startswith("cardlog: ")
