"""The rules as pages: `python -m tests.rule_pages` writes them, tests/test_rules.py compares."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from cardlog.cli.faults import about, example_told, examples
from cardlog.engine import games
from cardlog.engine.citations import citations
from cardlog.engine.messages import catalogue
from cardlog.engine.options import Options, described
from cardlog.engine.remedies import CATALOGUE
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
    """Every code a finding can have: its sentence and clauses, what to do, and an example."""
    cited = citations()
    lines = ["# Faults: the codes of findings", ""]
    lines += [
        "Made from the catalogues and the rule books (`make rules`); do not edit by hand.",
        "",
    ]
    lines += ["`REC` is the structure of a record, where no clause of the game speaks of it.", ""]
    lines += ["| code | the sentence | cites |", "|---|---|---|"]
    for code, text in catalogue().FINDINGS.items():
        lines += [f"| [`{code}`](#{code}) | {text} | {', '.join(cited[code])} |"]
    for code in CATALOGUE:
        lines += ["", f"## {code}", ""]
        meaning, *rest = about(code)
        lines += [meaning, "", *rest, ""]
        file = examples()[code]["file"]
        lines += [f"[An example](../fixtures/{file}):", "", "```text", *example_told(code), "```"]
    return "\n".join([*lines, ""])


def smallest() -> str:
    """For every code the smallest fixture that has it, a line of JSON each."""
    found: dict[str, tuple[int, str, Any]] = {}
    for path in sorted(
        [*FIXTURES.glob("breaches/*/*.breach.json"), *FIXTURES.glob("stops/*.json")]
    ):
        record = json.loads(path.read_bytes())
        code = record["meta"].pop("expect")["code"]
        record = {key: value for key, value in record.items() if key != "meta" or value}
        size = len(json.dumps(record))
        if code not in found or size < found[code][0]:
            found[code] = size, path.relative_to(FIXTURES).as_posix(), record
    lines = [
        json.dumps({"code": code, "file": file, "record": record}, separators=(",", ":"))
        for code, (_, file, record) in sorted(found.items())
    ]
    return "\n".join([*lines, ""])


FIXTURES = ROOT / "fixtures"
EXAMPLES = ROOT / "cli" / "examples.jsonl"
FAULTS = ROOT / "engine" / "FAULTS.md"


def path_of(name: str) -> Path:
    """Where the page of a game is kept."""
    return ROOT / "engine" / "games" / name.replace("-", "_") / "RULES.md"


if __name__ == "__main__":
    EXAMPLES.write_text(smallest(), encoding="utf-8")
    FAULTS.write_text(faults_page(), encoding="utf-8")
    for known in games.names():
        path_of(known).write_text(page(known), encoding="utf-8")
        sys.stdout.write(f"{path_of(known).relative_to(ROOT)}\n")
