"""`cardlog ruling`: adds an arbiter's decision to a record, and says what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import inputs, show

if TYPE_CHECKING:
    from cardlog.cli.rewrite import Place
    from cardlog.engine.audit import Audit, Outcome
    from cardlog.engine.following import Following
    from cardlog.records.game import Record

EPILOG = """Examples:

\b
  cardlog ruling game.json --text "The King was seen." --event 2 --effect stands
  cardlog ruling game.json --text "Read it as shown." --event 9 --effect replaced \\
      --with '{"type": "score", "changes": [0, -1, 0, 0]}'
  cardlog ruling game.json --text "Shown." --event 9 --effect replaced --with 'reveal 2 Kh'
  cardlog ruling game.json --text "Refused." --event 2 --effect replaced \\
      --with 'block 1 2 Kh' --follow
  cardlog ruling night.jsonl --index 4 --text "Void." --effect void --deal 3 -o ruled.jsonl
  cardlog ruling game.json --text "Late." --by Iris --effect adjust --changes 0,0,-1,0

Events count from 0, as in the file, and so does --at, before which the ruling is
put; without it the ruling stands at the end. The file is written whole or not at
all, and everything in it but the one record stays as it is, byte for byte.
Exit status: 0 written and in order, 1 written and something in the record is still
wrong, 2 not written.
"""

EFFECTS = "stands, undone or replaced (of an event), void (a deal), adjust (lives or points)"


def add_to(app: typer.Typer) -> None:
    app.command("ruling", epilog=EPILOG)(ruling)


def ruling(
    file: str = typer.Argument(..., metavar="FILE", help="A file, or - for standard input."),
    text: str = typer.Option(..., "--text", help="The decision in words."),
    by: str = typer.Option(None, "--by", help="Who decided."),
    event: int = typer.Option(None, "--event", min=0, help="The event that it is about."),
    effect: str = typer.Option(None, "--effect", help=EFFECTS + "."),
    with_: str = typer.Option(
        None, "--with", metavar="EVENT", help="How the event reads: JSON, or short like 'stay 2'."
    ),
    deal: int = typer.Option(None, "--deal", min=1, help="The deal that is void, from 1."),
    changes: str = typer.Option(
        None, "--changes", metavar="A,B,...", help="Lives or points to add, by side."
    ),
    follow: bool = typer.Option(
        False, "--follow", help="Also rule on the later events that follow from it by the cards."
    ),
    at: int = typer.Option(None, "--at", min=0, help="Put it before this event."),
    index: int = inputs.Index,
    out: str = typer.Option(
        None, "-o", "--output", metavar="OUT", help="Write here instead of to FILE; - for output."
    ),
    json: bool = typer.Option(False, "--json", help="What it changes, as one object."),
    format: str = inputs.Format,
) -> None:
    """Add an arbiter's decision to a record."""
    from cardlog.cli import rewrite
    from cardlog.cli.spelling import event_from
    from cardlog.engine.audit import audit, outcome
    from cardlog.engine.decide import add_ruling, with_following
    from cardlog.engine.following import following
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    target = file if out is None else out
    if json and target == "-":
        raise show.fail("the record goes to standard output: write it to a file to use --json")
    numbers = _numbers(changes)
    source = show.label(file)
    try:
        with rewrite.on_disk(file) as path:
            place = rewrite.Place(path, format, index, source)
            ruled = add_ruling(
                place.record,
                text,
                by=by,
                event=event,
                effect=effect,
                with_=None if with_ is None else event_from(with_, place.record),
                deal=deal,
                changes=numbers,
                at=at,
            )
            number = len(place.record.events) if at is None else at
            follows = following(ruled, number)
            ruled = with_following(ruled, number) if follow else ruled
            told = [(outcome(each), audit(each)) for each in (place.record, ruled)]
            packing = formats.packing_of(file) if out is None else None
            rewrite.write(place, ruled, target, packing)
    except RecordError as error:
        raise show.fail(f"nothing is written: {error.located(source=source)}") from None
    except OSError as error:
        raise show.fail(f"nothing is written: {error.filename}: {error.strerror}") from None
    if place.record.seals:
        show.complain("the record has seals: they vouch for what it was before this ruling")
    if effect in ("adjust", "void") and (hint := _first_ruling(place, number, told[1][0])):
        show.complain(hint)
    if json:
        show.line(_map(place, number, ruled, told) | _follows_map(follows, follow))
    else:
        _say(place, number, ruled, told)
        _say_follows(ruled, follows, follow, number)
    raise typer.Exit(show.FINE if told[1][1].ok else show.WRONG)


def _numbers(changes: str | None) -> list[int] | None:
    if changes is None:
        return None
    try:
        return [int(number) for number in changes.split(",")]
    except ValueError:
        raise show.fail(f"--changes {changes}: expected numbers by side, like 0,-1,0") from None


def _first_ruling(place: Place, number: int, result: Outcome) -> str | None:
    """What has to be ruled first, where the fold does not get as far as the ruling."""
    at = result.findings[-1].event if result.status == "illegal" else None
    if at is None or at >= number:
        return None
    index = f" --index {place.index}" if place.index else ""
    return (
        f"the ruling has no effect yet, for event {at} before it is illegal: rule on that too, with"
        f" `cardlog ruling {place.source}{index} --text TEXT --event {at} --effect stands` (or"
        " `undone`, or `replaced --with EVENT`)"
    )


def _map(
    place: Place, number: int, ruled: Record, told: list[tuple[Outcome, Audit]]
) -> dict[str, Any]:
    line: dict[str, Any] = {"source": place.source, "index": place.index, "ruling": number}
    for name, record, (result, answer) in zip(
        ("before", "after"), (place.record, ruled), told, strict=True
    ):
        line[name] = {
            "id": record.id,
            "ok": answer.ok,
            "status": result.status,
            "winners": result.winners,
            "standing": result.standing,
            "findings": [show.finding_map(each) for each in answer.findings],
        }
    return line


def _say(place: Place, number: int, ruled: Record, told: list[tuple[Outcome, Audit]]) -> None:
    from cardlog.cli.results import told_result

    names = ruled.shown_names
    show.complain(f"{place.source} record {place.index}: the ruling is event {number}")
    for when, (result, answer) in zip(("before", "now"), told, strict=True):
        show.complain(f"  {when}: {told_result(result, names)}")
        for finding in answer.findings:
            show.complain(f"    {show.finding_line(finding, names)}")
        if answer.stopped:
            show.complain(f"    event {answer.stopped[0]}: {answer.stopped[1]}")


def _follows_map(follows: Following, written: bool) -> dict[str, Any]:
    """What follows from the ruling, for `--json`; nothing where nothing does."""
    if not follows.reads:
        return {}
    reads = [{"event": event, "reads": reads} for event, reads in sorted(follows.reads.items())]
    return {"follows": reads, "followed": written}


def _say_follows(record: Record, follows: Following, written: bool, number: int) -> None:
    """Later events that follow from the ruling, and whether they have been ruled on too."""
    from cardlog.cli.spelling import short
    from cardlog.cli.what_if import told_end

    if follows.reads and written:
        show.complain("  by the cards, these follow, and have a ruling each:")
    elif follows.reads and follows.rulable:
        show.complain(
            "  by the cards, these follow, and still read as they were written (--follow writes a"
            " ruling for each):"
        )
    elif follows.reads:
        show.complain(
            "  by the cards, these follow, and still read as they were written (rulings cannot say"
            " all of it: where one event would be several, write the deal down anew):"
        )
    for event, reads in sorted(follows.reads.items()):
        words = "; ".join(short(each, record.shown_names) for each in reads) or "did not happen"
        show.complain(f"    event {event}: {words}")
    if follows.end is not None and follows.end.event != number:
        show.complain(f"  {told_end(follows.end)}")
