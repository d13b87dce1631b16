"""Which content ids an archive holds: a sorted file of them, looked into where it lies.

So that memory does not grow with the archive, and every process has the same one.
"""

from __future__ import annotations

import mmap
from bisect import bisect_left
from typing import Any, Final

from cardlog.queries.arrow.rows import batches

SIZE: Final = 32  # bytes of an id


def write(held: Any, query: str, path: str) -> None:
    """The ids that a query gives in a column `id`, as such a file. Raises DuckDB's errors."""
    with open(path, "xb") as file:
        for table in batches(held, f"SELECT id FROM ({query}) WHERE id IS NOT NULL ORDER BY id"):
            file.write(bytes.fromhex("".join(table["id"])))


class Known:
    """The ids of such a file, and what is put beside them."""

    def __init__(self, path: str | None) -> None:
        self._map: Any = b""
        self._more: set[bytes] = set()
        if path is not None:
            with open(path, "rb") as file:
                if file.seek(0, 2):
                    self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._places = range(len(self._map) // SIZE)

    def __contains__(self, id: bytes) -> bool:
        if id in self._more:
            return True
        place = bisect_left(self._places, id, key=self._at)
        return place < len(self._places) and self._at(place) == id

    def _at(self, place: int) -> bytes:
        found: bytes = self._map[SIZE * place : SIZE * (place + 1)]
        return found

    def add(self, id: bytes) -> None:
        """One more."""
        self._more.add(id)

    def close(self) -> None:
        """Let go of the file."""
        if self._map:
            self._map.close()
