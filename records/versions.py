"""Schema versions: which one this is, and one upgrade step for each older one.

A step takes the map of a record of its version, as decoded, and returns the map of the next
version. It must lose nothing: what a new version cannot place goes into `meta`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cardlog.records.errors import RecordError

CURRENT: Final = 1

Step = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADES: Final[dict[int, Step]] = {}  # version -> the step to the next one; 1 is the first


def upgrade(data: dict[str, Any]) -> dict[str, Any]:
    """The same record as a map of the current version.

    Raises RecordError where `cardlog` is absent, no version, or newer than this reader.
    """
    if "cardlog" not in data:
        raise RecordError("no key `cardlog`: a record starts with its schema version, now 1")
    version = data["cardlog"]
    if type(version) is not int or version < 1:
        got = f", got {version!r:.40}" if isinstance(version, (int, float, str)) else ""
        raise RecordError(f"`cardlog` must be a schema version from 1 to {CURRENT}{got}")
    if version > CURRENT:
        raise RecordError(
            f"schema version {version} is newer than this reader, which knows up to {CURRENT}:"
            " install a newer cardlog"
        )
    while version < CURRENT:
        data = UPGRADES[version](data)
        version += 1
    return data
