"""Every fixture match is told and comes out exactly as it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlog.engine import games
from cardlog.engine.audit import audit
from cardlog.records.formats import load
from tests.games import golden_files
from tests.golden import golden_path, playthrough


@pytest.mark.parametrize("path", golden_files(), ids=lambda p: p.stem)
def test_playthrough_is_as_kept(path: Path) -> None:
    assert playthrough(path) == golden_path(path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", golden_files(), ids=lambda p: p.stem)
def test_fixture_match_is_in_order(path: Path) -> None:
    assert audit(load(path)).ok


def test_every_game_and_profile_has_a_complete_match() -> None:
    played = {
        (record.game, record.rules.get("profile"))
        for record in map(load, golden_files())
        if audit(record).status == "finished"
    }
    assert {game for game, _ in played} == set(games.names())
    profiles = ("cuckoo", "compendium", "le-her")
    assert {("chase-the-ace", profile) for profile in profiles} <= played


def test_no_playthrough_is_left_over() -> None:
    kept = {path.name for path in golden_path(golden_files()[0]).parent.iterdir()}
    assert kept == {golden_path(path).name for path in golden_files()}
