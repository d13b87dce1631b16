"""Every dispute is settled by its command, and the ruling is the one that is kept beside it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import cardlog
from tests.disputes import DISPUTES, commands, folders, settled

each = pytest.mark.parametrize("folder", folders(), ids=lambda path: path.name)


@each
def test_the_commands_print_and_write_what_is_kept(folder: Path) -> None:
    text, written = settled(folder)
    assert (folder / "README.md").read_text(encoding="utf-8") == text
    for name, data in written.items():
        assert (folder / name).read_bytes() == data, name


@each
def test_a_dispute_is_complete(folder: Path) -> None:
    text = (folder / "README.md").read_text(encoding="utf-8")
    story = text.split("\n\n")[1]
    assert len(re.findall(r"[.?!](?:\s|$)", story)) == 3
    assert any("--report verdict.md" in command for command in commands(folder))
    assert "(verdict.md)" in text
    for path in folder.glob("*.json"):
        assert path.name in " ".join(commands(folder)), "no command reads it"
    assert f"({folder.name}/README.md)" in (DISPUTES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", sorted(DISPUTES.glob("*/ruled.json")), ids=lambda path: path.parent.name
)
def test_what_was_ruled_on_is_in_order_and_the_rest_is_as_it_was_written(path: Path) -> None:
    answer = cardlog.audit(cardlog.load(path))
    assert answer.ok and answer.findings
    events = json.loads(path.read_bytes())["events"]
    before = next(p for p in path.parent.glob("*.json") if p.stem in ("club", "server"))
    written = json.loads(before.read_bytes())["events"]
    assert events[: len(written)] == written
    assert {event["type"] for event in events[len(written) :]} == {"ruling"}
    assert not cardlog.audit(cardlog.load(before)).ok


def test_there_are_disputes_of_every_family() -> None:
    games = {cardlog.load(path).game for path in DISPUTES.glob("*/*.json")}
    assert games >= {"chase-the-ace", "seven-up", "pitch"}
    assert len(folders()) >= 12


def test_the_main_page_quotes_verdicts_as_they_are() -> None:
    lines = (DISPUTES.parents[1] / "README.md").read_text(encoding="utf-8").splitlines()
    quoted = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    kept = {line for path in DISPUTES.glob("*/verdict.md") for line in path.read_text(
        encoding="utf-8").splitlines()}  # fmt: skip
    assert quoted and set(quoted) <= kept
