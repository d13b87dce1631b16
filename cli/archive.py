"""`cardlog archive`: what is in an archive, whether it is whole, and its records back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from cardlog.cli import garbage, outputs, show
from cardlog.cli.forget import EPILOG as OF_NAMES
from cardlog.cli.forget import Archive, anonymise, forget

if TYPE_CHECKING:
    from cardlog.records.game import Record

EPILOG = """Examples:

\b
  cardlog archive info archive
  cardlog archive check archive
  cardlog archive compact archive
  cardlog archive export archive -o all.jsonl.zst
  cardlog archive export archive --game pitch --id 3fa1b2 -o - --to json
  cardlog archive forget archive "Ana Lima" --handle

Exit status: 0 done, 1 something is wrong with the archive, 2 could not be done,
or not wholly: a record that cannot be read is not exported.
"""

OnlyGames = typer.Option([], "--game", help="Only this game; may be given again.")
OnlyIds = typer.Option([], "--id", help="Only this record, by (the start of) its id.")


def add_to(app: typer.Typer) -> None:
    group = typer.Typer(
        help="What is in an archive, whether it is whole, and its records back.",
        epilog=EPILOG,
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.callback()(_begin)
    for command in COMMANDS:
        group.command(epilog=OF_NAMES if command in (forget, anonymise) else EPILOG)(command)
    app.add_typer(group, name="archive")


def _begin(context: typer.Context) -> None:
    context.with_resource(garbage.seldom())


def info(
    archive: str = Archive,
    json: bool = typer.Option(False, "--json", help="One JSON object."),
) -> None:
    """Counts and sizes, by game and table."""
    from cardlog.queries.archive.about import about

    with show.refusing(archive):
        found = about(archive)
    if json:
        show.line(found)
        return
    typer.echo(
        f"{show.records(found['records'])}, {show.many(found['deals'], 'deal')},"
        f" {show.many(found['events'], 'event')}; {show.many(found['findings'], 'finding')}"
        f" in {found['not_in_order']} that are not in order"
    )
    if found["several_records"]:
        typer.echo(
            f"{show.many(found['several_records'], 'game')} with several records"
            " (`cardlog query ARCHIVE several-records`)"
        )
    typer.echo(f"{found['bytes']} bytes{_an_event(found, 'an event')}")
    if "parts" in found:
        sizes = ", ".join(f"{name} {size}" for name, size in found["bytes_by_table"].items())
        versions = ", ".join(map(str, found["versions"])) or str(found["tables"])
        typer.echo(
            f"{show.many(found['parts'], 'part')}: {sizes} bytes; tables of version {versions}"
        )
    for game, its in found["games"].items():
        size = _an_event(its, "bytes an event")
        typer.echo(
            f"  {game}: {show.records(its['records'])}, {show.many(its['events'], 'event')}{size}"
        )


def _an_event(counts: dict[str, Any], unit: str) -> str:
    if counts.get("bytes_an_event") is None:
        return ""
    stock = counts.get("stock_bytes", 0) / counts["events"]
    told = f" ({stock:.2f} of it the stocks)" if stock else ""
    return f", {counts['bytes_an_event']} {unit}{told}"


def check(
    archive: str = Archive,
    json: bool = typer.Option(False, "--json", help="One JSON object."),
) -> None:
    """Hold files, rows, content ids and results against each other."""
    from cardlog.cli import archived, sharing
    from cardlog.queries.archive.checking import check
    from cardlog.queries.referee import Tally

    count, wrong, tally = 0, [], Tally()

    def seen(number: int) -> None:
        nonlocal count
        count = number

    with show.refusing(archive):
        fast = sharing.fast(archived.size(archive))
        for sentence in check(archive, seen, tally, fast=fast):
            wrong.append(sentence)
            if not json:
                typer.echo(show.printable(sentence))
    if json:
        show.line(
            {
                "archive": show.label(archive),
                "records": count,
                "judged": tally.judged,
                "not_judged": tally.not_judged,
                "ok": not wrong,
                "wrong": wrong,
            }
        )
    else:
        summary = (
            f"{len(wrong)} thing{'s are' if len(wrong) > 1 else ' is'} wrong"
            if wrong
            else "all is as it was written"
        )
        judged = f"{tally.judged} judged again by the referee"
        reasons = ", ".join(f"{many} {why}" for why, many in sorted(tally.not_judged.items()))
        judged += f" (not judged: {reasons})" if reasons else ""
        show.complain(f"{show.records(count)} checked, {judged}: {summary}")
    raise typer.Exit(show.WRONG if wrong else show.FINE)


def compact(archive: str = Archive) -> None:
    """Fewer, larger parts; the records stay the same."""
    from cardlog.queries.archive import compacted

    with show.refusing(archive):
        before, after = compacted(archive)
    show.complain(f"{show.many(before, 'part')} before, {after} now")


def export(
    archive: str = Archive,
    out: str = typer.Option("-", "-o", "--out", help="A file, or - for standard output."),
    to: str = typer.Option(None, "--to", help="Write this format, whatever OUT is called."),
    game: list[str] = OnlyGames,
    id: list[str] = OnlyIds,
) -> None:
    """The records in their order, with the same content ids."""
    from cardlog.engine import games
    from cardlog.queries.archive.exporting import exported
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    count = broken = 0
    differing: list[str] = []

    names = games.names()
    for each in game:
        if each not in names:
            raise show.fail(f"--game {each}: expected one of {', '.join(names)}")
    met: set[str] = set()

    def records() -> Iterator[Record]:
        nonlocal count, broken
        for number, told, record in exported(archive, game, id, differing.append):
            if isinstance(record, RecordError):
                broken += 1
                named = f" ({told:.12})" if told else ""
                show.complain(f"record {number}{named}: {record.message}")
            else:
                count += 1
                met.add(record.game)
                yield record

    outputs.check("-o", out, archive)
    if out == "-" and to is None:
        to = "jsonl"
    with show.refusing(archive, out):
        formats.write(records(), out, format=to)
    for each in dict.fromkeys(game):
        if each not in met and not (id or broken):
            show.complain(f"no record of this archive has the game {each}")
    for sentence in differing:
        show.complain(f"{show.label(archive)}: the archive is damaged: {sentence}")
    show.complain(f"{show.records(count)} exported" + (f", {broken} not" if broken else ""))
    raise typer.Exit(show.FAILED if broken or differing else show.FINE)


COMMANDS = (info, check, compact, export, forget, anonymise)
