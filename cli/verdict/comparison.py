"""Two logs of one game in a report: where they part, and which the rules contradict."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardlog.cli.side_by_side import difference_lines, sentences, window
from cardlog.cli.verdict.layout import Block, Bullets, Heading, Paragraph, Table
from cardlog.cli.verdict.words import event_told
from cardlog.engine.compare.diff import Diff
from cardlog.records.game import Record


class Pair(msgspec.Struct, frozen=True):
    """An event of each log, None where it has none; `same` where the two agree."""

    a: int | None
    a_told: str
    b: int | None
    b_told: str
    same: bool


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two logs compared; `contradicted` are the sources that rules and cards show to be wrong."""

    a: str
    b: str
    same: bool
    differences: tuple[str, ...]
    contradicted: tuple[str, ...]
    around: tuple[Pair, ...]


def compared(a: str, b: str, first: Record, other: Record, found: Diff) -> Comparison:
    """What is told of two logs."""
    rows = window(found) if found.first is not None else []
    told_a = sentences(first, {row[0] for row in rows if row[0] is not None}, event_told)
    told_b = sentences(other, {row[1] for row in rows if row[1] is not None}, event_told)
    names = {"a": a, "b": b}
    return Comparison(
        a=a,
        b=b,
        same=found.same,
        differences=tuple(difference_lines(found)),
        contradicted=tuple(names[side] for side in found.contradicted),
        around=tuple(
            Pair(i, told_a.get(i, "") if i is not None else "",
                 j, told_b.get(j, "") if j is not None else "", same)
            for i, j, same in rows
        ),
    )  # fmt: skip


def laid_out(pair: Comparison) -> Iterator[Block]:
    """The section of one comparison."""
    yield Heading(2, f"{pair.a} and {pair.b}")
    yield Paragraph("Question.", f"Do A, {pair.a}, and B, {pair.b}, tell the same game?")
    if pair.same:
        yield Paragraph("Finding.", "They tell the same game.")
    else:
        yield Paragraph("Finding.", "They do not.")
        yield Bullets(pair.differences)
    if pair.around:
        rows = [(_at(row.a), row.a_told, _at(row.b), row.b_told) for row in pair.around]
        marked = frozenset(k for k, row in enumerate(pair.around) if not row.same)
        yield Table(("A", pair.a, "B", pair.b), rows, marked)
    for source in (pair.a, pair.b):
        if source in pair.contradicted:
            yield Paragraph("Contradicted.", f"The rules contradict {source}, as shown below.")
        elif not pair.same:
            yield Paragraph("Possible.", f"By the rules {source} is possible.")


def _at(index: int | None) -> str:
    return "" if index is None else str(index)
