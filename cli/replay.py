"""`cardlog replay`: folds a game and tells it event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, seats, show

if TYPE_CHECKING:
    from cardlog.engine.audit import Outcome
    from cardlog.engine.views import Snapshot
    from cardlog.records.game import Record

    View = seats.FromSeat | None

EPILOG = """Examples:

\b
  cardlog replay game.msgpack             the whole match, told
  cardlog replay game.msgpack --at 12     the position after event 12
  cardlog replay night.jsonl --json       what each record comes to, a line a record
  cardlog replay game.json --from-seat 2  only what the player of seat 2 could know

Events count from 0. A replay stops at the first event that the rules forbid.
Exit status: 0 nothing wrong, 1 something wrong was found, 2 a record cannot be read.
"""


def add_to(app: typer.Typer) -> None:
    app.command("replay", epilog=EPILOG)(replay)


def replay(
    files: list[str] = inputs.Files,
    at: int = typer.Option(None, "--at", help="The position after this event; -1: at the start."),
    from_seat: str = seats.Option,
    json: bool = typer.Option(False, "--json", help="A line of JSON for every record."),
    format: str = inputs.Format,
) -> None:
    """Tell a game event by event."""
    view = seats.view_from(from_seat)
    if at is not None:
        status = _positions(files, format, view, at, json)
    elif json:
        status = _outcomes(files, format, view)
    else:
        status = _tell(files, format, view)
    seats.tell_left_out(view)
    raise typer.Exit(status.code)


def _outcomes(files: list[str], format: str, view: View) -> show.Status:
    from cardlog.engine.audit import outcome
    from cardlog.records.errors import RecordError

    status = show.Status()
    for source, index, record, result in inputs.answers(files, format, outcome, view):
        if isinstance(record, RecordError) or result is None:
            status.at_least(show.FAILED)
            show.error(record, json=True)
        else:
            status.at_least(show.WRONG if result.findings else show.FINE)
            show.line(_map(source, index, record, result))
    return status


def _map(source: str, index: int, record: Record, result: Outcome) -> dict[str, Any]:
    import msgspec

    answer: dict[str, Any] = msgspec.to_builtins(result)
    answer["findings"] = [show.finding_map(f) for f in result.findings]
    stopped = answer.pop("stopped")
    if stopped:
        answer["stopped"] = {"event": stopped[0], "message": stopped[1]}
    return {"source": source, "index": index, "id": record.id, **answer}


def _positions(files: list[str], format: str, view: View, at: int, json: bool) -> show.Status:
    from cardlog.cli.telling import position
    from cardlog.engine.audit import NoPosition, state
    from cardlog.records.errors import RecordError

    def judge(record: Record) -> Snapshot | IndexError | NoPosition:
        try:
            return state(record, at)
        except (IndexError, NoPosition) as error:  # no such event, or the fold stops before it
            return error

    status = show.Status()
    for source, index, record, answer in inputs.answers(files, format, judge, view):
        if isinstance(record, RecordError) or answer is None:
            status.at_least(show.FAILED)
            show.error(record, json)
        elif isinstance(answer, Exception):
            illegal = isinstance(answer, NoPosition) and answer.illegal
            status.at_least(show.WRONG if illegal else show.FAILED)
            show.error(RecordError(str(answer), source=source, index=index), json)
        elif json:
            show.line({"source": source, "index": index, "id": record.id, "state": answer})
        else:
            typer.echo("\n".join(position(record, answer)))
    return status


def _tell(files: list[str], format: str, view: View) -> show.Status:
    from cardlog.cli.telling import telling
    from cardlog.records.errors import RecordError

    status = show.Status()
    told = 0
    answers = inputs.answers(files, format, lambda record: list(telling(record)), view)
    for source, index, record, lines in answers:
        if isinstance(record, RecordError) or lines is None:
            status.at_least(show.FAILED)
            show.error(record, json=False)
            continue
        if told:
            typer.echo(f"\n---- {source} record {index}\n")
        told += 1
        for text, wrong in lines:
            status.at_least(show.WRONG if wrong else show.FINE)
            typer.echo(show.styled(text, fg="red", bold=True) if wrong else text)
    return status
