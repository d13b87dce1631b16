"""The `cardlog` command: the list of its commands. Each is a module of its own.

Command modules import what they work with inside the command, so that `cardlog --help` costs no
more than typer itself.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from cardlog.cli import (
    archive,
    audit,
    convert,
    diff,
    faults,
    index,
    ingest,
    merge,
    queries,
    query,
    replay,
    rules,
    ruling,
    schema,
    shell,
    show,
    simulate,
)

EXAMPLES = """Examples:

\b
  cardlog replay game.msgpack            tell a match event by event
  cardlog audit night.jsonl              check every event and every claim
  cardlog audit night.jsonl --json       the same for scripts, a line a record
  cardlog diff club.json bruno.json      two logs of one game: where they part
  cardlog merge ana.json carla.json -o whole.json
  cardlog ruling game.json --text "It stands." --event 2 --effect stands
  cardlog rules chase-the-ace            the rules, clause by clause
  cardlog faults revoke                  what a finding means, and what to do
  cardlog simulate california-jack -n 100 --seed 7 -o games.msgpack
  cardlog convert games.msgpack games.jsonl
  cardlog query games.msgpack life-loss-by-rank

Exit status: 0 nothing wrong, 1 something wrong was found, 2 could not be done.
"""


class Commands(TyperGroup):
    """Runs a command and sees that its output arrives."""

    def invoke(self, ctx: Any) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            # The reader of our output has gone (`| head`): nothing more to say, and no complaint
            # when Python flushes once more at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(show.FAILED) from None
        except OSError as error:
            raise show.fail(f"the output cannot be written: {error.strerror or error}") from None


app = typer.Typer(
    cls=Commands,
    help="Event-sourced records of card games: read, replay and audit them.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def common(
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
) -> None:
    """Event-sourced records of card games: read, replay and audit them."""
    if version:
        import cardlog

        typer.echo(f"cardlog {cardlog.__version__}")
        raise typer.Exit


replay.add_to(app)
audit.add_to(app)
diff.add_to(app)
merge.add_to(app)
ruling.add_to(app)
convert.add_to(app)
index.add_to(app)
simulate.add_to(app)
ingest.add_to(app)
archive.add_to(app)
rules.add_to(app)
faults.add_to(app)
query.add_to(app)
queries.add_to(app)
shell.add_to(app)
schema.add_to(app)


def main() -> None:
    """The entry point: runs a command, and lets no traceback reach a user."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a narrow code page shows "?" instead of failing
            stream.reconfigure(errors="replace")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, for the rest of the run
    if sys.stdout is None:
        show.complain("cardlog: standard output is closed")
        sys.exit(show.FAILED)
    # Who asks it to end gets the same as with Ctrl-C: no half-written file is left.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        app(prog_name="cardlog")
    except KeyboardInterrupt:
        sys.exit(130)
    except MemoryError:
        show.complain("cardlog: out of memory")
        sys.exit(show.FAILED)
    except OSError as error:  # of help, which is printed before any command
        show.complain(f"cardlog: the output cannot be written: {error.strerror or error}")
        sys.exit(show.FAILED)
    except Exception as error:  # a fault of ours: say so, and where, but in one line
        show.complain(f"cardlog: {show.internal_error(error)}")
        sys.exit(show.FAILED)
