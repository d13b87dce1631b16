"""The reports: SQL files that say in their heading what they answer.

    -- QUESTION: one sentence a player understands
    -- FOR: arbiter | club | researcher | fraud desk
    -- GRAIN: one row a ...
    -- PARAMETER name TYPE = default: meaning
    -- VALUES name: value, value
    -- COLUMN name: meaning, unit
    -- ASSUMES: what is taken for granted
    -- CHART: bar x=column y=column
    -- PORTABLE

Parameters, columns (in the order of the result) and assumptions may be several, a line each; a
comment line that begins with two spaces goes on with the line before. A parameter without a default
must be given. VALUES says which values a parameter can have, where there are few; in place of them
stands `a game`, for those that cardlog knows, or `a player`. CHART says which columns are drawn;
PORTABLE promises that the query runs on Spark too with the same answer, as `dialects.py` translates
it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardlog.engine import games
from cardlog.queries.errors import QueryError
from cardlog.queries.parameters import TYPES, Parameter, unquoted

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
CHARTS: Final = ("bar", "line", "point")
KEYS: Final = (
    "QUESTION", "FOR", "GRAIN", "PARAMETER", "VALUES", "COLUMN", "ASSUMES", "CHART", "PORTABLE",
)  # fmt: skip

_LINE: Final = re.compile(r"-- (?:([A-Z]+):|(PARAMETER|VALUES|COLUMN|PORTABLE)\b)\s*(.*)")
_PARAMETER: Final = re.compile(
    r"(\w+)\s+(\w+(?:\[\])?)\s*(?:=\s*('(?:[^']|'')*'|[^:]*?)\s*)?:\s+(.+)"
)
_NAMED: Final = re.compile(r"(\w+):\s+(.+)")
_CHART: Final = re.compile(r"(\w+)((?:\s+(?:x|y|color)=\w+)+)")


class Chart(NamedTuple):
    """How a result is drawn: the columns `x` and `y`, and one that tells series apart."""

    kind: str
    x: str
    y: str
    color: str | None = None


class Report(NamedTuple):
    """A named query, with what its heading says."""

    name: str
    sql: str
    question: str
    audience: str
    grain: str
    parameters: tuple[Parameter, ...]
    columns: tuple[tuple[str, str], ...]
    assumes: tuple[str, ...]
    chart: Chart | None
    portable: bool


class Reports(dict[str, Report]):
    """Reports by name, and by name too why a file is none: it keeps nobody from the others."""

    def __init__(self) -> None:
        super().__init__()
        self.broken: dict[str, str] = {}


def reports(folder: str | Path | None = None) -> Reports:
    """The reports by name: cardlog's own, and those of a folder.

    A file that says too little, or has the name of another, is among the `broken`. Raises
    QueryError where there is no such folder.
    """
    found = Reports()
    for file in _files(folder):
        name = file.name.removesuffix(".sql")
        try:
            report = parsed(name, _text(file))
        except QueryError as error:
            told = str(error)
            found.broken[name] = told if told.startswith(str(file)) else f"{file}: {told}"
            continue
        if name in found:
            found.broken[name] = f"{file}: there is a query {name} already"
        else:
            found[name] = report
    return found


def parsed(name: str, text: str) -> Report:
    """A report from its text. Raises QueryError where the heading does not say what it must."""
    said = heading(name, text)
    for key in ("QUESTION", "GRAIN"):
        if len(said[key]) != 1:
            raise QueryError(f"{name}: the heading needs one line `-- {key}: ...`")
    if not said["COLUMN"]:
        raise QueryError(f"{name}: the heading needs a line `-- COLUMN name: meaning` a column")
    columns = tuple(_column(name, line) for line in said["COLUMN"])
    return Report(
        name,
        text,
        said["QUESTION"][0],
        " | ".join(said["FOR"]),
        said["GRAIN"][0],
        _parameters(name, said),
        columns,
        tuple(said["ASSUMES"]),
        _chart(name, said["CHART"], {column for column, _ in columns}),
        bool(said["PORTABLE"]),
    )


def found(known: Mapping[str, Report], name: str, broken: Mapping[str, str] = _NONE) -> Report:
    """The report of this name; `_` does for `-`. Raises QueryError."""
    report = known.get(name) or known.get(name.replace("_", "-"))
    if report is None:
        for each in (name, name.replace("_", "-")):
            if each in broken:
                raise QueryError(broken[each])
        near = difflib.get_close_matches(name.replace("_", "-"), known, 1)
        hint = f"did you mean {near[0]}?" if near else "`cardlog queries` lists them"
        raise QueryError(f"there is no query {name}: {hint}")
    return report


def declared(name: str, text: str) -> tuple[Parameter, ...] | None:
    """The parameters of SQL that may have a heading or none; None where it has none."""
    said = heading(name, text)
    if not any(said.values()):
        return None
    return _parameters(name, said)


def heading(name: str, text: str) -> dict[str, list[str]]:
    """What the comment lines at the beginning say, by key. Raises QueryError for a wrong key."""
    said: dict[str, list[str]] = {key: [] for key in KEYS}
    last: list[str] | None = None
    for line in text.splitlines():
        if line.strip() and not line.startswith("--"):
            break
        if line.startswith("--   ") and last:
            last[-1] += f" {line[2:].strip()}"
        elif match := _LINE.fullmatch(line.rstrip()):
            key = match[1] or match[2]
            if key not in said:
                raise QueryError(f"{name}: unknown heading {key}: expected {', '.join(KEYS)}")
            last = said[key]
            last.append(match[3].strip())
    return said


def _files(folder: str | Path | None) -> Iterator[Traversable]:
    places: list[Traversable] = [files("cardlog.queries") / "sql" / "reports"]
    if folder is not None:
        places.append(Path(folder))
        if not Path(folder).is_dir():
            raise QueryError(f"{folder}: there is no such folder of queries")
    for place in places:
        if place.is_dir():
            named = (each for each in place.iterdir() if each.name.endswith(".sql"))
            yield from sorted(named, key=lambda each: each.name)


def _text(file: Traversable) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(f"{file}: cannot be read: {error}") from None


def _parameters(name: str, said: dict[str, list[str]]) -> tuple[Parameter, ...]:
    its = {each.name: each for each in (_parameter(name, line) for line in said["PARAMETER"])}
    for line in said["VALUES"]:
        match = _NAMED.fullmatch(line)
        if not match or match[1] not in its:
            raise QueryError(f"{name}: `VALUES {line}`: expected `parameter: value, value`")
        values = tuple(each.strip() for each in match[2].split(","))
        more: dict[str, Any] = {"values": values}
        if values == ("a game",):
            more = {"values": games.names(), "names": "game"}
        elif values == ("a player",):
            more = {"names": "player"}
        its[match[1]] = its[match[1]]._replace(**more)
    for each in its.values():
        if each.default is not None:
            _default(name, each, each.default)
    return tuple(its.values())


def _parameter(name: str, line: str) -> Parameter:
    match = _PARAMETER.fullmatch(line)
    if not match or match[2].removesuffix("[]") not in TYPES:
        raise QueryError(
            f"{name}: `PARAMETER {line}`: expected `name TYPE = default: meaning` with one of the"
            f" types {', '.join(TYPES)}"
        )
    found = Parameter(match[1], match[2], None, match[4], required=match[3] is None)
    if match[3] is None:
        return found
    return found._replace(default=_default(name, found, unquoted(match[3])))


def _default(name: str, parameter: Parameter, given: Any) -> Any:
    try:
        return parameter.value(given)
    except QueryError as error:
        raise QueryError(f"{name}: the default of its {error}") from None


def _column(name: str, line: str) -> tuple[str, str]:
    match = _NAMED.fullmatch(line)
    if not match:
        raise QueryError(f"{name}: `COLUMN {line}`: expected `name: meaning`")
    return match[1], match[2]


def _chart(name: str, lines: list[str], columns: set[str]) -> Chart | None:
    if not lines:
        return None
    match = _CHART.fullmatch(lines[0])
    parts = dict(part.split("=") for part in match[2].split()) if match else {}
    if not match or match[1] not in CHARTS or not {"x", "y"} <= set(parts) or len(lines) > 1:
        raise QueryError(
            f"{name}: `CHART {lines[0]}`: expected {' or '.join(CHARTS)}, then `x=column y=column`"
        )
    if unknown := set(parts.values()) - columns:
        raise QueryError(f"{name}: its chart shows {min(unknown)}, which is none of its columns")
    return Chart(match[1], parts["x"], parts["y"], parts.get("color"))
