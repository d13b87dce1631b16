"""The rules as pages: `python -m tests.rule_pages` writes them, tests/test_rules.py compares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from cardlog.engine import games
from cardlog.engine.messages import catalogue
from cardlog.engine.options import described
from cardlog.engine.rules import STRUCTURE, in_force
from cardlog.engine.simulate import default_players

ROOT = Path(__file__).parent.parent
PROFILES: dict[str, list[dict[str, Any]]] = {
    "chase-the-ace": [{"profile": p} for p in ("cuckoo", "compendium", "le-her")],
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
        for rule in (*in_force(game.book(options), options), STRUCTURE):
            lines += [f"**{rule.id} {rule.title}.** {rule.text} *({rule.source})*"]
            if rule.reading:
                lines += [f"- Reading: {rule.reading}"]
            if rule.faults:
                lines += [f"- Broken by: {', '.join(f'`{fault}`' for fault in rule.faults)}"]
            lines += [""]
        lines += ["Options:", ""]
        lines += [f"- `{k}` = {text}" for k, text in described(options, game.built).items()] + [""]
    lines += ["## Sources", ""]
    lines += [f"- **{short}**: {title}" for short, title in game.sources.items()] + [""]
    return "\n".join(lines)


def faults_page() -> str:
    """Every code a finding can have: its sentence, and the clauses that it cites."""
    cited: dict[str, dict[str, None]] = {}
    for name in games.names():
        game = games.find(name)
        for rules in PROFILES[name]:
            for rule in game.book(game.options(rules, default_players(name, rules))):
                for fault in rule.faults:
                    cited.setdefault(fault, {})[rule.id] = None
    lines = ["# Faults: the codes of findings", ""]
    lines += ["Made from the catalogue and the rule books (`make rules`); do not edit by hand.", ""]
    lines += ["`REC` is the structure of a record, where no clause of the game speaks of it.", ""]
    lines += ["| code | the sentence | cites |", "|---|---|---|"]
    for code, text in catalogue().FINDINGS.items():
        clauses = ", ".join(cited.get(code, {"REC": None}))
        lines += [f"| `{code}` | {text} | {clauses} |"]
    return "\n".join([*lines, ""])


FAULTS = ROOT / "engine" / "FAULTS.md"


def path_of(name: str) -> Path:
    """Where the page of a game is kept."""
    return ROOT / "engine" / "games" / name.replace("-", "_") / "RULES.md"


if __name__ == "__main__":
    FAULTS.write_text(faults_page(), encoding="utf-8")
    for known in games.names():
        path_of(known).write_text(page(known), encoding="utf-8")
        sys.stdout.write(f"{path_of(known).relative_to(ROOT)}\n")
