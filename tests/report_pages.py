"""queries/REPORTS.md, from the headings of the reports and their answers on the fixture archive.

`python -m tests.report_pages` writes it anew; tests/queries/test_reports.py compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from tests.answers import ANSWERS
from tests.reports import Report, reports

PAGE: Final = Path(__file__).parent.parent / "queries" / "REPORTS.md"
AUDIENCES: Final = {
    "arbiter": "For arbiters",
    "club": "For clubs and players",
    "researcher": "For researchers",
    "fraud desk": "For a room's fraud desk",
}
ROWS: Final = 4  # of an example
HEAD: Final = """\
# Reports

Printed from the headings of `queries/sql/reports/` (`python -m tests.report_pages`); a test
compares.

Each is one SQL file that answers one question over an archive (the tables are in
[SCHEMA.md](SCHEMA.md)). Parameters are bound, never pasted into the text. The examples are the
first rows of the answer on `fixtures/archive/`, which is small: a share of so few deals says
little, and the intervals say how little. All answers are kept in `fixtures/archive/answers/`.
"""


def printed() -> str:
    """The whole page."""
    parts = [HEAD]
    for audience, title in AUDIENCES.items():
        named = [each for each in reports().values() if each.said["FOR"] == [audience]]
        rows = [f"| [`{each.name}`](#{each.name}) | {each.said['QUESTION'][0]} |" for each in named]
        parts.append("\n".join([f"## {title}\n", "| report | question |", "|---|---|", *rows, ""]))
    parts += [section(report) for report in reports().values()]
    return "\n".join(parts)


def section(report: Report) -> str:
    """What one report answers."""
    said = report.said
    lines = [f"## {report.name}", "", f"**{said['QUESTION'][0]}** {grain(report)}", ""]
    for each in report.parameters:
        lines.append(f"- `${each.name}` {each.type} = {each.default}: {each.meaning}")
    if report.parameters:
        lines.append("")
    lines += ["| column | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in report.columns]
    lines += ["", *(f"Taken for granted: {text}." for text in said.get("ASSUMES", ())), ""]
    return "\n".join([*lines, *example(report), ""])


def grain(report: Report) -> str:
    text = report.said["GRAIN"][0]
    return text[0].upper() + text[1:] + "."


def example(report: Report) -> list[str]:
    """The first rows of the answer that is kept."""
    answer = json.loads((ANSWERS / f"{report.name}.json").read_text(encoding="utf-8"))
    asked = ", ".join(
        f"`${name}` = {value}" for name, value in answer.get("parameters", {}).items()
    )
    lines = [*([f"With {asked}:", ""] if asked else [])]
    lines += [f"| {' | '.join(answer['columns'])} |", "|" + "---|" * len(answer["columns"])]
    lines += [f"| {' | '.join(map(shown, row))} |" for row in answer["rows"][:ROWS]]
    more = len(answer["rows"]) - ROWS
    return [*lines, *(["", f"and {more} more"] if more > 0 else [])]


def shown(value: Any) -> str:
    """A value in a cell: fractions to three digits, long texts cut off."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 100 else f"{value:.1f}"
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    text = str(value).replace("|", "\\|")
    return text if len(text) <= 40 else f"{text[:12]}…"


if __name__ == "__main__":
    PAGE.write_text(printed(), encoding="utf-8")
