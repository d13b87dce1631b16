"""The columns of the layout, and which of them the row of each kind fills in (CSV.md)."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardlog.records.events import KINDS
from cardlog.records.formats._csv.rows import SEPARATORS, cells_of
from cardlog.records.formats._notation.tokens import Fault

PLACE: Final = ("record", "deal", "event", "type")  # which row it is
EVENT: Final = (
    "seat", "player", "target", "cards", "call", "changes", "points", "text", "at", "auto", "stock",
)  # fmt: skip
HEADER: Final = (
    "cardlog", "game", "players", "rules", "standing", "uid", "observer", "meta",
)  # fmt: skip
COLUMNS: Final = (*PLACE, *EVENT, *HEADER, "more")

HEAD: Final = "header"  # the type of the row that begins a record
END: Final = "end"  # and of the one that ends it
WHOLE: Final = "event"  # and of an event that stands in `more` with its type
NO_KIND: Final = frozenset((HEAD, END, WHOLE, "type", "", *KINDS))

# By kind: the columns that it fills in and the key that each of them is; `?` may be empty.
_KINDS: Final[dict[str, dict[str, str]]] = {
    "deal": {"seat": "dealer", "cards": "hands", "stock?": "stock"},
    "stay": {"seat": "seat"},
    "swap": {"seat": "seat", "target": "target"},
    "block": {"seat": "seat", "target": "target", "cards": "card"},
    "cut": {"seat": "seat", "cards": "card"},
    "draw": {"seat": "seat", "cards": "card"},
    "reveal": {"seat?": "seat", "cards": "cards"},
    "call": {"seat": "seat", "call": "call"},
    "discard": {"seat": "seat", "cards": "cards"},
    "trick": {"seat": "leader", "cards": "cards"},
    "misdeal": {"seat?": "seat", "text?": "reason"},
    "score": {"changes": "changes", "points?": "points"},
    "gap": {"text?": "text"},
    "note": {"text": "text"},
    "ruling": {"changes?": "changes", "text": "text"},
}
_ALL: Final = {"at": "at", "auto": "auto"}
KEYS: Final = {
    kind: {column.rstrip("?"): key for column, key in given.items()} | _ALL
    for kind, given in _KINDS.items()
}
NEEDED: Final = {
    kind: {column: key for column, key in given.items() if column[-1] != "?"}
    for kind, given in _KINDS.items()
}
# A kind that nobody knows may fill in any of them; they are keys of these names.
ANY: Final = {column: column for column in EVENT if column != "player"}

NO_HEAD: Final = (
    "expected the names of the columns in the first row, record,deal,event,type and so on (CSV.md)"
)
UTF_16: Final = "the table is UTF-16: save it as CSV UTF-8"
MAC: Final = "the lines end in CR alone: save the table as CSV UTF-8"
OWN: Final = "for a table of your own say what it means in a mapping (--mapping)"


class Head(NamedTuple):
    """The row of column names: where each column is, and what stands between cells."""

    names: tuple[str, ...]  # empty for a column without a name
    separator: str
    type: int


def head_of(text: str) -> Head | None:
    """The head that a row is, or None where it is none. Raises Fault where it is a bad one."""
    if "type" not in text.casefold():
        return None
    for separator in SEPARATORS:
        try:
            names = tuple([cell.strip().casefold() for cell in cells_of(text, separator)])
        except Fault:
            continue
        if "type" in names and len(names) > 1:
            if "\r" in text:
                raise Fault(MAC, column=text.index("\r"))
            _check(names)
            return Head(names, separator, names.index("type"))
    return None


def _check(names: tuple[str, ...]) -> None:
    for place, name in enumerate(names):
        if name and name not in COLUMNS:
            known = ", ".join(f"`{column}`" for column in COLUMNS)
            raise Fault(f"unknown column `{name:.40}`: a table has {known}; {OWN}", at=place)
        if name and name in names[:place]:
            raise Fault(f"the column `{name}` for the second time", at=place)


def why_no_head(text: str) -> Fault:
    """What is wrong with a first row that is no head."""
    if text.startswith(("\udcff\udcfe", "\udcfe\udcff")) or "\0" in text[:8]:
        return Fault(UTF_16, column=0)
    if any(text.count(separator) > 1 for separator in SEPARATORS) and len(text) < 2**12:
        return Fault(f"{NO_HEAD}; {OWN}", column=0)
    return Fault(NO_HEAD, column=0)
