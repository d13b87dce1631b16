"""What every report answers on the fixture archive, kept beside it.

`python -m tests.answers` writes the answers anew; tests/queries/test_reports.py compares. That the
answers are right is for the tests that count the same in plain Python.
"""

from __future__ import annotations

import json
from typing import Any, Final

import duckdb

from tests.archive import ARCHIVE, held
from tests.reports import Report, reports

ANSWERS: Final = ARCHIVE / "answers"
# The archive is small: a report that asks for many deals is asked for few.
GIVEN: Final[dict[str, dict[str, Any]]] = {
    "fair-cards": {"least": 1},
    "fair-dealers": {"least": 3},
    "fair-pairs": {"least": 2},
    "fair-shuffles": {"least": 2},
}
DIGITS: Final = 9  # of a fraction: sums of fractions depend on their order beyond that


def answer(report: Report, asked_of: duckdb.DuckDBPyConnection | None = None) -> str:
    """Parameters that are not the defaults, columns, and rows as JSON, a row a line."""
    given = GIVEN.get(report.name, {})
    columns, rows = report.run(asked_of or held(), **given)
    lines = [json.dumps([plain(value) for value in row], ensure_ascii=False) for row in rows]
    body = ",\n  ".join(lines)
    rows_told = f"[\n  {body}\n ]" if lines else "[]"
    asked = f'"parameters": {json.dumps(given)},\n ' if given else ""
    return f'{{{asked}"columns": {json.dumps(columns)},\n "rows": {rows_told}}}\n'


def plain(value: Any) -> Any:
    """A value as JSON has it, fractions to DIGITS digits."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value if isinstance(value, (int, str, bool, type(None))) else str(value)


def write_all() -> None:
    """Write every answer anew, and remove those of reports that are gone."""
    ANSWERS.mkdir(exist_ok=True)
    for path in ANSWERS.glob("*.json"):
        path.unlink()
    for name, report in reports().items():
        (ANSWERS / f"{name}.json").write_text(answer(report), encoding="utf-8")


if __name__ == "__main__":
    write_all()
