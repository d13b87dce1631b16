"""`cardlog audit`: checks every event against the rules and every claim against the fold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, show

if TYPE_CHECKING:
    from cardlog.engine.audit import Audit
    from cardlog.records.game import Record

EPILOG = """Examples:

\b
  cardlog audit night.msgpack
  cardlog audit archive/*.jsonl --json
  cat game.json | cardlog audit - --from json

Exit status: 0 all in order, 1 a record breaks a rule or claims what is not so,
2 a record or a file cannot be read. Every record is answered.

After an illegal event the audit goes on from the least departure that the rules
allow, says which, and marks later findings as depending on it. It ends at a gap. What
an arbiter has ruled on is listed and no longer counts as wrong.
"""


def add_to(app: typer.Typer) -> None:
    app.command("audit", epilog=EPILOG)(audit)


def audit(
    files: list[str] = inputs.Files,
    json: bool = typer.Option(False, "--json", help="A line of JSON for every record."),
    format: str = inputs.Format,
) -> None:
    """Check every event and every written score."""
    from cardlog.engine.audit import audit as check
    from cardlog.records.errors import RecordError

    status = show.Status()
    counts = dict.fromkeys(
        ("in order", "in order as far as checked", "with findings", "unreadable"), 0
    )
    for source, index, record, answer in inputs.answers(files, format, check):
        if isinstance(record, RecordError) or answer is None:
            status.at_least(show.FAILED)
            counts["unreadable"] += 1
            show.error(record, json)
            continue
        status.at_least(show.FINE if answer.ok else show.WRONG)
        order = "in order as far as checked" if answer.stopped else "in order"
        counts[order if answer.ok else "with findings"] += 1
        if json:
            show.line(_map(source, index, record, answer))
        else:
            _say(source, index, record, answer)
    if not json:
        summary = ", ".join(f"{n} {what}" for what, n in counts.items() if n)
        show.complain(f"{show.records(sum(counts.values()))}: {summary}")
    raise typer.Exit(status.code)


def _map(source: str, index: int, record: Record, answer: Audit) -> dict[str, Any]:
    line: dict[str, Any] = {
        "source": source,
        "index": index,
        "id": record.id,
        "game": answer.game,
        "ok": answer.ok,
        "status": answer.status,
        "findings": [show.finding_map(f) for f in answer.findings],
    }
    if answer.result is not None:
        line["result"] = answer.result
    if answer.stopped:
        line["stopped"] = {"event": answer.stopped[0], "message": answer.stopped[1]}
    return line


def _say(source: str, index: int, record: Record, answer: Audit) -> None:
    verdict = "in order" if answer.ok else show.styled("NOT in order", fg="red", bold=True)
    if answer.stopped:
        verdict += f" before event {answer.stopped[0]}, and not checked from there on"
    typer.echo(f"{source} record {index}: {answer.game}, {answer.status}, {verdict}")
    for finding in answer.findings:
        typer.echo(show.printable(f"  {show.finding_line(finding, record.shown_names)}"))
        if finding.without is not None and answer.result is not None:
            from cardlog.cli.results import told_result

            for words, result in (("as ruled", answer.result), ("without it", finding.without)):
                told = told_result(result, record.shown_names)
                typer.echo(show.printable(f"    {words}: {told}"))
    if answer.stopped:
        typer.echo(f"  event {answer.stopped[0]}: {answer.stopped[1]}")
