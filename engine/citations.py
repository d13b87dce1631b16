"""Which clause every fault cites, in every game and profile: from the rule books themselves."""

from __future__ import annotations

from collections.abc import Iterator

from cardlog.engine import faults, games
from cardlog.engine.options import values_of
from cardlog.engine.rules import STRUCTURE, Rule
from cardlog.engine.simulate import default_players


def books() -> Iterator[tuple[str, tuple[Rule, ...]]]:
    """(game, or the profile of one that has several; all its clauses, under every option)."""
    for name in games.names():
        game = games.find(name)
        options = game.options({}, default_players(name, {}))
        for profile in values_of(type(options)).get("profile", (None,)):
            rules = {} if profile is None else {"profile": profile}
            of = game.options(rules, default_players(name, rules))
            yield profile or name, (*game.book(of), STRUCTURE)


def citations() -> dict[str, dict[str, tuple[str, ...]]]:
    """By code and clause, the games and profiles in which a finding of that code cites it."""
    found: dict[str, dict[str, tuple[str, ...]]] = {
        name: {} for code, name in faults.NAMES.items() if code not in (0, faults.UNREADABLE)
    }
    for game, book in books():
        for rule in book:
            for fault in rule.faults:
                where = found[fault].get(rule.id, ())
                found[fault][rule.id] = where if game in where else (*where, game)
    return found
