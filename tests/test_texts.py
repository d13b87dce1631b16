"""What the texts may not say: places, placeholders, and facts mistaken for words."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import cardlog
from cardlog.cli.telling import telling
from cardlog.records.events import KINDS, Deal, Misdeal, Note, Stay
from cardlog.records.game import Record, event_of, from_map
from tests.games import golden

ROOT = Path(__file__).parent.parent


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("not a checkout")
    return [ROOT / line for line in done.stdout.splitlines() if (ROOT / line).is_file()]


def test_no_document_has_a_placeholder_or_names_a_page_that_is_not_there() -> None:
    pages = {path.name for path in tracked() if path.suffix == ".md"}
    for path in tracked():
        if path.suffix in (".md", ".py", ".toml") and path.parts[-2] != "tests":
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"\b[A-Z]+_TABLE\b", text), path
            named = set(re.findall(r"\b(\w+\.md)\b", text))
            assert named <= pages, (path, named - pages)


@pytest.mark.parametrize("name", ["A", "K", "c", "draw", "turns", "stock", "over"])
def test_names_and_notes_are_never_taken_for_words(name: str) -> None:
    record = golden("worked-example")
    record = replace(
        record, players=("Ana", name, "Carla", "Davi"), events=(*record.events, Note(text=name))
    )
    lines = [text for text, _ in telling(record)]
    assert f"{name} asks Carla, who shows K♠ and refuses" in lines[4]
    assert any(line.endswith(f"Note: {name}") for line in lines)
    assert any(f"Two: {name} loses a life" in line for line in lines)


EVENTS: dict[str, dict[str, Any]] = {
    "deal": {"dealer": 0, "hands": [["2c"], ["3c"], ["4c"]]},
    "stay": {"seat": 0},
    "swap": {"seat": 0, "target": 1},
    "block": {"seat": 0, "target": 1, "card": "Kc"},
    "cut": {"seat": 0, "card": "9c"},
    "draw": {"seat": 0, "card": "9c"},
    "reveal": {"seat": 0, "cards": ["2c"]},
    "call": {"seat": 0, "call": "pass"},
    "discard": {"seat": 0, "cards": ["2c"]},
    "trick": {"leader": 0, "cards": ["2c", "3c"]},
    "score": {"changes": [0, 0, 0]},
}


@pytest.mark.parametrize("kind", EVENTS)
@pytest.mark.parametrize("profile", ["cuckoo", "compendium"])
def test_after_a_wrong_count_whatever_follows_is_the_fault(kind: str, profile: str) -> None:
    cards = tuple(tuple(cardlog.Card(c) for c in hand) for hand in (["2c"], ["3c", "9d"], ["4c"]))
    event = event_of({"type": kind, **EVENTS[kind]}, 1)
    record = Record(
        game="chase-the-ace",
        rules={"profile": profile},
        players=("Ana", "Bruno", "Carla"),
        events=(Deal(dealer=0, hands=cards), event),
    )
    (finding,) = cardlog.audit(record).findings
    assert (finding.event, finding.code) == (1, "wrong-count")
    assert "1, 2, 1 cards" in finding.message
    void = replace(record, events=(record.events[0], Misdeal()))
    assert cardlog.audit(void).ok


@pytest.mark.parametrize("hands", [[[], [], []], [["2c"], [], []]])
def test_a_deal_to_fewer_than_two_is_a_wrong_count(hands: list[list[str]]) -> None:
    record = from_map(
        {
            "cardlog": 1, "game": "chase-the-ace", "rules": {"profile": "compendium"},
            "players": ["Ana", "Bruno", "Carla"], "standing": [1, 1, 0],
            "events": [
                {"type": "deal", "dealer": 0, "hands": hands},
                {"type": "stay", "seat": 1},
            ],
        }
    )  # fmt: skip
    (finding,) = cardlog.audit(record).findings
    assert (finding.event, finding.code) == (1, "wrong-count")


@pytest.mark.parametrize("kind", sorted(set(KINDS) - set(EVENTS) - {"ruling", "gap", "note"}))
def test_every_kind_of_event_is_tried_above(kind: str) -> None:
    assert kind == "misdeal"


@pytest.mark.parametrize("kind", EVENTS)
def test_a_kind_that_the_game_lacks_is_named_in_its_finding(kind: str) -> None:
    record = golden("worked-example")
    event = event_of({"type": kind, **EVENTS[kind]}, 1)
    if kind == "score":
        event = event_of({"type": "score", "changes": [0] * 4}, 1)
    if kind == "deal":
        event = event_of({"type": "deal", "dealer": 0, "hands": [["2c"]] * 4}, 1)
    answer = cardlog.audit(replace(record, events=(record.events[0], event)))
    for finding in answer.findings:
        if finding.code == "not-this-game":
            assert f"`{kind}`" in finding.message


def test_a_wrong_number_of_players_does_not_hide_a_malformed_event() -> None:
    record = Record(
        game="chase-the-ace", rules={}, players=("Ana", "Bruno"), events=(Stay(seat=7),)
    )
    with pytest.raises(cardlog.RecordError, match="seat 7 does not exist"):
        cardlog.audit(record)


def test_a_path_is_no_record() -> None:
    with pytest.raises(TypeError, match=r"cardlog\.load"):
        cardlog.audit("game.json")  # type: ignore[arg-type]
