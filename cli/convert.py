"""`cardlog convert`: any readable format to any writable one."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import typer

from cardlog.cli import foreign, inputs, outputs, progress, seats, show

if TYPE_CHECKING:
    from cardlog.cli.converting import Conversion

EPILOG = """Examples:

\b
  cardlog convert game.json game.msgpack
  cardlog convert night.msgpack - --to jsonl | less
  cardlog convert archive/*.jsonl all.msgpack.zst     several into one, packed
  cardlog convert night.jsonl --split games --to json one into a file a game
  cardlog convert night.jsonl night.msgpack --check   read back before it counts
  cardlog convert game.json carla.json --from-seat Carla
  cardlog convert game.json game.cardlog              to read, to write on, to mail
  cardlog convert club.csv club.msgpack --mapping club.toml

The output is written whole or not at all: where writing fails, an old file of
that name stays as it was. Records that cannot be read, or not from the seat
asked for, are reported and left out (exit status 2); where input and output are
one file, nothing is written then.

What the output's format cannot hold is listed on standard error. With --strict
nothing is written if anything would be lost, such a thing or a record that
cannot be read: exit status 2, since it could not be done as asked; 1 would mean
that something is wrong in a record, which no format makes it.

--check reads the new file back and compares every record with what was written,
content id, names and seals, before an old file is replaced. What is lost by
the format is no difference.

--split names the files by the record's number and the first digits of its id,
never by anything in it: 000004-9f2c61d07a3b.json. It writes the format of --to,
or else of the input's name.
"""

Files = typer.Argument(
    ..., metavar="IN... OUT", help="Files or patterns, then a file; - for standard in- or output."
)


def add_to(app: typer.Typer) -> None:
    app.command("convert", epilog=EPILOG)(convert)


def convert(
    files: list[str] = Files,
    to: str = typer.Option(
        None,
        "--to",
        help="Write this format: msgpack, json, jsonl, cardlog, csv; jsonl.gz, json.zst.",
    ),
    split: str = typer.Option(
        None, "--split", metavar="DIR", help="Write a file for each record here; there is no OUT."
    ),
    strict: bool = typer.Option(
        False, "--strict", help="Write nothing if anything would be lost; status 2."
    ),
    check: bool = typer.Option(
        False, "--check", help="Read it back and compare before the old file is replaced."
    ),
    index: int = inputs.Index,
    lang: str = typer.Option(
        None, "--lang", help="The language of a .cardlog file: en, pt, es, it, ru."
    ),
    from_seat: str = seats.Option,
    format: str = inputs.Format,
    mapping: str = foreign.Option,
) -> None:
    """Convert records from one format to another, or keep what one player could know.

    What the new format cannot hold is said.
    """
    from cardlog.cli.converting import Conversion

    if split is None and len(files) < 2:
        raise show.fail(f"{show.label(files[-1])} is read, but where to? cardlog convert IN... OUT")
    names = list(show.expand(files if split is not None else files[:-1]))
    target = files[-1] if split is None else split
    with contextlib.ExitStack() as stack:
        if target == "-" and sys.stdout is not None and sys.stdout.isatty():
            bar = progress.Bar(None)
        else:
            bar = stack.enter_context(progress.shown("converted", progress.sizes(names)))
        in_place = split is None and any(outputs.same_file(name, target) for name in names)
        if in_place:
            _check_no_archive(target)
        view = seats.view_from(from_seat)
        mapped = foreign.mapping(mapping, format)
        job = stack.enter_context(
            Conversion(names, mapped or format, to, lang, index, view, bar, strict, check, in_place)
        )
        count = _done(job, target, split is not None)
        bar.full()
    job.tell()
    job.kept.tell(mapped)
    seats.tell_left_out(view)
    show.complain(f"{show.records(count)} written{' and read back the same' if check else ''}")
    raise typer.Exit(job.status.code)


def _done(job: Conversion, target: str, split: bool) -> int:
    """Do it; how many records were written. Where it cannot be done, say why, and end."""
    from cardlog.cli.converting import Refused
    from cardlog.cli.read_back import Differs
    from cardlog.records.errors import RecordError

    label = show.label(target)
    try:
        if split:
            from cardlog.cli import splitting

            return splitting.split(job, target)
        return job.write(target)
    except Refused as error:
        job.bar.aside()
        raise show.fail(f"{label} is left as it was: {error}") from None
    except Differs as error:
        job.bar.aside()
        raise show.fail(f"{label} is left as it was: {error}") from None
    except RecordError as error:  # an unknown format or language, a record that none could read
        job.bar.aside()
        raise show.fail(error.message) from None
    except OSError as error:
        if target == "-":
            raise
        job.bar.aside()
        raise show.fail(f"{label} cannot be written: {error.strerror or error}") from None


def _check_no_archive(path: str) -> None:
    """End the command where a file would give way to its records that holds more than those."""
    from cardlog.queries.run import is_archive
    from cardlog.records.errors import RecordError

    with contextlib.suppress(RecordError, OSError):  # reading it will say why
        if is_archive(path):
            raise show.fail(
                f"{show.label(path)} is an archive, of which this would leave the records alone:"
                " name another file"
            )
