"""`cardlog audit --edition`: which records come out differently under another edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import typer

from cardlog.cli import show
from cardlog.cli.results import told_result
from cardlog.cli.verdicts import Verdict


def compare(found: Iterable[Verdict], edition: str, json: bool) -> int:
    """Tell of every record, and sum up on standard error; the exit status."""
    status = show.Status()
    reasons: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for verdict in found:
        if verdict.error is not None:
            status.at_least(show.FAILED)
            counts["unreadable"] += 1
            show.error(verdict.error, json)
            continue
        same = verdict.answer.same
        counts["the same" if same else "different"] += 1
        if not same:
            status.at_least(show.WRONG)
            reasons[verdict.answer.rule or "?"] += 1
        if json:
            show.line(_map(verdict))
        elif not same:
            _say(verdict)
    kinds = ("the same", "different", "unreadable")
    summary = ", ".join(f"{counts[kind]} {kind}" for kind in kinds if counts[kind])
    show.complain(f"edition {edition}: {show.records(counts.total())}: {summary}")
    for rule, count in reasons.most_common():
        show.complain(f"  {rule}: {show.records(count)}")
    return status.code


def _map(verdict: Verdict) -> dict[str, Any]:
    answer = verdict.answer
    return {
        "source": verdict.source,
        "index": verdict.index,
        "id": verdict.id,
        "game": answer.game,
        "edition": dict(zip(("from", "to"), answer.edition, strict=True)),
        "same": answer.same,
        "event": answer.event,
        "rule": answer.rule,
        "before": answer.before,
        "after": answer.after,
    }


def _say(verdict: Verdict) -> None:
    answer = verdict.answer
    where = "before any event" if answer.event is None else f"from event {answer.event} on"
    typer.echo(
        f"{verdict.source} record {verdict.index}: {answer.game}, differs {where} ({answer.rule})"
    )
    for name, result in zip(answer.edition, (answer.before, answer.after), strict=True):
        told = told_result(result, verdict.names)
        typer.echo(show.printable(f"  edition {name}: {told}"))
