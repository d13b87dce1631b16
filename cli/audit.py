"""`cardlog audit`: checks every event against the rules and every claim against the fold."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, show
from cardlog.cli.verdict import Option as ReportOption
from cardlog.cli.verdict import report_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cardlog.cli.verdict import Report
    from cardlog.cli.verdicts import Task, Verdict
    from cardlog.engine.audit import Audit
    from cardlog.engine.rules import Finding
    from cardlog.engine.unseen import Unseen
    from cardlog.records.errors import RecordError
    from cardlog.records.game import Record

ORDER = ("in order", "in order as far as is certain", "in order as far as checked")
EPILOG = """Examples:

\b
  cardlog audit night.msgpack
  cardlog audit logs/*.jsonl --json -j 4
  cardlog audit disputed.json --report verdict.html
  cat game.json | cardlog audit - --from json
  cardlog audit archive --edition sources-public
  cardlog audit logs/*.jsonl --quarantine bad -o good.jsonl
  cardlog audit /shared/*.jsonl --cluster tcp://10.0.0.5:8786

Exit status: 0 all in order, 1 a record breaks a rule or claims what is not so,
2 a record or a file cannot be read. Every record is answered.

After an illegal event the audit goes on from the least departure that the rules
allow, says which, and marks later findings as depending on it. What follows a gap is
judged only as far as it is certain, and cards that nobody saw prove only what they
prove whatever they were. What an arbiter has ruled on is listed and no longer counts
as wrong. --report also writes the verdict as a document to be read aloud.

An archive that is a folder may stand among FILES: each record is answered by the
number that it has there, its written results are not relied upon, and many are judged
at once with cardlog[fast]. Whether rows are those of their content id is then left to
cardlog archive check.

Large inputs are shared out among the processor's cores; the output is the same.
--quarantine sets records that cannot be read or are not in order aside, byte for
byte, each with its findings; with -o the others are written to OUT. --edition
compares instead what each record comes to under its own edition of the rules with
what it would under another (cardlog rules --editions): status 1 where some differ.
--cluster has the workers of a Dask cluster do the work: pip install "cardlog[cluster]".
"""


def add_to(app: typer.Typer) -> None:
    app.command("audit", epilog=EPILOG)(audit)


def audit(
    files: list[str] = inputs.Files,
    json: bool = typer.Option(False, "--json", help="A line of JSON for every record."),
    possible: bool = typer.Option(
        False, "--possible", help="Also list what may have been wrong with cards that nobody saw."
    ),
    report: str = ReportOption,
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
    cluster: str = inputs.Cluster,
    format: str = inputs.Format,
) -> None:
    """Check every event and every written score."""
    from cardlog.cli.quarantine import sorting
    from cardlog.cli.verdicts import Task

    if out is not None and quarantine is None:
        raise show.fail("-o writes what is in order: say with --quarantine where the rest goes")
    if report is not None and (quarantine is not None or edition is not None):
        raise show.fail("--report tells of one audit: leave --quarantine and --edition away")
    if report is not None and cluster is not None:
        raise show.fail("--report is written by one process: leave --cluster away")
    inputs.check_cluster(cluster, files, jobs)
    if quarantine is not None or cluster is not None:
        _refuse_archives(files, "--quarantine" if cluster is None else "--cluster")
    if edition is not None:
        raise typer.Exit(_under(edition, files, json, jobs, quarantine, cluster, format))
    status = show.Status()
    counts = dict.fromkeys((*ORDER, "with findings", "unreadable"), 0)
    written = report_to(report)
    with contextlib.ExitStack() as stack:
        task = Task(ids=json or quarantine is not None, possible=possible)
        if written:
            found = _reported(files, format, task, written)
        else:
            found = stack.enter_context(
                inputs.verdicts(files, format, task, jobs, quarantine, cluster)
            )
        made = sorting(quarantine, out, format, line_of) if quarantine else None
        sort = stack.enter_context(made) if made else None
        for verdict in found:
            _count(verdict, status, counts)
            if json:
                show.line(line_of(verdict))
            else:
                say(verdict)
            if sort:
                sort(verdict)
    if not json:
        summary = ", ".join(f"{n} {what}" for what, n in counts.items() if n)
        show.complain(f"{show.records(sum(counts.values()))}: {summary}")
    if sort:
        show.complain(sort.summary)
    if written:
        written.write()
    raise typer.Exit(status.code)


def _reported(
    files: list[str], format: str | None, task: Task, report: Report
) -> Iterator[Verdict]:
    """The verdicts, each told to the report with its record; by one process."""
    from cardlog.cli.verdicts import Verdict, function
    from cardlog.records.errors import RecordError

    for source, index, record, answer in _answers(files, format, function(task)):
        if isinstance(record, RecordError) or answer is None:
            assert isinstance(record, RecordError), "every record has an answer"
            report.add_error(record)
            yield Verdict(source, index, error=record)
        else:
            report.add(source, index, record, answer)
            told = record.id if task.ids else None
            yield Verdict(source, index, answer, id=told, names=record.shown_names)


def _answers(
    files: list[str], format: str | None, judge: Callable[[Record], Any]
) -> Iterator[tuple[str, int, Record | RecordError, Any]]:
    from cardlog.cli import archived

    for name in show.expand(files):
        if format is None and archived.is_archive(name):
            yield from archived.answers(name, show.label(name), judge)
        else:
            yield from inputs.answers([name], format, judge)


def _refuse_archives(files: list[str], option: str) -> None:
    """End the command where an option is about the bytes of files and there are none."""
    from cardlog.cli import archived

    for name in filter(archived.is_archive, show.expand(files)):
        raise show.fail(
            f"{option}: {show.label(name)} is an archive, and no file: write its records into one"
            " with `cardlog archive export`, and audit that"
        )


def _under(
    edition: str,
    files: list[str],
    json: bool,
    jobs: int,
    quarantine: str | None,
    cluster: str | None,
    format: str,
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
    task = Task(ids=json, edition=edition)
    with inputs.verdicts(files, format, task, jobs, cluster=cluster) as found:
        return compare(found, edition, json)


def _count(verdict: Verdict, status: show.Status, counts: dict[str, int]) -> None:
    answer = verdict.answer
    if verdict.error is not None:
        status.at_least(show.FAILED)
        counts["unreadable"] += 1
        return
    status.at_least(show.FINE if answer.ok else show.WRONG)
    counts[_order(answer) if answer.ok else "with findings"] += 1


def _order(answer: Audit) -> str:
    return ORDER[2 if answer.stopped else 1 if answer.gaps else 0]


def line_of(verdict: Verdict) -> dict[str, Any]:
    """The line of `--json` for a record."""
    if verdict.error is not None:
        return show.error_map(verdict.error)
    answer: Audit = verdict.answer
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
    if answer.unseen is not None:
        line["unseen"] = _unseen_map(answer.unseen)
    if answer.gaps:
        line["gaps"] = answer.gaps
    if answer.stopped:
        line["stopped"] = {"event": answer.stopped[0], "message": answer.stopped[1]}
    return line


def _unseen_map(unseen: Unseen) -> dict[str, Any]:
    from msgspec import to_builtins

    told: dict[str, Any] = to_builtins(unseen)
    if unseen.possible is None:
        del told["possible"]
    else:
        told["possible"] = list(map(show.finding_map, unseen.possible))
    return told


def say(verdict: Verdict) -> None:
    """A verdict as people read it."""
    if verdict.error is not None:
        show.error(verdict.error, json=False)
        return
    answer, names = verdict.answer, verdict.names
    order = ORDER[1 if answer.gaps and not answer.stopped else 0]
    told = order if answer.ok else show.styled("NOT in order", fg="red", bold=True)
    if answer.stopped and answer.ok:
        told += f" before event {answer.stopped[0]}, and not checked from there on"
    typer.echo(f"{verdict.source} record {verdict.index}: {answer.game}, {answer.status}, {told}")
    for finding in answer.findings:
        typer.echo(show.printable(f"  {show.finding_line(finding, names)}"))
        if finding.without is not None and answer.result is not None:
            from cardlog.cli.results import told_result

            for words, result in (("as ruled", answer.result), ("without it", finding.without)):
                typer.echo(show.printable(f"    {words}: {told_result(result, names)}"))
    if answer.unseen is not None and answer.unseen.possible is not None:
        _say_open(answer.unseen, answer.unseen.possible, names)
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
        typer.echo(f"  deal {number}: the search for all that it may have come to was given up")
