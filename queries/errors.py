"""QueryError: why there is no answer, in a sentence."""

from __future__ import annotations

import re
from typing import Final

_HINT: Final = re.compile(r"^(Did you mean|Candidate bindings|Either add).*", re.MULTILINE)
_LINE: Final = re.compile(r"^LINE (\d+): ", re.MULTILINE)
_KIND: Final = re.compile(r"^[A-Za-z ]*(Error|Exception): ")
# In front of what went wrong while rows were fetched, in older versions of DuckDB.
_PENDING: Final = (
    "Invalid Input Error: Attempting to execute an unsuccessful or closed pending query result\n"
    "Error: "
)
CLOSED: Final = "the archive is closed: open it again to ask"
_SHUT: Final = "Connection already closed"
# What DuckDB says of files that are not as they were written, often without their names.
_DAMAGE: Final = re.compile(
    "TProtocolException|Failed to read file|[Dd]ecompression fail|Could not read enough bytes"
    "|Corrupt|don't know what type|No magic bytes"
)
CHECK: Final = "`cardlog archive check` says where, `cardlog archive export` saves what can be read"
_FORBIDDEN: Final = ("Permission Error", "the configuration has been locked")


class QueryError(Exception):
    """A query cannot be run: unknown, wrong SQL, wrong parameters, too long, too large."""


def advised(told: str) -> str:
    """What was told of an archive, with what to do where it is damaged."""
    return f"{told} ({CHECK})" if _DAMAGE.search(told) else told


def from_duckdb(error: Exception) -> QueryError:
    """What DuckDB says, in one line and without what only its own users need."""
    text = str(error).strip().removeprefix(_PENDING)
    if _SHUT in text:
        return QueryError(CLOSED)
    if _DAMAGE.search(text):
        return QueryError(f"the archive is damaged ({CHECK}): {text.splitlines()[0][:300]}")
    if any(sign in text for sign in _FORBIDDEN):
        return QueryError("not allowed: a query reads the tables of its archive and nothing else")
    first = _KIND.sub("", (text.splitlines() or [type(error).__name__])[0]).rstrip("!. ")
    first = re.sub(r" \([\d.]+ .iB/[\d.]+ .iB used\)", "", first)
    first = re.sub(r"\. Use \"SET .*", "", first)  # which nobody can
    if "Out of Memory" in text or isinstance(error, MemoryError):
        return QueryError(f"it needs more memory than it may use: {first or 'out of memory'}")
    hint = _HINT.search(text)
    place = _LINE.search(text)
    where = f" (line {place[1]})" if place and int(place[1]) > 1 else ""
    told = f"{first}{where}" + (f". {hint[0]}" if hint else "")
    return QueryError(told[:600])
