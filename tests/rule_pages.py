"""The rules as pages: `python -m tests.rule_pages` writes them, tests/test_rules.py compares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from cardlog.engine import games
from cardlog.engine.rules import in_force
from cardlog.engine.simulate import default_players

ROOT = Path(__file__).parent.parent
PROFILES: dict[str, list[dict[str, Any]]] = {
    "chase-the-ace": [{"profile": "cuckoo"}, {"profile": "compendium"}],
    "california-jack": [{}],
}


def page(name: str) -> str:
    """All clauses of a game in force at the defaults of each profile."""
    game = games.find(name)
    lines = [f"# {game.title}: the rules", ""]
    lines += ["Made from the rule books in this folder (`make rules`); do not edit by hand.", ""]
    for rules in PROFILES[name]:
        options = game.options(rules, default_players(name, rules))
        if rules:
            lines += [f"## Profile `{rules['profile']}`", ""]
        for rule in in_force(game.book(options), options):
            lines += [f"**{rule.id} {rule.title}.** {rule.text} *({rule.source})*"]
            if rule.reading:
                lines += [f"  Reading: {rule.reading}"]
            if rule.faults:
                lines += [f"  Broken by: {', '.join(f'`{fault}`' for fault in rule.faults)}"]
            lines += [""]
    return "\n".join(lines)


def path_of(name: str) -> Path:
    """Where the page of a game is kept."""
    return ROOT / "engine" / "games" / name.replace("-", "_") / "RULES.md"


if __name__ == "__main__":
    for known in games.names():
        path_of(known).write_text(page(known), encoding="utf-8")
        sys.stdout.write(f"{path_of(known).relative_to(ROOT)}\n")
