"""The reports for arbiters and for a room's fraud desk, but for those on chance."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardlog.records.events import (
    AnyEvent,
    Block,
    Call,
    Cut,
    Deal,
    Discard,
    Draw,
    Extension,
    Gap,
    Misdeal,
    Note,
    Reveal,
    Ruling,
    Score,
    Stay,
    Swap,
    Trick,
    Unknown,
)
from cardlog.records.game import Record
from tests.queries.plain.model import Matches, Rows, claim, counts, deals, share, wilson

LETTERS: dict[type, str] = {
    Deal: "D", Stay: "s", Swap: "x", Block: "b", Cut: "c", Draw: "d", Call: "a", Discard: "p",
    Trick: "t", Misdeal: "m", Score: "S", Gap: "g", Note: "n", Ruling: "j", Extension: "e",
    Unknown: "?",
}  # fmt: skip


def letter(event: AnyEvent) -> str:
    if isinstance(event, Reveal):
        return "u" if event.seat is UNSET else "r"
    return LETTERS[type(event)]


@counts
def duplicates(matches: Matches) -> Rows:
    found: dict[Any, list[int]] = defaultdict(list)
    cards: dict[int, list[Any]] = defaultdict(list)
    course: dict[int, list[str]] = defaultdict(list)
    for dealt in deals(matches):
        cards[dealt.number].append(dealt.begun.hands)
        course[dealt.number].append("".join(map(letter, dealt.events)))
    seen = {
        number: sum("?" not in c.value and not is_special(c) for h in hands for x in h for c in x)
        for number, hands in cards.items()
    }
    for number, hands in cards.items():
        if seen[number] >= 20:
            found[matches[number][0].game, len(hands), tuple(hands)].append(number)
    rows: Rows = []
    for (game, n, _), numbers in found.items():
        if len(numbers) > 1:
            records = [matches[number][0] for number in numbers]
            rows.append(
                (
                    numbers, len({r.id for r in records}), game, n, seen[numbers[0]],
                    len({r.players for r in records}), len({tuple(course[k]) for k in numbers}),
                )
            )  # fmt: skip
    return rows


def is_special(card: Any) -> bool:
    return len(card.value) != 2 or card.value[1] not in "cdhs?"


@counts
def near_duplicates(matches: Matches) -> Rows:
    packs: dict[Any, list[tuple[int, int]]] = defaultdict(list)
    for dealt in deals(matches):
        stock = dealt.begun.stock
        known = [c for hand in dealt.begun.hands for c in hand]
        known += () if stock is UNSET else stock
        if sum("?" not in c.value and not is_special(c) for c in known) >= 12:
            key = dealt.begun.hands, None if stock is UNSET else stock
            packs[key].append((dealt.number, dealt.deal))
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for places in packs.values():
        for one, a in places:
            for other, b in places:
                if one < other:
                    pairs[one, other].append((a, b))
    rows: Rows = []
    for (one, other), shared in pairs.items():
        first, second = matches[one][0], matches[other][0]
        n = [sum(isinstance(e, Deal) for e in r.events) for r in (first, second)]
        same = all(a == b for a, b in shared)
        count = len({a for a, _ in shared})
        if not (same and [count, count] == n):
            rosters = first.players == second.players
            rows.append((one, other, first.game, count, *n, same, rosters))
    return rows


@counts
def find_sequence(matches: Matches, pattern: str = "xxb") -> Rows:
    rows: Rows = []
    for dealt in deals(matches):
        kinds = "".join(map(letter, dealt.events))
        match = re.search(pattern, kinds)
        if match:
            event = dealt.first + match.start()
            rows.append(
                (dealt.number, dealt.record.id, dealt.game, dealt.deal, event, match[0], kinds)
            )
    return rows


@counts
def void_deals(matches: Matches) -> Rows:
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for dealt in deals(matches):
        if dealt.result is not None:
            of = found[dealt.game, dealt.record.players[dealt.result.dealer]]
            of["deals"] += 1
            of["void"] += dealt.result.void
            said = any(isinstance(event, Misdeal) for event in dealt.events)
            of["called"] += dealt.result.void and said
    return [
        (
            *key, of["deals"], of["void"], of["called"], of["void"] / of["deals"],
            *wilson(of["void"], of["deals"]),
        )
        for key, of in found.items()
    ]  # fmt: skip


@counts
def findings_by_rule(matches: Matches) -> Rows:
    found: dict[tuple[str, str, str], list[tuple[int, Any]]] = defaultdict(list)
    for number, (record, _, audit) in enumerate(matches):
        for each in audit.findings:
            found[record.game, each.rule, each.code].append((number, each))
    return [
        (
            *key, len(all_), len({n for n, _ in all_}), sum(f.depends is None for _, f in all_),
            sum(f.ruled is not None for _, f in all_), min(n for n, _ in all_),
        )
        for key, all_ in found.items()
    ]  # fmt: skip


@counts
def findings_by_player(matches: Matches) -> Rows:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for record, _, audit in matches:
        for seat, player in enumerate(record.players):
            own = [f for f in audit.findings if f.seat == seat and f.depends is None]
            of = found[player]
            of["matches"] += 1
            of["deals"] += sum(isinstance(event, Deal) for event in record.events)
            of["findings"] += len(own)
            of["ruled"] += sum(f.ruled is not None for f in own)
            of["records"] += bool(own)
    names = ("matches", "deals", "findings", "ruled", "records")
    return [
        (player, *(of[n] for n in names), share(100 * of["findings"], of["deals"]))
        for player, of in found.items()
    ]


@counts
def not_in_order(matches: Matches) -> Rows:
    rows: Rows = []
    for number, (record, found, audit) in enumerate(matches):
        if audit.status != "finished" or not audit.ok:
            first = audit.findings[0] if audit.findings else None
            stopped = found.stopped[1] if found.stopped else None
            dealt = sum(isinstance(event, Deal) for event in record.events)
            rows.append(
                (
                    number, record.id, record.game, audit.status, audit.ok, dealt,
                    len(record.events), len(audit.findings), first.event if first else None,
                    first.message if first else stopped,
                )
            )  # fmt: skip
    return rows


@counts
def false_claims(matches: Matches) -> Rows:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for dealt in deals(matches):
        if dealt.changes is None:
            continue
        of, said = found[dealt.game], claim(dealt)
        off = [
            s - c
            for s, c in zip(said or (), dealt.changes, strict=said is not None)
            if c is not None
        ]
        of["deals"] += 1
        of["claims"] += said is not None
        of["false"] += any(off)
        of["more"] += any(each > 0 for each in off)
        of["less"] += any(each < 0 for each in off)
    return [
        (
            game, of["deals"], of["claims"], of["false"], of["more"], of["less"],
            share(of["false"], of["claims"]),
        )
        for game, of in found.items()
    ]  # fmt: skip


@counts
def several_records(matches: Matches) -> Rows:
    found: dict[str, list[int]] = defaultdict(list)
    for number, (record, _, _) in enumerate(matches):
        if record.uid is not UNSET:
            found[record.uid].append(number)
    rows: Rows = []
    for uid, numbers in found.items():
        if len(numbers) > 1:
            its = [matches[number][0] for number in numbers]
            said = [[compared(record, k) for k in range(len(record.events))] for record in its]
            parted = (
                k
                for k in range(max(map(len, said)))
                if len({str(each[k]) for each in said if k < len(each) and each[k]}) > 1
            )
            rows.append(
                (
                    uid, len(its), numbers, [r.id for r in its],
                    [None if r.observer is UNSET else str(r.observer) for r in its],
                    [len(r.events) for r in its],
                    len({str((r.game, r.rules, r.players, r.standing)) for r in its}),
                    next(parted, None),
                )
            )  # fmt: skip
    return rows


def compared(record: Record, k: int) -> Any:
    """What of an event is held against that of another record; None where a card was not seen."""
    event = record.events[k]
    told = msgspec.json.decode(msgspec.json.encode(event))
    kept = {key: told[key] for key in COMPARED if key in told}
    if isinstance(event, Score):
        start = max((j for j in range(k) if isinstance(record.events[j], Deal)), default=0)
        if any(isinstance(each, Score) for each in record.events[start:k]):
            kept.pop("changes")
    elif isinstance(event, (Note, Ruling, Extension, Unknown, Gap)):
        kept = {"type": letter(event)}
    return None if "?" in str(kept.get("hands", kept.get("cards", kept.get("card")))) else kept


# No times, no stocks.
COMPARED: Final = (
    "type", "seat", "with", "card", "cards", "hands", "call", "changes", "dealer", "leader",
)  # fmt: skip


@counts
def rulings(matches: Matches) -> Rows:
    return [
        (
            dealt.number,
            dealt.record.id,
            dealt.game,
            dealt.deal,
            *map(given, (e.effect, e.event, e.by)),
            e.text,
        )
        for dealt in deals(matches)
        for e in dealt.events
        if isinstance(e, Ruling)
    ]


def given(value: Any) -> Any:
    return None if value is UNSET else value
