"""The rule books: one source for every clause, citation and sentence."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from cardlog.engine import faults, games
from cardlog.engine.games.chase_the_ace.decks import DECKS, Deck
from cardlog.engine.messages import catalogue, sentence
from cardlog.engine.options import values_of
from cardlog.engine.rules import STRUCTURE, Rule, in_force
from cardlog.records.errors import RecordError
from tests.rule_pages import FAULTS, PROFILES, every_clause, faults_page, page, path_of

# Which clause each fault cites in the two books of Chase the Ace; tests/test_family_books.py has it
# for the other games.
CHASE = {
    "turn-order": ("CC-2.4", "CP-4.1"),
    "turn-taken": ("CC-2.4", "CP-4.1"),
    "wrong-neighbour": ("CC-3.1", "CP-4.2"),
    "dealer-asks": ("CC-4.4", "CP-4.6"),
    "dealer-only": ("CC-4.1", "CP-4.6"),
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
RECORD = {
    "claim-place", "not-this-game", "misdeal", "no-deal", "unknown-kind", "impossible", "ruling",
}  # fmt: skip


def values(name: str) -> dict[str, tuple[Any, ...]]:
    """By option of a game, the values that it can have."""
    return values_of(type(games.find(name).options({}, 3)))


def pairs_of(name: str) -> Iterator[dict[str, Any]]:
    """Every two options of a game with every value of each, under every profile."""
    found = values(name)
    profiles = found.pop("profile", (None,))
    for profile, (one, two) in itertools.product(profiles, itertools.combinations(found, 2)):
        for here, there in itertools.product(found[one], found[two]):
            yield {one: here, two: there} | ({"profile": profile} if profile else {})


def books(name: str) -> list[tuple[Any, dict[str, Any], tuple[Rule, ...]]]:
    """(game, options, the clauses in force), leaving out what contradicts itself."""
    game = games.find(name)
    found = []
    for rules in pairs_of(name):
        with contextlib.suppress(RecordError):
            options = game.options(rules, 3)
            found.append((game, rules, in_force(game.book(options), options)))
    return found


def expected_of_chase(rules: dict[str, Any]) -> dict[str, list[str]]:
    """What each fault cites in Chase the Ace under these options."""
    column = int(rules.get("profile") == "compendium")
    cited = {fault: clauses[column] for fault, clauses in CHASE.items()}
    if rules.get("king_block") != "optional":
        cited["king-must-block"] = ("CC-3.2", "CP-4.3")[column]
    low = "both" if column and rules.get("deck", "standard52") == "standard52" else "off"
    if rules.get("low_card_reveal", low) != "off":
        cited["low-not-shown"] = ("A-09", "CP-4.4")[column]
    if rules.get("dealer_draws_king") == "loses":
        cited["claim-king"] = "A-01"
    if column:
        cited |= {"not-top": "CP-4.6", "dealer-king": "CP-4.6"}
    elif rules.get("dealer_king_blocks") is False:
        cited["dealer-king"] = "A-07"
    return {fault: [clause] for fault, clause in cited.items()}


def citations(clauses: tuple[Rule, ...]) -> dict[str, list[str]]:
    cited: dict[str, list[str]] = {}
    for rule in clauses:
        for fault in rule.faults:
            cited.setdefault(fault, []).append(rule.id)
    return cited


def test_each_fault_cites_its_clause_and_only_that() -> None:
    for _, rules, clauses in books("chase-the-ace"):
        assert citations(clauses) == expected_of_chase(rules), rules


@pytest.mark.parametrize("name", games.names())
def test_each_clause_is_in_force_once_and_complete(name: str) -> None:
    for _, rules, clauses in books(name):
        ids = [rule.id for rule in clauses]
        assert len(set(ids)) == len(ids), rules
        for rule in clauses:
            assert rule.title and rule.source
            assert rule.text.endswith(".") and "{" not in rule.text
            assert set(rule.faults) <= set(faults.NAMES.values())


def test_every_option_of_chase_the_ace_changes_a_clause() -> None:
    game = games.find("chase-the-ace")
    for profile in ("cuckoo", "compendium"):
        plain = game.options({"profile": profile}, 3)
        for option, found in values("chase-the-ace").items():
            for value in found:
                if value != getattr(plain, option) and option != "profile":
                    more = {"final_tie": "sudden_death"} if option == "sudden_death_style" else {}
                    base = game.options({"profile": profile} | more, 3)
                    other = game.options({"profile": profile, option: value} | more, 3)
                    book = game.book(plain)
                    assert in_force(book, base) != in_force(book, other), (option, value)


@pytest.mark.parametrize("deck", DECKS[1:], ids=lambda deck: deck.name)
def test_the_clause_of_a_special_pack_names_its_cards_from_high_to_low(deck: Deck) -> None:
    game = games.find("chase-the-ace")
    for profile, clause in (("cuckoo", "CC-1.2"), ("compendium", "CP-2.1")):
        options = game.options({"profile": profile, "deck": deck.name}, 3)
        (rule,) = [rule for rule in in_force(game.book(options), options) if rule.id == clause]
        words = rule.text.lower().replace(",", "").rstrip(".").split()
        assert tuple(words[-len(deck.ranks) :]) == deck.ranks[::-1]
        assert f"of {2 * len(deck.ranks)} to the pack" in rule.text


def test_structure_takes_the_faults_that_no_clause_speaks_of() -> None:
    assert set(STRUCTURE.faults) == RECORD


def test_every_fault_of_a_game_is_cited_somewhere() -> None:
    cited = {fault for _, _, rule in every_clause() for fault in rule.faults}
    not_cited = set(faults.NAMES.values()) - cited - RECORD
    assert not_cited == {"legal", "unreadable"}


def test_every_fault_has_a_sentence_in_every_catalogue() -> None:
    words = catalogue("en")
    assert set(words.FINDINGS) == set(faults.NAMES.values()) - {"legal", "unreadable"}
    facts = {
        "seat": 0, "target": 1, "turn": 2, "dealer": 1, "neighbour": 2, "next_dealer": 2,
        "other": 1, "blocker": "K", "card": "Th", "cards": ["Th", "As"], "top": "2c", "led": "3c",
        "twice": "Kd", "times": 2, "seat_holds": ["Qc"], "target_holds": [], "kind": "swap",
        "phase": "turns", "players": 2, "least": 3, "most": 10, "counts": [1, 2],
        "call": "beg", "expected_calls": ["stand", "beg"], "receiver": 0, "sides": 3, "due": 3,
        "count": 2, "events": "3 and 7",
        "claimed": [0, -1], "changes": [None, 1],
        "claimed_points": dict.fromkeys(("high", "low", "jack", "game", "nine"), 1),
        "points": dict.fromkeys(("high", "low", "jack", "game", "nine")),
    }  # fmt: skip
    for code in words.FINDINGS:
        text = sentence(code, facts, ("Ana", "Bruno", "Carla"))
        assert (text.endswith(".") and text[0].isupper()) or text[0] in "0123456789"
        assert "{" not in text
        if code not in ("claim", "claim-king"):
            assert "?" not in text, code


@pytest.mark.parametrize(
    ("calls", "said"), [(["pass"], "pass"), (["pass", "3", "4"], "pass, 3 or 4")]
)
def test_calls_are_listed_as_one_says_them(calls: list[str], said: str) -> None:
    text = sentence("low-bid", {"seat": 0, "call": "2", "expected_calls": calls}, ("Ana",))
    assert text == f"Ana may not bid 2 here: what may be called is {said}."


def test_the_number_of_players_is_said_as_one_says_it() -> None:
    facts = {"players": 3, "least": 2, "most": 2}
    assert sentence("players", facts, ()) == "This is a game for 2 players, not for 3."


def test_templates_name_facts_only() -> None:
    words = catalogue("en")
    for template in (*words.FINDINGS.values(), *words.TELLING.values()):
        for _, name, spec, conversion in Formatter().parse(template):
            assert not spec and not conversion
            assert name is None or name.isidentifier()


def test_the_page_of_faults_is_that_of_the_catalogue() -> None:
    assert FAULTS.read_text(encoding="utf-8") == faults_page()


def test_every_form_of_a_clause_is_on_the_page_of_its_game() -> None:
    assert set(PROFILES) == set(games.names())
    for name, _, rule in every_clause():
        assert f"**{rule.id} {rule.title}.**" in page(name)


@pytest.mark.parametrize("name", games.names())
def test_the_printed_rules_are_those_of_the_book(name: str) -> None:
    assert path_of(name).read_text(encoding="utf-8") == page(name)
