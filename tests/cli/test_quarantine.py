"""`audit --quarantine`: what is not in order is set aside byte for byte, and nothing is lost."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from cardlog.cli.quarantine import plain_name
from cardlog.records import formats
from cardlog.records.errors import RecordError
from tests.cli.run import ROOT, cardlog
from tests.games import GAMES

KING = ROOT / "fixtures" / "disputes" / "king-not-shown.json"
WORKED = GAMES / "worked-example.json"
LE_HER = GAMES / "le-her.json"
CUT_OFF = 300


@pytest.fixture(params=["json", "jsonl", "msgpack"])
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Four records: one in order, one with a finding, one that is cut off, one in order."""
    pieces = []
    for game in (WORKED, KING, LE_HER, LE_HER):
        file = io.BytesIO()
        formats.FORMATS[request.param].write([formats.load(game)], file)
        pieces.append(file.getvalue())
    path = tmp_path / f"night.{request.param}"
    path.write_bytes(pieces[0] + pieces[1] + pieces[2][:CUT_OFF] + pieces[3])
    return path


def ids(path: Path) -> list[str]:
    return [item.id for item in formats.read(path) if not isinstance(item, RecordError)]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_good_and_bad_are_parted(night: Path, jobs: str) -> None:
    bad, out = night.parent / "bad", night.parent / f"good{night.suffix}"
    ran = cardlog("audit", night, "--quarantine", bad, "-o", out, "--json", "-j", jobs)
    assert ran.status == 2
    assert f"4 records: 2 passed on to {out}, 2 set aside in {bad}" in ran.err
    assert ids(out) == [formats.load(WORKED).id, formats.load(LE_HER).id]
    names = sorted(path.name for path in bad.iterdir())
    stem, suffix = night.stem, night.suffix
    assert names == sorted(
        f"{stem}-{index}{end}" for index in (1, 2) for end in (suffix, ".findings.json")
    )
    data = night.read_bytes()
    for index, line in ((1, ran.lines[1]), (2, ran.lines[2])):
        aside = (bad / f"{stem}-{index}{suffix}").read_bytes()
        assert aside in data
        findings = json.loads((bad / f"{stem}-{index}.findings.json").read_text("utf-8"))
        assert findings == line and not findings["ok"]
    assert ids(bad / f"{stem}-1{suffix}") == [formats.load(KING).id]
    sizes = sum(len((bad / f"{stem}-{k}{suffix}").read_bytes().strip()) for k in (1, 2))
    kept = len(out.read_bytes().strip())
    assert abs(len(data) - sizes - kept) <= 4  # newlines between


def test_what_is_there_is_never_written_over(night: Path) -> None:
    bad = night.parent / "bad"
    cardlog("audit", night, "--quarantine", bad)
    before = {path.name: path.read_bytes() for path in bad.iterdir()}
    (bad / f"{night.stem}-2-2.findings.json").symlink_to(night)
    cardlog("audit", night, "--quarantine", bad)
    after = {path.name: path.read_bytes() for path in bad.iterdir()}
    assert before.items() <= after.items()
    assert f"{night.stem}-1-2{night.suffix}" in after
    assert f"{night.stem}-2-3{night.suffix}" in after
    assert night.read_bytes() == after[f"{night.stem}-2-2.findings.json"]


def test_in_its_own_place_and_from_a_pipe(night: Path) -> None:
    data, bad = night.read_bytes(), night.parent / "bad"
    args = ("--from", night.suffix[1:], "--quarantine", bad)
    ran = cardlog("audit", "-", *args, "-o", night.parent / "good.msgpack", stdin=data)
    assert ran.status == 2 and len(ids(night.parent / "good.msgpack")) == 2
    assert (bad / f"stdin-1{night.suffix}").exists()
    ran = cardlog("audit", night, "--quarantine", bad, "-o", night)
    assert len(ids(night)) == 2
    assert cardlog("audit", night).status == 0
    ran = cardlog("audit", night, "--quarantine", bad, "-o", night)
    assert ran.status == 0 and "2 passed on" in ran.err and ", 0 set aside" in ran.err


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    for name in ("..json", "a b\n☃.json", "-rf.json"):
        shutil.copy(KING, tmp_path / name)
    bad = tmp_path / "deep" / "bad"
    ran = cardlog("audit", *tmp_path.glob("*.json"), "--quarantine", bad)
    assert ran.status == 1
    assert len(list(bad.iterdir())) == 6
    for path in bad.iterdir():
        assert path.parent == bad and path.name.isascii() and " " not in path.name


@pytest.mark.parametrize(
    ("source", "name"),
    (
        ("logs/Ночь.jsonl.gz", "Ночь"),
        ("夜.jsonl", "夜"),
        ("रात्रि.jsonl", "रात्रि"),
        ("Ze\u0301be\u0301e 1.json", "Zébée_1"),
        ('a<b>:"|?*\\\t\u202e\ufffd.json', "a_b__________"),
        ("con.night.json", "_con.night"),
        ("COM¹.json", "_COM¹"),
        ("console.json", "console"),
        ("...", "record"),
        ("<stdin>", "stdin"),
        ("夜" * 90 + ".json", "夜" * 26),
    ),
)
def test_names_keep_letters_of_any_script(source: str, name: str) -> None:
    assert plain_name(source) == name


def test_files_are_named_as_their_sources(tmp_path: Path) -> None:
    bad = tmp_path / "Ночь.jsonl"
    bad.write_text("{\n")
    for aside in (
        ("ingest", tmp_path / "archive", bad, "--quarantine", tmp_path / "a"),
        ("audit", bad, "--quarantine", tmp_path / "b"),
    ):
        assert cardlog(*aside).status == 2
        its = {path.name for path in Path(aside[-1]).iterdir()}
        assert its == {"Ночь-0.jsonl", "Ночь-0.findings.json"}


def test_what_cannot_be_sorted(night: Path, tmp_path: Path) -> None:
    assert "say with --quarantine" in cardlog("audit", night, "-o", tmp_path / "x.json").err
    bad = tmp_path / "bad"
    assert cardlog("audit", night, "--quarantine", bad, "-o", "-").status == 2
    assert cardlog("audit", night, "--quarantine", night / "bad").status == 2
    out = tmp_path / "good.json"
    ran = cardlog("audit", tmp_path / "nowhere.json", WORKED, "--quarantine", bad, "-o", out)
    assert ran.status == 2 and len(ids(out)) == 1
    assert "1 not read, and left where they are" in ran.err


def test_an_output_that_fails_leaves_the_old_file(night: Path, tmp_path: Path) -> None:
    out = tmp_path / "good.json"
    out.write_text("old")
    (tmp_path / "file").write_text("")
    ran = cardlog("audit", night, "--quarantine", tmp_path / "file", "-o", out)
    assert ran.status == 2 and out.read_text() == "old"
