"""`cardlog faults`, and the catalogue behind it: every code has a meaning, a remedy, an example."""

from __future__ import annotations

import pytest

import cardlog as library
from cardlog.cli.faults import example_told, examples, prescribed_everywhere
from cardlog.engine import faults, games
from cardlog.engine.citations import books, citations
from cardlog.engine.messages import catalogue
from cardlog.engine.remedies import CATALOGUE, CITED, NO_REMEDY, RULINGS, remedy
from cardlog.engine.rules import STRUCTURE, in_force
from cardlog.records.game import Record, from_map
from tests.cli.run import cardlog
from tests.fixtures_tools import files
from tests.rule_pages import EXAMPLES, smallest

CODES = sorted(set(faults.NAMES.values()) - {"legal", "unreadable"})


def test_the_examples_are_the_smallest_fixtures() -> None:
    assert EXAMPLES.read_text(encoding="utf-8") == smallest()


def test_every_code_is_explained() -> None:
    assert set(CATALOGUE) == set(catalogue().FINDINGS) == set(citations()) == set(CODES)
    assert set(examples()) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_an_entry_is_complete(code: str) -> None:
    entry = CATALOGUE[code]
    for text in (entry.meaning, entry.none, *(text for _, text in entry.by_clause)):
        assert text[0].isupper() and text.endswith(".")
    assert set(entry.rulings) <= set(RULINGS) and len(set(entry.rulings)) == len(entry.rulings)
    assert citations()[code], "no clause, not even that of the structure"
    ids = {rule.id for _, book in books() for rule in book}
    for clauses, _ in entry.by_clause:
        assert set(clauses) - {CITED} <= ids


@pytest.mark.parametrize("code", CODES)
def test_an_example_has_the_fault(code: str) -> None:
    record = from_map(examples()[code]["record"])
    answer = library.audit(record)
    message = answer.stopped[1] if answer.stopped else answer.findings[0].message
    assert answer.stopped or answer.findings[0].code == code
    assert any(message in line for line in example_told(code))


def remedy_of(record: Record, code: str, cited: str) -> tuple[str, str | None]:
    game = games.find(record.game)
    options = game.options(record.rules, len(record.players))
    found = remedy(code, cited, in_force(game.book(options), options))
    assert found.rulings == CATALOGUE[code].rulings
    return found.text, found.clause


@pytest.mark.parametrize("path", files("breach"), ids=lambda path: path.name)
def test_every_breach_has_a_remedy_that_rests_on_a_clause_in_force(path: object) -> None:
    record = library.load(str(path))
    for finding in library.audit(record).findings:
        text, clause = remedy_of(record, finding.code, finding.rule)
        game = games.find(record.game)
        options = game.options(record.rules, len(record.players))
        ids = {rule.id for rule in (*in_force(game.book(options), options), STRUCTURE)}
        assert clause is None or clause in ids
        assert (clause is None) == (text == CATALOGUE[finding.code].none)
        if prescribed_everywhere(finding.code):
            assert clause is not None


@pytest.mark.parametrize(
    ("file", "code", "clause"),
    [
        ("cuckoo/CC-2.2-wrong-count", "wrong-count", "CC-6.3"),
        ("compendium/CP-3.4-wrong-count", "wrong-count", "A-20"),
        ("california-jack/CJ-2.2-wrong-count", "wrong-count", "B-18"),
        ("pitch/PI-2-wrong-count", "wrong-count", "PI-17"),
        ("california-jack/CJ-3.1-revoke", "revoke", "B-16"),
        ("seven-up/SU-13-revoke", "revoke", "SU-19"),
        ("pitch/PI-8-revoke", "revoke", "PI-16"),
        ("cuckoo/CC-3.2-king-must-block", "king-must-block", "CC-3.2"),
        ("cuckoo/CC-5.2-claim", "claim", "CC-5.2"),
        ("cuckoo/CC-2.4-turn-order", "turn-order", None),
    ],
)
def test_the_remedy_is_that_of_the_game(file: str, code: str, clause: str | None) -> None:
    record = library.load(f"fixtures/breaches/{file}.breach.json")
    cited = library.audit(record).findings[0].rule
    text, found = remedy_of(record, code, cited)
    assert found == clause
    assert (text == NO_REMEDY) == (clause is None)


def test_the_command_lists_explains_and_gives_json() -> None:
    listed = cardlog("faults")
    assert listed.status == 0
    assert [line.split()[0] for line in listed.text.splitlines()] == list(CATALOGUE)
    one = cardlog("faults", "revoke")
    assert "PI-16" in one.text and "could have followed suit" in one.text
    (line,) = cardlog("faults", "revoke", "--json").lines
    assert line["cites"]["PI-8"] == ["pitch"]
    assert [each["code"] for each in cardlog("faults", "--json").lines] == list(CATALOGUE)


def test_an_unknown_code_is_answered_with_those_that_there_are() -> None:
    ran = cardlog("faults", "cheating")
    assert ran.status == 2 and "revoke" in ran.err
