"""Formats that live outside `records.formats`, by the names of their modules.

Nothing is imported here, so that `import cardlog` can name such formats at no cost: a module is
imported when a file is of its format.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Added(NamedTuple):
    """A format that is known by name and suffixes, and not imported yet.

    `magic` is a place in a file and the bytes that stand there in this format and in no other.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str
    magic: tuple[int, bytes] | None = None


# Those that need a database come with the package; they are named here since this costs nothing.
ADDED: Final[dict[str, Added]] = {
    name: Added(name, (f".{name}",), f"cardlog.queries.formats.{name}", magic)
    for name, magic in (("parquet", (0, b"PAR1")), ("duckdb", (8, b"DUCK")))
}


def add(
    name: str,
    suffixes: tuple[str, ...],
    module: str,
    magic: tuple[int, bytes] | None = None,
) -> None:
    """Let `read` and `write` know a format whose module has this dotted name."""
    ADDED[name] = Added(name, tuple(suffixes), module, magic)
