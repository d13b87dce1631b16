"""The rule books: one source for every clause, citation and sentence."""

from __future__ import annotations

import itertools
from string import Formatter
from typing import Any

import pytest

from cardlog.engine import faults, games
from cardlog.engine.messages import catalogue, sentence
from cardlog.engine.rules import STRUCTURE, Rule, in_force
from tests.rule_pages import FAULTS, faults_page, page, path_of

BUILT = {name: games.find(name).built for name in games.names()}

# Which clause each fault cites, by book.
CHASE = {
    "turn-order": ("CC-2.4", "CP-4.1"),
    "wrong-neighbour": ("CC-3.1", "CP-4.2"),
    "dealer-asks": ("CC-4.4", "CP-4.6"),
    "dealer-only": ("CC-4.1", "CP-4.6"),
    "king-must-block": ("CC-3.2", "CP-4.3"),
    "block-no-king": ("CC-3.2", "CP-4.3"),
    "block-not-held": ("CC-3.2", "CP-4.3"),
    "not-in-stock": ("CC-4.1", "CP-4.6"),
    "reveal-not-held": ("CC-5.1", "CP-5.1"),
    "early-reveal": ("CC-5.1", "CP-5.1"),
    "reveal-twice": ("CC-5.1", "CP-5.1"),
    "late-turn": ("CC-5.1", "CP-5.1"),
    "incomplete": ("CC-5.1", "CP-5.1"),
    "duplicate-card": ("CC-1.2", "CP-2.1"),
    "wrong-count": ("CC-2.2", "CP-3.4"),
    "dealt-out": ("CC-2.2", "CP-6.1"),
    "wrong-dealer": ("CC-2.5", "CP-1.3"),
    "first-dealer": ("CC-2.1", "CP-1.2"),
    "over": ("CC-6.1", "CP-6.1"),
    "claim": ("CC-5.2", "CP-5.1"),
    "players": ("CC-1.1", "CP-1.1"),
}
CALIFORNIA = {
    "not-in-stock": "CJ-3.3",
    "not-top": "CJ-3.3",
    "draw-order": "CJ-3.3",
    "incomplete": "CJ-3.4",
    "duplicate-card": "CJ-1.1",
    "wrong-count": "CJ-2.2",
    "wrong-dealer": "CJ-2.1",
    "first-dealer": "CJ-2.1",
    "over": "CJ-5.1",
    "revoke": "CJ-3.1",
    "not-held": "CJ-3.1",
    "reveal-not-held": "B-18",
    "claim-nine": "CJ-V4",
    "wrong-leader": "CJ-3.2",
    "trick-size": "CJ-3.2",
    "no-turn-up": "CJ-2.3",
    "missing-draw": "CJ-3.3",
    "extra-draw": "CJ-3.3",
    "claim": "CJ-4.5",
    "claim-high": "CJ-4.1",
    "claim-low": "CJ-4.2",
    "claim-jack": "CJ-4.3",
    "claim-game": "CJ-4.4",
    "players": "CJ-1.1",
}
RECORD = {"claim-place", "not-this-game", "misdeal", "no-deal", "unknown-kind", "gap", "ruling"}


def every_book() -> list[Any]:
    """(game, the clauses in force) under every combination of what is built."""
    found = []
    for name in games.names():
        game = games.find(name)
        names = [option for option, values in BUILT[name].items() if len(values) > 1]
        for values in itertools.product(*(BUILT[name][option] for option in names)):
            rules = dict(zip(names, values, strict=True))
            options = game.options(rules, 3)
            found.append(pytest.param(game, rules, in_force(game.book(options), options)))
    return found


def citations(clauses: tuple[Rule, ...]) -> dict[str, list[str]]:
    cited: dict[str, list[str]] = {}
    for rule in clauses:
        for fault in rule.faults:
            cited.setdefault(fault, []).append(rule.id)
    return cited


@pytest.mark.parametrize(("game", "rules", "clauses"), every_book())
def test_each_fault_cites_the_clause_of_faults_md_and_only_that(
    game: Any, rules: dict[str, Any], clauses: tuple[Rule, ...]
) -> None:
    if game.name == "california-jack":
        expected = {fault: [clause] for fault, clause in CALIFORNIA.items()}
    else:
        column = int(rules.get("profile") == "compendium")
        expected = {fault: [clauses_[column]] for fault, clauses_ in CHASE.items()}
        if rules.get("low_card_reveal") == "both":
            expected["low-not-shown"] = ["CP-4.4" if column else "A-09"]
        if column:
            expected["not-top"] = ["CP-4.6"]
    assert citations(clauses) == {f: c for f, c in expected.items() if c}


@pytest.mark.parametrize(("game", "rules", "clauses"), every_book())
def test_each_clause_is_in_force_once_and_complete(
    game: Any, rules: dict[str, Any], clauses: tuple[Rule, ...]
) -> None:
    ids = [rule.id for rule in clauses]
    assert len(set(ids)) == len(ids)
    for rule in clauses:
        assert rule.title and rule.source
        assert rule.text.endswith(".") and "{" not in rule.text
        assert set(rule.faults) <= set(faults.NAMES.values())


def test_structure_takes_the_faults_that_no_clause_speaks_of() -> None:
    assert set(STRUCTURE.faults) == RECORD


def test_every_fault_of_a_game_is_cited_somewhere() -> None:
    cited = {f for p in every_book() for rule in p.values[2] for f in rule.faults} | RECORD
    not_cited = set(faults.NAMES.values()) - cited
    assert not_cited == {"legal", "unreadable"}


def test_every_fault_has_a_sentence_in_every_catalogue() -> None:
    words = catalogue("en")
    assert set(words.FINDINGS) == set(faults.NAMES.values()) - {"legal", "unreadable"}
    facts = {
        "seat": 0, "target": 1, "turn": 2, "dealer": 1, "neighbour": 2, "next_dealer": 2,
        "other": 1, "card": "Th", "cards": ["Th", "As"], "top": "2c", "led": "3c",
        "twice": "Kd", "times": 2, "seat_holds": ["Qc"], "target_holds": [], "kind": "swap",
        "phase": "turns", "players": 2, "least": 3, "most": 10, "counts": [1, 2],
        "claimed": [0, -1], "changes": [None, 1],
        "claimed_points": dict.fromkeys(("high", "low", "jack", "game", "nine"), 1),
        "points": dict.fromkeys(("high", "low", "jack", "game", "nine")),
    }  # fmt: skip
    for code in words.FINDINGS:
        text = sentence(code, facts, ("Ana", "Bruno", "Carla"))
        assert (text.endswith(".") and text[0].isupper()) or text[0] in "0123456789"
        assert "{" not in text
        if code != "claim":
            assert "?" not in text, code


def test_templates_name_facts_only() -> None:
    words = catalogue("en")
    for template in (*words.FINDINGS.values(), *words.TELLING.values()):
        for _, name, spec, conversion in Formatter().parse(template):
            assert not spec and not conversion
            assert name is None or name.isidentifier()


def test_the_page_of_faults_is_that_of_the_catalogue() -> None:
    assert FAULTS.read_text(encoding="utf-8") == faults_page()


@pytest.mark.parametrize("name", games.names())
def test_the_printed_rules_are_those_of_the_book(name: str) -> None:
    assert path_of(name).read_text(encoding="utf-8") == page(name)
