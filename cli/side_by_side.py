"""Two records side by side in sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

from msgspec import UNSET

from cardlog.cli.show import finding_line, printable
from cardlog.cli.telling import sentence
from cardlog.engine.compare.diff import Diff, Difference
from cardlog.engine.fold import begin
from cardlog.engine.messages import plain
from cardlog.engine.views import snapshot
from cardlog.records.cards import Card
from cardlog.records.events import AnyEvent, kind_of
from cardlog.records.game import Record

WIDTH: Final = 46  # of a column
Teller = Callable[[AnyEvent, tuple[str, ...]], str]
BEFORE, AFTER = 2, 4  # rows shown around the first difference


def comparison(
    sources: tuple[str, str], a: Record, b: Record, found: Diff
) -> Iterator[tuple[str, bool]]:
    """(line, True where it tells of something wrong): the records compared."""
    for name, source in zip("AB", sources, strict=True):
        yield f"{name}: {source}", False
    above = sum(each.kind == "header" for each in found.differences)
    for note in found.notes[above:]:
        yield printable(note), False
    if found.first is not None:
        yield "", False
        yield from ((f"  {line}", False) for line in _around(a, b, found))
    yield "", False
    if found.same:
        yield "They tell the same game.", False
    for line in difference_lines(found):
        yield line, False
    for name, record, audit in zip("AB", (a, b), found.audits, strict=True):
        wrong = [finding for finding in audit.findings if finding.ruled is None]
        for finding in wrong:
            text = finding_line(finding, record.shown_names)
            yield printable(f"The rules contradict {name}: {text}"), True
        if not wrong and not found.same:
            yield f"By the rules {name} is possible.", False


def difference_lines(found: Diff) -> Iterator[str]:
    """A line for everything that differs, what stands above the events first."""
    above = sum(each.kind == "header" for each in found.differences)
    for note in found.notes[:above]:
        yield printable(f"header: {note}")
    yield from _differences(found.differences[above:])


def _differences(found: Iterable[Difference]) -> Iterator[str]:
    """A line for every difference; events that are missing one after another share it."""
    run: list[Difference] = []
    for each in found:
        if run and not _follows(run[-1], each):
            yield _line(run)
            run = []
        run.append(each)
    if run:
        yield _line(run)


def _follows(before: Difference, each: Difference) -> bool:
    if each.kind != before.kind or each.kind not in ("missing", "extra"):
        return False
    index, last = (each.a, before.a) if each.b is None else (each.b, before.b)
    return index is not None and last is not None and index == last + 1


def _line(run: list[Difference]) -> str:
    first, last = run[0], run[-1]
    has, lacks = ("A", "B") if first.b is None else ("B", "A")
    index, end = (first.a, last.a) if first.b is None else (first.b, last.b)
    if first.kind in ("missing", "extra"):
        events = f"event {index}" if len(run) == 1 else f"events {index} to {end}"
        return f"{first.kind}: {events} of {has} {'is' if len(run) == 1 else 'are'} not in {lacks}"
    if first.kind == "repeated":
        return f"repeated: event {index} of {has} is the one before it once more"
    place = "stands elsewhere" if first.kind == "reordered" else "reads otherwise"
    return f"{first.kind}: event {first.a} of A {place} in B, as event {first.b}"


def window(found: Diff) -> Sequence[tuple[int | None, int | None, bool]]:
    """The rows around the first that differs."""
    at = next(k for k, row in enumerate(found.rows) if not row[2])
    return found.rows[max(0, at - BEFORE) : at + AFTER]


def _around(a: Record, b: Record, found: Diff) -> Iterator[str]:
    shown = window(found)
    told_a = sentences(a, {row[0] for row in shown if row[0] is not None})
    told_b = sentences(b, {row[1] for row in shown if row[1] is not None})
    yield from columns("A", "B")
    for i, j, same in shown:
        mine = "" if i is None else f"{i:5}  {told_a[i]}"
        other = "" if j is None else f"{j:5}  {told_b[j]}"
        yield from columns(mine, other, " " if same else "|")


def columns(left: str, right: str, between: str = " ") -> list[str]:
    """Two texts beside each other, each folded to its column."""
    folded = [
        textwrap.wrap(printable(text), WIDTH, subsequent_indent=" " * 7) for text in (left, right)
    ]
    return [
        f"{one:{WIDTH}} {between} {two}".rstrip() for one, two in zip_longest(*folded, fillvalue="")
    ]


def sentences(record: Record, wanted: set[int], otherwise: Teller | None = None) -> dict[int, str]:
    """Events by index in sentences; in plain words from where the rules stop the game."""
    in_plain_words = otherwise or bare
    names = record.shown_names
    fold = begin(record)
    said = {}
    for index in sorted(wanted):
        fold.run(until=index)
        before = None if fold.stopped else snapshot(fold)
        fold.run(until=index + 1)
        if before is None or fold.stopped:
            said[index] = in_plain_words(record.events[index], names)
        else:
            said[index] = sentence(fold.events[index], before, snapshot(fold), names)
    return said


def bare(event: AnyEvent, names: tuple[str, ...]) -> str:
    """An event in words without a position: its kind, who, and which cards."""
    words = [kind_of(event)]
    for name in ("dealer", "leader", "seat", "target"):
        seat = getattr(event, name, UNSET)
        if isinstance(seat, int):
            words.append(plain(names[seat]) if seat < len(names) else str(seat))
    for name in ("call", "hands", "card", "cards", "changes"):
        words += _flat(getattr(event, name, UNSET))
    return plain(" ".join(words))


def _flat(value: Any) -> list[str]:
    if isinstance(value, tuple):
        return [word for item in value for word in _flat(item)]
    if isinstance(value, Card):
        return [value.sign]
    return [] if value is UNSET else [str(value)]
