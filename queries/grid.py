"""Results to be looked at: columns below each other, as text and as HTML."""

from __future__ import annotations

import html as markup
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from cardlog.queries.output import cell

if TYPE_CHECKING:
    from cardlog.queries.rows import Rows

NUMBERS: Final = ("INT", "DOUBLE", "FLOAT", "DECIMAL")
LEAST: Final = 6  # columns of the screen that a column keeps


def numeric(type: str) -> bool:
    """Whether a column of DuckDB's holds numbers."""
    return not type.endswith("]") and (type.startswith(NUMBERS) or "INT" in type[:9])


def lines(rows: Rows, width: int | None = None) -> Iterator[str]:
    """The names, a rule, and a line a row; cut to `width`, if given, with `…` where they must be.

    The first rows decide how wide the columns are; later ones may be cut, or stick out.
    """
    batches = rows.batches()
    first = [[shown(value) for value in row] for row in next(batches, [])]
    yield from _laid_out(rows, first, batches, width)


def told(rows: Rows, count: int) -> str:
    """The first rows as text."""
    found = rows.head(count + 1)
    first = [[shown(value) for value in row] for row in found[:count]]
    more = ["… and more rows"] if len(found) > count else []
    return "\n".join([*_laid_out(rows, first, (), None), *more])


def html(rows: Rows, count: int) -> str:
    """The first rows as a table of HTML; whatever strangers wrote is escaped."""
    found = rows.head(count + 1)
    body = [[shown(value) for value in row] for row in found[:count]]
    note = "<p>… and more rows</p>" if len(found) > count else ""
    return table(rows.columns, body, rows.title) + note


def table(columns: Sequence[str], body: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table of HTML, escaped."""
    escaped = markup.escape
    head = "".join(f"<th>{escaped(name)}</th>" for name in columns)
    told = "".join(
        "<tr>" + "".join(f"<td>{escaped(value)}</td>" for value in row) + "</tr>" for row in body
    )
    title = f"<caption>{escaped(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{told}</tbody></table>"


def shown(value: Any) -> str:
    """A value for people: fractions rounded, nothing that steers a terminal."""
    if isinstance(value, float):
        if value == 0 or 0.001 <= abs(value) < 1e6:
            return f"{value:.4f}".rstrip("0").rstrip(".")
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(shown, value))}]"
    text = str(cell(value))
    return text if text.isprintable() else "".join(map(_printable, text))


def _printable(char: str) -> str:
    return char if char.isprintable() else f"\\u{ord(char):04x}"


def _laid_out(
    rows: Rows,
    first: list[list[str]],
    more: Iterable[list[tuple[Any, ...]]],
    width: int | None,
) -> Iterator[str]:
    names = [shown(name) for name in rows.columns]
    right = [numeric(type) for type in rows.types]
    widths = [max(map(size, column)) for column in zip(names, *first, strict=True)]
    if width is not None:
        widths = _fitted(widths, width)

    def line(cells: Iterable[str]) -> str:
        told = zip(cells, widths, right, strict=True)
        return "  ".join(_padded(*each, width is not None) for each in told).rstrip()

    yield line(names)
    yield "  ".join("─" * each for each in widths)
    later = ([shown(value) for value in row] for batch in more for row in batch)
    yield from map(line, chain(first, later))


def _fitted(widths: list[int], width: int) -> list[int]:
    """Widths that fit on the screen, if they can: the widest columns give way."""
    widths = list(widths)
    while sum(widths) + 2 * (len(widths) - 1) > width and max(widths) > LEAST:
        widest = widths.index(max(widths))
        widths[widest] -= 1
    return widths


def _padded(text: str, width: int, right: bool, cut: bool) -> str:
    over = size(text) - width
    if over > 0:
        return _cut(text, width) if cut else text
    return " " * -over + text if right else text + " " * -over


def _cut(text: str, width: int) -> str:
    while size(text) > width - 1:
        text = text[:-1]
    return f"{text}…{' ' * (width - 1 - size(text))}"


def size(text: str) -> int:
    """How many columns of a screen a text takes."""
    if text.isascii():
        return len(text)
    return sum(_size(char) for char in text)


def _size(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
