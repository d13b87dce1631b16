"""`cardlog convert`: any readable format to any writable one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardlog.cli import foreign, inputs, seats, show

if TYPE_CHECKING:
    from cardlog.records.formats._csv.mapped import Mapped
    from cardlog.records.game import Record

EPILOG = """Examples:

\b
  cardlog convert game.json game.msgpack
  cardlog convert night.msgpack - --to jsonl | less
  cardlog convert game.json carla.json --from-seat Carla
  cardlog convert game.json game.cardlog      to read, to write on, to mail
  cardlog convert club.csv club.msgpack --mapping club.toml

The output is written whole or not at all: where writing fails, an old file of
that name stays as it was. Records that cannot be read, or not from the seat
asked for, are reported and left out (exit status 2); where input and output are
one file, nothing is written then.
"""


def add_to(app: typer.Typer) -> None:
    app.command("convert", epilog=EPILOG)(convert)


class _Damaged(Exception):
    """The input has a record that cannot be read, and is the file to be replaced."""


def convert(
    source: str = typer.Argument(..., metavar="IN", help="A file, or - for standard input."),
    target: str = typer.Argument(..., metavar="OUT", help="A file, or - for standard output."),
    format: str = inputs.Format,
    to: str = typer.Option(None, "--to", help="Write this format: msgpack, json, jsonl, cardlog."),
    lang: str = typer.Option(
        None, "--lang", help="The language of a .cardlog file: en, pt, es, it, ru."
    ),
    from_seat: str = seats.Option,
    mapping: str = foreign.Option,
) -> None:
    """Convert records from one format to another, losing nothing; or keep what one could know."""
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    status = show.Status()
    in_place = "-" not in (source, target) and _same_file(source, target)
    view = seats.view_from(from_seat)
    mapped = foreign.mapping(mapping, format)
    records = _good(source, mapped or format, status, in_place, view)
    try:
        count = formats.write(records, target, format=to, lang=lang)
    except _Damaged:
        raise show.fail(
            f"{target} is left as it was: it is the input too, and not all of it can be read"
        ) from None
    except RecordError as error:  # an unknown format or language
        raise show.fail(error.message) from None
    except OSError as error:
        if target == "-":
            raise
        raise show.fail(f"{target} cannot be written: {error.strerror or error}") from None
    seats.tell_left_out(view)
    foreign.tell_kept(mapped)
    show.complain(f"{show.records(count)} written")
    raise typer.Exit(status.code)


def _good(
    source: str,
    format: str | Mapped | None,
    status: show.Status,
    in_place: bool,
    view: seats.FromSeat | None,
) -> Iterator[Record]:
    from cardlog.records.errors import RecordError
    from cardlog.records.game import check_events

    good = 0
    for _, _, record, _ in inputs.answers([source], format, check_events, view):
        if isinstance(record, RecordError):
            status.at_least(show.FAILED)
            show.error(record, json=False)
            if in_place:
                raise _Damaged
        else:
            good += 1
            yield record
    if not good:
        raise show.fail("no record to write: an old output file stays as it was")


def _same_file(a: str, b: str) -> bool:
    try:
        return Path(a).samefile(b)
    except OSError:
        return False
