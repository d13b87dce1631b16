"""The rules as pages: `python -m tests.rule_pages` writes them, tests/test_rules.py compares."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from cardlog.engine import games
from cardlog.engine.messages import catalogue
from cardlog.engine.options import Options, described
from cardlog.engine.rules import STRUCTURE, Rule, in_force
from cardlog.engine.simulate import default_players

ROOT = Path(__file__).parent.parent
PROFILES: dict[str, list[dict[str, Any]]] = {
    "chase-the-ace": [{"profile": p} for p in ("cuckoo", "compendium", "le-her")],
    "california-jack": [{}],
    "shasta-sam": [{}],
    "seven-up": [{}],
    "pitch": [{}],
}


def defaults(name: str, rules: dict[str, Any]) -> Options:
    """The options of a profile, at a table of the usual size."""
    options: Options = games.find(name).options(rules, default_players(name, rules))
    return options


def every_clause() -> Iterator[tuple[str, Options, Rule]]:
    """(game, options of a profile, clause) for all clauses, those of other options too."""
    for name in games.names():
        for rules in PROFILES[name]:
            options = defaults(name, rules)
            for rule in games.find(name).book(options):
                yield name, options, rule


def page(name: str) -> str:
    """All clauses of a game: those in force at the defaults of each profile, then the others."""
    game = games.find(name)
    lines = [f"# {game.title}: the rules", ""]
    lines += ["Made from the rule books in this folder (`make rules`); do not edit by hand.", ""]
    for rules in PROFILES[name]:
        options = defaults(name, rules)
        values = msgspec.structs.asdict(options)
        if rules:
            lines += [f"## Profile `{rules['profile']}`", ""]
        for rule in (*in_force(game.book(options), options), STRUCTURE):
            lines += clause(rule)
        lines += ["Options:", ""]
        lines += [f"- `{k}` = {text}" for k, text in described(options).items()] + [""]
        others = [rule for rule in game.book(options) if not rule.holds(values)]
        if others:
            lines += ["## Under other options", ""]
        for rule in others:
            text = f"Where {condition(rule)}: {rule.text.format_map(values)}"
            lines += clause(msgspec.structs.replace(rule, text=text))
    lines += ["## Sources", ""]
    lines += [f"- **{short}**: {title}" for short, title in game.sources.items()] + [""]
    return "\n".join(lines)


def clause(rule: Rule) -> list[str]:
    """The lines of one clause."""
    lines = [f"**{rule.id} {rule.title}.** {rule.text} *({rule.source})*"]
    if rule.reading:
        lines += [f"- Reading: {rule.reading}"]
    if rule.faults:
        lines += [f"- Broken by: {', '.join(f'`{fault}`' for fault in rule.faults)}"]
    return [*lines, ""]


def condition(rule: Rule) -> str:
    """Under which options a clause is in force."""
    return " and ".join(
        f"`{option}` is {' or '.join(v if isinstance(v, str) else json.dumps(v) for v in values)}"
        for option, values in rule.when.items()
    )


def faults_page() -> str:
    """Every code a finding can have: its sentence, and the clauses that it cites."""
    cited: dict[str, dict[str, None]] = {}
    for _, _, rule in every_clause():
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
