"""A verdict as headings, paragraphs, lists and tables, whatever it is then written as."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardlog.cli.verdict.build import Case, DealEvidence, Verdict
from cardlog.engine.account import DealAccount, Held, Point, TrickTaken
from cardlog.engine.messages import changes_in_words, side_name

POINT_NAMES = {"high": "High", "low": "Low", "jack": "Jack", "game": "Game", "nine": "Nine"}


class Heading(NamedTuple):
    """A heading; 1 is the title."""

    level: int
    text: str


class Paragraph(NamedTuple):
    """A paragraph, with a word in bold in front of it."""

    label: str
    text: str


class Bullets(NamedTuple):
    """A list."""

    items: Sequence[str]


class Table(NamedTuple):
    """A table; `marked` are the rows that are in dispute."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    marked: frozenset[int] = frozenset()


Block = Heading | Paragraph | Bullets | Table


def laid_out(verdict: Verdict) -> Iterator[Block]:
    """The section of one record."""
    yield Heading(2, f"{verdict.source}, record {verdict.index}")
    yield Paragraph("Game.", f"{verdict.title}: {', '.join(verdict.players)}.")
    if verdict.rules:
        agreed = ", ".join(f"{name} = {value}" for name, value in verdict.rules.items())
        yield Paragraph("Agreed.", agreed)
    yield Paragraph("Record.", f"{verdict.id} ({verdict.status})")
    for case in verdict.cases:
        yield from _case(case)
    if verdict.stopped:
        yield Paragraph("Not judged from here on.", verdict.stopped)
    for deal in verdict.deals:
        yield from _deal(deal, verdict)


def _case(case: Case) -> Iterator[Block]:
    place = "" if case.event is None else f": event {case.event}"
    place += "" if case.deal is None else f", deal {case.deal}"
    yield Heading(3, f"Finding {case.number}{place}")
    yield Paragraph("Question.", case.question)
    yield Paragraph("Finding.", f"{case.finding} ({case.code})")
    clause = case.clause
    yield Paragraph(f"{clause.id}, {clause.title}.", f"{clause.text} ({clause.source})")
    if clause.reading:
        yield Paragraph("Reading.", clause.reading)
    if case.held:
        yield Table(("At that moment", "holds"), case.held)
    if case.known:
        yield Paragraph("Known.", "; ".join(case.known))
    if case.legal:
        yield Paragraph("What was legal.", "; ".join(case.legal))
    if case.changed:
        yield Paragraph("What it changed.", case.changed)
    by = f" ({case.remedy_clause})" if case.remedy_clause else ""
    yield Paragraph("What to do.", f"{case.remedy}{by}")
    if case.rulings:
        said = "; ".join(f"{effect} ({meaning})" for effect, meaning in case.rulings)
        yield Paragraph("Rulings that fit.", said)
    for note in case.notes:
        yield Paragraph("Note.", note)


def _deal(deal: DealEvidence, verdict: Verdict) -> Iterator[Block]:
    yield Heading(3, f"Deal {deal.deal}, event by event")
    yield Table(
        ("finding", "event", "what happened"),
        [
            (", ".join(map(str, line.cases)), str(line.event), line.told)
            for line in deal.lines
        ],
        frozenset(k for k, line in enumerate(deal.lines) if line.cases),
    )  # fmt: skip
    account = deal.account
    if account is None:
        return
    yield Heading(3, f"Deal {deal.deal}, added up")
    if deal.as_if:
        yield Paragraph("How it goes on.", f"The audit goes on {deal.as_if}.")
    if account.void:
        yield Paragraph("Void.", "The deal is void and changes nothing.")
    elif account.changes is None:
        yield Paragraph("Not complete.", "The deal is added up as far as it can be followed.")
    names = verdict.players
    if account.held:
        yield _held(account, names)
    if account.tricks:
        yield _tricks(account.tricks, names)
    sides = len(account.standing)
    said = [_point(point, names, sides) for point in account.points]
    said += [
        f"Event {at.event}: {at.points} at once to {side_name(at.side, names, sides)}"
        for at in account.scored
    ]
    if account.pips is not None and account.points:
        count = ", ".join(f"{side_name(k, names, sides)} {n}" for k, n in enumerate(account.pips))
        said.append(f"Count for Game: {count}")
    if account.bid:
        made = {True: "made", False: "not made", None: "open"}[account.bid["made"]]
        who = side_name(account.bid["side"], names, sides)
        said.append(f"Bid of {account.bid['value']} by {who}: {made}")
    if said:
        yield Bullets(said)
    if account.changes is not None and None not in account.changes:
        stake = _stake(verdict, account)
        yield Paragraph("Result.", changes_in_words(account.changes, names, stake) + ".")
    yield _standing(account, names)


def _stake(verdict: Verdict, account: DealAccount) -> str:
    if not account.held:
        return "points"
    return "tokens" if verdict.rules.get("stake") == '"tokens"' else "lives"


def _held(account: DealAccount, names: Sequence[str]) -> Table:
    rows = []
    for seat, row in enumerate(account.held):
        if row:
            came = ", then ".join(_came(held, names) for held in row)
            card = account.hands[seat]
            rows.append((names[seat], came, "-" if card is None else card.sign))
    return Table(("player", "came to hold", "in the end"), rows)


def _came(held: Held, names: Sequence[str]) -> str:
    if held.source is None:
        return f"{held.card.sign} (from the pack, event {held.event})"
    return f"{held.card.sign} (from {names[held.source]}, event {held.event})"


def _tricks(tricks: Sequence[TrickTaken], names: Sequence[str]) -> Table:
    rows = []
    for trick in tricks:
        plays = ", ".join(f"{names[play.seat]} {play.card.sign}" for play in trick.plays)
        counting = [play for play in trick.plays if play.pips]
        pips = " + ".join(f"{play.card.sign} {play.pips}" for play in counting) or "0"
        if len(counting) > 1:
            pips += f" = {sum(play.pips or 0 for play in counting)}"
        if any(play.pips is None for play in trick.plays):
            pips = "?"
        winner = "?" if trick.winner is None else names[trick.winner]
        rows.append((str(trick.event), plays, winner, pips))
    return Table(("event", "trick", "taken by", "counts for Game"), rows)


def _point(point: Point, names: Sequence[str], sides: int) -> str:
    if point.open:
        return f"{POINT_NAMES[point.name]}: open, unseen cards decide it"
    to = "nobody" if point.side is None else side_name(point.side, names, sides)
    facts = [] if point.card is None else [point.card.sign]
    if point.holder is not None:
        facts.append(f"had by {names[point.holder]}")
    if point.taker is not None:
        facts.append(f"taken by {names[point.taker]}")
    about = f" ({', '.join(facts)})" if facts else ""
    return f"{POINT_NAMES[point.name]} to {to}{about}"


def _standing(account: DealAccount, names: Sequence[str]) -> Table:
    sides = len(account.standing)
    header = ["side", "this deal", "stands at"]
    columns: list[Sequence[int | None]] = [account.changes or (None,) * sides, account.standing]
    if account.claimed is not None and account.sheet is not None:
        header += ["the table wrote", "its sheet stands at"]
        columns += [account.claimed, account.sheet]
    rows = [
        (side_name(side, names, sides), *(_number(column[side]) for column in columns))
        for side in range(sides)
    ]
    wrong = account.claimed is not None and account.changes is not None
    off = [k for k in range(sides) if wrong and columns[2][k] != columns[0][k]]
    return Table(header, rows, frozenset(off))


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)
