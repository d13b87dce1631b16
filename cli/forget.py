"""`cardlog archive forget` and `anonymise`: names taken out of an archive for good."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import typer

from cardlog.cli import show

if TYPE_CHECKING:
    from cardlog.queries.archive.forgetting import Forgotten
    from cardlog.queries.archive.settling import Shelf

Force = typer.Option(
    False, "--force", help="Replace the words in notes, rulings and `meta` as well."
)
Archive = typer.Argument(..., metavar="ARCHIVE", help="A folder or a .duckdb file.")
TOLD = 10  # ids


def forget(
    archive: str = Archive,
    player: str = typer.Argument(..., metavar="PLAYER", help="A handle, or a name shown for one."),
    handle: bool = typer.Option(
        False, "--handle", help="The handle too: a new one, the same everywhere. Ids change."
    ),
    force: bool = Force,
) -> None:
    """Take a player's name out for good; the games stay."""
    from cardlog.queries.archive.forgetting import forget

    _take_out(archive, lambda held: forget(held, player, handle=handle, force=force), [player])


def anonymise(archive: str = Archive, force: bool = Force) -> None:
    """Give all players new handles, the same everywhere, and show no names. Ids change."""
    from cardlog.queries.archive.forgetting import anonymise

    _take_out(archive, lambda held: anonymise(held, force=force), None)


def _take_out(
    archive: str, work: Callable[[Shelf], Forgotten], words: Collection[str] | None
) -> None:
    from cardlog.queries.archive import rewritten
    from cardlog.queries.archive.forgetting import Refused

    with show.refusing(archive):
        try:
            done, quarantine = rewritten(archive, work)
        except Refused as error:
            for id in error.ids[:TOLD]:
                typer.echo(id)
            raise show.fail(
                f"texts that people wrote (`meta`, notes, rulings) name the player in"
                f" {show.records(len(error.ids))}: nothing was changed; --force replaces the words"
            ) from None
        left = _set_aside(quarantine, words)
    ids = f", {done.other_ids} of them with another id now" if done.other_ids else ""
    show.complain(f"{show.records(done.changed)} changed{ids}")
    if left:
        show.complain(
            f"{left} files in {show.label(quarantine)} hold names still: look through them"
        )
        raise typer.Exit(show.WRONG)


def _set_aside(folder: str, words: Collection[str] | None) -> int:
    """How many files in the quarantine have one of the words; without words, how many there are."""
    import os

    if not os.path.isdir(folder):
        return 0
    count = 0
    for entry in os.scandir(folder):
        if entry.is_file(follow_symlinks=False):
            with open(entry.path, "rb") as file:
                data = file.read()
            count += words is None or any(word.encode() in data for word in words)
    return count
