"""`cardlog archive forget` and `anonymise`: names taken out of an archive for good."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.queries.archive.forgetting import Forgotten
    from cardlog.queries.archive.settling import Shelf

EPILOG = """Examples:

\b
  cardlog archive forget archive "Ana Lima"
  cardlog archive forget archive Ana --handle --clear-quarantine
  cardlog archive forget archive Ana --handle --force --quarantine set-aside
  cardlog archive anonymise archive --force

Exit status: 0 done, 1 done, but something may still name the player, 2 could not
be done.

Where `uid`, `meta`, seals, notes, rulings or `x-` events have the name as a word, in
any capitals, nothing is changed and the ids of those records are listed: --force
puts another word there. Where it is only part of a longer word (`Havana`, for Ana), or
stands in the handle or name of somebody else, it stays and is told of.

Files in the archive's quarantine that hold the name are listed: --clear-quarantine
deletes them, with the findings or the record beside them (`anonymise`: all files). An
archive does not know of other folders that `ingest --quarantine DIR` has used: give them
with --quarantine.

Nothing else outside the archive is looked at: not the files that were ingested, not
copies. Do not ingest those files again: a game whose handles were changed is another
game now, so that each would be added a second time, under the old name; and a later
stage of one with a `uid` contradicts what is there. Keep what `archive export` gives in
their place, and write the new handle into later stages.
"""

Force = typer.Option(
    False, "--force", help="Replace the words in `uid`, `meta`, seals, notes and other texts too."
)
Archive = typer.Argument(..., metavar="ARCHIVE", help="A folder or a .duckdb file.")
Clear = typer.Option(
    False, "--clear-quarantine", help="Delete the files in the quarantine that hold the name."
)
Quarantine = typer.Option(
    [], "--quarantine", metavar="DIR", help="Look through this folder of records set aside too."
)
TOLD = 10  # ids, or places
DELETED, WERE_DELETED = "was deleted", "were deleted"
HOLDS = "still holds a name: --clear-quarantine deletes it"
HOLD = "still hold a name, or belong to one that does: --clear-quarantine deletes them"
OUTSIDE = (
    "not looked at: files outside the archive, such as those that were ingested and what"
    " `ingest --quarantine DIR` set aside elsewhere"
)


class _How(NamedTuple):
    """What to do with quarantines: the folders besides the archive's own, whether to delete, and
    whether all that lies there counts, whatever names it has. Also whether handles stay."""

    folders: list[str]
    clear: bool
    all: bool = False
    handles: bool = False


def forget(
    archive: str = Archive,
    player: str = typer.Argument(..., metavar="PLAYER", help="A handle, or a name shown for one."),
    handle: bool = typer.Option(
        False, "--handle", help="The handle too: a new one, the same everywhere. Ids change."
    ),
    force: bool = Force,
    clear: bool = Clear,
    quarantine: list[str] = Quarantine,
) -> None:
    """Take a player's name out for good; the games stay."""
    from cardlog.queries.archive.forgetting import forget

    def work(held: Shelf) -> Forgotten:
        return forget(held, player, handle=handle, force=force)

    _take_out(archive, work, _How(quarantine, clear, handles=not handle))


def anonymise(
    archive: str = Archive,
    force: bool = Force,
    clear: bool = Clear,
    quarantine: list[str] = Quarantine,
) -> None:
    """Give all players new handles, the same everywhere, and show no names. Ids change."""
    from cardlog.queries.archive.forgetting import anonymise

    _take_out(archive, lambda held: anonymise(held, force=force), _How(quarantine, clear, all=True))


def _take_out(archive: str, work: Callable[[Shelf], Forgotten], how: _How) -> None:
    from cardlog.queries.archive import rewritten
    from cardlog.queries.archive.forgetting import Refused

    def both(held: Shelf) -> tuple[Forgotten, list[str]]:
        _check(held, how)  # before anything is changed
        done = work(held)
        return done, _set_aside(held, done, how)

    with show.refusing(archive):
        try:
            (done, files), _ = rewritten(archive, both)
        except Refused as error:
            for id in error.ids[:TOLD]:
                typer.echo(id)
            raise show.fail(
                f"{', '.join(error.places)}: texts there name the player in"
                f" {show.records(len(error.ids))}: nothing was changed; --force replaces the words"
            ) from None
    if done.unknown and not files:
        _say_left(done)
        raise show.fail(f"{show.label(archive)}: nothing was changed: {done.unknown}")
    _say(done, files, how)
    if done.left or (files and not how.clear):
        raise typer.Exit(show.WRONG)


def _check(held: Shelf, how: _How) -> None:
    """Raises RecordError where a quarantine cannot be looked through."""
    import os

    from cardlog.queries.archive import quarantined
    from cardlog.records.errors import RecordError

    for folder in how.folders:
        if not os.path.isdir(folder):
            raise RecordError(f"--quarantine {folder}: there is no such folder")
    for folder in (held.quarantine, *how.folders):
        quarantined.check(folder)


def _set_aside(held: Shelf, done: Forgotten, how: _How) -> list[str]:
    """The files that hold names, gone if they are to be."""
    from cardlog.queries.archive import quarantined
    from cardlog.queries.archive.spotting import Spotter

    spotter = None if how.all else Spotter(done.words)
    files = quarantined.holding(held.quarantine, spotter)
    for folder in how.folders:
        files += quarantined.holding(folder, spotter, own=False)
    if how.clear:
        quarantined.remove(files)
    return files


def _say(done: Forgotten, files: list[str], how: _How) -> None:
    """What was done, and where names may be still."""
    ids = f", {done.other_ids} of them with another id now" if done.other_ids else ""
    stay = "; handles stay (--handle gives the player another one)" if how.handles else ""
    show.complain(f"{show.records(done.changed)} changed{ids}{stay}")
    _say_left(done)
    for path in files:
        typer.echo(show.label(path))
    if len(files) == 1:
        show.complain(f"1 file set aside {DELETED if how.clear else HOLDS}")
    elif files:
        show.complain(f"{len(files)} files set aside {WERE_DELETED if how.clear else HOLD}")
    again = "; ingesting those games again brings the old names back" if done.other_ids else ""
    show.complain(f"{OUTSIDE}{again}")


def _say_left(done: Forgotten) -> None:
    if done.left:
        show.complain("left as it is, and may name the player:")
    for place, count in sorted(done.left.items(), key=lambda each: (-each[1], each[0]))[:TOLD]:
        show.complain(f"  {place.where}: {place.text} ({show.records(count)})")
    more = len(done.left) - TOLD
    if more > 0:
        show.complain(f"  and {more} more")
