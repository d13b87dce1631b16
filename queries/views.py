"""The views: one SQL file each, whose heading says its grain, its meaning and its columns.

-- one row a trick
-- What it is about.
--   leader: what the column holds
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, Final, NamedTuple

# Each may use those before it.
NAMES: Final = ("players", "hands", "tricks", "turns", "plays", "decisions")
MACROS: Final = ("macros.sql", "statistics.sql")
_COLUMN: Final = re.compile(r"--   (\w+): (.+)")
_GOES_ON: Final = re.compile(r"\n--     ")


class View(NamedTuple):
    """A view; `columns` are names and meanings."""

    name: str
    grain: str
    meaning: str
    columns: tuple[tuple[str, str], ...]
    sql: str


def views() -> list[View]:
    """All views, in an order in which they can be created."""
    return [_view(name) for name in NAMES]


def create(held: Any) -> None:
    """Create macros and views on a connection that has `games` and `deals`."""
    for macros in MACROS:
        held.execute(text(macros))
    for view in views():
        held.execute(f"CREATE OR REPLACE VIEW {view.name} AS {view.sql}")


def text(path: str) -> str:
    return (files("cardlog.queries") / "sql" / path).read_text(encoding="utf-8")


def _view(name: str) -> View:
    lines = text(f"views/{name}.sql").splitlines()
    comments = [line for line in lines if line.startswith("--")]
    heading = _GOES_ON.sub(" ", "\n".join(comments)).splitlines()
    columns = tuple((found[1], found[2]) for line in heading if (found := _COLUMN.match(line)))
    plain = [line.removeprefix("-- ") for line in heading if not _COLUMN.match(line)]
    return View(name, plain[0], " ".join(plain[1:]), columns, "\n".join(lines[len(comments) :]))
