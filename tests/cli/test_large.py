"""Large inputs are judged by compiled rules: what the commands say of them is the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardlog.cli import sharing
from cardlog.cli.app import app
from cardlog.records import formats
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
