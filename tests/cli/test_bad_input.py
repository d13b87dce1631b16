"""Whole commands on bad input: a sentence, the right exit status, and nothing else lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Ran, cardlog
from tests.games import GAMES

GOOD = json.loads((GAMES / "worked-example.json").read_text(encoding="utf-8"))
DISPUTE = "fixtures/disputes/king-not-shown.json"


def with_(**keys: Any) -> dict[str, Any]:
    return {**GOOD, **keys}


def with_event(event: Any) -> dict[str, Any]:
    return with_(events=[GOOD["events"][0], event])


MALFORMED = {
    "a list": ([GOOD], "list"),
    "a number": (1, "expected a record"),
    "no game": ({k: v for k, v in GOOD.items() if k != "game"}, "no key `game`"),
    "unknown key": (with_(winner=1), "winner"),
    "newer schema": (with_(cardlog=2), "newer than this reader"),
    "schema true": (with_(cardlog=True), "schema version"),
    "unknown game": (with_(game="poker"), "california-jack, chase-the-ace"),
    "NUL in a name": (with_(players=["Ana\0", "Bruno", "Carla", "Davi"]), "NUL"),
    "twin names": (with_(players=["Ana", "Ana", "Carla", "Davi"]), "unique"),
    "no players": (with_(players=[]), "players"),
    "long name": (with_(players=["x" * 201, "Bruno", "Carla", "Davi"]), "201"),
    "seat out of range": (with_event({"type": "stay", "seat": 4}), "seat 4 does not exist"),
    "negative seat": (with_event({"type": "stay", "seat": -1}), "seat"),
    "target out of range": (with_event({"type": "swap", "seat": 0, "target": 9}), "seat 9"),
    "huge seat": (with_event({"type": "stay", "seat": 2**70}), "seat"),
    "dealer out of range": (
        with_(events=[{"type": "deal", "dealer": 4, "hands": [["2c"], ["3c"], ["4c"], ["5c"]]}]),
        "seat 4",
    ),
    "a hand too few": (
        with_(events=[{"type": "deal", "dealer": 0, "hands": [["2c"], ["3c"], ["4c"]]}]),
        "one a player",
    ),
    "no card": (with_event({"type": "block", "seat": 0, "target": 1, "card": "1c"}), "'1c'"),
    "foreign card": (with_event({"type": "cut", "seat": 0, "card": "cuckoo"}), "cuckoo"),
    "unknown event key": (with_event({"type": "stay", "seat": 0, "why": 1}), "why"),
    "missing event key": (with_event({"type": "swap", "seat": 0}), "target"),
    "no event type": (with_event({"seat": 0}), "`type`"),
    "event not a map": (with_event([]), "a map"),
    "bad time": (with_event({"type": "stay", "seat": 0, "at": "noon"}), "RFC 3339"),
    "short changes": (with_(events=[*GOOD["events"][:-1], {"type": "score", "changes": [0]}]), "4"),
    "points to no side": (
        with_(
            events=[
                *GOOD["events"][:-1],
                {"type": "score", "changes": [0] * 4, "points": {"high": 4}},
            ]
        ),
        "side 4",
    ),
    "unknown option": (with_(rules={"live": 3}), "`lives`"),
    "bad option value": (with_(rules={"lives": 0}), "from 1 to"),
    "truth for a number": (with_(rules={"lives": True}), "whole number"),
    "unknown deck": (with_(rules={"deck": "tarot78"}), "cucu40, gnav42, kille42"),
    "one pack for many": (
        with_(rules={"profile": "compendium", "packs": 1}, players=[f"P{k}" for k in range(14)]),
        "two packs",
    ),
    "special pack and domino": (with_(rules={"deck": "cucu40", "domino": "ace"}), "domino"),
    "special pack and low cards": (
        with_(rules={"deck": "gnav42", "low_card_reveal": "asker"}),
        "low_card_reveal",
    ),
    "special pack and the ace of spades": (
        with_(rules={"deck": "kille42", "ace_of_spades": True}),
        "ace_of_spades",
    ),
    "standing too short": (with_(standing=[3, 3]), "standing"),
    "observer nowhere": (with_(observer=7), "observer"),
    "number beyond 53 bits": (with_(meta={"n": 2**53}), "53 bits"),
}


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file: a good record, then a malformed and a good one in turn."""
    path = tmp_path_factory.mktemp("bad") / "night.jsonl"
    records = [GOOD, *(r for bad, _ in MALFORMED.values() for r in (bad, GOOD))]
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=["audit", "replay"])
def answered(request: pytest.FixtureRequest, night: Path) -> Ran:
    """What a command says of that file, in JSON."""
    return cardlog(request.param, night, "--json")


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_record_is_told_and_the_others_are_answered(
    name: str, answered: Ran, night: Path
) -> None:
    index = 1 + 2 * list(MALFORMED).index(name)
    _, says = MALFORMED[name]
    before, bad, after = answered.lines[index - 1 : index + 2]
    assert answered.status == 2
    assert before["index"] == index - 1 and "error" not in before
    assert after["index"] == index + 1 and "error" not in after
    assert (bad["source"], bad["index"], bad["ok"]) == (str(night), index, False)
    assert says in bad["error"]["message"]
    assert bad["error"]["byte"] > 0 and bad["error"]["line"] == index + 1


def test_errors_for_people_name_file_record_and_event(night: Path) -> None:
    ran = cardlog("audit", night)
    for index, (_, says) in enumerate(MALFORMED.values()):
        line = next(x for x in ran.err.splitlines() if f": record {2 * index + 1}, line" in x)
        assert str(night) in line and says in line
    assert "event 1: seat 4 does not exist: expected 0 to 3" in ran.err


def test_a_json_document_without_events_is_malformed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({k: v for k, v in GOOD.items() if k != "events"}))
    (bad,) = cardlog("audit", path, "--json").lines
    assert "`events`" in bad["error"]["message"]


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "cardlog", "replay", str(GAMES / "worked-example.json")]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr and b"Traceback" not in done.stderr


def test_the_event_and_byte_of_an_error_are_named(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    first = json.dumps(GOOD)
    path.write_text(first + "\n" + json.dumps(with_event({"type": "stay", "seat": 4})))
    _, bad = cardlog("audit", path, "--json").lines
    assert bad["error"]["event"] == 1
    assert bad["error"]["byte"] == len(first) + 1


RAW = {
    "empty.json": b"",
    "empty.msgpack": b"",
    "blank.jsonl": b" \n\n ",
    "one-byte.json": b"{",
    "one-byte.msgpack": b"\x86",
    "deep.json": b"[" * 1_000_000,
    "deep.msgpack": b"\x91" * 1_000_000,
    "deep-meta.json": b'{"cardlog": 1, "meta": ' + b"[" * 1_000_000,
    "many-players.msgpack": b"\x85\xa7cardlog\x01\xa4game\xadchase-the-ace\xa5rules\x80"
    b"\xa7players\xdd\x7f\xff\xff\xff\xa3Ana",
    "many-keys.msgpack": b"\xdf\xff\xff\xff\xff\xa7cardlog\x01",
    "garbage.msgpack": bytes(range(0xC1, 0xFF)) * 10,
    "not-utf8.json": b'{"cardlog": 1, "game": "\xff\xfe"}',
    "nan.json": b'{"cardlog": 1, "meta": {"n": NaN}}',
    "text.json": b"Ana, Bruno and Carla played on Friday.",
}


@pytest.mark.parametrize("name", RAW)
def test_bytes_that_are_no_record(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(RAW[name])
    for command in ("audit", "replay"):
        ran = cardlog(command, path, "--json")
        assert ran.status == 2
        assert ran.lines and all(line["error"]["message"] for line in ran.lines)
    assert cardlog("convert", path, tmp_path / "out.json").status == 2
    assert not (tmp_path / "out.json").exists()


def test_a_file_that_is_not_there_does_not_cost_the_others() -> None:
    ran = cardlog("audit", "nowhere.json", GAMES / "worked-example.json", "--json")
    assert ran.status == 2
    assert ran.lines[-1]["ok"] is True


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    ran = cardlog("audit", tmp_path)
    assert ran.status == 2
    assert "cannot be read" in ran.err


def test_an_unknown_format_lists_the_known_ones() -> None:
    for args in (
        ("audit", GAMES / "worked-example.json", "--from", "xml"),
        ("convert", GAMES / "worked-example.json", "out.json", "--to", "xml"),
    ):
        ran = cardlog(*args)
        assert ran.status == 2
        assert "msgpack" in ran.err and "jsonl" in ran.err


def test_unknown_options_of_simulate_and_rules() -> None:
    assert "`lives`" in cardlog("rules", "chase-the-ace", "--option", "live=3").err
    assert "NAME=VALUE" in cardlog("rules", "chase-the-ace", "--option", "lives").err
    ran = cardlog("simulate", "chase-the-ace", "--players", "2")
    assert ran.status == 2 and "3 to 10" in ran.err
    ran = cardlog("simulate", "poker")
    assert ran.status == 2 and "chase-the-ace" in ran.err


def test_convert_in_place_keeps_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    text = json.dumps(GOOD) + "\n" + json.dumps(GOOD)[:-20] + "\n"
    path.write_text(text, encoding="utf-8")
    ran = cardlog("convert", path, path)
    assert ran.status == 2
    assert "left as it was" in ran.err
    assert path.read_text(encoding="utf-8") == text


def test_convert_keeps_the_good_records_of_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    path.write_text(json.dumps(GOOD)[:-20] + "\n" + json.dumps(GOOD), encoding="utf-8")
    ran = cardlog("convert", path, tmp_path / "out.msgpack")
    assert ran.status == 2
    assert "1 record written" in ran.err
    assert cardlog("audit", tmp_path / "out.msgpack").status == 0


def test_a_target_that_cannot_be_written() -> None:
    ran = cardlog("convert", GAMES / "worked-example.json", "nowhere/at/all.json")
    assert ran.status == 2
    assert "cannot be written" in ran.err


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    names = ["Ana\x1b[2J", "Bruno", "Carla", "Davi"]
    events = [*GOOD["events"], {"type": "note", "text": "\x1b]0;title\x07"}]
    path.write_text(json.dumps(with_(players=names, events=events)), encoding="utf-8")
    for command in ("replay", "audit"):
        assert b"\x1b" not in cardlog(command, path).out


@pytest.mark.skipif(os.name == "nt", reason="pipes differ")
def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "cardlog", "simulate", "california-jack", "-n", "200"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.wait(timeout=60) == 2
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
def test_any_file_name_is_told_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines\x1b.json"
    path.write_bytes((GAMES / "worked-example.json").read_bytes())
    ran = cardlog("audit", path)
    assert ran.status == 0
    assert "two\\u000alines\\u001b.json record 0" in ran.text
    assert "no\\u000asuch.json: " in cardlog("audit", tmp_path / "no\nsuch.json").err


def test_no_colour_where_none_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    for command in ("replay", "audit"):
        assert b"\x1b" not in cardlog(command, DISPUTE).out


def test_a_position_of_a_record_without_events(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(with_(events=[])), encoding="utf-8")
    assert cardlog("replay", path, "--at", "-1").status == 0
    ran = cardlog("replay", path, "--at", "0")
    assert ran.status == 2
    assert "no event 0: the record has no events" in ran.err


def test_a_ruling_cannot_replace_an_event_by_a_ruling(tmp_path: Path) -> None:
    inner = {"type": "ruling", "text": "no"}
    ruling = {"type": "ruling", "text": "so", "event": 0, "effect": "replaced", "with": inner}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(with_event(ruling)), encoding="utf-8")
    assert cardlog("audit", path).status == 2
    ruling["with"] = {"type": "stay", "seat": 0}
    path.write_text(json.dumps(with_event(ruling)), encoding="utf-8")
    assert cardlog("audit", path).status == 1  # a stay before any deal is illegal, not unreadable
