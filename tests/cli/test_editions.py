"""`cardlog audit --edition` and `cardlog rules --editions`."""

from __future__ import annotations

import json
from pathlib import Path

from cardlog.engine import editions
from tests.cli.run import cardlog
from tests.games import GAMES

PITCH = GAMES / "grange-pitch.json"


def test_json_has_the_documented_shape() -> None:
    ran = cardlog("audit", PITCH, "--edition", "sources-public", "--json")
    assert ran.status == 1
    (line,) = ran.lines
    assert line.pop("id")
    assert line == {
        "source": str(PITCH),
        "index": 0,
        "game": "pitch",
        "edition": {"from": "1", "to": "sources-public"},
        "same": False,
        "event": 38,
        "rule": "PI-9",
        "before": {"status": "finished", "winners": [1], "standing": [-4, 14]},
        "after": {"status": "finished", "winners": [1], "standing": [-3, 13]},
    }


def test_a_report_over_many_records() -> None:
    one, two = (
        cardlog("audit", GAMES / "*.json", "--edition", "sources-public", "-j", jobs)
        for jobs in ("1", "2")
    )
    assert one == two and one.status == 1
    assert "grange-pitch.json record 0: pitch, differs from event 38 on (PI-9)\n" in one.text
    assert "  edition sources-public: finished, won by Clyde and Virgil;" in one.text
    assert "le-her.json record 0: chase-the-ace, differs from event 15 on (A-06)" in one.text
    assert one.err.splitlines()[0] == (
        "edition sources-public: 13 records: 2 the same, 11 different"
    )
    assert "  A-06: 6 records\n  B-08: 3 records\n" in one.err


def test_nothing_differs_under_the_edition_they_have(tmp_path: Path) -> None:
    ran = cardlog("audit", GAMES / "*.json", "--edition", "1")
    assert (ran.status, ran.text) == (0, "")
    data = json.loads(PITCH.read_text("utf-8"))
    data["rules"]["edition"] = "1899"
    path = tmp_path / "old.json"
    path.write_text(json.dumps(data), "utf-8")
    for args in (("audit",), ("replay", "--json"), ("audit", "--edition", "1")):
        ran = cardlog(*args, path)
        assert ran.status == 2
        assert "unknown edition `1899`: expected one of 1, sources-public" in ran.err + ran.text
    assert cardlog("convert", path, tmp_path / "old.msgpack").status == 0  # nothing is lost


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    ran = cardlog("audit", PITCH, "--edition", "2")
    assert ran.status == 2 and "expected one of 1, sources-public" in ran.err
    ran = cardlog("audit", PITCH, "--edition", "1", "--quarantine", tmp_path)
    assert ran.status == 2 and "finds no record at fault" in ran.err


def test_the_editions_are_listed() -> None:
    text = cardlog("rules", "--editions").text
    for edition in editions.EDITIONS:
        assert f"{edition.name}  ({edition.date}" in text
    assert '    PI-9  pitch: low_to = "taker"' in text
    (line,) = cardlog("rules", "pitch", "--editions", "--json").lines
    assert line["current"] == "1"
    assert [len(each["readings"]) for each in line["editions"]] == [0, 2, 0]
    told = cardlog("rules", "pitch", "--option", "edition=sources-public").text
    assert '  low_to = "taker"' in told and 'edition = "sources-public"   (one of 1' in told
