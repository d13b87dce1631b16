"""The books and options of the All Fours family, under every combination of options."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import pytest

from cardlog.engine import faults
from cardlog.engine.games.california_jack import book as california
from cardlog.engine.games.california_jack import options as california_options
from cardlog.engine.games.pitch import book as pitch
from cardlog.engine.games.pitch import options as pitch_options
from cardlog.engine.games.seven_up import book as seven_up
from cardlog.engine.games.seven_up import options as seven_up_options
from cardlog.engine.games.shasta_sam import book as shasta
from cardlog.engine.games.shasta_sam import options as shasta_options
from cardlog.engine.options import Options
from cardlog.engine.rules import Rule, in_force
from cardlog.records.errors import RecordError

STOCK_GAME: Final = {
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
    "strict-follow": "B-11",
    "must-trump": "B-10",
    "not-held": "CJ-3.1",
    "wrong-leader": "CJ-3.2",
    "trick-size": "CJ-3.2",
    "no-turn-up": "CJ-2.3",
    "missing-draw": "CJ-3.3",
    "extra-draw": "CJ-3.3",
    "reveal-not-held": "B-18",
    "claim": "CJ-4.5",
    "claim-high": "CJ-4.1",
    "claim-low": "CJ-4.2",
    "claim-jack": "CJ-4.3",
    "claim-game": "CJ-4.4",
    "claim-nine": "CJ-V4",
    "players": "CJ-1.1",
}
SHASTA: Final = STOCK_GAME | {
    "draw-order": "C-03",
    "wrong-dealer": "C-04",
    "wrong-leader": "C-04",
    "players": "CJ-V1",
}
SEVEN_UP: Final = {
    "not-in-stock": "SU-6",
    "not-top": "SU-6",
    "draw-order": "SU-6",
    "missing-draw": "SU-6",
    "extra-draw": "SU-6",
    "incomplete": "SU-12",
    "duplicate-card": "SU-1",
    "wrong-count": "SU-3",
    "no-turn-up": "SU-3",
    "wrong-dealer": "SU-2",
    "first-dealer": "SU-2",
    "over": "SU-17",
    "revoke": "SU-13",
    "not-held": "SU-13",
    "wrong-leader": "SU-12",
    "trick-size": "SU-12",
    "call-turn": "SU-5",
    "call-kind": "SU-5",
    "gift-out": "SU-10",
    "discard-count": "SU-11",
    "discard-not-held": "SU-11",
    "reveal-not-held": "B-18",
    "claim": "SU-14",
    "claim-high": "SU-14",
    "claim-low": "SU-14",
    "claim-jack": "SU-14",
    "claim-game": "SU-14",
    "players": "SU-1",
}
PITCH: Final = {
    "incomplete": "PI-8",
    "duplicate-card": "PI-2",
    "wrong-count": "PI-2",
    "wrong-dealer": "PI-17",
    "first-dealer": "PI-2",
    "over": "PI-14",
    "revoke": "PI-8",
    "not-held": "PI-8",
    "wrong-leader": "PI-7",
    "trick-size": "PI-8",
    "call-turn": "PI-3",
    "call-kind": "PI-4",
    "low-bid": "PI-3",
    "stuck": "PI-6",
    "reveal-not-held": "PI-17",
    "claim": "PI-9",
    "claim-high": "PI-9",
    "claim-low": "PI-9",
    "claim-jack": "PI-10",
    "claim-game": "PI-11",
    "players": "PI-1",
}
# Faults that can only be made under these options. Two pairs are never the wrong number: other
# tables cannot have the option.
ONLY: Final[dict[str, dict[str, Any]]] = {
    "strict-follow": {"strict_follow": True},
    "must-trump": {"void_must_trump": True},
    "discard-not-held": {"after_run": "discard"},
    "stuck": {"all_pass": "stick_dealer"},
    "players": {"partners": False},
}


def ids(prefix: str, *last: int) -> set[str]:
    """`CJ-1.1` to `CJ-1.4` and so on: for each section its last clause."""
    return {f"{prefix}-{s}.{k}" for s, n in enumerate(last, 1) for k in range(1, n + 1)}


CJ: Final = ids("CJ", 4, 5, 4, 5, 2) | {"CJ-V1", "CJ-V4"}


class Case(NamedTuple):
    """A game's book, its options, and what is expected of them."""

    book: tuple[Rule, ...]
    sources: dict[str, str]
    options: type[Options]
    read: Callable[[dict[str, Any], int], Options]
    seats: int
    cites: dict[str, str]
    ids: set[str]


GAMES: Final = {
    "california-jack": Case(
        california.BOOK, california.SOURCES, california_options.CaliforniaOptions,
        california_options.read, 2, STOCK_GAME,
        CJ | {"CJ-V2", "CJ-V3"} | {f"B-{k:02}" for k in range(1, 20)},
    ),
    "shasta-sam": Case(
        shasta.BOOK, shasta.SOURCES, shasta_options.ShastaOptions, shasta_options.read, 3, SHASTA,
        (CJ - {"CJ-2.5"}) | {f"C-{k:02}" for k in range(1, 8)},
    ),
    "seven-up": Case(
        seven_up.BOOK, seven_up.SOURCES, seven_up_options.SevenUpOptions, seven_up_options.read,
        4, SEVEN_UP, {f"SU-{k}" for k in range(1, 20)},
    ),
    "pitch": Case(
        pitch.BOOK, pitch.SOURCES, pitch_options.PitchOptions, pitch_options.read, 4, PITCH,
        {f"PI-{k}" for k in range(1, 18)},
    ),
}  # fmt: skip
every_game = pytest.mark.parametrize("name", GAMES)


def values_of(case: Case, option: str) -> tuple[Any, ...]:
    """What an option of the book may be; of a number, what clauses name and its neighbours."""
    hint = get_type_hints(case.options)[option]
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return get_args(hint)
    named = {value for rule in case.book for value in rule.when.get(option, ())}
    return tuple(sorted({value + step for value in named for step in (-1, 0, 1)}))


def combinations(case: Case) -> Iterator[tuple[dict[str, Any], tuple[Rule, ...]]]:
    """(options, the clauses in force) under all options that clauses depend on."""
    names = sorted({option for rule in case.book for option in rule.when})
    for values in itertools.product(*(values_of(case, name) for name in names)):
        rules = dict(zip(names, values, strict=True))
        try:
            options = case.read(rules, case.seats)
        except RecordError:
            continue  # contradictions, which have a test of their own
        yield rules, in_force(case.book, options)


@every_game
def test_each_fault_cites_one_clause_and_the_right_one(name: str) -> None:
    case = GAMES[name]
    for rules, clauses in combinations(case):
        cited: dict[str, list[str]] = {}
        for rule in clauses:
            for fault in rule.faults:
                cited.setdefault(fault, []).append(rule.id)
        expected = {
            fault: [clause]
            for fault, clause in case.cites.items()
            if all(
                rules.get(option, value) == value for option, value in ONLY.get(fault, {}).items()
            )
        }
        assert cited == expected, rules


@every_game
def test_each_clause_is_in_force_once_and_complete(name: str) -> None:
    for rules, clauses in combinations(GAMES[name]):
        found = [rule.id for rule in clauses]
        assert len(set(found)) == len(found), rules
        for rule in clauses:
            assert rule.title and rule.source
            assert rule.text.endswith(".") and "{" not in rule.text and "}" not in rule.text
            assert not rule.reading or rule.reading.endswith(".")
            assert set(rule.faults) <= set(faults.NAMES.values())


@every_game
def test_every_form_of_a_clause_is_in_force_somewhere(name: str) -> None:
    case = GAMES[name]
    shown = {(rule.id, str(rule.when)) for _, clauses in combinations(case) for rule in clauses}
    assert shown == {(rule.id, str(rule.when)) for rule in case.book}


@every_game
def test_no_clause_and_no_reading_is_left_out(name: str) -> None:
    case = GAMES[name]
    told = " ".join(f"{rule.id} {rule.reading}" for rule in case.book)
    assert case.ids <= set(re.findall(r"[A-Z]+-[\dV][\d.]*\d|[A-Z]+-\d|CJ-V\d", told))


@every_game
def test_every_source_is_listed(name: str) -> None:
    case = GAMES[name]
    for rule in case.book:
        named = set(re.findall(r"\b[A-Z]{2,}(?:-[A-Z]{2,})?\d*\b|\bS1\b", rule.source))
        assert named <= set(case.sources), rule.id


@pytest.mark.parametrize(
    ("name", "rules", "seats", "why"),
    [
        ("california-jack", {"target": 0}, 2, "from 1 to"),
        ("shasta-sam", {"stock": "open"}, 3, "face_up, face_down"),
        ("seven-up", {"partners": True}, 3, "contradicts 3 players"),
        ("seven-up", {"partners": True}, 2, "contradicts 2 players"),
        ("pitch", {"partners": True}, 5, "contradicts 5 players"),
        ("pitch", {"min_bid": 4, "max_bid": 3}, 4, "no bid would be left"),
        ("pitch", {"max_bid": 1}, 4, "no bid would be left"),
        ("pitch", {"max_bid": 5}, 4, "a deal has four points"),
        ("pitch", {"max_bid": 5, "smudge": "win_game"}, 4, "a deal has four points"),
        ("pitch", {"max_bid": 4, "smudge": "bid5"}, 4, "a bid of 5"),
        ("pitch", {"min_bid": 0}, 4, "from 1 to 5"),
        ("pitch", {"partners": 1}, 4, "true or false"),
        ("pitch", {"bid": 3}, 4, "`min_bid`"),
    ],
)
def test_contradictions_are_refused_with_the_reason(
    name: str, rules: dict[str, Any], seats: int, why: str
) -> None:
    with pytest.raises(RecordError, match=re.escape(why)):
        GAMES[name].read(rules, seats)


@pytest.mark.parametrize(
    ("name", "rules", "seats", "filled"),
    [
        ("california-jack", {}, 2, {"target": 10, "stock": "face_up"}),
        ("california-jack", {"strict_follow": True, "void_must_trump": True}, 2, {}),
        ("california-jack", {"stock": "face_down", "loser_draw": "blind"}, 2, {}),
        ("shasta-sam", {}, 3, {"target": 10, "stock": "face_up", "first_dealer": "low"}),
        ("seven-up", {}, 2, {"target": 7, "partners": False}),
        ("seven-up", {}, 4, {"target": 7, "partners": True}),
        ("seven-up", {}, 5, {"partners": False}),
        ("seven-up", {"partners": False}, 4, {"partners": False}),
        ("pitch", {}, 4, {"target": 7, "partners": False, "min_bid": 2, "max_bid": 4}),
        ("pitch", {"partners": True}, 4, {"target": 21}),
        ("pitch", {"partners": True, "target": 11}, 4, {"target": 11}),
        ("pitch", {"smudge": "bid5"}, 4, {"max_bid": 5}),
        ("pitch", {"smudge": "bid5", "min_bid": 5}, 4, {"max_bid": 5}),
        ("pitch", {"max_bid": 3, "smudge": "win_game"}, 4, {"max_bid": 3}),
        ("pitch", {"all_pass": "free_lead", "go_out": "pitchers_only"}, 3, {}),
        ("pitch", {}, 1, {"target": 7}),
    ],
)
def test_what_is_left_out_is_filled_in(
    name: str, rules: dict[str, Any], seats: int, filled: dict[str, Any]
) -> None:
    options = GAMES[name].read(rules, seats)
    for option, value in (rules | filled).items():
        assert getattr(options, option) == value
