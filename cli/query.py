"""`cardlog query`: a report, or SQL of one's own, over an archive or files of records."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardlog.cli import inputs, limits, outputs, show

if TYPE_CHECKING:
    from cardlog.queries.rows import Rows
    from cardlog.queries.run import Archive
    from cardlog.records.errors import RecordError

EPILOG = """Examples:

\b
  cardlog query club-archive life-loss-by-rank
  cardlog query club-archive head-to-head --param player=Ana --format csv -o ana.csv
  cardlog query club-archive life-loss-by-rank --plot ranks.svg
  cardlog query night.msgpack --sql "SELECT status, count(*) FROM games GROUP BY status"
  cardlog query club-archive --file question.sql --param since=2026-01-01 --json

ARCHIVE is a folder or .duckdb file that `cardlog ingest` made, which answers at once; or a file of
records in any format, a pattern, or - for standard input: these are folded and audited first, in
memory, each time (at most two million events).

SQL can read the tables (`cardlog shell ARCHIVE` lists them) and nothing else: no file, no network,
no setting. It is one SELECT, with parameters as $name, a minute long at most (--timeout).
"""

FORMATS = ("table", "json", "csv", "parquet")
Target = typer.Argument(..., metavar="ARCHIVE", help="An archive, or files of records.")
Param = typer.Option([], "--param", metavar="NAME=VALUE", help="A parameter; may be repeated.")
Folder = typer.Option(
    None, "--queries", envvar="CARDLOG_QUERIES", help="A folder with reports of your own (.sql)."
)
Timeout = typer.Option(60.0, "--timeout", min=0, help="Seconds a query may take; 0: no limit.")


def complete_name(incomplete: str) -> list[str]:
    """Shell completion of reports."""
    from cardlog.queries import catalog

    return [name for name in catalog.reports() if name.startswith(incomplete)]


def add_to(app: typer.Typer) -> None:
    app.command("query", epilog=EPILOG)(query)


def query(
    archive: str = Target,
    name: str = typer.Argument(
        None,
        metavar="[NAME]",
        help="A report (`cardlog queries` lists them).",
        autocompletion=complete_name,
    ),
    param: list[str] = Param,
    sql: str = typer.Option(None, "--sql", help="A SELECT of your own."),
    file: str = typer.Option(None, "--file", help="A file with a SELECT; - for standard input."),
    format: str = typer.Option(
        None, "--format", help="table, json (a row a line), csv or parquet; else as OUT is called."
    ),
    json: bool = typer.Option(False, "--json", help="The same as --format json."),
    out: str = typer.Option(None, "-o", "--out", metavar="OUT", help="Write to this file."),
    plot: str = typer.Option(None, "--plot", help="Draw a chart: a .html, .svg or .png file."),
    x: str = typer.Option("", "--x", help="The column along the chart."),
    y: str = typer.Option("", "--y", help="The column of its heights."),
    chart: str = typer.Option("", "--chart", help="bar, line or point."),
    timeout: float = Timeout,
    queries: str = Folder,
    source: str = inputs.Format,
) -> None:
    """Answer a question: a report by name, or SQL of your own."""
    from cardlog.queries.errors import QueryError

    if (name is not None) + (sql is not None) + (file is not None) != 1:
        raise show.fail("expected one of a report's NAME, --sql or --file")
    if format not in (None, *FORMATS):
        raise show.fail(f"--format {format}: expected one of {', '.join(FORMATS)}")
    for option, path in (("-o", out), ("--plot", plot)):
        outputs.check(option, path, *show.expand([archive]))
    status = show.Status()
    given = read_params(param)
    limits.apply()
    with opened(archive, queries, timeout, source, status) as held:
        try:
            rows = _asked(held, name, sql, file, given)
            tell_notes(rows)
            if plot is None or out is not None:
                answer(rows, "json" if json else format, out)
            if plot is not None:
                _draw(rows, plot, chart, x, y)
        except QueryError as error:
            raise show.fail(str(error)) from None
    raise typer.Exit(status.code)


def _draw(rows: Rows, plot: str, chart: str, x: str, y: str) -> None:
    """Raises QueryError."""
    try:
        rows.plot(plot, kind=chart, x=x, y=y)
    except OSError as error:
        raise show.fail(
            f"{show.label(plot)}: cannot be written: {error.strerror or error}"
        ) from None
    show.complain(f"chart written to {show.label(plot)}")


def tell_notes(rows: Rows) -> None:
    """What was asked for and is not there."""
    for note in rows.notes:
        show.complain(f"cardlog: {note}")


def _asked(
    held: Archive, name: str | None, sql: str | None, file: str | None, given: dict[str, str]
) -> Rows:
    """Raises QueryError."""
    if name is not None:
        return held.query(name, **given)
    if sql is not None:
        return held.ask(sql, given)
    from cardlog.queries import catalog

    assert file is not None
    try:
        text = (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).decode()
    except OSError as error:
        raise show.fail(f"{show.label(file)}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise show.fail(f"{show.label(file)}: cannot be read: it is no UTF-8 text") from None
    return held.ask(text, given, catalog.declared(show.label(file), text))


def opened(
    path: str, queries: str | None, timeout: float, format: str | None, status: show.Status
) -> Archive:
    """The archive, or the records of files; those that cannot be read are told and counted."""
    from cardlog.queries import run
    from cardlog.queries.errors import QueryError
    from cardlog.records.errors import RecordError

    def wrong(error: RecordError) -> None:
        show.error(error, False)
        status.at_least(show.FAILED)

    try:
        return run.open(
            *show.expand([path]),
            seconds=timeout or None,
            queries=queries,
            wrong=wrong,
            format=format,
        )
    except (QueryError, RecordError) as error:
        text = str(error)
        named = show.label(path)
        raise show.fail(text if text.startswith(named) else f"{named}: {text}") from None
    except OSError as error:
        raise show.fail(f"{show.label(path)}: cannot be read: {error.strerror or error}") from None


def read_params(pairs: list[str]) -> dict[str, str]:
    """`name=value` each."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, sep, value = pair.partition("=")
        if not sep or not name:
            raise show.fail(f"--param {pair}: expected NAME=VALUE")
        if name in found:
            raise show.fail(f"--param {name}: given twice, as {found[name]} and {value}")
        found[name] = value
    return found


def answer(rows: Rows, format: str | None, out: str | None) -> None:
    """Print or write a result. Raises QueryError."""
    from cardlog.queries import output
    from cardlog.records.formats import replacing

    if out in (None, "-"):
        if format in (None, "table"):
            _print(rows)
            return
        put = output.WRITERS[output.named("", format)]
        if format == "parquet" and sys.stdout.isatty():
            raise show.fail("Parquet is nothing to look at: say -o FILE")
        put(rows, sys.stdout.buffer)
        return
    assert out is not None
    try:
        if format == "table":
            with replacing(out) as file:
                file.writelines(line.encode() + b"\n" for line in _lines(rows, None))
        else:
            count = rows.write(out, format)
            show.complain(f"{count} row{'' if count == 1 else 's'} written to {show.label(out)}")
    except OSError as error:
        raise show.fail(
            f"{show.label(out)}: cannot be written: {error.strerror or error}"
        ) from None


def _print(rows: Rows) -> None:
    """The table, as wide as the terminal if it is one."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for number, line in enumerate(_lines(rows, width)):
        typer.echo(show.styled(line, bold=True) if number == 0 else line)


def _lines(rows: Rows, width: int | None) -> Iterator[str]:
    from cardlog.queries import grid

    return grid.lines(rows, width)
