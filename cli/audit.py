"""`cardlog audit`: checks every event against the rules and every claim against the fold."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, show

if TYPE_CHECKING:
    from cardlog.cli.verdicts import Verdict

EPILOG = """Examples:

\b
  cardlog audit night.msgpack
  cardlog audit archive/*.jsonl --json -j 4
  cat game.json | cardlog audit - --from json
  cardlog audit archive/*.jsonl --quarantine bad -o good.jsonl
  cardlog audit archive/*.jsonl --edition sources-public

Exit status: 0 all in order, 1 a record breaks a rule or claims what is not so,
2 a record or a file cannot be read. Every record is answered.

After an illegal event the audit goes on from the least departure that the rules
allow, says which, and marks later findings as depending on it. It ends at a gap. What
an arbiter has ruled on is listed and no longer counts as wrong.

Large inputs are shared out among the processor's cores; the output is the same.
--quarantine sets records that cannot be read or are not in order aside, byte for
byte, each with its findings; with -o the others are written to OUT. --edition
compares instead what each record comes to under its own edition of the rules with
what it would under another (cardlog rules --editions): status 1 where some differ.
"""


def add_to(app: typer.Typer) -> None:
    app.command("audit", epilog=EPILOG)(audit)


def audit(
    files: list[str] = inputs.Files,
    json: bool = typer.Option(False, "--json", help="A line of JSON for every record."),
    jobs: int = typer.Option(
        None, "-j", "--jobs", min=1, max=256, help="How many processes; by default as is best."
    ),
    quarantine: str = typer.Option(
        None, "--quarantine", metavar="DIR", help="Set records that are not in order aside here."
    ),
    out: str = typer.Option(
        None, "-o", "--output", metavar="OUT", help="With --quarantine: write the others here."
    ),
    edition: str = typer.Option(
        None, "--edition", metavar="E", help="Which would come out differently under edition E."
    ),
    format: str = inputs.Format,
) -> None:
    """Check every event and every written score."""
    from cardlog.cli.quarantine import sorting
    from cardlog.cli.verdicts import Task

    if out is not None and quarantine is None:
        raise show.fail("-o writes what is in order: say with --quarantine where the rest goes")
    if edition is not None:
        raise typer.Exit(_under(edition, files, json, jobs, quarantine, format))
    status = show.Status()
    counts = dict.fromkeys(
        ("in order", "in order as far as checked", "with findings", "unreadable"), 0
    )
    with contextlib.ExitStack() as stack:
        task = Task(ids=json or quarantine is not None)
        found = stack.enter_context(inputs.verdicts(files, format, task, jobs, quarantine))
        made = sorting(quarantine, out, format, line_of) if quarantine else None
        sort = stack.enter_context(made) if made else None
        for verdict in found:
            _count(verdict, status, counts)
            if json:
                show.line(line_of(verdict))
            else:
                _say(verdict)
            if sort:
                sort(verdict)
    if not json:
        summary = ", ".join(f"{n} {what}" for what, n in counts.items() if n)
        show.complain(f"{show.records(sum(counts.values()))}: {summary}")
    if sort:
        show.complain(sort.summary)
    raise typer.Exit(status.code)


def _under(
    edition: str, files: list[str], json: bool, jobs: int, quarantine: str | None, format: str
) -> int:
    from cardlog.cli.editions import compare
    from cardlog.cli.verdicts import Task
    from cardlog.engine import editions
    from cardlog.records.errors import RecordError

    if quarantine is not None:
        raise show.fail("--edition and --quarantine: another edition finds no record at fault")
    try:
        editions.edition(edition)
    except RecordError as error:
        raise show.fail(error.message) from None
    with inputs.verdicts(files, format, Task(ids=json, edition=edition), jobs) as found:
        return compare(found, edition, json)


def _count(verdict: Verdict, status: show.Status, counts: dict[str, int]) -> None:
    answer = verdict.answer
    if verdict.error is not None:
        status.at_least(show.FAILED)
        counts["unreadable"] += 1
        return
    status.at_least(show.FINE if answer.ok else show.WRONG)
    order = "in order as far as checked" if answer.stopped else "in order"
    counts[order if answer.ok else "with findings"] += 1


def line_of(verdict: Verdict) -> dict[str, Any]:
    """The line of `--json` for a record."""
    if verdict.error is not None:
        return show.error_map(verdict.error)
    answer = verdict.answer
    line: dict[str, Any] = {
        "source": verdict.source,
        "index": verdict.index,
        "id": verdict.id,
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


def _say(verdict: Verdict) -> None:
    if verdict.error is not None:
        show.error(verdict.error, json=False)
        return
    answer, names = verdict.answer, verdict.names
    told = "in order" if answer.ok else show.styled("NOT in order", fg="red", bold=True)
    if answer.stopped:
        told += f" before event {answer.stopped[0]}, and not checked from there on"
    typer.echo(f"{verdict.source} record {verdict.index}: {answer.game}, {answer.status}, {told}")
    for finding in answer.findings:
        typer.echo(show.printable(f"  {show.finding_line(finding, names)}"))
        if finding.without is not None and answer.result is not None:
            from cardlog.cli.results import told_result

            for words, result in (("as ruled", answer.result), ("without it", finding.without)):
                typer.echo(show.printable(f"    {words}: {told_result(result, names)}"))
    if answer.stopped:
        typer.echo(f"  event {answer.stopped[0]}: {answer.stopped[1]}")
