"""`cardlog replay`: folds a game and tells it event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, show

if TYPE_CHECKING:
    from cardlog.records.errors import RecordError
    from cardlog.records.game import Record

EPILOG = """Examples:

\b
  cardlog replay game.msgpack             the whole match, told
  cardlog replay game.msgpack --at 12     the position after event 12
  cardlog replay night.jsonl --json       what each record comes to, a line a record

Events count from 0. A replay stops at the first event that the rules forbid.
"""


def add_to(app: typer.Typer) -> None:
    app.command("replay", epilog=EPILOG)(replay)


def replay(
    files: list[str] = inputs.Files,
    at: int = typer.Option(None, "--at", help="The position after this event; -1: at the start."),
    json: bool = typer.Option(False, "--json", help="A line of JSON for every record."),
    format: str = inputs.Format,
) -> None:
    """Fold a game and tell it event by event."""
    from cardlog.records.errors import RecordError

    status = show.Status()
    for source, index, record in inputs.records(files, format):
        try:
            if isinstance(record, RecordError):
                raise record
            if at is not None:
                _position(source, index, record, at, json, status)
            elif json:
                _outcome(source, index, record, status)
            else:
                _tell(source, index, record, status)
        except RecordError as error:
            status.at_least(show.FAILED)
            _say_error(error.located(source=source, index=index), json)
    raise typer.Exit(status.code)


def _outcome(source: str, index: int, record: Record, status: show.Status) -> None:
    import msgspec

    from cardlog.engine.audit import outcome

    result = outcome(record)
    status.at_least(show.WRONG if result.findings else show.FINE)
    answer: dict[str, Any] = msgspec.to_builtins(result)
    answer["findings"] = [show.finding_map(f) for f in result.findings]
    stopped = answer.pop("stopped")
    if stopped:
        answer["stopped"] = {"event": stopped[0], "message": stopped[1]}
    show.line({"source": source, "index": index, "id": record.id, **answer})


def _position(
    source: str, index: int, record: Record, at: int, json: bool, status: show.Status
) -> None:
    from cardlog.cli.telling import position
    from cardlog.engine.audit import state
    from cardlog.records.errors import RecordError

    try:
        snapshot = state(record, at)
    except IndexError as error:
        raise RecordError(str(error)) from None
    except ValueError as error:  # the fold stops before that event
        status.at_least(show.WRONG)
        show.complain(f"{source}: record {index}: {error}")
        return
    if json:
        show.line({"source": source, "index": index, "id": record.id, "state": snapshot})
    else:
        typer.echo("\n".join(position(record, snapshot)))


def _tell(source: str, index: int, record: Record, status: show.Status) -> None:
    from cardlog.cli.telling import telling

    found = False
    for text, wrong in telling(record):
        found = found or wrong
        typer.echo(typer.style(text, fg="red", bold=True) if wrong else text)
    status.at_least(show.WRONG if found else show.FINE)


def _say_error(error: RecordError, json: bool) -> None:
    if json:
        show.line(show.error_map(error))
    else:
        show.complain(str(error))
