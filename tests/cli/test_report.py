"""`--report`: the verdict as Markdown, HTML and JSON, whatever the records say."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import cardlog as library
from cardlog.cli.verdict import Report
from cardlog.engine.messages import plain
from cardlog.records.game import Record, from_map
from tests.cli.run import cardlog
from tests.fixtures_tools import FIXTURES, files

KING = FIXTURES / "disputes" / "king-not-shown.json"
HOSTILE = "<script>alert(1)</script> | *bold* [x](http://evil.example) `c` #1 \\ & \u202e\n- x @me"


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def report(tmp_path: Path, suffix: str, *records: Record) -> str:
    """What is written for these records."""
    made = Report(str(tmp_path / f"verdict{suffix}"))
    for index, record in enumerate(records):
        made.add("game.json", index, record, library.audit(record))
    made.write()
    return (tmp_path / f"verdict{suffix}").read_text(encoding="utf-8")


def hostile() -> Record:
    told = json.loads(KING.read_bytes())
    told["players"][1] = HOSTILE
    told["events"].insert(3, {"type": "note", "text": HOSTILE})
    return from_map(told)


@pytest.mark.parametrize("suffix", [".md", ".html", ".json"])
def test_a_report_is_written_beside_what_is_printed(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"verdict{suffix}"
    ran = cardlog("audit", KING, "--report", path)
    assert ran.status == 1 and "event 2, deal 1, CC-3.2" in ran.text
    assert f"verdict written to {path}" in ran.err
    first = path.read_bytes()
    assert cardlog("audit", KING, "--report", path, "--json").status == 1
    assert path.read_bytes() == first
    assert b"Carla, who holds K" in first


def test_the_verdict_says_all_that_the_finding_rests_on(tmp_path: Path) -> None:
    text = report(tmp_path, ".md", library.load(KING))
    for line in (
        "**Question.** Was this in order? Bruno exchanges with Carla: gives 2♣, gets K♠.",
        "| Bruno (to act) | 2♣ |",
        "**What was legal.** Bruno keeps the card; Bruno asks Carla, who refuses",
        "| **1** | **2** | **Bruno exchanges with Carla: gives 2♣, gets K♠** |",
        "| Bruno | 9♥ (from the pack, event 0), then 2♣ (from Ana, event 1),"
        " then K♠ (from Carla, event 2) | K♠ |",
        "**How it goes on.** The audit goes on as if event 2 stood.",
    ):
        assert line in text.splitlines()
    assert "**CC-3.2, A King refuses.** The player asked must exchange" in text
    assert "**What it changed.** If it stands as written, Carla loses a life" in text
    assert "both players keep their own cards" in text and "(CC-3.2)" in text
    assert "**Rulings that fit.** replaced (the event reads otherwise); stands (" in text


@pytest.mark.parametrize("path", files("breach"), ids=lambda path: path.name)
def test_every_breach_has_a_verdict(path: Path, tmp_path: Path) -> None:
    record = library.load(path)
    told = json.loads(report(tmp_path, ".json", record))
    audit = library.audit(record)
    if audit.ok and not audit.findings:
        assert told["in_order"] == {"game.json": 1}
        return
    (verdict,) = told["verdicts"]
    assert [case["finding"] for case in verdict["cases"]] == [f.message for f in audit.findings]
    for case, finding in zip(verdict["cases"], audit.findings, strict=True):
        assert case["clause"]["id"] == finding.rule and case["clause"]["text"] == finding.rule_text
        assert case["remedy"] and len(case["legal"]) == len(finding.expected)
        assert case["question"].strip() and "None" not in case["question"]
        on = [line for deal in verdict["deals"] for line in deal["lines"]
              if line["event"] == finding.event]  # fmt: skip
        assert all(case["number"] in line["cases"] for line in on)
        if finding.deal is not None and verdict["deals"]:
            assert on or finding.deal > len(verdict["deals"])
    text = report(tmp_path, ".md", record)
    assert all(re.sub(r"\\(.)", r"\1", text).count(f.message) for f in audit.findings)


def test_what_strangers_wrote_stays_text_in_html(tmp_path: Path) -> None:
    text = report(tmp_path, ".html", hostile())
    tags = Tags()
    tags.feed(text)
    assert tags.found == {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "strong", "ul",
        "li", "table", "tr", "th", "td",
    }  # fmt: skip
    assert tags.attributes == {"charset", "class", "lang"}
    assert plain(HOSTILE) in "".join(tags.text)
    assert "\u202e" not in text and "http" not in re.sub(re.escape("http://evil.example"), "", text)


def test_what_strangers_wrote_stays_text_in_markdown(tmp_path: Path) -> None:
    text = report(tmp_path, ".md", hostile())
    assert "\u202e" not in text
    bare = re.sub(r"\\.", "", text)  # what is left is markup
    assert not re.search(r"[<`\[\]&@]|://", bare)
    for line in bare.splitlines():
        cells = line.count("|")
        assert not cells or (line.startswith("| ") and line.endswith("|"))
        assert not line.startswith("- x")
    rows = {line.count("|") for line in bare.splitlines() if line.startswith("| ")}
    assert rows <= {3, 4, 6}


def test_several_records_are_told_one_by_one_and_the_good_ones_counted(tmp_path: Path) -> None:
    path = tmp_path / "verdict.md"
    good = FIXTURES / "games" / "worked-example.json"
    bad = tmp_path / "bad.json"
    bad.write_text('{"cardlog": 1}')
    ran = cardlog("audit", good, KING, bad, good, "--report", path)
    assert ran.status == 2
    text = path.read_text(encoding="utf-8")
    summary = text.split("##")[0]
    assert f"- {KING}, record 0: 1 finding: not in order" in summary.replace("\\", "")
    assert f"- {good}: 2 records in order" in summary.replace("\\", "")
    assert "- unreadable: " in summary
    assert text.count("\n## ") == 1
    told = json.loads(_json(tmp_path, good, KING, bad))
    assert [len(told[key]) for key in ("verdicts", "in_order", "unreadable")] == [1, 1, 1]


def _json(tmp_path: Path, *paths: Path) -> bytes:
    cardlog("audit", *paths, "--report", tmp_path / "verdict.json")
    return (tmp_path / "verdict.json").read_bytes()


def test_a_ruling_is_quoted_and_the_record_is_in_order(tmp_path: Path) -> None:
    told: dict[str, Any] = json.loads(KING.read_bytes())
    told["events"].append(
        {"type": "ruling", "text": "The exchange stands.", "effect": "stands", "event": 2}
    )
    text = report(tmp_path, ".md", from_map(told))
    assert "1 finding, all of them ruled on: in order" in text
    assert "**Note.** The arbiter has ruled on it at event 10: The exchange stands." in text


def test_two_logs_in_a_report(tmp_path: Path) -> None:
    logs = [FIXTURES / "disputes" / "two-logs" / f"{who}.json" for who in ("club", "ana", "carla")]
    path = tmp_path / "verdict.md"
    ran = cardlog("diff", *logs, "--report", path)
    assert ran.status == 1
    text = path.read_text(encoding="utf-8").replace("\\", "")
    assert text.count("**Question.** Do A, ") == 2
    assert (
        "| **1** | **Ana keeps 2♣** | **1** | **Ana exchanges with Bruno: gives 2♣, gets ??** |"
        in text
    )
    assert f"**Contradicted.** The rules contradict {logs[0]}, as shown below." in text
    assert f"**Possible.** By the rules {logs[1]} is possible." in text
    assert text.count("### Finding 1: event 5, deal 1") == 1


@pytest.mark.parametrize("name", ["verdict.txt", "verdict", "-"])
def test_other_formats_are_refused_before_anything_is_read(tmp_path: Path, name: str) -> None:
    ran = cardlog("audit", KING, "--report", tmp_path / name if name != "-" else name)
    assert ran.status == 2 and not ran.out and ".md, .html, .json" in ran.err


def test_a_report_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    ran = cardlog("audit", KING, "--report", tmp_path / "nowhere" / "verdict.md")
    assert ran.status == 2 and "cannot be written" in ran.err
