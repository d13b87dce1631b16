"""Commands on files packed with gzip and zstd: as on the files themselves."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from cardlog.records import formats
from cardlog.records.formats._packed import zstd_module
from cardlog.records.game import from_map
from tests.cli.run import cardlog
from tests.records.samples import EXAMPLE_MAP, to_bytes

DEAL, SWAP = EXAMPLE_MAP["events"][:2]
GOOD = [from_map({**EXAMPLE_MAP, "uid": f"game {n}", "events": [DEAL]}) for n in range(2)]
BAD = from_map({**EXAMPLE_MAP, "uid": "bad", "events": [DEAL, {**SWAP, "target": 3}]})
PACK = {"gz": gzip.compress, "zst": zstd_module().compress}
UNPACK = {"gz": gzip.decompress, "zst": zstd_module().decompress}


@pytest.fixture(params=PACK)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def night(kind: str, tmp_path: Path) -> Path:
    path = tmp_path / f"night.jsonl.{kind}"
    formats.write([GOOD[0], BAD, GOOD[1]], path)
    return path


@pytest.mark.parametrize("jobs", ((), ("-j", "2")))
def test_an_audit(night: Path, kind: str, jobs: tuple[str, ...]) -> None:
    plain = night.with_name("plain.jsonl")
    plain.write_bytes(UNPACK[kind](night.read_bytes()))
    expected = [{**line, "source": ""} for line in cardlog("audit", plain, "--json").lines]
    for source, stdin, more in (
        (str(night), b"", ()),
        ("-", night.read_bytes(), ()),
        ("-", night.read_bytes(), ("--from", f"jsonl.{kind}")),
    ):
        ran = cardlog("audit", source, "--json", *jobs, *more, stdin=stdin)
        assert ran.status == 1
        assert [{**line, "source": ""} for line in ran.lines] == expected


def test_quarantine(night: Path, kind: str, tmp_path: Path) -> None:
    aside, out = tmp_path / "aside", tmp_path / f"good.jsonl.{kind}"
    for source, stdin in ((str(night), b""), ("-", night.read_bytes())):
        ran = cardlog("audit", source, "--quarantine", aside, "-o", out, stdin=stdin)
        assert ran.status == 1, ran.err
        assert UNPACK[kind](out.read_bytes()) == to_bytes(GOOD, "jsonl")
    assert (aside / "night-1.jsonl").read_bytes().strip() == to_bytes(BAD, "jsonl").strip()
    assert json.loads((aside / "night-1.findings.json").read_bytes())["source"] == str(night)
    before = night.read_bytes()
    ran = cardlog("audit", night, "--quarantine", aside, "-o", night)
    assert ran.status == 1 and night.read_bytes() != before
    assert list(formats.read(night)) == GOOD


def test_quarantine_of_what_is_damaged_is_refused(night: Path, tmp_path: Path) -> None:
    night.write_bytes(before := night.read_bytes()[:-9])
    ran = cardlog("audit", night, "--quarantine", tmp_path / "aside", "-o", night)
    assert ran.status == 2 and "is cut off" in ran.err and str(night) in ran.err
    assert night.read_bytes() == before
    ran = cardlog("audit", night, "--json")
    assert ran.status == 2 and len(ran.lines) > 0
    assert "is cut off" in ran.lines[-1]["error"]["message"]


def test_a_ruling(night: Path, kind: str, tmp_path: Path) -> None:
    args = ("--text", "It stands.", "--index", "0")
    assert cardlog("ruling", night, *args).status == 0
    lines = UNPACK[kind](night.read_bytes()).splitlines(keepends=True)
    assert lines[1:] == to_bytes([BAD, GOOD[1]], "jsonl").splitlines(keepends=True)
    assert json.loads(lines[0])["events"][-1]["text"] == "It stands."
    unnamed = night.rename(tmp_path / "unnamed")  # packed, though its name does not say so
    assert cardlog("ruling", unnamed, *args).status == 0
    assert UNPACK[kind](unnamed.read_bytes()).count(b"It stands.") == 2
    assert cardlog("ruling", unnamed, *args, "-o", tmp_path / "out.jsonl").status == 0
    assert (tmp_path / "out.jsonl").read_bytes().count(b"It stands.") == 3
    unnamed.write_bytes(before := unnamed.read_bytes()[:-9])
    ran = cardlog("ruling", unnamed, *args)
    assert ran.status == 2 and "nothing is written" in ran.err and "cut off" in ran.err
    assert unnamed.read_bytes() == before


def test_conversion(night: Path, kind: str, tmp_path: Path) -> None:
    out = tmp_path / f"night.msgpack.{kind}"
    assert cardlog("convert", night, out).status == 0
    assert list(formats.read(out)) == [GOOD[0], BAD, GOOD[1]]
    ran = cardlog("convert", out, "-", "--to", f"jsonl.{kind}")
    assert UNPACK[kind](ran.out) == UNPACK[kind](night.read_bytes())
    assert cardlog("replay", night, "--json").lines[0]["id"] == GOOD[0].id
