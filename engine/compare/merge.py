"""Several views of one game, made into one fuller record."""

from __future__ import annotations

from itertools import combinations

from msgspec import UNSET

from cardlog.engine.audit import Audit, audit
from cardlog.engine.compare.diff import Diff, Difference, diff, header
from cardlog.engine.compare.gaps import is_gap
from cardlog.engine.compare.join import joined
from cardlog.engine.compare.story import ASIDE, story
from cardlog.records.events import Gap, Score
from cardlog.records.game import Record


class Contradiction(ValueError):
    """Records that cannot all be true of one game.

    `records` are the numbers of the two that disagree, `a` and `b` the events at which they do
    (None where one has no such event, or where it is not about an event). Where only all of them
    together break a rule, `records` is empty and the message says which.
    """

    def __init__(
        self,
        message: str,
        records: tuple[int, ...] = (),
        a: int | None = None,
        b: int | None = None,
    ) -> None:
        super().__init__(message)
        self.records = records
        self.a, self.b = a, b


def merge(*records: Record) -> Record:
    """One record with every card that one of these shows, every comment and every key.

    They must tell one game (`diff`), except that one may end earlier than another, or lack the
    score of a deal. Raises Contradiction where they disagree, or where together they break a rule
    that one of them alone does not; RecordError where one cannot be read as a game of ours.
    """
    if not records:
        raise TypeError("nothing to merge: expected at least one record")
    for (i, a), (j, b) in combinations(enumerate(records), 2):
        _must_agree(a, b, i, j)
    whole = records[0]
    for other in records[1:]:
        whole = joined(whole, other)
    if len(records) > 1:
        _must_hold(whole, records)
    return whole


def _must_agree(a: Record, b: Record, i: int, j: int) -> None:
    if UNSET not in (a.uid, b.uid) and a.uid != b.uid:
        raise Contradiction("The keys of the two games (`uid`) differ.", (i, j))
    found = diff(a, b)
    above = list(header(a, b))
    if above or found.differences[:1] == (Difference("header", None, None),):
        raise Contradiction(" ".join(above) or found.notes[0], (i, j))
    sure = certain(found, a, b)
    for each in found.differences:
        if each not in sure:
            text = " ".join((_said(each), *found.notes))
            raise Contradiction(text, (i, j), each.a, each.b)


def _said(each: Difference) -> str:
    if each.a is not None and each.b is not None:
        told = "in another place" if each.kind == "reordered" else "otherwise"
        return f"Event {each.a} of the first stands {told} in the second, as event {each.b}."
    has, lacks = ("first", "second") if each.b is None else ("second", "first")
    index = each.a if each.b is None else each.b
    return f"Event {index} of the {has} is not in the {lacks}, which goes on after it."


def certain(found: Diff, a: Record, b: Record) -> set[Difference]:
    """The events that one record lacks and that happened all the same.

    A score is a note of the table's, which a record need not have. Anything else may have been
    left out by one or made up by the other, except after the last event that one of them has.
    """
    scores, tails = set(), (set[Difference](), set[Difference]())
    for side, record in enumerate((a, b)):
        firm = {item.at for item in story(record) if not item.loose}
        paired = [index for row in found.rows if row[2] and (index := row[side]) is not None]
        last, last_firm = (max(row, default=-1) for row in (paired, [*firm & {*paired}]))
        for each in found.differences:
            index = (each.a, each.b)[side]
            if index is None or (each.a, each.b)[1 - side] is not None:
                continue
            if type(record.events[index]) is Score and each.kind != "repeated":
                scores.add(each)
            elif index > (last if index in firm else last_firm):
                tails[side].add(each)
    return scores if all(tails) else scores | tails[0] | tails[1]


# ---- what comes of it ----


def _must_hold(whole: Record, parts: tuple[Record, ...]) -> None:
    """Raise Contradiction where the merged record folds less well than a part does alone."""
    found = audit(whole)
    wrong, reach = _judged(whole, found)
    for part in parts:
        its_wrong, its_reach = _judged(part, audit(part))
        if wrong > its_wrong or reach < its_reach:
            first = next(f for f in found.findings if f.ruled is None)
            raise Contradiction(
                "Each is possible, but together they break a rule:"
                f" event {first.event}, {first.rule}: {first.message}"
            )


def _judged(record: Record, found: Audit) -> tuple[int, int]:
    """How many things are wrong, and how many events of the game were folded."""
    wrong = sum(finding.ruled is None for finding in found.findings)
    told = sum(not isinstance(event, (*ASIDE, Gap)) for event in record.events)
    last = found.findings[-1].event if found.findings else None
    if found.status == "illegal":
        told = sum(item.at < (last or 0) for item in story(record) if not is_gap(item))
    return wrong, told
