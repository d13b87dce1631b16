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
  cardlog replay game.json --what-if '17=stay 2'
                                          had the player of seat 2 kept the card
  cardlog replay game.json --what-if 17= --what-if '+30={"type": "misdeal"}'
                                          without event 17, and a misdeal before event 30

Events count from 0. A replay stops at the first event that the rules forbid. With
--what-if other choices stay as they were recorded, and what follows from the cards
is put right; the answer says from where on the record does not tell.
Exit status: 0 nothing wrong, 1 something wrong was found, 2 a record cannot be read.
"""


WhatIf = typer.Option(
    [], "--what-if", metavar="CHANGE", help="K=EVENT, K= or +K=EVENT: what it would come to."
)


def add_to(app: typer.Typer) -> None:
    app.command("replay", epilog=EPILOG)(replay)


def replay(
    files: list[str] = inputs.Files,
    at: int = typer.Option(None, "--at", help="The position after this event; -1: at the start."),
    from_seat: str = seats.Option,
    what_if: list[str] = WhatIf,
    index: int = inputs.Index,
    json: bool = typer.Option(False, "--json", help="A line of JSON for every record."),
    format: str = inputs.Format,
) -> None:
    """Tell a game event by event."""
    view = seats.view_from(from_seat)
    if at is not None and what_if:
        raise show.fail("--at and --what-if: one question at a time")
    if index is not None and not what_if:
        raise show.fail("--index goes with --what-if: without it every record is told")
    if what_if:
        status = _what_if(files, format, view, index, json, what_if)
    elif at is not None:
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


def _what_if(
    files: list[str], format: str, view: View, index: int | None, json: bool, words: list[str]
) -> show.Status:
    from cardlog.cli import what_if as told
    from cardlog.engine.course import ILLEGAL
    from cardlog.engine.what_if import what_if
    from cardlog.records.errors import RecordError

    status = show.Status()
    try:
        for source, record in inputs.one_each(files, format, index, json):
            seen = record if view is None else view(record)
            asked = told.changes_from(words, seen)
            found = what_if(seen, asked)
            if found.end is not None and found.end.why == ILLEGAL:
                status.at_least(show.WRONG)
            if json:
                show.line(told.what_if_map(source, index or 0, seen, asked, found))
                continue
            for text, wrong in told.telling(seen, asked, found):
                typer.echo(show.styled(text, fg="red", bold=True) if wrong else text)
    except RecordError as error:
        raise show.fail(str(error)) from None
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
