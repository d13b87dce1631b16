"""`cardlog diff` and `cardlog merge`: what is printed where, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardlog.records.formats import load, write
from tests.cli.run import ROOT, cardlog
from tests.games import GAMES

LOGS = ROOT / "fixtures" / "disputes" / "two-logs"
CLUB, ANA, CARLA = (LOGS / f"{name}.json" for name in ("club", "ana", "carla"))
FRIDAY = GAMES / "friday-cuckoo.json"


def test_the_same_game_in_two_formats() -> None:
    ran = cardlog("diff", FRIDAY, FRIDAY.with_suffix(".msgpack"))
    assert ran.status == 0 and "They tell the same game." in ran.text
    (line,) = cardlog("diff", FRIDAY, FRIDAY.with_suffix(".msgpack"), "--json").lines
    assert line == {"same": True, "first": None, "differences": [], "contradicted": []}


def test_json_has_the_documented_shape() -> None:
    ran = cardlog("diff", CLUB, ANA, "--json")
    assert ran.status == 1
    assert ran.lines == [
        {
            "same": False,
            "first": {"a": 1, "b": 1},
            "differences": [
                {"kind": "altered", "a": 1, "b": 1},
                {"kind": "missing", "a": 9, "b": None},
            ],
            "contradicted": ["a"],
        }
    ]
    (line,) = cardlog("diff", ANA, CARLA, "--json").lines
    assert line["note"] == "A ends there; B goes on: 1 event more."


def test_the_text_says_where_what_and_who() -> None:
    text = cardlog("diff", CLUB, ANA).text
    assert "Ana keeps 2♣" in text and "Ana exchanges with Bruno: gives 2♣," in text
    assert "altered: event 1 of A reads otherwise in B, as event 1" in text
    assert "The rules contradict A: event 5, deal 1, CC-5.1: Ana shows 9♥ and holds 2♣." in text
    assert "By the rules B is possible." in text


def test_more_records_are_each_compared_with_the_first() -> None:
    ran = cardlog("diff", ANA, ANA, CARLA, CLUB, "--json")
    assert ran.status == 1
    assert [line["same"] for line in ran.lines] == [True, False, False]
    assert [line["contradicted"] for line in ran.lines] == [[], [], ["b"]]


def test_a_header_and_a_stretch_are_told_in_sentences(tmp_path: Path) -> None:
    data = json.loads(FRIDAY.read_text("utf-8"))
    data["rules"]["lives"] = 4
    data["events"] = data["events"][:30]
    other = tmp_path / "short.json"
    other.write_text(json.dumps(data), "utf-8")
    text = cardlog("diff", FRIDAY, other).text
    assert "header: The option lives is 2 in A and 4 in B." in text
    assert "missing: events 30 to 59 of A are not in B" in text
    assert "B ends there; A goes on: 30 events more." in text


def test_what_comes_after_an_illegal_event_is_told_too(tmp_path: Path) -> None:
    data = json.loads(FRIDAY.read_text("utf-8"))
    del data["events"][5], data["events"][20]
    other = tmp_path / "slips.json"
    other.write_text(json.dumps(data), "utf-8")
    text = cardlog("diff", other, FRIDAY).text
    assert text.count("extra: event") == 2
    assert "The rules contradict A: event 5" in text


def test_which_record_of_several(tmp_path: Path) -> None:
    night = tmp_path / "night.jsonl"
    write([load(CLUB), load(ANA), load(CARLA)], night)
    ran = cardlog("diff", ANA, night)
    assert (ran.status, ran.out) == (2, b"")
    assert "night.jsonl holds several records: say which with --index" in ran.err
    assert cardlog("diff", ANA, night, "--index", "1").status == 0
    assert cardlog("diff", ANA, night, "--index", "0").status == 1
    ran = cardlog("diff", ANA, night, "--index", "3")
    assert ran.status == 2 and "no record 3: it holds 3 records" in ran.err


def test_what_cannot_be_compared(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"cardlog": 1, "game": "whist", "rules": {}, "players": ["a"], "events": []}')
    for command in (("diff",), ("merge", "-o", tmp_path / "out.json")):
        for files in ((CLUB, bad), (CLUB, tmp_path / "none.json"), (CLUB,)):
            ran = cardlog(*command, *files)
            assert ran.status == 2 and ran.err and ran.out == b"", files
    (line,) = cardlog("diff", CLUB, bad, "--json").lines
    assert line["ok"] is False and "whist" in line["error"]["message"]
    assert not (tmp_path / "out.json").exists()


def test_standard_input_is_a_record_like_any() -> None:
    ran = cardlog("diff", "-", CLUB, stdin=CLUB.read_bytes())
    assert ran.status == 0 and "A: <stdin>" in ran.text
    assert cardlog("diff", CLUB, "-", "--from", "msgpack", stdin=b"\x00").status == 2


# ---- merge ----


@pytest.mark.parametrize("suffix", ["json", "jsonl", "msgpack"])
def test_two_views_become_a_fuller_record(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"whole.{suffix}"
    ran = cardlog("merge", ANA, CARLA, "-o", out)
    assert (ran.status, ran.out) == (0, b"")
    assert "2 records merged into one of 11 events" in ran.err
    whole = load(out)
    assert [str(card) for (card,) in whole.events[0].hands] == ["2c", "??", "Ks", "??"]  # type: ignore[union-attr]
    assert cardlog("audit", out).status == 0
    assert cardlog("diff", out, CARLA).status == 0


def test_a_contradiction_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    out = tmp_path / "whole.json"
    out.write_bytes(b"as it was")
    ran = cardlog("merge", CARLA, ANA, CLUB, "-o", out)
    assert (ran.status, ran.out) == (1, b"")
    assert "Event 1 of the first stands otherwise in the second, as event 1." in ran.err
    assert "Ana exchanges with Bruno" in ran.err and "Ana keeps 2♣" in ran.err
    assert out.read_bytes() == b"as it was"
    (line,) = cardlog("merge", CARLA, CLUB, "-o", out, "--json").lines
    assert line["sources"] == [str(CARLA), str(CLUB)]
    assert (line["merged"], line["a"], line["b"]) == (False, 1, 1)


def test_merging_to_standard_output_and_to_an_unknown_format(tmp_path: Path) -> None:
    ran = cardlog("merge", ANA, CARLA, "-o", "-", "--to", "jsonl")
    assert ran.status == 0 and len(ran.lines) >= 1
    assert cardlog("merge", ANA, CARLA, "-o", tmp_path / "whole.txt").status == 2
    assert cardlog("merge", ANA, CARLA, "-o", tmp_path / "no" / "whole.json").status == 2
