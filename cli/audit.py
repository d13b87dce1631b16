"""`cardlog audit`: checks every event against the rules and every claim against the fold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, show, verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlog.engine.audit import Audit
    from cardlog.engine.rules import Finding
    from cardlog.engine.unseen import Unseen
    from cardlog.records.game import Record

ORDER = ("in order", "in order as far as is certain", "in order as far as checked")
EPILOG = """Examples:

\b
  cardlog audit night.msgpack
  cardlog audit archive/*.jsonl --json
  cat game.json | cardlog audit - --from json
  cardlog audit game.json --report verdict.html     the verdict, to be read aloud

Exit status: 0 all in order, 1 a record breaks a rule or claims what is not so,
2 a record or a file cannot be read. Every record is answered.

After an illegal event the audit goes on from the least departure that the rules
allow, says which, and marks later findings as depending on it. After a gap it says
only what is certain. What an arbiter has ruled on is listed and no longer counts as
wrong.
"""


def add_to(app: typer.Typer) -> None:
    app.command("audit", epilog=EPILOG)(audit)


def audit(
    files: list[str] = inputs.Files,
    json: bool = typer.Option(False, "--json", help="A line of JSON for every record."),
    possible: bool = typer.Option(
        False, "--possible", help="Also list what may have been wrong with cards that nobody saw."
    ),
    format: str = inputs.Format,
    report: str = verdict.Option,
) -> None:
    """Check every event and every written score."""
    from functools import partial

    from cardlog.engine.audit import audit as audited
    from cardlog.records.errors import RecordError

    check = partial(audited, possible=possible)

    status = show.Status()
    written = verdict.report_to(report)
    counts = dict.fromkeys((*ORDER, "with findings", "unreadable"), 0)
    for source, index, record, answer in inputs.answers(files, format, check):
        if isinstance(record, RecordError) or answer is None:
            status.at_least(show.FAILED)
            counts["unreadable"] += 1
            show.error(record, json)
            if written:
                written.add_error(record)
            continue
        status.at_least(show.FINE if answer.ok else show.WRONG)
        order = ORDER[2 if answer.stopped else 1 if answer.gaps else 0]
        counts[order if answer.ok else "with findings"] += 1
        if written:
            written.add(source, index, record, answer)
        if json:
            show.line(_map(source, index, record, answer))
        else:
            _say(source, index, record, answer)
    if not json:
        summary = ", ".join(f"{n} {what}" for what, n in counts.items() if n)
        show.complain(f"{show.records(sum(counts.values()))}: {summary}")
    if written:
        written.write()
    raise typer.Exit(status.code)


def _map(source: str, index: int, record: Record, answer: Audit) -> dict[str, Any]:
    from msgspec import to_builtins

    line: dict[str, Any] = {
        "source": source,
        "index": index,
        "id": record.id,
        "game": answer.game,
        "ok": answer.ok,
        "status": answer.status,
        "findings": [show.finding_map(f) for f in answer.findings],
    }
    if answer.unseen:
        line["unseen"] = to_builtins(answer.unseen)
        if answer.unseen.possible is None:
            del line["unseen"]["possible"]
        else:
            line["unseen"]["possible"] = list(map(show.finding_map, answer.unseen.possible))
    if answer.gaps:
        line["gaps"] = answer.gaps
    if answer.stopped:
        line["stopped"] = {"event": answer.stopped[0], "message": answer.stopped[1]}
    return line


def _say(source: str, index: int, record: Record, answer: Audit) -> None:
    order = ORDER[1 if answer.gaps and not answer.stopped else 0]
    verdict = order if answer.ok else show.styled("NOT in order", fg="red", bold=True)
    if answer.stopped:
        verdict += f" before event {answer.stopped[0]}, and not checked from there on"
    typer.echo(f"{source} record {index}: {answer.game}, {answer.status}, {verdict}")
    for finding in answer.findings:
        typer.echo(show.printable(f"  {show.finding_line(finding, record.shown_names)}"))
    if answer.unseen and answer.unseen.possible is not None:
        _say_open(answer.unseen, answer.unseen.possible, record.shown_names)
    for gap in answer.gaps:
        typer.echo(f"  event {gap}: a gap; what follows is judged only as far as it is certain")
    if answer.stopped:
        typer.echo(f"  event {answer.stopped[0]}: {answer.stopped[1]}")


def _say_open(unseen: Unseen, possible: Sequence[Finding], names: Sequence[str]) -> None:
    """What cards that nobody saw leave open."""
    from msgspec.structs import replace

    for deal in unseen.open:
        ways = " or ".join(", ".join(map(show.change, each)) for each in deal.changes)
        typer.echo(f"  deal {deal.deal} may have come to {ways}")
    for finding in possible:
        line = show.finding_line(replace(finding, expected=()), names)
        typer.echo(show.printable(f"  possible, by the cards that nobody saw: {line}"))
    for number in unseen.undecided:
        typer.echo(f"  deal {number}: the search for cards that explain it was given up")
