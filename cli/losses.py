"""What a format could not hold of the records that were written in it, added up."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.records.game import Record


class Losses:
    """Asked about each record; a format that says nothing of losses has none."""

    def __init__(self, format: Any) -> None:
        self._of = getattr(format, "losses", None)
        self._records: Counter[str] = Counter()
        self._things: Counter[str] = Counter()
        self.name = format.name

    def of(self, record: Record) -> bool:
        """Whether something of it is lost. Raises RecordError where the format cannot say."""
        found = self._of(record) if self._of else []
        for phrase in found:
            counted = re.fullmatch(r"(\d+) (\S+)(.*)", phrase)
            if counted:  # notes are added up: `3 notes` and `1 note` are 4 notes
                number, word, rest = counted.groups()
                plural = word if word.endswith("s") else f"{word}s"
                self._things[plural + rest] += int(number)
            else:
                self._records[phrase] += 1
        return bool(found)

    def __bool__(self) -> bool:
        return bool(self._records or self._things)

    def __str__(self) -> str:
        """As in: not held by csv: `meta` (12 records), notes (3)."""
        told = [f"{what} ({show.records(count)})" for what, count in self._records.items()]
        told += [f"{what} ({count})" for what, count in self._things.items()]
        return f"not held by {self.name}: {', '.join(told)}"
