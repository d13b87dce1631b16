"""Games and players that a report is asked about, and that are not in the archive."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from cardlog.queries.errors import QueryError

if TYPE_CHECKING:
    from cardlog.queries.catalog import Report
    from cardlog.queries.run import Archive

_HAS: Final = {
    "game": "SELECT 1 FROM games WHERE game = $name LIMIT 1",
    "player": "SELECT 1 FROM games WHERE list_contains(players, $name) LIMIT 1",
}
_ALL: Final = "SELECT DISTINCT unnest(players) AS player FROM games ORDER BY player LIMIT 10000"


def told(archive: Archive, report: Report, given: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each."""
    for parameter in report.parameters:
        name = parameter.value(given.get(parameter.name, parameter.default))
        if parameter.names is None or not isinstance(name, str):
            continue
        with contextlib.suppress(QueryError):  # out of time, say: then the report will be, too
            if not archive.sql(_HAS[parameter.names], name=name).fetchall():
                hint = _near(archive, name) if parameter.names == "player" else ""
                yield f"no record of this archive has the {parameter.names} {name}{hint}"


def _near(archive: Archive, name: str) -> str:
    players = {player.casefold(): player for (player,) in archive.sql(_ALL)}
    near = difflib.get_close_matches(name.casefold(), players, 1)
    return f": did you mean {players[near[0]]}?" if near else ""
