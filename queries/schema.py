"""SCHEMA.md, printed from the tables: `python -m cardlog.queries.schema`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardlog.queries.tables import GAMES, NESTED, TABLES, VERSION, Column
from cardlog.queries.views import View, views

HEAD: Final = """\
# Tables

Version {version}. Printed from `queries/tables.py` and the headings of `queries/sql/views/`
(`python -m cardlog.queries.schema`); a test compares.

`games`, `deals` and `findings` are stored; the views below them are computed from those. A column
marked ● holds what was written down: from these alone every record is rebuilt to the same content
id. The others hold what the fold and the audit made of it, null where a record was not folded.

**Cards** are small numbers: `suit * 16 + rank` with the suits c d h s and the ranks 2 to A from 0,
so `card // 16` is the suit and `card % 16` the rank. 64 to 143 are cards that were not wholly seen
(`K?` is 64 + rank, `??` 79, `?c ?d ?h ?s` 95, 111, 127, 143), so `card < 64` is a card that is
fully known. 160 on are those of the special packs. `card_name(card)` gives the letters.

**Seats** and sides count from 0, as in records; deals count from 1. Lists are DuckDB lists: the
first element is `list[1]`, so a seat's hand is `hands[seat + 1]`, and what happened at event `k` of
a deal (from 1) is `kinds[k]`, `seats[k]`, `cards[k]`, `targets[k]`; its index in the record is
`first + k - 1`. Tricks, packets and calls are lists of their own: the j-th `t` in `kinds` is
`tricks[j]`.

A deal's events run up to the next deal; what stands before the first is `games.opening`, a struct
of the same columns. A deal that a ruling put in begins where it does. `.parquet` files that
`cardlog convert` writes hold the ● columns of `games`, and the list of a record's deals as such
structs in `segments`; `.duckdb` files the ● columns of both tables.
"""


def printed() -> str:
    """The whole page."""
    parts = [HEAD.format(version=VERSION)]
    for table in TABLES:
        parts.append(f"## `{table.name}`: {table.grain}\n\n{_listed(table.columns)}")
        if table is GAMES:
            parts.append(f"In a Parquet file of one's own besides:\n\n{_listed([NESTED])}")
    for view in views():
        heading = f"## View `{view.name}`: {view.grain}\n\n{view.meaning}\n"
        parts.append(f"{heading}\n{_viewed(view)}")
    return "\n".join(parts)


def _listed(columns: Iterable[Column]) -> str:
    rows = ["| column | type | | meaning | null |", "|---|---|---|---|---|"]
    struct = {column.type for column in GAMES.columns if column.name == "opening"}.pop()
    for each in columns:
        type = each.type.replace(struct, "STRUCT")
        mark = "●" if each.written else ""
        rows.append(f"| `{each.name}` | {type} | {mark} | {each.meaning} | {each.null} |")
    return "\n".join(rows) + "\n"


def _viewed(view: View) -> str:
    rows = ["| column | meaning |", "|---|---|"]
    rows += [f"| `{name}` | {meaning} |" for name, meaning in view.columns]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(printed(), end="")
