"""`--what-if` of `cardlog replay`: both courses of a match beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardlog.cli import show
from cardlog.cli.results import told_changes, told_standing, told_winners
from cardlog.cli.side_by_side import columns, sentences
from cardlog.cli.spelling import event_from, short
from cardlog.engine.audit import DealResult, Outcome
from cardlog.engine.course import BEFORE, ILLEGAL, NO_LONGER, OVER, Change, End
from cardlog.engine.what_if import WhatIf
from cardlog.records.errors import RecordError
from cardlog.records.game import Record, event_of

WHY = {
    "unseen": "from event {event} on the record does not tell: it depends on a card that nobody"
    " recorded",
    "choice": "from event {event} on the record does not tell: a player would have had another"
    " choice",
    NO_LONGER: "from event {event} on the record does not tell, for that is no longer possible",
    OVER: "the match is over before event {event}: what follows there was not played",
    BEFORE: "the record does not get as far as the change",
}


def changes_from(words: list[str], record: Record) -> list[Change]:
    """What `--what-if` asks for. Raises RecordError where it is not of the documented form."""
    return [_change(word, record) for word in words]


def _change(word: str, record: Record) -> Change:
    place, sep, told = word.partition("=")
    number = place.strip().removeprefix("+")
    if not sep or not (number.isascii() and number.isdigit()) or len(number) > 9:
        raise RecordError(
            f"--what-if {word:.60}: expected K=EVENT, K= to remove event K, or +K=EVENT to put one"
            " in before it"
        )
    at = int(number)
    told = told.strip()
    inserted = place.strip().startswith("+")
    if told in ("", "-"):
        if inserted:
            raise RecordError(f"--what-if {word:.60}: which event is to be put in?")
        return Change("removed", at)
    return Change(
        "inserted" if inserted else "replaced", at, event_of(event_from(told, record), at)
    )


def what_if_map(
    source: str, index: int, record: Record, asked: list[Change], found: WhatIf
) -> dict[str, Any]:
    """The object of `--json`."""
    end = found.end
    return {
        "source": source,
        "index": index,
        "id": record.id,
        "game": found.before.game,
        "changes": [
            {"kind": each.kind, "event": each.event} | ({"to": each.to} if each.to else {})
            for each in asked
        ],
        "same": found.same,
        "before": _result(found.before),
        "after": _result(found.after),
        "deals": [
            {"deal": number, "before": _deal(old), "after": _deal(new)}
            for number, old, new in found.deals
        ],
        "followed": [{"event": each.event, "events": each.events} for each in found.followed],
        "end": None if end is None else _end(end),
    }


def _result(outcome: Outcome) -> dict[str, Any]:
    return {key: getattr(outcome, key) for key in ("status", "winners", "standing")}


def _deal(deal: DealResult | None) -> dict[str, Any] | None:
    if deal is None:
        return None
    return {key: getattr(deal, key) for key in ("dealer", "void", "changes", "detail")}


def _end(end: End) -> dict[str, Any]:
    finding = {} if end.finding is None else {"finding": show.finding_map(end.finding)}
    return {"event": end.event, "why": end.why, "message": told_end(end)} | finding


def told_end(end: End) -> str:
    """Why the new course ends where it does."""
    if end.why == ILLEGAL and end.event is None:
        return "the change itself breaks a rule"
    if end.why == ILLEGAL:
        return f"event {end.event} breaks a rule, as it did"
    return WHY[end.why].format(event=end.event)


def telling(record: Record, asked: list[Change], found: WhatIf) -> Iterator[tuple[str, bool]]:
    """(line, True where it tells of something wrong): what changes, and both courses."""
    names = record.shown_names
    yield from ((line, False) for line in _told_changes(record, asked))
    yield "", False
    rows = [("as recorded", "what if")]
    for told in (
        lambda o: o.status,
        lambda o: told_winners(o, names),
        lambda o: told_standing(o, names),
    ):
        rows.append((told(found.before), told(found.after)))
    for number, old, new in found.deals:
        rows.append((_told_deal(number, old, names), _told_deal(number, new, names)))
    for left, right in rows:
        for line in columns(left, right, " " if left == right else "|"):
            yield f"  {line}", False
    yield "", False
    if found.followed:
        yield "By the cards, other events read otherwise then:", False
        for each in found.followed:
            words = "; ".join(short(event, names) for event in each.events) or "does not happen"
            yield f"  event {each.event}: {words}", False
    if found.end is not None:
        text = told_end(found.end)
        yield text[0].upper() + text[1:] + ".", found.end.why == ILLEGAL
        if found.end.finding is not None:
            line = show.finding_line(found.end.finding, names, place=False)
            yield f"  {show.printable(line)}", found.end.why == ILLEGAL
    if found.same:
        yield "The match comes to the same.", False
    elif found.open:
        yield "Unseen cards leave open what it comes to.", False


def _told_changes(record: Record, asked: list[Change]) -> Iterator[str]:
    inside = {each.event for each in asked if each.event < len(record.events)}
    said = sentences(record, inside)
    for each in asked:
        words = "" if each.to is None else short(each.to, record.shown_names)
        if each.kind == "inserted":
            yield f"What if, before event {each.event}, there was: {words}"
        elif each.kind == "removed":
            yield f"What if event {each.event} had not happened: {said[each.event]}"
        else:
            yield f"What if event {each.event} was: {words}"
            yield f"  as recorded: {said[each.event]}"


def _told_deal(number: int, deal: DealResult | None, names: tuple[str, ...]) -> str:
    if deal is None:
        return f"deal {number}: not played"
    if deal.void:
        return f"deal {number}: void"
    return f"deal {number}: {told_changes(deal, names)}"
