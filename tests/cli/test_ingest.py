"""`ingest` and `archive` as users run them: what is said, what is set aside, the exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
import typer

from cardlog.cli.ingest import check_inputs
from cardlog.queries.archive import opened
from cardlog.queries.formats._reading import told
from cardlog.records import formats
from tests.bench.workload import play
from tests.cli.run import ROOT, cardlog
from tests.games import GAMES

KING = ROOT / "fixtures" / "disputes" / "king-not-shown.json"
WORKED = GAMES / "worked-example.json"
ARCHIVES = ("archive", "night.duckdb")


@pytest.fixture(params=ARCHIVES)
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


def night(folder: Path) -> tuple[Path, bytes]:
    """A file of a game in order, a broken record and one with a finding; the broken one's bytes."""
    path = folder / "night.jsonl"
    good, bad = (json.dumps(json.loads(file.read_bytes())).encode() for file in (WORKED, KING))
    broken = good[:300]
    path.write_bytes(b"\n".join((good, broken, bad)) + b"\n")
    return path, broken


def test_good_and_bad_records(archive: Path, tmp_path: Path) -> None:
    file, broken = night(tmp_path)
    ran = cardlog("ingest", archive, file)
    aside = archive / "quarantine" if archive.is_dir() else Path(f"{archive}.quarantine")
    assert ran.status == 2
    assert "night.jsonl record 2: chase-the-ace, illegal, NOT in order" in ran.text
    assert "night.jsonl: record 1, line " in ran.err
    assert "3 records: 2 added, 1 of them not in order, 1 not readable, 2 set aside in" in ran.err
    names = sorted(path.name for path in aside.iterdir())
    assert names == [f"night-{k}.{end}" for k in (1, 2) for end in ("findings.json", "jsonl")]
    assert (aside / "night-1.jsonl").read_bytes().strip() == broken
    findings = json.loads((aside / "night-2.findings.json").read_bytes())
    assert findings["findings"][0]["code"] == "king-must-block"
    before = {path: path.read_bytes() for path in aside.iterdir()}
    again = cardlog("ingest", archive, file)
    assert "3 records: 0 added, 2 there already, 1 not readable" in again.err
    assert {path: path.read_bytes() for path in aside.iterdir()} == before
    assert cardlog("archive", "check", archive).status == 0


def test_standard_input_packed_files_and_other_formats(archive: Path, tmp_path: Path) -> None:
    games = [play("pitch", number) for number in range(4)]
    for number, name in enumerate(("a.jsonl.gz", "b.csv", "c.parquet")):
        formats.write([games[number]], tmp_path / name)
    formats.write([games[3]], tmp_path / "d.msgpack")
    names = [tmp_path / name for name in ("a.jsonl.gz", "b.csv", "c.parquet")]
    data = (tmp_path / "d.msgpack").read_bytes()
    assert cardlog("ingest", archive, *names, "-", stdin=data).status == 0
    out = tmp_path / "out.jsonl"
    assert cardlog("archive", "export", archive, "-o", out).status == 0
    assert list(formats.read(out)) == games


def test_a_file_that_is_not_there_keeps_nothing_from_coming_in(archive: Path) -> None:
    ran = cardlog("ingest", archive, "none.json", WORKED)
    assert ran.status == 2
    assert "none.json: record 0: cannot be read: No such file" in ran.err
    assert "2 records: 1 added, 1 not readable" in ran.err


def test_json_lines(archive: Path) -> None:
    ran = cardlog("ingest", archive, KING, WORKED, "--json", "--quarantine", archive.parent / "bad")
    assert ran.status == 1
    (line,) = ran.lines
    assert line["ok"] is False and line["source"] == str(KING)
    assert (archive.parent / "bad" / "king-not-shown-0.json").read_bytes() == KING.read_bytes()
    (told,) = cardlog("archive", "info", archive, "--json").lines
    assert (told["records"], told["not_in_order"], told["findings"]) == (2, 1, 1)
    (told,) = cardlog("archive", "check", archive, "--json").lines
    assert told == {
        "archive": str(archive),
        "records": 2,
        "judged": 1,
        "not_judged": {"illegal": 1},
        "ok": True,
        "wrong": [],
    }


def test_what_the_undealt_cards_take(tmp_path: Path) -> None:
    for option, name in (("--seed=1", "with"), ("--seed=2", "more")):
        file = tmp_path / f"{name}.msgpack"
        assert cardlog("simulate", "pitch", "-n", "30", option, "-o", file).status == 0
        assert cardlog("ingest", tmp_path / "archive", file).status == 0
    (told,) = cardlog("archive", "info", tmp_path / "archive", "--json").lines
    assert told["parts"] == 2
    assert told["stock_bytes"] == told["games"]["pitch"]["stock_bytes"]
    cards = 28 * told["deals"]
    assert 0.7 * cards < told["stock_bytes"] < 1.2 * cards
    text = cardlog("archive", "info", tmp_path / "archive").text
    assert f"({told['stock_bytes'] / told['events']:.2f} of it the stocks)" in text
    assert cardlog("ingest", tmp_path / "king", KING).status == 1
    (told,) = cardlog("archive", "info", tmp_path / "king", "--json").lines
    assert told["stock_bytes"] < 100  # a column of nulls


def test_a_result_that_is_not_what_the_cards_say(tmp_path: Path) -> None:
    archive = tmp_path / "night.duckdb"
    assert cardlog("ingest", archive, WORKED).status == 0
    assert (
        "1 judged again by the referee: all is as it was"
        in cardlog("archive", "check", archive).err
    )
    with duckdb.connect(str(archive)) as held:
        held.execute("UPDATE deals SET changes = [-1, 0, 0, 0]")
    ran = cardlog("archive", "check", archive)
    assert ran.status == 1 and "2 things are wrong" in ran.err
    assert "the referee differs" in ran.text and "changes" in ran.text


def test_commits_while_other_processes_write(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit takes in what has been answered for, and leaves what is still being written."""
    from cardlog.cli import ingesting, sharing, storing
    from cardlog.cli.ingest import ingest

    path = tmp_path / "large.msgpack"
    formats.write((play("california-jack", number) for number in range(200)), path)
    monkeypatch.setattr(ingesting, "EVENTS", 1000)
    for module, name in ((storing, "MOST"), (sharing, "LEAST")):
        monkeypatch.setattr(module, name, 100_000)
    with pytest.raises(typer.Exit) as caught:
        ingest(str(archive), [str(path)], 3, None, False, None, None)  # type: ignore[arg-type]
    assert caught.value.exit_code == 0
    with opened(str(archive)) as held:
        assert held.execute("SELECT count(*) FROM games").fetchall() == [(200,)]


def test_a_long_run_commits_ever_more_at_once() -> None:
    """So that looking for doubles among what it has brought does not take the square of it."""
    from cardlog.cli.ingesting import due

    pending = before = commits = 0
    for _ in range(4000):
        pending += 500_000
        if due(pending, before):
            assert pending <= max(4_000_000, before // 40 + 500_000)
            pending, before, commits = 0, before + pending, commits + 1
    assert before > 1_800_000_000 and commits < 160


def test_two_writers(tmp_path: Path) -> None:
    """While one has the archive, a second ends in words, and leaves it alone."""
    archive = tmp_path / "archive"
    cardlog("ingest", archive, WORKED)
    program = (
        "import sys; from cardlog.queries.archive import writing\n"
        f"with writing({str(archive)!r}): print('in', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"in\n"
        ran = cardlog("ingest", archive, KING)
        assert ran.status == 2
        assert f"another process is writing to it: process {first.pid}" in ran.err
        first.kill()
    assert cardlog("ingest", archive, KING).status == 1  # a lock ends with its process


def test_names_are_taken_out(archive: Path, tmp_path: Path) -> None:
    game = json.loads(WORKED.read_bytes()) | {"names": {"Ana": "Ana Lima"}}
    (tmp_path / "game.json").write_text(json.dumps(game), encoding="utf-8")
    cardlog("ingest", archive, tmp_path / "game.json")
    ran = cardlog("archive", "forget", archive, "Ana Lima")
    assert ran.status == 0 and ran.err.startswith("1 record changed; handles stay")
    ran = cardlog("archive", "anonymise", archive, "--force")
    assert ran.status == 0 and "1 record changed, 1 of them with another id now" in ran.err
    (record,) = cardlog("archive", "export", archive).lines
    assert all(name.startswith("player-") for name in record["players"])
    assert "names" not in record


def test_a_game_that_is_not_there(archive: Path, tmp_path: Path) -> None:
    cardlog("ingest", archive, WORKED)
    ran = cardlog("archive", "export", archive, "--game", "pitch")
    told = "no record of this archive has the game pitch\n0 records exported\n"
    assert (ran.status, ran.err) == (0, told)
    out = tmp_path / "out.jsonl"
    ran = cardlog("archive", "export", archive, "--game", "nosuch", "-o", out)
    assert ran.status == 2 and not out.exists()
    assert "--game nosuch: expected one of california-jack, chase-the-ace, pitch" in ran.err


def test_one_is_not_told_as_many(archive: Path) -> None:
    cardlog("ingest", archive, KING)
    text = cardlog("archive", "info", archive).text
    assert text.startswith("1 record, 1 deal, ") and "; 1 finding in 1 that" in text
    assert archive.is_file() or "\n1 part: " in text


def test_every_command_is_documented() -> None:
    from cardlog.cli.archive import COMMANDS

    page = (ROOT / "cli" / "README.md").read_text(encoding="utf-8")
    assert all(f"`archive {command.__name__}" in page for command in COMMANDS)
    assert "`ingest ARCHIVE FILE...`" in page


def test_an_archive_is_no_input_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "night.duckdb"
    (tmp_path / "link.duckdb").symlink_to(file)
    file.write_bytes(b"")
    with pytest.raises(typer.Exit):
        check_inputs(str(file), [str(tmp_path / "link.duckdb")])
    assert "this is the archive itself" in capsys.readouterr().err
    check_inputs(str(file), ["-", str(KING), str(tmp_path / "none.duckdb")])


def test_a_file_that_is_being_written_to_is_told_without_a_manual() -> None:
    said = 'IO Error: Could not set lock on file "a.duckdb": Conflicting lock is held in x (PID 1)'
    assert told(duckdb.IOException(said)).startswith("another process is writing to it")
