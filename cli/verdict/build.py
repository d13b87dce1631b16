"""What a verdict says, as plain data: it is laid out elsewhere (markdown.py, html.py)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

import msgspec
from msgspec import UNSET

from cardlog.cli.side_by_side import sentences
from cardlog.cli.verdict.words import event_told, move
from cardlog.engine.account import DealAccount, accounts
from cardlog.engine.audit import Audit
from cardlog.engine.fold import begin, clauses
from cardlog.engine.messages import plain
from cardlog.engine.remedies import RULINGS, remedy
from cardlog.engine.rules import STRUCTURE, Finding, Rule
from cardlog.records.cards import Card
from cardlog.records.events import Deal, Ruling, Score
from cardlog.records.game import Record, event_of

# How the audit goes on after an illegal event, by what it assumes of it.
AS_IF: Final = {
    "undone": "as if event {} had not happened",
    "stands": "as if event {} stood",
    "replaced": "as if event {} read otherwise",
    "void": "at the next deal",
    "missing": "as if something before event {} had not been written down",
}


class Clause(msgspec.Struct, frozen=True):
    """The clause that a finding rests on, as it is in force."""

    id: str
    title: str
    text: str
    source: str
    reading: str


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One finding, with all that it rests on.

    `held` is who held which cards at that moment, as far as they were seen; `known` what else lay
    open. `remedy` is what the rules prescribe, by `remedy_clause`, None where they name none;
    `rulings` are the effects of a `ruling` event that fit, and what each means.
    """

    number: int
    event: int | None
    deal: int | None
    code: str
    question: str
    finding: str
    clause: Clause
    held: tuple[tuple[str, str], ...]
    known: tuple[str, ...]
    legal: tuple[str, ...]
    changed: str | None
    remedy: str
    remedy_clause: str | None
    rulings: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """One event of the evidence; `cases` are the numbers of the findings on it."""

    event: int
    told: str
    cases: tuple[int, ...]


class DealEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """A deal event by event, and how it adds up; `as_if` says how it goes on after a fault."""

    deal: int
    lines: tuple[Line, ...]
    account: DealAccount | None
    as_if: str | None


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on one record."""

    source: str
    index: int
    id: str
    game: str
    title: str
    players: tuple[str, ...]
    partners: bool
    rules: dict[str, str]
    status: str
    ok: bool
    stopped: str | None
    cases: tuple[Case, ...]
    deals: tuple[DealEvidence, ...]


def verdict(source: str, index: int, record: Record, answer: Audit) -> Verdict:
    """The verdict on a record that has been audited."""
    fold = begin(record)
    book = (*clauses(fold), STRUCTURE)
    names = tuple(map(plain, record.shown_names))
    told = _told(record, answer.findings)
    cases = tuple(
        _case(number, finding, record, book, names, told)
        for number, finding in enumerate(answer.findings, 1)
    )
    stopped = answer.stopped
    return Verdict(
        source=source,
        index=index,
        id=record.id,
        game=fold.game.name,
        title=fold.game.title,
        players=names,
        partners=len(fold.state.standing) not in (0, len(names)),
        rules={name: msgspec.json.encode(value).decode() for name, value in record.rules.items()},
        status=answer.status,
        ok=answer.ok,
        stopped=None if stopped is None else f"event {stopped[0]}: {stopped[1]}",
        cases=cases,
        deals=tuple(_deals(record, answer, cases, told)),
    )


# ---- one finding ----


def _case(
    number: int,
    finding: Finding,
    record: Record,
    book: Sequence[Rule],
    names: Sequence[str],
    told: dict[int, str],
) -> Case:
    rule = next(rule for rule in book if rule.id == finding.rule)
    found = remedy(finding.code, finding.rule, book)
    return Case(
        number=number,
        event=finding.event,
        deal=finding.deal,
        code=finding.code,
        question=_question(finding, record, told),
        finding=finding.message,
        clause=Clause(rule.id, rule.title, rule.text, rule.source, rule.reading),
        held=tuple(_held(finding, record, names)),
        known=tuple(_known(finding)),
        legal=tuple(move(word, names) for word in finding.expected),
        changed=None if finding.changed is None else finding.changed.text,
        remedy=found.text,
        remedy_clause=found.clause,
        rulings=tuple((effect, RULINGS[effect]) for effect in found.rulings),
        notes=tuple(_notes(finding, record)),
    )


def _question(finding: Finding, record: Record, told: dict[int, str]) -> str:
    if finding.event is None:
        return f"Can {len(record.players)} play this game?"
    event = record.events[finding.event]
    said = told.get(finding.event) or event_told(event, record.shown_names)
    if isinstance(event, Score) and finding.deal is not None:
        return f"Is this the score of deal {finding.deal}? {said}."
    if isinstance(event, Deal):
        return f"Is this deal in order? {said}."
    return f"Was this in order? {said}."


def _held(finding: Finding, record: Record, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    facts = finding.facts
    hands = facts.get("hands", ())
    if facts.get("phase") == "miscounted":  # the deal alone knows who got more than a hand holds
        deals = (e for e in reversed(record.events[: finding.event]) if isinstance(e, Deal))
        hands = [[str(card.value) for card in hand] for deal in deals for hand in deal.hands]
        hands = hands[: len(names)]
    for seat, hand in enumerate(hands):
        marks = [word for word, key in (("dealer", "dealer"), ("to act", "turn"))
                 if facts.get(key) == seat]  # fmt: skip
        who = f"{names[seat]} ({', '.join(marks)})" if marks else names[seat]
        yield who, _signs(hand) or "-"


def _known(finding: Finding) -> Iterable[str]:
    facts = finding.facts
    if facts.get("trump"):
        yield f"trumps: {Card('?' + facts['trump']).sign[1:]}"
    if facts.get("top"):
        yield f"on top of the stock: {Card(facts['top']).sign}"


def _signs(cards: Iterable[str]) -> str:
    return " ".join(Card(card).sign for card in cards)


def _notes(finding: Finding, record: Record) -> Iterable[str]:
    if finding.ruled is not None:
        ruling = record.events[finding.ruled]
        text = f": {plain(ruling.text)}" if isinstance(ruling, Ruling) else ""
        yield f"The arbiter has ruled on it at event {finding.ruled}{text}"
    ruled = {each.event for each in record.events if isinstance(each, Ruling)}
    if finding.depends in ruled and finding.depends is not None:
        yield (
            f"This follows from the ruling on event {finding.depends}; `cardlog ruling --follow`"
            " rules on what follows too."
        )
    elif finding.depends is not None:
        yield f"This depends on how event {finding.depends} is judged."


# ---- the deals that are in dispute ----


def _told(record: Record, findings: Iterable[Finding]) -> dict[int, str]:
    """Every event of those deals in a sentence; what did not happen, in plain words."""
    numbers = {finding.deal for finding in findings}
    wanted: set[int] = set()
    deal = 0
    for index, event in enumerate(record.events):
        deal += isinstance(event, Deal)
        if deal in numbers or (deal == 0 and {None, 1} & numbers):
            wanted.add(index)
    followed, _ = as_assumed(record, findings)
    told = sentences(followed, wanted, event_told)
    by = begin(followed).run(until=0).events
    for index in wanted:
        if by[index] is not record.events[index]:
            told[index] = event_told(record.events[index], record.shown_names)
    return told


def _deals(
    record: Record, answer: Audit, cases: Sequence[Case], told: dict[int, str]
) -> Iterable[DealEvidence]:
    followed, as_if = as_assumed(record, answer.findings)
    by_number = {account.deal: account for account in accounts(followed)}
    starts = [k for k, event in enumerate(record.events) if isinstance(event, Deal)]
    ends = [*starts[1:], len(record.events)]
    for deal in sorted({case.deal for case in cases if case.deal is not None}):
        if deal > len(starts):
            continue
        first = starts[deal - 1] if deal > 1 else 0
        lines = [
            Line(
                index,
                told.get(index) or event_told(record.events[index], record.shown_names),
                tuple(case.number for case in cases if case.event == index),
            )
            for index in range(first, ends[deal - 1])
        ]
        account = by_number.get(deal)
        yield DealEvidence(deal=deal, lines=tuple(lines), account=account, as_if=as_if.get(deal))


def as_assumed(record: Record, findings: Iterable[Finding]) -> tuple[Record, dict[int, str]]:
    """The record with what the audit assumed as rulings, and by deal, that in words.

    An event that was not written down cannot be put in by a ruling: there it ends.
    """
    rulings: list[Ruling] = []
    words: dict[int, list[str]] = {}
    for finding in findings:
        if finding.assumed is None or finding.event is None:
            continue
        said = AS_IF[finding.assumed].format(finding.event)
        words.setdefault(finding.deal or 0, []).append(said)
        if finding.assumed not in ("stands", "undone", "replaced"):
            break
        meant = finding.facts.get("assumed")
        rulings.append(
            Ruling(
                text="",
                event=finding.event,
                effect=cast(Any, finding.assumed),
                with_=cast(Any, event_of(meant[0], finding.event)) if meant else UNSET,
            )
        )
    followed = msgspec.structs.replace(record, events=(*record.events, *rulings))
    return followed, {deal: "; ".join(said) for deal, said in words.items()}
