"""fixtures/breaches: for every clause the smallest record that breaks it, and its near miss.

A breach says in its `meta` which event breaks which clause; a near miss is the same record with
the smallest change that makes it legal. The completeness tests read the books: a fault that a
clause cites needs a pair, for each form that the clause takes under the options that are built.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from cardlog.cli.show import finding_line
from cardlog.cli.telling import telling
from cardlog.engine import audit, faults, games
from cardlog.engine.fold import begin
from cardlog.engine.rules import STRUCTURE, Finding, Rule
from tests.fixtures_tools import BREACHES, expected, files, name_of, record

BOOKS: Final[dict[str, tuple[str, dict[str, Any], int]]] = {
    "cuckoo": ("chase-the-ace", {"profile": "cuckoo"}, 3),
    "compendium": ("chase-the-ace", {"profile": "compendium"}, 3),
    "california-jack": ("california-jack", {}, 2),
    "shasta-sam": ("shasta-sam", {}, 3),
    "seven-up": ("seven-up", {}, 3),
    "pitch": ("pitch", {}, 3),
}
PROFILES: Final = {"cuckoo": ("cuckoo", "le-her"), "compendium": ("compendium",)}
STRUCTURAL: Final = ("claim-place", "not-this-game", "misdeal", "no-deal", "unknown-kind")
NAMED_NOBODY: Final = re.compile(r"first-dealer|claim-\w+")  # where nobody is a true answer

# A `?` that is no part of a card: a fact that the sentence did not find.
PLACEHOLDER: Final = re.compile(r"(?<![\w?♣♦♥♠])\?(?![?♣♦♥♠])")

breaches = files("breach")
near_misses = files("near-miss")


def sentence_faults(finding: Finding) -> list[str]:
    """What is wrong with a message that should be one sentence a player understands."""
    text = finding.message
    if finding.code == "claim" and None in finding.facts["changes"]:
        text = text.replace("?", "open")  # a change that unseen cards leave open
    return [
        what
        for what, wrong in (
            ("no full stop", not text.endswith(".") or len(text) < 10),
            ("more than one sentence", re.search(r"[.!]\s", text) or "\n" in text),
            ("a placeholder", PLACEHOLDER.search(text)),
            ("a brace", "{" in text or "}" in text),
            (
                "nobody for a player",
                "nobody" in text and not NAMED_NOBODY.fullmatch(finding.code),
            ),
        )
        if wrong
    ]


def book_of(folder: str) -> tuple[Rule, ...]:
    game, rules, seats = BOOKS[folder]
    found = games.find(game)
    return found.book(found.options(rules, seats))


def can_be_in_force(folder: str, rule: Rule) -> bool:
    """True where some profile of this folder has this form of the clause."""
    profiles = rule.when.get("profile")
    return profiles is None or any(profile in profiles for profile in PROFILES[folder])


Form = tuple[str, str, str, str]  # folder, clause, when, fault


def form(folder: str, rule: Rule, fault: str) -> Form:
    return folder, rule.id, " ".join(f"{k}={v}" for k, v in rule.when.items()), fault


NEEDED: Final = [
    *(
        form(folder, rule, fault)
        for folder in BOOKS
        for rule in book_of(folder)
        if can_be_in_force(folder, rule)
        for fault in rule.faults
    ),
    *(form(folder, STRUCTURE, fault) for folder in BOOKS for fault in STRUCTURAL),
]


@cache
def covered() -> frozenset[Form]:
    """The forms of clauses that the breaches break, under the options each is played by."""
    found = set()
    for path in breaches:
        want, fold = expected(path), begin(record(path))
        values = msgspec.structs.asdict(fold.options)
        for rule in (*fold.game.book(fold.options), STRUCTURE):
            if rule.id == want["rule"] and rule.holds(values):
                found.add(form(path.parent.name, rule, want["code"]))
    return frozenset(found)


@pytest.mark.parametrize("path", breaches, ids=name_of)
def test_breach(path: Path) -> None:
    want, broken = expected(path), record(path)
    result = audit.audit(broken)
    assert not result.ok
    first = result.findings[0]
    assert (first.event, first.rule, first.code) == (want["event"], want["rule"], want["code"])
    assert not sentence_faults(first), first.message
    if first.code.startswith("claim") and first.code != "claim-place":
        before = msgspec.structs.replace(broken, events=broken.events[: want["event"]])
        assert result.status == audit.audit(before).status != "illegal"
    elif first.code == "unknown-kind":
        assert result.status == "unfinished"
    else:
        assert result.status == "illegal"


@pytest.mark.parametrize("path", breaches, ids=name_of)
def test_breach_is_legal_up_to_its_event(path: Path) -> None:
    want, broken = expected(path), record(path)
    if want["event"] is None:
        assert not broken.events
        return
    assert want["event"] == len(broken.events) - 1  # nothing after it: the record is the smallest
    before = msgspec.structs.replace(broken, events=broken.events[:-1])
    assert audit.audit(before).findings == ()


@pytest.mark.parametrize("path", breaches, ids=name_of)
def test_replay_stops_where_the_audit_does(path: Path) -> None:
    want = expected(path)
    steps = list(audit.replay(record(path)))
    told = [(step.index, step.finding.code) for step in steps if step.finding]
    assert told == ([] if want["event"] is None else [(want["event"], want["code"])])


@pytest.mark.parametrize("path", breaches, ids=name_of)
def test_breach_is_told_in_words(path: Path) -> None:
    broken = record(path)
    lines = [text for text, wrong in telling(broken) if wrong]
    answer = audit.audit(broken).findings
    assert lines
    for found in answer:
        line = finding_line(found, broken.shown_names)
        assert found.message in line
        assert all("misdeal" not in word for word in found.expected) or found.expected == (
            "misdeal",
        )


@pytest.mark.parametrize("path", near_misses, ids=name_of)
def test_near_miss(path: Path) -> None:
    result = audit.audit(record(path))
    assert result.findings == ()
    assert result.ok
    assert result.status != "illegal"
    assert result.stopped is None


@pytest.mark.parametrize("needed", NEEDED, ids="-".join)
def test_every_fault_of_every_clause_has_a_breach(needed: Form) -> None:
    assert needed in covered()


def test_books_are_all_there() -> None:
    assert {path.name for path in BREACHES.iterdir()} == set(BOOKS)
    assert all(any(path.parent.name == folder for path in breaches) for folder in BOOKS)


def test_every_breach_has_its_near_miss() -> None:
    assert list(map(name_of, breaches)) == list(map(name_of, near_misses))
    assert len(breaches) + len(near_misses) == sum(p.is_file() for p in BREACHES.rglob("*"))


@pytest.mark.parametrize("path", breaches, ids=name_of)
def test_breach_is_named_after_an_existing_clause_and_fault(path: Path) -> None:
    want = expected(path)
    stem = f"{want['rule']}-{want['code']}"
    assert re.fullmatch(re.escape(stem) + r"(-[2-9]|-[1-9]\d)?", name_of(path).partition("/")[2])
    known = {rule.id for rule in (*book_of(path.parent.name), STRUCTURE)}
    assert want["rule"] in known
    assert want["code"] in faults.NAMES.values()


@pytest.mark.parametrize(
    "path", [*breaches, *near_misses], ids=lambda p: f"{p.parent.name}/{p.name}"
)
def test_fixture_belongs_to_its_folder_and_says_why(path: Path) -> None:
    game, _, _ = BOOKS[path.parent.name]
    found = record(path)
    assert found.game == game
    profiles = PROFILES.get(path.parent.name, (None,))
    assert found.rules.get("profile", profiles[0]) in profiles
    assert isinstance(found.meta, dict)
    assert set(found.meta) == ({"expect", "why"} if path in breaches else {"why"})
    assert re.fullmatch(r"\S.*[^.]\.", found.meta["why"])


def test_sentence_faults_are_seen() -> None:
    def faults_of(message: str, code: str = "revoke", **facts: Any) -> list[str]:
        return sentence_faults(
            Finding(event=0, deal=1, seat=0, rule="X", code=code, message=message, facts=facts)
        )

    assert faults_of("Ana plays ?♠ on K?: that is fine, and ?? too.") == []
    assert faults_of("Ana plays ? and holds 2♣.") == ["a placeholder"]
    assert faults_of("? comes twice in this deal.") == ["a placeholder"]
    assert faults_of("Ana plays {card} here.") == ["a brace"]
    assert faults_of("Ana plays. Bruno plays.") == ["more than one sentence"]
    assert faults_of("") == ["no full stop"]
    assert faults_of("It is nobody's turn.") == ["nobody for a player"]
    assert faults_of("The deal comes to ?, -1.", "claim", changes=[None, -1]) == []
    assert faults_of("The deal comes to ?, -1.", "claim", changes=[0, -1]) == ["a placeholder"]
