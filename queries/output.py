"""Results as CSV, JSON (a row a line) and Parquet: row by row, whatever their size."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec

from cardlog.queries.errors import QueryError
from cardlog.queries.formats._reading import quoted
from cardlog.records.formats import replacing_path

if TYPE_CHECKING:
    from cardlog.queries.rows import Rows

unfinished: Final[set[str]] = set()  # folders of files that are being written

_encode: Final = msgspec.json.Encoder(decimal_format="number").encode


def write(rows: Rows, path: str, format: str | None) -> int:
    """Write a file, whole or not at all; how many rows. Raises QueryError, OSError."""
    put = WRITERS[named(path, format)]
    with replacing_path(path) as new, open(new, "wb") as file:
        folder = os.path.dirname(new)
        unfinished.add(folder)
        try:
            return put(rows, file)
        finally:
            unfinished.discard(folder)


def named(path: str, format: str | None) -> str:
    """The format that is meant, else the one of the path's suffix. Raises QueryError."""
    chosen = format or Path(path).suffix.removeprefix(".").replace("jsonl", "json")
    if chosen not in WRITERS:
        raise QueryError(f"{chosen or path}: expected one of {', '.join(WRITERS)}")
    return chosen


def to_json(rows: Rows, file: BinaryIO) -> int:
    """A row a line, as an object by column."""
    count = 0
    for batch in rows.batches():
        file.writelines(encoded(dict(zip(rows.columns, row, strict=True))) + b"\n" for row in batch)
        count += len(batch)
    return count


def to_csv(rows: Rows, file: BinaryIO) -> int:
    """A line of names, then a line a row. Lists and structs are JSON, null is nothing."""
    count = 0
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    try:
        out = csv.writer(text, lineterminator="\n")
        out.writerow(rows.columns)
        for batch in rows.batches():
            out.writerows([[cell(value) for value in row] for row in batch])
            count += len(batch)
    finally:
        text.detach()
    return count


def to_parquet(rows: Rows, file: BinaryIO) -> int:
    """One Parquet file, written by a connection of its own: the one that asks may write none."""
    import duckdb

    def put(stream: Any) -> int:
        with duckdb.connect(config={"threads": "1"}) as writer:
            writer.register("answer", stream)
            writer.execute(f"COPY (FROM answer) TO {quoted(made)} (FORMAT parquet)")
            return int(writer.fetchall()[0][0])

    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "answer.parquet")
        count: int = rows.taken(put)
        with open(made, "rb") as found:
            while block := found.read(1 << 20):
                file.write(block)
    return count


WRITERS: Final[dict[str, Callable[[Rows, BinaryIO], int]]] = {
    "json": to_json,
    "csv": to_csv,
    "parquet": to_parquet,
}


def encoded(value: Any) -> bytes:
    """A value as JSON."""
    try:
        return _encode(value)
    except (OverflowError, TypeError, ValueError):  # a number of 128 bits, a map with odd keys
        return json.dumps(_simple(value), ensure_ascii=False).encode()


def cell(value: Any) -> Any:
    """A value as a cell of a table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple, dict, bytes)):
        return encoded(value).decode()
    return str(value)


def _simple(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _simple(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_simple(each) for each in value]
    if isinstance(value, int):
        return value
    return json.loads(_encode(value))
