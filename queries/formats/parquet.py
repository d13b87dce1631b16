"""Parquet: one file, a row a record, with its deals in it as a list of rows.

So the file is complete in itself, and whatever reads Parquet can ask it: `unnest(segments)` gives
the deals. The columns are the written ones of queries/SCHEMA.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardlog.queries.formats import _reading, _writing
from cardlog.queries.tables import GAMES, NESTED
from cardlog.records.errors import RecordError
from cardlog.records.game import Check, Record

name: Final = "parquet"
suffixes: Final = (".parquet",)
MAGIC: Final = b"PAR1"

_NEEDED: Final = (*(c for c in GAMES.columns if c.name in (*_reading.HEADER, "opening")), NESTED)


def sniff(head: bytes) -> bool:
    """Whether a file that begins with these bytes is Parquet."""
    return head.startswith(MAGIC)


def read_path(path: str, *, check: Check) -> Iterator[Record | RecordError]:
    """The records of a file, and a RecordError for each that is none."""
    with _reading.connection(path) as (held, file):
        _reading.lock(held)
        source = f"read_parquet({file}, file_row_number = true)"
        found = _reading.answers(held, f"DESCRIBE SELECT * FROM {source}")
        _reading.check_columns(held, [row[:2] for row in found], _NEEDED)
        count = _reading.one(held, f"SELECT count(*) FROM {source}")
        for start in range(0, count, _reading.ROWS):
            part = (
                f"SELECT {_reading.names(_NEEDED)} FROM {source} WHERE file_row_number >= {start}"
                f" AND file_row_number < {start + _reading.ROWS}"
            )
            for index, row in enumerate(_reading.rows(held, part), start):
                yield _reading.item(row, row["segments"] or (), index, check)


def write_path(records: Iterable[Record], path: str) -> int:
    """Write the records; how many they were. Raises RecordError, OSError."""
    return _writing.to_parquet(records, path)
