"""`cardlog diff`: two records of one game, aligned event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, show, verdict

if TYPE_CHECKING:
    from cardlog.engine.compare.diff import Diff

EPILOG = """Examples:

\b
  cardlog diff club.json bruno.json
  cardlog diff club.json bruno.json carla.json   each compared with the first
  cardlog diff club.jsonl bruno.json --index 4   record 4 where a file holds several
  cardlog diff club.json bruno.json --report verdict.md     to be read aloud
  cardlog diff club.json bruno.json --json       a line of JSON for every comparison

Events count from 0. Comments, times and display names do not count; a card that one
record has not seen agrees with any that it may be.
Exit status: 0 the records tell the same game, 1 they differ, 2 a record cannot be read.
"""


def add_to(app: typer.Typer) -> None:
    app.command("diff", epilog=EPILOG)(diff)


def diff(
    files: list[str] = inputs.Files,
    index: int = inputs.Index,
    json: bool = typer.Option(False, "--json", help="A line of JSON for every comparison."),
    format: str = inputs.Format,
    report: str = verdict.Option,
) -> None:
    """Compare records of one game, and say which the rules contradict."""
    from cardlog.cli.side_by_side import comparison
    from cardlog.engine.compare.diff import diff as compare

    written = verdict.report_to(report)
    (name, first), *others = inputs.one_each(files, format, index, json)
    if not others:
        raise show.fail("a record is compared with another: expected two files or more")
    status = show.Status()
    for number, (other, record) in enumerate(others):
        found = compare(first, record)
        status.at_least(show.FINE if found.same else show.WRONG)
        if written:
            written.compare((name, first), (other, record), found, index or 0)
        if json:
            show.line(_map(found))
            continue
        if number:
            typer.echo()
        for line, wrong in comparison((name, other), first, record, found):
            typer.echo(show.styled(line, fg="red", bold=True) if wrong else line)
    if written:
        written.write()
    raise typer.Exit(status.code)


def _map(found: Diff) -> dict[str, Any]:
    first = None if found.first is None else dict(zip("ab", found.first, strict=True))
    line: dict[str, Any] = {
        "same": found.same,
        "first": first,
        "differences": found.differences,
        "contradicted": found.contradicted,
    }
    return line | {"note": " ".join(found.notes)} if found.notes else line
