"""Large inputs are judged by compiled rules: what the commands say of them is the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

import cardlog
from cardlog.cli import sharing
from cardlog.cli.app import app
from cardlog.cli.simulate import SeededDice
from cardlog.engine import bulk
from cardlog.engine.audit import judged
from cardlog.engine.simulate import simulate
from cardlog.queries.found import Found, deals_of, found, found_plain
from cardlog.records import formats
from cardlog.records.flat import Flat
from tests.engine.test_compiled import PROFILES
from tests.games import FIXTURES, GAMES

pytest.importorskip("numba", reason="Numba is an extra")


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches, disputes, and what cannot be read."""
    path = tmp_path_factory.mktemp("large") / "night.jsonl"
    files = [*sorted(GAMES.glob("*.json")), *sorted((FIXTURES / "disputes").rglob("club.json"))]
    formats.write([formats.load(file) for file in files], path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3:3] = [lines[0].replace(b'"seat":1', b'"seat":1000'), b'{"cardlog":1}\n', lines[2][:300]]
    path.write_bytes(b"".join(lines))
    return path


def said(*args: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, args)
    assert found.exception is None or isinstance(found.exception, SystemExit)
    return found.exit_code, found.output


@pytest.mark.parametrize("options", [[], ["--json"], ["--possible"]])
def test_an_audit(night: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]) -> None:
    monkeypatch.setenv("CARDLOG_FAST", "0")
    plain = said("audit", str(night), "-j", "1", *options)
    monkeypatch.setenv("CARDLOG_FAST", "1")
    assert said("audit", str(night), "-j", "1", *options) == plain
    assert "cardlog.engine.bulk" in sys.modules
    assert said("audit", str(night), "-j", "2", *options) == plain


def test_by_default_size_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for said, small in (("", False), ("0", False), ("1", True), ("perhaps", False)):
        monkeypatch.setenv("CARDLOG_FAST", said)
        assert sharing.fast(sharing.LARGE - 1) == small
        assert sharing.fast(sharing.LARGE) == (said != "0")
    monkeypatch.delenv("CARDLOG_FAST")
    assert sharing.fast(sharing.LARGE) and not sharing.fast(sharing.LARGE - 1)


def test_an_ingest(night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, rows = [], []
    for fast in ("0", "1"):
        archive = tmp_path / fast
        monkeypatch.setenv("CARDLOG_FAST", fast)
        status, output = said("ingest", str(archive), str(night), "-j", "1")
        told.append((status, output.replace(str(archive), "archive")))
        with cardlog.open(archive) as held:
            rows.append(
                {
                    name: held.sql(f"FROM {name} ORDER BY ALL").fetchall()
                    for name in ("games", "deals", "findings")
                }
            )
    assert told[0] == told[1]
    assert rows[0] == rows[1]
    assert rows[0]["deals"] and rows[0]["findings"]


@pytest.mark.parametrize(("game", "rules"), PROFILES)
def test_what_is_found_of_a_record(game: str, rules: dict[str, Any]) -> None:
    """Column by column, in matches that were played to the end and others that were not."""
    judge = bulk.judge()
    assert judge is not None
    for seed in range(3):
        record = simulate(game, rules, None, SeededDice(f"large/{seed}"), {})
        for end in (None, -1, len(record.events) // 2, 3):
            part = replace(record, events=record.events[:end])
            plain = judge(part, Flat(part.events))
            if plain is None:
                assert rules.get("packs", 1) > 1 or "deck" in rules
                continue
            folded = found(*judged(part))
            assert listed(found_plain(plain)) == listed(folded)


def listed(found: Found) -> bytes:
    """The values, whether a list of them is a list or a tuple."""
    return msgspec.json.encode([found.game, list(deals_of(found).items())])
