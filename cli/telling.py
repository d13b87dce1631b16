"""A replay told in sentences that a player at the table would follow.

Each event is told from the positions before and after it, in the words of the message catalogue,
so that a new game is told without a line of its own here. The numbers in front are event indexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from cardlog.cli.results import points, result_lines
from cardlog.cli.show import finding_line
from cardlog.engine.audit import Outcome, Step, outcome, replay
from cardlog.engine.fold import begin, clauses
from cardlog.engine.messages import catalogue, plain, side_name, tell
from cardlog.engine.rulings import DID_NOT_HAPPEN, DOES_NOT_COUNT
from cardlog.engine.views import Snapshot, snapshot
from cardlog.records.cards import Card
from cardlog.records.events import (
    AnyEvent,
    Call,
    Cut,
    Deal,
    Draw,
    Gap,
    Kept,
    Misdeal,
    Note,
    Reveal,
    Ruling,
    Score,
    Trick,
    kind_of,
)
from cardlog.records.game import Record

CHOOSING = ("start", "choosing")
COMPLETE = ("done", "over")
UNRECORDED = "unrecorded"
BLOCKERS = ("K", "cuckoo")  # cards that may refuse to be taken
BIDS = ("1", "2", "3", "4", "smudge")


def telling(record: Record) -> Iterator[tuple[str, bool]]:
    """(line, True where it tells of something wrong), from the first event to the last.

    Raises RecordError where the record cannot be read as a game of ours.
    """
    names = record.shown_names
    result = outcome(record)
    fold = begin(record)
    rules = {fault: rule.id for rule in clauses(fold) for fault in rule.faults}
    players = ", ".join(map(plain, names))
    yield tell("players", {"title": fold.game.title, "players": players}, names), False
    before = snapshot(fold)
    told = 0
    for step in replay(record):
        if type(step.event) is Deal:
            yield "", False
        refused = step.finding is not None and type(step.event) is not Score
        if not refused:
            told_event = _with_ruling(step, sentence(step.event, before, step.state, names), names)
            yield f"{step.index:5}  {told_event}", False
        if step.finding is not None:
            yield f"{step.index:5}  {finding_line(step.finding, names, place=False)}", True
        if step.state.phase in COMPLETE and before.phase not in COMPLETE:
            deal = result.deals[step.state.deal - 1]
            for line in result_lines(deal, before, step.state, names, rules, result.rules):
                yield f"       {line}", False
        elif step.state.standing != before.standing and not (
            refused or UNRECORDED in (before.phase, step.state.phase)
        ):  # a gift, a turned Jack
            yield f"       {points(step.state, names)}", False
        before = step.state
        told = step.index + 1
    yield from _end(record, result, names, told)


def _with_ruling(step: Step, told: str, names: tuple[str, ...]) -> str:
    """The sentence with what an arbiter has ruled on the event."""
    if step.ruled is None:
        return told
    key = "stands"
    if step.event is DID_NOT_HAPPEN:
        key = "undone"
    elif step.event is DOES_NOT_COUNT:
        key = "uncounted"
    elif step.event is not step.written:
        key = "as-ruled"
    return tell(key, {"told": told, "ruled": step.ruled}, names)


def sentence(event: AnyEvent, before: Snapshot, after: Snapshot, names: tuple[str, ...]) -> str:
    """One legal event as a sentence."""
    key, facts = _said(event, before, after, names)
    return tell(key, facts, names)


def _said(
    event: AnyEvent, before: Snapshot, after: Snapshot, names: tuple[str, ...]
) -> tuple[str, dict[str, Any]]:
    """Which sentence of the catalogue tells this event, and the facts it needs."""
    if type(event) is Deal:
        hands = "   ".join(
            f"{plain(name)} {' '.join(card.sign for card in hand)}"
            for name, hand in zip(names, event.hands, strict=True)
            if hand
        )
        return "deal", {"deal": after.deal, "dealer": event.dealer, "hands": hands}
    if type(event) is Trick:
        makes_trump = before.trump is None and after.trump is not None
        return "trick-trumps" if makes_trump else "trick", _trick(event, before, after, names)
    if type(event) is Score:
        return "score", {"claimed": event.changes}
    if type(event) is Misdeal:
        return "misdeal", {"reason": "" if event.reason is UNSET else f" ({plain(event.reason)})"}
    if type(event) is Note:
        return "note", {"text": plain(event.text)}
    if type(event) is Gap:
        return "gap", {"text": "" if event.text is UNSET else f" ({plain(event.text)})"}
    if type(event) is Ruling:
        by = "" if event.by is UNSET else f" by {plain(event.by)}"
        return "ruling-told", {"by": by, "text": plain(event.text)}
    if isinstance(event, Kept):
        return "extension", {"kind": plain(event.kind)}
    facts = {
        name: value
        for name in ("seat", "target", "card", "cards", "call")
        if (value := getattr(event, name, UNSET)) is not UNSET
    }
    if "seat" in facts:
        facts |= {"hand": before.hands[facts["seat"]], "given": before.hands[facts["seat"]]}
    if "target" in facts:
        facts["taken"] = before.hands[facts["target"]]
    if before.phase == UNRECORDED:
        facts |= dict.fromkeys({"hand", "given", "taken"} & facts.keys(), Card["??"])
    if type(event) is Reveal:
        facts |= {"card": event.cards, "suit": after.trump}
    return _key(event, before, after), facts


def _key(event: AnyEvent, before: Snapshot, after: Snapshot) -> str:
    if type(event) is Call:
        return "bid" if event.call in BIDS else event.call
    if type(event) is Reveal and event.seat is UNSET:
        return _turned(before, after)
    if isinstance(event, (Cut, Draw)) and before.phase in CHOOSING:
        return "lot"
    if type(event) is Cut and before.taken is not None:  # nobody cuts in a game of tricks
        return "lot"
    if isinstance(event, (Cut, Draw)) and before.taken is None:  # the dealer's exchange
        # only a King may have been set aside, and after a gap nobody knows what was held
        if event.card.rank is None or before.phase == UNRECORDED:
            return "take-unseen"
        kept = before.hands[event.seat] == after.hands[event.seat]
        set_aside = event.card.rank in BLOCKERS and before.hands[event.seat] != (event.card,)
        return "take-refused" if kept and set_aside else "take"
    return kind_of(event)


def _turned(before: Snapshot, after: Snapshot) -> str:
    if before.trump != after.trump:
        return "turn-up"
    if before.phase != "turn-up" or after.trump is None:
        return "next-card"
    return {"run": "same-suit", "exposed": "no-run"}.get(after.phase, "next-card")


def _trick(
    event: Trick, before: Snapshot, after: Snapshot, names: tuple[str, ...]
) -> dict[str, Any]:
    plays = ", ".join(
        f"{plain(names[(event.leader + k) % len(names)])} {card.sign}"
        for k, card in enumerate(event.cards)
    )
    grown = [
        seat
        for seat, (was, now) in enumerate(zip(before.taken or (), after.taken or (), strict=True))
        if was != now
    ]
    winner = plain(names[grown[0]]) if grown else "?"
    return {"plays": plays, "winner": winner, "suit": after.trump}


def _end(
    record: Record, result: Outcome, names: tuple[str, ...], told: int
) -> Iterator[tuple[str, bool]]:
    if result.stopped:
        yield f"{result.stopped[0]:5}  {result.stopped[1]}", False
    for finding in result.findings:
        if finding.event is None:
            yield finding_line(finding, names), True
    sides = len(result.standing)
    winners = [side_name(side, names, sides) for side in result.winners]
    if winners:
        alone = len(winners) == 1 and sides == len(names)
        key = "winner" if alone else "winners"
        both = f" {catalogue().WORDS['and']} ".join(winners)
        yield "\n" + tell(key, {"winners": both}, names), False
    elif told < len(record.events) and not any(f.event == told for f in result.findings):
        yield "\n" + tell("untold", {"count": len(record.events) - told}, names), False
    elif result.status == "unfinished":
        yield "\n" + tell("unfinished", {}, names), False


def position(record: Record, at: Snapshot) -> Iterator[str]:
    """A snapshot as lines for people."""
    names = record.shown_names
    words, suits = catalogue().WORDS, catalogue().TABLES["suits"]
    yield f"{record.game}, after event {at.event}: deal {at.deal}, {at.phase}"
    for seat, hand in enumerate(at.hands):
        marks = [words["dealer"]] if seat == at.dealer else []
        marks += [words["to act"]] if seat == at.turn else []
        score = at.standing[seat % len(at.standing)] if at.standing else None
        cards = " ".join(card.sign for card in hand) or "-"
        note = f"   ({', '.join(marks)})" if marks else ""
        yield f"  {plain(names[seat]):12} {'?' if score is None else score:>4}   {cards}{note}"
    if at.trump:
        yield f"  {words['trumps']}: {suits[at.trump]}"
    if at.stock:
        yield f"  {words['stock']}: {' '.join(card.sign for card in at.stock)}"
    if at.winners:
        won = (side_name(side, names, len(at.standing)) for side in at.winners)
        yield f"  {words['won']}: {', '.join(won)}"
