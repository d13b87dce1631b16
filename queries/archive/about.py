"""What an archive holds: counts and sizes, by table and game."""

from __future__ import annotations

import contextlib
import os
from typing import Any

from cardlog.queries.archive import kinds, manifest, opening
from cardlog.queries.formats._reading import answers
from cardlog.queries.tables import VERSION


def about(path: str) -> dict[str, Any]:
    """The facts, as `cardlog archive info --json` has them. Raises RecordError, OSError."""
    is_folder = kinds.is_folder(path)
    with contextlib.closing(opening.opened(path)) as held, opening.in_words():
        rows = answers(
            held,
            "SELECT game, count(*), sum(deals), sum(events), sum(findings),"
            " count(*) FILTER (NOT ok) FROM games GROUP BY game ORDER BY game",
        )
        ((several,),) = answers(
            held,
            "SELECT count(*) FROM (SELECT uid FROM games WHERE uid IS NOT NULL GROUP BY uid"
            " HAVING count(*) > 1)",
        )
        stocks = _stocks(held, path) if is_folder else {}
    games: dict[str, Any] = {
        game: {
            "records": records,
            "deals": int(deals or 0),
            "events": int(events or 0),
            "findings": int(findings or 0),
            "not_in_order": wrong,
        }
        for game, records, deals, events, findings, wrong in rows
    }
    total = {key: sum(each[key] for each in games.values()) for key in _COUNTS}
    found: dict[str, Any] = {"archive": path, "tables": VERSION, **total}
    found |= {"several_records": several, "games": games}
    if is_folder:
        _add_sizes(found, manifest.read(path), stocks)
    else:
        found["bytes"] = os.path.getsize(path)
    found["bytes_an_event"] = _ratio(found["bytes"], found["events"])
    return found


_COUNTS = ("records", "deals", "events", "findings", "not_in_order")


def _stocks(held: Any, path: str) -> dict[str, int]:
    """Bytes of the undealt cards, by part: shuffled as they are, they hardly pack."""
    parts = [part for part in manifest.read(path).parts if "deals" in part.sheets]
    files = {os.path.join(path, part.path("deals")): part.name for part in parts}
    if not files:
        return {}
    rows = answers(
        held,
        "SELECT file_name, sum(total_compressed_size) FROM parquet_metadata($files)"
        " WHERE starts_with(path_in_schema, 'stock,') GROUP BY file_name",
        {"files": list(files)},
    )
    return {files[file]: int(size) for file, size in rows}


def _add_sizes(found: dict[str, Any], its: manifest.Manifest, stocks: dict[str, int]) -> None:
    """Parts and bytes, in all and of each game and table; `stocks` as `_stocks` has them."""
    found["versions"] = sorted({part.tables for part in its.parts})
    found["parts"] = len(its.parts)
    found["bytes"] = sum(sheet.bytes for _, sheet in its.paths())
    found["bytes_by_table"] = {
        table: sum(part.sheets[table].bytes for part in its.parts if table in part.sheets)
        for table in manifest.NAMES
    }
    for game, counts in found["games"].items():
        parts = [part for part in its.parts if part.game == game]
        counts["parts"] = len(parts)
        counts["bytes"] = sum(sheet.bytes for part in parts for sheet in part.sheets.values())
        counts["bytes_an_event"] = _ratio(counts["bytes"], counts["events"])
        counts["stock_bytes"] = sum(stocks.get(part.name, 0) for part in parts)
    found["stock_bytes"] = sum(counts["stock_bytes"] for counts in found["games"].values())


def _ratio(size: int, events: int) -> float | None:
    return round(size / events, 2) if events else None
