"""The reports with what their headings say, for the tests and pages about them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb

FOLDER: Final = Path(__file__).parent.parent / "queries" / "sql" / "reports"
_LINE: Final = re.compile(r"-- ([A-Z]+):? (.+)")
_PARAMETER: Final = re.compile(r"(\w+) (\w+) = ('[^']*'|[^:]+): (.+)")
_GOES_ON: Final = re.compile(r"\n--   ")


class Parameter(NamedTuple):
    """`$name`; its type and default as SQL has them."""

    name: str
    type: str
    default: str
    meaning: str


class Report(NamedTuple):
    """A report. `said` is its heading, by key."""

    name: str
    sql: str
    said: dict[str, list[str]]
    parameters: tuple[Parameter, ...]
    columns: tuple[tuple[str, str], ...]

    def run(
        self, held: duckdb.DuckDBPyConnection, **given: Any
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Names of the columns, and the rows, with these parameters or else the defaults."""
        values = self.values(held) | given
        found = held.execute(self.sql, values) if values else held.execute(self.sql)
        return [name for name, *_ in found.description or ()], found.fetchall()

    def values(self, held: duckdb.DuckDBPyConnection) -> dict[str, Any]:
        """The default of every parameter."""
        return {
            each.name: held.execute(f"SELECT ({each.default})::{each.type}").fetchall()[0][0]
            for each in self.parameters
        }


@cache
def reports() -> dict[str, Report]:
    """Every report by name."""
    return {path.stem: _read(path) for path in sorted(FOLDER.glob("*.sql"))}


def _read(path: Path) -> Report:
    text = path.read_text(encoding="utf-8")
    said: dict[str, list[str]] = {}
    for line in _GOES_ON.sub(" ", text).splitlines():
        match = _LINE.fullmatch(line)
        if not match:
            break
        said.setdefault(match[1], []).append(match[2])
    parameters = []
    for line in said.get("PARAMETER", ()):
        found = _PARAMETER.fullmatch(line)
        assert found, line
        parameters.append(Parameter(*found.groups()))
    columns = []
    for line in said["COLUMN"]:
        name, _, meaning = line.partition(": ")
        columns.append((name, meaning))
    return Report(path.stem, text, said, tuple(parameters), tuple(columns))
