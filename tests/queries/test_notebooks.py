"""What a notebook shows of a result, a record, an outcome and an audit."""

from __future__ import annotations

from html.parser import HTMLParser

from msgspec.structs import replace

import cardlog
from cardlog.queries.run import Archive
from tests.games import GAMES
from tests.queries.places import records as records

EVIL = "<script>alert('x')</script>"


class Checked(HTMLParser):
    """That what is opened is closed, and which elements there are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_result_is_a_table(records: Archive) -> None:
    rows = records.sql("SELECT $evil AS x, range FROM range(100)", evil=EVIL)
    bundle = rows._repr_mimebundle_()
    page = Checked(bundle["text/html"])
    assert "script" not in page.seen and EVIL in page.text
    assert page.text.endswith("… and more rows")
    assert bundle["text/plain"] == repr(rows)
    assert len(repr(rows).splitlines()) == 2 + 20 + 1


def test_a_report_has_its_question_above(records: Archive) -> None:
    page = Checked(records.query("results")._repr_html_())
    assert page.text.startswith("How do the matches of a game end?")


def test_a_record_is_a_short_table() -> None:
    record = cardlog.load(GAMES / "friday-cuckoo.json")
    evil = replace(record, players=(EVIL, *record.players[1:]), rules={EVIL: EVIL})
    for each in (record, evil):
        page = Checked(each._repr_html_())
        assert "script" not in page.seen
        assert each.id in page.text and ", ".join(each.players) in page.text


def test_outcome_and_audit_are_short_tables() -> None:
    record = cardlog.load("fixtures/disputes/king-not-shown.json")
    record = replace(record, players=(EVIL, *record.players[1:]))
    outcome = Checked(cardlog.outcome(record)._repr_html_())
    audit = Checked(cardlog.audit(record)._repr_html_())
    assert "illegal" in outcome.text and "deal 1open" in outcome.text
    assert "NOT in order" in audit.text and "event 2, CC-3.2" in audit.text
    assert not {"script"} & (outcome.seen | audit.seen)
    fine = cardlog.load(GAMES / "friday-cuckoo.json")
    assert "finished, in order" in cardlog.audit(fine)._repr_html_()
    example = cardlog.load(GAMES / "worked-example.json")
    assert "0, -1, 0, 0" in cardlog.outcome(example)._repr_html_()
