"""What stands in a cell: texts, numbers, cards and lists of them, read and written.

The readers raise Fault; their caller knows the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from cardlog.records.cards import Card
from cardlog.records.formats._notation.cards import refusal, spellings_of
from cardlog.records.formats._notation.heading import MOST, listed, rules_of
from cardlog.records.formats._notation.tokens import (
    Fault,
    decoded,
    is_plain,
    json_of,
    value_of,
)
from cardlog.records.formats._notation.values import names_in, pairs_in

NONE: Final = "none"  # an empty list, or nobody
POINTS: Final = ("high", "low", "jack", "game", "nine")

# A cell that begins like this a spreadsheet takes for a formula, or it takes the space away.
_RISKY: Final = re.compile(r"\s*['=+\-@＝＋－＠]|\s")
# And one like this it takes for a number or a date, and writes it in its own way: 007, 3/4, 1.50.
_LIKE_NUMBER: Final = re.compile(
    r"(?!(?:0|[1-9]\d{0,14})\Z)[.,]?\d[\d.,:/eE+\-% ]*\Z|(?i:true|false)\Z", re.ASCII
)
_WHOLE: Final = re.compile(r"[-−+]?\d{1,16}\Z", re.ASCII)
_MADE: Final = re.compile(r"-?\d+[.,]\d+([eE][-+]?\d+)?\Z|-?\d+[eE]\+?\d+\Z", re.ASCII)
_WORDS: Final = {
    **dict.fromkeys(("yes", "true", "1"), True),
    **dict.fromkeys(("no", "false", "0"), False),
}
_CARDS: Final = spellings_of("en")


def shielded(text: str) -> str:
    """The text with an apostrophe in front where it might be taken for a formula or a number."""
    return f"'{text}" if _RISKY.match(text) or _LIKE_NUMBER.match(text) else text


def unshielded(cell: str) -> str:
    """The text that `shielded` was given."""
    return cell[1:] if cell[:1] == "'" else cell


def text_cell(text: str) -> str | None:
    """The cell of a text; None where it does not fit on one line, or nothing would be seen."""
    return shielded(text) if text and is_plain(text) else None


def numbers_cell(numbers: tuple[int, ...]) -> str:
    """`1 | 0 | -1`, by side."""
    return shielded(" | ".join(map(str, numbers))) or NONE


def cards_cell(cards: tuple[Card, ...]) -> str:
    """`Kd 2c`."""
    return " ".join([str(card.value) for card in cards]) or NONE


def hands_cell(hands: tuple[tuple[Card, ...], ...]) -> str | None:
    """`Kd 2c | 9h 9s`, by seat."""
    return " | ".join(map(cards_cell, hands)) or None


def points_cell(points: Any) -> str | None:
    """`high=0, jack=none`: the side that got each point."""
    given = ((name, getattr(points, name)) for name in POINTS)
    pairs = [(name, NONE if side is None else side) for name, side in given if side is not UNSET]
    return ", ".join(f"{name}={side}" for name, side in pairs) or None


def names_cell(names: tuple[str, ...]) -> str:
    """`Ana, Bruno`; JSON where they are very many."""
    text = ", ".join(map(listed, names))
    return shielded(text if len(text) < MOST else json_of(names))


def map_cell(data: dict[str, Any]) -> str:
    """`profile=cuckoo, lives=3`; JSON where a value is a list or a map, or there is very much."""
    text: str = rules_of(data)
    return shielded(text if 0 < len(text) < MOST else json_of(data))


def whole(cell: str) -> int:
    """A whole number."""
    if not _WHOLE.match(cell):
        raise Fault(f"`{cell:.40}` is no whole number: expected one like 2{_why(cell)}")
    return int(cell.replace("−", "-"))


def seat(cell: str, players: tuple[str, ...]) -> int:
    """A seat, or the player on it by name."""
    if cell[:1].isdecimal():
        return whole(cell)
    return by_name(cell, players)


def by_name(cell: str, players: tuple[str, ...]) -> int:
    """The seat of a player."""
    for name in (cell, cell.strip()):
        if name in players:
            return players.index(name)
    known = ", ".join(players)
    raise Fault(
        f"`{cell:.40}` is no player: expected a seat counted from 0, or one of {known:.300}"
    )


def card(cell: str) -> Card:
    """One card."""
    try:
        return _CARDS[cell]
    except KeyError:
        raise Fault(
            f"`{cell:.40}` is no card{_why(cell)}" if _why(cell) else _refused(cell)
        ) from None


def _refused(cell: str) -> str:
    if " " in cell:
        return f"`{cell:.40}` is more than one card: expected one"
    return refusal(cell, "en")


def cards(cell: str) -> tuple[Card, ...]:
    """Any number of cards with spaces between them."""
    words = cell.split()
    return () if words == [NONE] else tuple([card(word) for word in words])


def hands(cell: str) -> tuple[tuple[Card, ...], ...]:
    """The cards of every seat, with bars between them."""
    return tuple(map(cards, cell.split("|")))


def numbers(cell: str) -> tuple[int, ...]:
    """Whole numbers by side, with bars or spaces between them."""
    words = cell.replace("|", " ").split()
    return () if words == [NONE] else tuple(map(whole, words))


def points(cell: str) -> dict[str, int | None]:
    """The side that got each point."""
    found: dict[str, int | None] = {}
    for part in cell.split(","):
        name, equals, side = (piece.strip() for piece in part.partition("="))
        if not equals or name not in POINTS or name in found:
            known = ", ".join(POINTS)
            raise Fault(
                f"`{part.strip():.40}`: expected a side, like high=0, for {known}, each once"
            )
        found[name] = None if side == NONE else whole(side)
    return found


def truth(cell: str) -> bool:
    """Yes or no."""
    if cell.casefold() not in _WORDS:
        raise Fault(f"`{cell:.40}`: expected yes or no")
    return _WORDS[cell.casefold()]


def names(cell: str) -> tuple[str, ...] | list[Any]:
    """The players in the order of their seats."""
    found = decoded(cell) if cell[:1] == "[" else names_in(cell)
    return found if type(found) is list else tuple(found)


def pairs(cell: str) -> dict[str, Any]:
    """A map: JSON, or KEY=VALUE with commas between."""
    if cell[:1] == "{":
        return json_map(cell)
    return {key: value_of(*text) for key, text in pairs_in(cell).items()}


def json_map(cell: str) -> dict[str, Any]:
    """A JSON map."""
    found = decoded(cell)
    if type(found) is not dict:
        raise Fault('expected a JSON map, like {"by": "Íris"}')
    return found


def _why(cell: str) -> str:
    """A word more where a spreadsheet has changed the cell."""
    if not _MADE.match(cell):
        return ""
    return (
        "; a spreadsheet has made this number of what was written: format the column as text and"
        " write it again"
    )


# By column: how a cell is read where all kinds read it in the same way.
READERS: Final[dict[str, Callable[[str], Any]]] = {
    "stock": cards,
    "call": str.strip,
    "changes": numbers,
    "points": points,
    "text": str,
    "at": str.strip,
    "auto": truth,
}
