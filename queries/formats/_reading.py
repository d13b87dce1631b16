"""Reading a stranger's tables: what is asked of DuckDB, and what its answers must be.

Nothing of such a file is run or trusted. The connection may touch no other file, its settings are
locked, its memory is bounded; only columns of the documented names and types are asked for, and
what they hold is put together as a record like anything else that was written.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from cardlog.queries.arrow.rows import batches
from cardlog.queries.clock import interruptible
from cardlog.queries.segments import Segment
from cardlog.queries.tables import SEGMENT, Column
from cardlog.queries.together import put_together
from cardlog.records.errors import RecordError
from cardlog.records.game import MAX_BYTES, Check, Record, from_map

ROWS: Final = 512  # asked for at a time
MEMORY: Final = "1GB"

_JSON: Final = ("rules", "meta", "names", "seals")
_NOTHING: Final = (None,) * len(SEGMENT)  # no deal: it cannot be put together
_PLAIN: Final = ("game", "standing", "uid")
HEADER: Final = ("schema", "players", "observer", "raw", *_JSON, *_PLAIN)


@contextlib.contextmanager
def connection(path: str) -> Iterator[tuple[Any, str]]:
    """A database in memory that may open this file alone, and how it must be called there.

    What DuckDB raises within comes out as RecordError.
    """
    import duckdb

    with _plain(os.path.realpath(path)) as name:
        held = duckdb.connect(config={"memory_limit": MEMORY, "threads": "1", "temp_directory": ""})
        try:
            with interruptible(held):
                held.execute("SET allowed_paths = ?", [[name, *logs(name)]])
                held.execute("SET enable_external_access = false")
                held.execute("SET autoload_known_extensions = false")
                held.execute("SET autoinstall_known_extensions = false")
            yield held, quoted(name)
        except (duckdb.Error, MemoryError) as error:
            raise RecordError(f"the file cannot be read: {told(error)}") from None
        finally:
            held.close()


def logs(path: str) -> list[str]:
    """What DuckDB leaves beside a database where it was stopped, and reads when it opens that."""
    return [f"{path}.wal{end}" for end in ("", ".checkpoint", ".recovery")]


def lock(held: Any) -> None:
    """From here on no setting can be changed."""
    held.execute("SET lock_configuration = true")


@contextlib.contextmanager
def _plain(path: str) -> Iterator[str]:
    """A name for the file that DuckDB does not take for a pattern."""
    if not set(path) & set("*?[]{}"):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "file")
        try:
            os.link(path, name)
        except OSError:  # on another disk
            shutil.copyfile(path, name)
        yield name


class _Said(msgspec.Struct):
    exception_message: str


def told(error: Exception) -> str:
    """The first line of what DuckDB says, which now and then says it in JSON."""
    said = str(error).strip()
    if "Conflicting lock is held" in said:
        return "another process is writing to it: wait until it is done"
    inner = said.find('{"exception_')
    if inner >= 0:
        with contextlib.suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
            said = msgspec.json.decode(said[inner:], type=_Said).exception_message
    return (said.splitlines() or [type(error).__name__])[0][:300]


def check_columns(held: Any, found: Iterable[tuple[str, str]], wanted: Iterable[Column]) -> None:
    """Raise RecordError unless columns of these names and types are there."""
    types = dict(found)
    for column in wanted:
        if column.name not in types:
            raise RecordError(
                f"there is no column `{column.name}`: expected the tables that cardlog writes"
                " (queries/SCHEMA.md)"
            )
        due = type_name(held, column.type)
        if types[column.name] != due:
            raise RecordError(
                f"the column `{column.name}` has the type {types[column.name]:.60}: expected"
                f" {due:.60} (queries/SCHEMA.md)"
            )


def one(held: Any, sql: str) -> Any:
    """The one value that a query gives."""
    return answers(held, sql)[0][0]


def answers(held: Any, sql: str, values: Any = None) -> list[tuple[Any, ...]]:
    """All rows that a query gives, which may be long in coming. Raises DuckDB's errors."""
    with interruptible(held):
        found: list[tuple[Any, ...]] = held.execute(sql, values).fetchall()
        return found


def type_name(held: Any, type: str) -> str:
    """How DuckDB tells of a type that is written so; each is asked for once."""
    if type not in _types:
        _types[type] = one(held, f"SELECT typeof(NULL::{type})")
    return _types[type]


_types: Final[dict[str, str]] = {}


def names(columns: Iterable[Column]) -> str:
    """Columns to be selected."""
    return ", ".join(f'"{each.name}"' for each in columns)


def quoted(text: str) -> str:
    """A string as SQL has it."""
    return "'" + text.replace("'", "''") + "'"


def rows(held: Any, sql: str) -> Iterator[dict[str, Any]]:
    """What a query gives, row by row. Raises RecordError, DuckDB's errors."""
    try:
        for table in batches(held, sql):
            for values in zip(*table.values(), strict=True):
                yield dict(zip(table, values, strict=True))
    except (ValueError, IndexError) as error:
        raise RecordError(f"the file cannot be read: {told(error)}") from None


def item(
    row: dict[str, Any], deals: Iterable[Any], index: int, check: Check
) -> Record | RecordError:
    """The record of a row of `games` and of its deals, or why there is none."""
    opening = row["opening"]
    try:
        return record_of(row, deals if opening is None else (opening, *deals), check)
    except RecordError as error:
        return error.located(index=index)


def record_of(row: dict[str, Any], segments: Iterable[tuple[Any, ...]], check: Check) -> Record:
    """The record of a row of `games` and its segments. Raises RecordError."""
    try:
        record = _record(row, segments)
    except (msgspec.DecodeError, UnicodeError, RecursionError, TypeError) as error:
        raise RecordError(f"its columns hold no record: {error}") from None
    if check:
        check(record)
    return record


def _record(row: dict[str, Any], segments: Iterable[tuple[Any, ...]]) -> Record:
    if sum(len(value) for value in row.values() if isinstance(value, str)) > MAX_BYTES:
        raise RecordError(f"the record is larger than {MAX_BYTES >> 20} MiB")
    if row["raw"] is not None:
        return from_map(_decoded(row["raw"]))
    data: dict[str, Any] = {"cardlog": row["schema"]}
    data |= {key: row[key] for key in _PLAIN if row[key] is not None}
    data |= {key: _decoded(row[key]) for key in _JSON if row[key] is not None}
    if row["players"] is not None:
        data["players"] = row["players"]
    observer = row["observer"]
    if observer is not None:
        data["observer"] = int(observer) if observer.isdecimal() else observer
    header = from_map({**data, "events": ()})
    events = put_together(Segment(*(each or _NOTHING)) for each in segments)
    return msgspec.structs.replace(header, events=events)


def _decoded(text: str) -> Any:
    return msgspec.json.decode(text)
