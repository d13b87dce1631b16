"""`cardlog shell`: a prompt for SQL over an archive."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

import typer

from cardlog.cli import inputs, limits, query, show

if TYPE_CHECKING:
    from cardlog.queries.run import Archive

EPILOG = """Examples:

\b
  cardlog shell club-archive
  cardlog shell night.msgpack
  echo "SELECT count(*) FROM deals;" | cardlog shell club-archive --format csv

A statement may be several lines long and ends with a semicolon. `.help` lists the commands.
"""

HELP: Final = """\
.tables            the tables and views
.schema [TABLE]    their columns
.queries [NAME]    the reports, or one of them whole
.run NAME K=V ...  a report with its parameters
.format FORMAT     how results are printed: table, json, csv
.help              this
.quit              the end (also Ctrl-D)
Anything else is SQL, to its semicolon: one SELECT, read-only. Ctrl-C breaks it off."""

HISTORY: Final = 1000


def add_to(app: typer.Typer) -> None:
    app.command("shell", epilog=EPILOG)(shell)


def shell(
    archive: str = query.Target,
    format: str = typer.Option("table", "--format", help="How results are printed."),
    timeout: float = query.Timeout,
    queries: str = query.Folder,
    source: str = inputs.Format,
) -> None:
    """Ask questions in SQL, one after another."""
    status = show.Status()
    limits.apply()
    if archive == "-":
        raise show.fail("standard input is where the questions come from: name a file")
    with query.opened(archive, queries, timeout, source, status) as held:
        session = Session(held, format, status)
        session.choose(format)
        with _history():
            session.run()
    raise typer.Exit(status.code)


class Session:
    """Statements and commands, one after another. On pipes, status 2 if one of them failed."""

    def __init__(self, held: Archive, format: str, status: show.Status) -> None:
        self._held = held
        self._format = format
        self._status = status
        self._terminal = sys.stdin.isatty()

    def run(self) -> None:
        """Until the input ends, or `.quit`."""
        from cardlog.queries import statements

        text = ""
        if self._terminal:
            show.complain(f"cardlog {', '.join(self._held.tables)}; .help for help")
        while True:
            try:
                line = self._read("cardlog> " if not text else "    ...> ")
            except EOFError:
                break
            except KeyboardInterrupt:  # what was typed so far is dropped
                show.complain("")
                text = ""
                continue
            if not text and line.lstrip().startswith("."):
                if line.split()[0] in (".quit", ".exit"):
                    return
                self._guarded(partial(self.command, *line.split()))
                continue
            *whole, text = statements.split(f"{text}{line}\n")
            text = text.lstrip()
            for statement in whole:
                self._guarded(partial(self.ask, statement))
        if not statements.empty(text):
            self._guarded(partial(self.ask, text))

    def _read(self, prompt: str) -> str:
        if self._terminal:
            return input(prompt)
        line = sys.stdin.buffer.readline()
        if not line:
            raise EOFError
        return line.decode("utf-8", "replace").rstrip("\r\n")

    def _guarded(self, do: Callable[[], object]) -> None:
        from cardlog.queries.errors import QueryError

        try:
            do()
        except QueryError as error:
            show.complain(f"cardlog: {error}")
        except typer.Exit:  # it has complained
            pass
        except KeyboardInterrupt:
            if not self._terminal:
                raise
            show.complain("broken off")
        else:
            return
        if not self._terminal:
            self._status.at_least(show.FAILED)

    def ask(self, sql: str) -> None:
        """Run a statement. Raises QueryError."""
        query.answer(self._held.sql(sql), self._format, None)
        sys.stdout.flush()

    def command(self, name: str, *args: str) -> None:
        """Run a command. Raises QueryError."""
        from cardlog.queries import catalog
        from cardlog.queries.errors import QueryError

        known = dict(self._held.queries)
        if name == ".help":
            typer.echo(HELP)
        elif name == ".tables":
            typer.echo("\n".join(self._held.tables))
        elif name == ".schema":
            self._schema(args)
        elif name == ".queries" and args:
            from cardlog.cli.queries import tell

            tell(catalog.found(known, args[0], self._held.broken))
        elif name == ".queries":
            from cardlog.cli.queries import listed

            typer.echo("\n".join(listed(list(known.values()))))
            for why in self._held.broken.values():
                show.complain(f"cardlog: {why}")
        elif name == ".run" and args:
            given = query.read_params(list(args[1:]))
            rows = self._held.query(args[0], **given)
            query.tell_notes(rows)
            query.answer(rows, self._format, None)
        elif name == ".format" and args:
            self.choose(args[0])
        else:
            raise QueryError(f"{' '.join([name, *args])}: no such command; .help lists them")
        sys.stdout.flush()

    def choose(self, format: str) -> None:
        """Print results so from here on."""
        if format not in ("table", "json", "csv"):
            raise show.fail(f"{format}: expected table, json or csv")
        self._format = format

    def _schema(self, names: tuple[str, ...]) -> None:
        from cardlog.queries.errors import QueryError

        tables = self._held.tables
        for name in names or tables:
            if name not in tables:
                raise QueryError(f"there is no table {name}: expected one of {', '.join(tables)}")
            typer.echo(f"{show.styled(name, bold=True)}: {', '.join(tables[name])}")


@contextlib.contextmanager
def _history() -> Iterator[None]:
    """Lines typed before, on a terminal, where readline is there."""
    if not sys.stdin.isatty():
        yield
        return
    try:
        import readline
    except ImportError:
        yield
        return
    path = os.path.expanduser("~/.cardlog_history")
    with contextlib.suppress(OSError):
        readline.read_history_file(path)
    readline.set_history_length(HISTORY)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            readline.write_history_file(path)
