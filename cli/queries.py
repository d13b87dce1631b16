"""`cardlog queries`: the reports, and what each of them answers."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import show
from cardlog.cli.query import Folder, complete_name

if TYPE_CHECKING:
    from cardlog.queries.catalog import Report
    from cardlog.queries.parameters import Parameter

EPILOG = """Examples:

\b
  cardlog queries                        all reports, by whom they are for
  cardlog queries life-loss-by-rank      one whole: parameters, columns, assumptions, SQL
  cardlog queries --json                 the same for scripts, a line a report
  cardlog queries --queries my-reports   with those of a folder of your own
  cardlog queries leads --dialect spark  its SQL for Apache Spark, to be run over the Parquet files
"""


def add_to(app: typer.Typer) -> None:
    app.command("queries", epilog=EPILOG)(queries)


def queries(
    name: str = typer.Argument(
        None, metavar="[NAME]", help="A report.", autocompletion=complete_name
    ),
    json: bool = typer.Option(False, "--json", help="A line of JSON for every report."),
    folder: str = Folder,
    dialect: str = typer.Option(
        None, help="Only the SQL of the report, whole in itself, for `spark` or `duckdb`."
    ),
) -> None:
    """List the reports: the questions that `cardlog query` answers by name."""
    from cardlog.queries import catalog
    from cardlog.queries.errors import QueryError

    try:
        known = catalog.reports(folder)
        chosen = (
            list(known.values()) if name is None else [catalog.found(known, name, known.broken)]
        )
        if dialect is not None:
            typer.echo(in_dialect(chosen, dialect))
            return
    except QueryError as error:
        raise show.fail(str(error)) from None
    if json:
        for each in chosen:
            show.line(report_map(each))
    elif name is None:
        for line in listed(chosen):
            typer.echo(line)
    else:
        tell(chosen[0])
    told = [why for its, why in known.broken.items() if name is None or its == chosen[0].name]
    for why in told:
        show.complain(f"cardlog: {why}")
    if told:
        raise typer.Exit(show.FAILED)


def in_dialect(chosen: list[Report], dialect: str) -> str:
    """A report as another engine takes it. Raises QueryError."""
    from cardlog.queries.dialects import translated
    from cardlog.queries.errors import QueryError

    if len(chosen) != 1:
        raise QueryError("--dialect needs the name of a report")
    return translated(chosen[0], dialect)


def report_map(report: Report) -> dict[str, Any]:
    """A report as `--json` has it (cli/README.md)."""
    return {
        "name": report.name,
        "question": report.question,
        "for": report.audience,
        "grain": report.grain,
        "parameters": [parameter_map(each) for each in report.parameters],
        "columns": [{"name": name, "meaning": meaning} for name, meaning in report.columns],
        "assumes": report.assumes,
        "chart": report.chart._asdict() if report.chart else None,
        "portable": report.portable,
        "sql": report.sql,
    }


def parameter_map(parameter: Parameter) -> dict[str, Any]:
    """Its part of that."""
    found = parameter._asdict()
    if isinstance(parameter.default, Decimal):
        found["default"] = float(parameter.default)  # a number there, too
    return found


def listed(reports: list[Report]) -> list[str]:
    """Each with its question, those for the same readers together."""
    width = max((len(each.name) for each in reports), default=0)
    lines = []
    for audience in dict.fromkeys(each.audience for each in reports):
        lines.append(show.styled(f"For: {audience}" if audience else "For everybody", bold=True))
        lines += [
            f"  {each.name:{width}}  {show.printable(each.question)}"
            for each in reports
            if each.audience == audience
        ]
    return lines


def tell(report: Report) -> None:
    """Everything about a report."""
    typer.echo(show.styled(report.name, bold=True))
    typer.echo(f"{report.question}\n{report.grain}")
    typer.echo(f"For: {report.audience}" if report.audience else "")
    if report.parameters:
        typer.echo(show.styled("\nParameters", bold=True))
    for each in report.parameters:
        default = "NULL" if each.default is None else each.default
        default = "to be given" if each.required else default
        values = f" (one of {', '.join(each.values)})" if each.values else ""
        typer.echo(f"  {each.name} {each.type} = {default}: {each.meaning}{values}")
    typer.echo(show.styled("\nColumns", bold=True))
    for name, meaning in report.columns:
        typer.echo(f"  {name}: {meaning}")
    if report.assumes:
        typer.echo(show.styled("\nTaken for granted", bold=True))
    for assumed in report.assumes:
        typer.echo(f"  {assumed}")
    typer.echo(show.styled("\nSQL", bold=True))
    body = [line for line in report.sql.splitlines() if not line.startswith("--")]
    typer.echo("\n".join(f"  {line}" for line in body))
