"""`cardlog index`: where each record of a file lies, written beside it."""

from __future__ import annotations

import typer

from cardlog.cli import inputs, show

EPILOG = """Examples:

\b
  cardlog index archive/*.jsonl
  cardlog convert archive/2026.jsonl one.json --index 70000

Writes FILE.idx. With it every command that takes --index goes straight to the
record; without it the records before are passed over, which takes longer. An
index of a file that has changed since is not used, and that is said. Which
number a record has is taken from the index, so trust one as you trust the file.

Exit status: 0 written, 2 a file has no index or holds records that cannot be
read (they are counted too).
"""


def add_to(app: typer.Typer) -> None:
    app.command("index", epilog=EPILOG)(index)


def index(files: list[str] = inputs.Files, format: str = inputs.Format) -> None:
    """Write beside a file where each of its records lies."""
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    status = show.Status()
    for name in show.expand(files):
        source = show.label(name)
        try:
            if name == "-":
                raise RecordError("standard input has no place beside it")
            count, broken = formats.index(name, format=format)
        except (RecordError, OSError) as error:
            told = error.message if isinstance(error, RecordError) else error.strerror or error
            status.at_least(show.FAILED)
            show.complain(f"{source}: no index: {told}")
            continue
        if broken:
            status.at_least(show.FAILED)
        more = f", {broken} of which cannot be read" if broken else ""
        show.complain(f"{source}.idx: {show.records(count)}{more}")
    raise typer.Exit(status.code)
