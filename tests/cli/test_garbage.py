"""While many records are gone through Python looks for garbage seldom, and then as before."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardlog.cli import garbage
from cardlog.cli.app import app
from cardlog.records import formats
from tests.records.samples import EXAMPLE


def test_all_is_as_before_in_the_end() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    with pytest.raises(ZeroDivisionError), garbage.seldom():
        assert gc.get_threshold()[0] == garbage.NEW
        assert gc.get_freeze_count() > frozen
        raise ZeroDivisionError
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_the_commands_that_need_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_to: list[int] = []
    monkeypatch.setattr(gc, "set_threshold", lambda new, *_: set_to.append(new))
    before, archive, night = gc.get_threshold()[0], tmp_path / "archive", tmp_path / "night.json"
    formats.write(EXAMPLE, night)
    for command in (
        ["ingest", str(archive), str(night), "-j", "1"],
        ["archive", "check", str(archive)],
        ["archive", "export", str(archive), "-o", str(tmp_path / "out.json")],
    ):
        CliRunner().invoke(app, command)
        assert set_to == [garbage.NEW, before], command
        set_to.clear()
