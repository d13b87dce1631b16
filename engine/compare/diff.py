"""Where two logs of one game differ, and which of them the rules contradict."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from cardlog.engine.audit import Audit, audit
from cardlog.engine.compare.gaps import is_gap, settled
from cardlog.engine.compare.rows import GAP, SAME, Row, flipped, rows
from cardlog.engine.compare.sight import agree, both_of
from cardlog.engine.compare.story import Told, rotated, story
from cardlog.engine.fold import begin
from cardlog.records.game import Record


class Difference(msgspec.Struct, frozen=True):
    """One difference; `a` and `b` are event indexes, None where that record has no such event.

    `kind` is `missing` (A has it, B has not), `extra`, `repeated` (the event before it once more),
    `reordered` (where its order matters), `altered` (another event in that place) or `header`
    (both None).
    """

    kind: str
    a: int | None
    b: int | None


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """Two records compared.

    `first` is where they part: the next event of each there, the number of its events where it
    has ended; None where no event differs. `contradicted` names the records that the rules show
    to be wrong, each by itself, and `audits` say why. `notes` are sentences: first one for each
    header that differs, then what the others come to, where they have a simple reason. `rows` are
    all events side by side, by index, and whether they agree; what may have happened in a gap of
    the other agrees with it. `filled` are the gaps, of each, where the other tells what happened.
    """

    same: bool
    first: tuple[int, int] | None
    differences: tuple[Difference, ...]
    contradicted: tuple[str, ...]
    notes: tuple[str, ...]
    audits: tuple[Audit, Audit]
    rows: tuple[tuple[int | None, int | None, bool], ...]
    filled: tuple[frozenset[int], frozenset[int]]


def diff(a: Record, b: Record) -> Diff:
    """Compare two records of one game by what they tell, event by event.

    Comments, times, `meta` and display names do not count, nor the order of events that may come
    in any; a card that one record has not seen agrees with any that it may be. Raises RecordError
    where one of them cannot be read as a game of ours.
    """
    audits = audit(a), audit(b)
    mine = story(a)
    chair = _chair(a, b, mine)
    turned = rotated(b, chair) if chair else b
    other = settled(mine, story(turned))
    mine = settled(other, mine)
    found = _both_ways(a, b, mine, other)
    found, together = _together(a, turned, mine, other, found, audits)
    notes = list(header(a, b, chair))
    differences = [Difference("header", None, None)] * len(notes)
    differences += [
        Difference(row.kind, *_indexes(row, mine, other)) for row in found if _counts(row)
    ]
    notes += _gaps(found, mine, other)
    notes += _shape(found, mine, other, audits) + together
    return Diff(
        same=not differences,
        first=_first(found, mine, other, a, b),
        differences=tuple(differences),
        contradicted=tuple(name for name, its in zip("ab", audits, strict=True) if not its.ok),
        notes=tuple(notes),
        audits=audits,
        rows=tuple((*_own(row, mine, other), not row.differs) for row in found),
        filled=_filled(found, mine, other),
    )


def _counts(row: Row) -> bool:
    return row.differs and row.shown


def _both_ways(a: Record, b: Record, mine: list[Told], other: list[Told]) -> list[Row]:
    """The rows, the same whichever record comes first: of equally good alignments one is taken."""
    if msgspec.json.encode(a.events) <= msgspec.json.encode(b.events):
        return rows(mine, other)
    return flipped(rows(other, mine))


def _own(row: Row, mine: list[Told], other: list[Told]) -> tuple[int | None, int | None]:
    return (
        None if row.a is None else mine[row.a].at,
        None if row.b is None else other[row.b].at,
    )


def _indexes(row: Row, mine: list[Told], other: list[Told]) -> tuple[int | None, int | None]:
    if row.other is None:
        return _own(row, mine, other)
    a = row.other if row.a is None else row.a
    b = row.other if row.b is None else row.b
    return mine[a].at, other[b].at


def _first(
    found: list[Row], mine: list[Told], other: list[Told], a: Record, b: Record
) -> tuple[int, int] | None:
    """Where the records part: an event that one lacks would stand after the same event before."""
    row = next((row for row in found if row.differs), None)
    if row is None:
        return None
    one, two = _own(row, mine, other)
    pairs = [_own(each, mine, other) for each in found if each.kind == SAME]
    if two is None and one is not None:
        two = _after(one, dict(pairs), other, len(b.events))
    elif one is None and two is not None:
        one = _after(two, {y: x for x, y in pairs}, mine, len(a.events))
    return None if one is None or two is None else (one, two)


def _after(index: int, pairs: dict[int | None, int | None], story: list[Told], end: int) -> int:
    before = [k for k in pairs if k is not None and k < index]
    last = pairs[max(before)] if before else None
    later = [item.at for item in story if last is None or item.at > last]
    return min(later, default=end)


# ---- what stands above the events ----


def header(a: Record, b: Record, chair: int = 0) -> Iterator[str]:
    """A sentence for everything above the events in which two records are not of one game."""
    seats = len(a.players)
    if chair:
        yield (
            f"The seats are counted from another chair: seat 0 of A is seat {-chair % seats} of B."
        )
    elif a.players != b.players:
        yield "The players or their seats differ."
    one, two = begin(a), begin(b)
    if one.game.name != two.game.name:
        yield f"A is a game of {one.game.title}, B of {two.game.title}."
        return
    mine, its = msgspec.to_builtins(one.options), msgspec.to_builtins(two.options)
    for name in mine:
        if mine[name] != its[name]:
            said = (msgspec.json.encode(rules[name]).decode() for rules in (mine, its))
            yield "The option {} is {} in A and {} in B.".format(name, *said)
    written = a.standing is not UNSET or b.standing is not UNSET
    if written and not chair and one.state.standing != two.state.standing:
        yield "The match begins with another standing."


def _chair(a: Record, b: Record, mine: list[Told]) -> int:
    """How far the seats of B have to be moved on to be those of A, where that is plain."""
    seats = len(a.players)
    if len(b.players) != seats or (len(mine) < 2 and a.players == b.players):
        return 0
    if a.players == b.players and _all_agree(mine, story(b)):
        return 0
    for by in range(1, seats):
        turned = rotated(b, by)
        if _all_agree(mine, story(turned)):
            return by
        if turned.players == a.players and _unlike(a, turned) < _unlike(a, b):
            return by
    return 0


def _unlike(a: Record, b: Record) -> int:
    return sum(row.differs for row in _both_ways(a, b, story(a), story(b)))


def _all_agree(mine: list[Told], other: list[Told]) -> bool:
    return len(mine) == len(other) and all(map(agree, mine, other))


# ---- gaps ----


def _filled(
    found: list[Row], mine: list[Told], other: list[Told]
) -> tuple[frozenset[int], frozenset[int]]:
    """The gaps in either record in whose place the other one has no gap."""
    gaps = [row for row in found if row.kind == GAP and row.other is None]
    return (
        frozenset(mine[row.a].at for row in gaps if row.a is not None and is_gap(mine[row.a])),
        frozenset(other[row.b].at for row in gaps if row.b is not None and is_gap(other[row.b])),
    )


def _gaps(found: list[Row], mine: list[Told], other: list[Told]) -> Iterator[str]:
    """A sentence for every gap of one record that events of the other may have happened in."""
    for name, its, tale, its_tale in (("B", "A", other, mine), ("A", "B", mine, other)):
        inside: dict[int, list[int]] = {}
        for row in found:
            k = row.b if name == "B" else row.a
            if row.kind == GAP and k is not None and row.other is not None:
                inside.setdefault(its_tale[row.other].at, []).append(tale[k].at)
        for gap, events in inside.items():
            count = "" if len(events) == 1 else f" and {len(events) - 1} more"
            yield (
                f"Event {min(events)}{count} of {name} may have happened in the gap at event {gap}"
                f" of {its}."
            )


# ---- what the differences come to ----


def _shape(
    found: list[Row], mine: list[Told], other: list[Told], audits: tuple[Audit, Audit]
) -> list[str]:
    """A sentence where the differences are one stretch at the beginning or at the end."""
    lacking = [row for row in found if row.differs]
    only_a = all(row.kind in ("missing", "repeated") and row.b is None for row in lacking)
    only_b = all(row.kind in ("extra", "repeated") and row.a is None for row in lacking)
    if not lacking or not (only_a or only_b):
        return []
    long, tale, short = ("A", mine, "B") if only_a else ("B", other, "A")
    positions = {row.a if only_a else row.b for row in lacking}
    more = [item.at for k, item in enumerate(tale) if k in positions]
    rest = [item.at for k, item in enumerate(tale) if k not in positions]
    count = f"{len(more)} event{'' if len(more) == 1 else 's'}"
    if min(more) > max(rest, default=-1):
        ends, goes_on = audits if only_b else audits[::-1]
        if ends.status == "finished" and not goes_on.ok:
            return [f"{long} goes on after the end of the match: {count} more."]
        return [f"{short} ends there; {long} goes on: {count} more."]
    if max(more) < min(rest):
        return [f"{long} has {count} in front of the first one of {short}: of another match?"]
    return []


def _together(
    a: Record,
    b: Record,
    mine: list[Told],
    other: list[Told],
    found: list[Row],
    audits: tuple[Audit, Audit],
) -> tuple[list[Row], list[str]]:
    """What the cards that one record shows make of the other, where each alone is possible.

    Which of the two is wrong they cannot tell. But where no event differs, the records differ after
    all in the one that the rules then forbid.
    """
    if not (audits[0].ok and audits[1].ok):
        return found, []
    notes = []
    same = [(r.a, r.b) for r in found if r.kind == SAME and r.a is not None and r.b is not None]
    fuller_a, fuller_b = list(a.events), list(b.events)
    for i, j in same:
        fuller_a[mine[i].at] = both_of(mine[i], other[j])
        fuller_b[other[j].at] = both_of(other[j], mine[i])
    broken = set()
    for name, record, events in (("A", a, fuller_a), ("B", b, fuller_b)):
        if tuple(events) == record.events:
            continue
        wrong = audit(msgspec.structs.replace(record, events=tuple(events))).findings
        wrong = tuple(finding for finding in wrong if finding.ruled is None)
        if wrong:
            first, shows = wrong[0], "B" if name == "A" else "A"
            broken.add((name, first.event))
            notes.append(
                f"With the cards that {shows} shows, {name} would break {first.rule} at event"
                f" {first.event}: {first.message}"
            )
    if len(same) < len(found):
        return found, notes
    return [
        Row(row.a, row.b, "altered")
        if broken & {("A", mine[row.a or 0].at), ("B", other[row.b or 0].at)}
        else row
        for row in found
    ], notes
