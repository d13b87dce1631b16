"""`--mapping`: somebody's own table, read as a TOML file says (records/formats/FOREIGN.md)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.records.formats._csv.mapped import Mapped
    from cardlog.records.game import Record

# The kinds that hold what a log of others has besides, and what that is.
LEFT: Final = {
    "x-row": "what a table had in other columns",
    "x-mjai": "what the log's lines had besides",
}

Option = typer.Option(
    None, "--mapping", help="Read a table of your own, as this TOML file says what it means."
)


def mapping(path: str | None, format: str | None) -> Mapped | None:
    """What the option names, to be used as the format. Ends the command where it is no mapping."""
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    if path is None:
        return None
    if format is not None:
        raise show.fail("--mapping says how to read IN: leave --from out")
    try:
        return formats.mapping(path)
    except RecordError as error:
        raise show.fail(str(error)) from None
    except OSError as error:
        raise show.fail(f"{path} cannot be read: {error.strerror or error}") from None


class Kept:
    """Counts the events that keep what logs of others had besides."""

    def __init__(self) -> None:
        self._found: Counter[str] = Counter()

    def count(self, record: Record) -> None:
        """One more record that is written."""
        from cardlog.records.events import KEPT, Extension

        if not KEPT.isdisjoint(map(type, record.events)):  # most records have none
            kinds = [event.kind for event in record.events if isinstance(event, Extension)]
            self._found.update(kind for kind in kinds if kind in LEFT)

    def tell(self, mapped: Mapped | None) -> None:
        """Say how many there are, and of which columns of somebody's own table."""
        for kind, count in self._found.items():
            events = f"{count} {kind} event" if count == 1 else f"{count} {kind} events"
            show.complain(f"{events} with {LEFT[kind]}")
        if mapped is not None and mapped.kept:
            listed = ", ".join(f"{name} ({count})" for name, count in mapped.kept.items())
            show.complain(f"columns that the mapping does not name, and are kept: {listed}")
