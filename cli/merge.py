"""`cardlog merge`: several views of one game into one fuller record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, show

if TYPE_CHECKING:
    from cardlog.engine.compare.merge import Contradiction
    from cardlog.records.game import Record

EPILOG = """Examples:

\b
  cardlog merge ana.json carla.json -o whole.json
  cardlog merge ana.json carla.json -o - --to jsonl | cardlog audit - --from jsonl

The result has every card that one of the records shows, every comment and every key.
Where the records disagree the contradiction is named and nothing is written.
Exit status: 0 written, 1 the records contradict each other, 2 a record cannot be read.
"""


def add_to(app: typer.Typer) -> None:
    app.command("merge", epilog=EPILOG)(merge)


def merge(
    files: list[str] = inputs.Files,
    target: str = typer.Option(
        ..., "--output", "-o", metavar="OUT", help="A file, or - for standard output."
    ),
    index: int = inputs.Index,
    json: bool = typer.Option(False, "--json", help="A line of JSON for a contradiction."),
    format: str = inputs.Format,
    to: str = typer.Option(None, "--to", help="Write this format: msgpack, json, jsonl, cardlog."),
) -> None:
    """Merge partial records of one game, or name what contradicts."""
    from cardlog.engine.compare.merge import Contradiction
    from cardlog.engine.compare.merge import merge as join
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    found = inputs.one_each(files, format, index, json)
    if len(found) < 2:
        raise show.fail("a record is merged with another: expected two files or more")
    try:
        whole = join(*(record for _, record in found))
    except Contradiction as error:
        if json:
            show.line(_map(error, found))
        else:
            _say(error, found)
        raise typer.Exit(show.WRONG) from None
    try:
        formats.write(whole, target, format=to)
    except RecordError as error:  # an unknown format
        raise show.fail(error.message) from None
    except OSError as error:
        if target == "-":
            raise
        raise show.fail(f"{target} cannot be written: {error.strerror or error}") from None
    show.complain(f"{show.records(len(found))} merged into one of {len(whole.events)} events")


def _map(error: Contradiction, found: list[tuple[str, Record]]) -> dict[str, Any]:
    return {
        "merged": False,
        "sources": [found[number][0] for number in error.records],
        "a": error.a,
        "b": error.b,
        "message": str(error),
    }


def _say(error: Contradiction, found: list[tuple[str, Record]]) -> None:
    """The contradiction, and the two events side by side."""
    from cardlog.cli.side_by_side import columns, sentences

    show.complain(f"cardlog: not merged, and nothing written: {error}")
    told = []
    for which, number, index in zip(
        ("first", "second"), error.records, (error.a, error.b), strict=False
    ):
        source, record = found[number]
        show.complain(f"  the {which} is {source}")
        said = {} if index is None else sentences(record, {index})
        told.append("" if index is None else f"{index:5}  {said[index]}")
    if any(told):
        for line in columns(told[0], told[1], "|"):
            show.complain(f"  {line}")
