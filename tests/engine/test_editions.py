"""Editions: every reading is a real option, and what another edition makes of a record."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

import cardlog
from cardlog.engine import editions, games
from cardlog.engine.fold import begin
from cardlog.engine.simulate import default_players
from cardlog.records.errors import RecordError
from cardlog.records.game import Record
from tests.engine.test_properties import SEEDS, TABLES, match
from tests.engine.test_rulings import DEAL, SHOWS, STAYS, quickly, worked
from tests.games import GAMES

ALL = [(edition, reading) for edition in editions.EDITIONS for reading in edition.readings]
OTHERS = [edition.name for edition in editions.EDITIONS if edition.readings]


def test_editions_are_named_and_dated() -> None:
    names = [edition.name for edition in editions.EDITIONS]
    assert len(set(names)) == len(names) and editions.CURRENT in names
    assert len(OTHERS) >= 2
    for edition in editions.EDITIONS:
        datetime.date.fromisoformat(edition.date)
        assert edition.title
        keys = [(r.game, r.profile, r.option) for r in edition.readings]
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(("edition", "reading"), ALL)
def test_every_reading_changes_a_default_and_names_its_clause(
    edition: editions.Edition, reading: editions.Reading
) -> None:
    game = games.find(reading.game)
    rules = {"profile": reading.profile} if reading.profile else {}
    seats = default_players(reading.game, rules)
    plain = game.options(dict(rules), seats)
    other = game.options(rules | {"edition": edition.name}, seats)
    assert getattr(other, reading.option) == reading.value != getattr(plain, reading.option)
    told = [f"{rule.id} {rule.reading}" for rule in game.book(plain)]
    assert any(re.search(rf"\b{reading.clause}\b", words) for words in told)
    assert reading.why
    written = rules | {"edition": edition.name, reading.option: getattr(plain, reading.option)}
    assert getattr(game.options(written, seats), reading.option) != reading.value


def pinned(record: Record, edition: str) -> Record:
    return structs.replace(record, rules={**record.rules, "edition": edition})


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_the_current_edition_is_what_counts_without_one(path: Any) -> None:
    record = cardlog.load(path)
    now = pinned(record, editions.CURRENT)
    plain, told = cardlog.outcome(record), cardlog.outcome(now)
    assert "edition" not in plain.rules and told.rules["edition"] == editions.CURRENT
    assert structs.replace(told, rules=plain.rules) == plain
    assert cardlog.under_edition(record, editions.CURRENT).same


def test_an_edition_that_there_is_not_is_refused() -> None:
    record = worked(DEAL, *STAYS, *SHOWS, rules={"edition": "0"})
    for ask in (cardlog.outcome, cardlog.audit):
        with pytest.raises(RecordError, match="unknown edition `0`: expected one of 1, sources-"):
            ask(record)
    with pytest.raises(RecordError, match="`edition`: expected one of 1, sources-"):
        cardlog.outcome(worked(DEAL, rules={"edition": 1}))
    with pytest.raises(RecordError, match="unknown edition"):
        cardlog.under_edition(worked(DEAL), "2")


@quickly
@given(st.sampled_from(range(len(TABLES))), st.sampled_from(SEEDS), st.sampled_from(OTHERS))
def test_up_to_the_event_named_both_editions_agree(table: int, seed: int, edition: str) -> None:
    record = match(table, seed)
    found = cardlog.under_edition(record, edition)
    other = pinned(record, edition)
    plain, told = cardlog.outcome(record), cardlog.outcome(other)
    for result, outcome in ((found.before, plain), (found.after, told)):
        assert (result.status, result.winners, result.standing) == (
            outcome.status, outcome.winners, outcome.standing,
        )  # fmt: skip
    if found.same:
        assert (found.event, found.rule) == (None, None)
        return
    assert found.event is not None and found.rule is not None
    assert found.rule in {reading.clause for reading in editions.edition(edition).readings}
    if found.event:
        before = [cardlog.state(each, found.event - 1) for each in (record, other)]
        assert before[0] == before[1]
    ends = [begin(each).run(until=found.event + 1) for each in (record, other)]
    if not any(fold.stopped for fold in ends):
        assert cardlog.state(record, found.event) != cardlog.state(other, found.event)


def test_the_clause_that_makes_the_difference() -> None:
    pitch = cardlog.under_edition(cardlog.load(GAMES / "grange-pitch.json"), "sources-public")
    assert (pitch.same, pitch.event, pitch.rule) == (False, 38, "PI-9")
    assert pitch.before.status == pitch.after.status == "finished"
    pub = cardlog.under_edition(cardlog.load(GAMES / "pub-compendium.json"), "sources-literal")
    assert (pub.event, pub.rule, pub.after.status) == (30, "A-07", "illegal")


def test_a_record_keeps_the_edition_it_was_played_by() -> None:
    record = pinned(cardlog.load(GAMES / "grange-pitch.json"), "sources-public")
    assert cardlog.outcome(record).standing == (-3, 13)
    back = cardlog.under_edition(record, "1")
    assert back.edition == ("sources-public", "1")
    assert (back.before.standing, back.after.standing) == ((-3, 13), (-4, 14))
    assert (back.event, back.rule) == (38, "PI-9")
