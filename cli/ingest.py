"""`cardlog ingest`: games into an archive, each folded and audited once."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardlog.cli import inputs, outputs, show

if TYPE_CHECKING:
    from cardlog.cli.sharing import File

EPILOG = """Examples:

\b
  cardlog ingest archive night.msgpack
  cardlog ingest archive logs/*.jsonl.gz -j 4
  cardlog ingest night.duckdb night.jsonl
  cat game.json | cardlog ingest archive - --from json
  cardlog ingest /shared/archive /shared/logs/*.jsonl --cluster tcp://10.0.0.5:8786

Exit status: 0 all in order, 1 a record breaks a rule, claims what is not so or
contradicts another record of its game, 2 a record or a file cannot be read.

A game that is there already is not added twice, so a run that was stopped is simply
started again: what it had added stays, the rest follows. Records that cannot be read
are set aside in quarantine. Those that break a rule are added with their findings
and set aside as well. Two records with one `uid` of which one goes on where the
other ends are one game: the longer one is kept. Of two that tell the same the one with
more `meta` is kept, and it is said what the other had besides. Others are kept side by
side: `cardlog query ARCHIVE several-records` lists them.

--cluster has the workers of a Dask cluster do the work: pip install "cardlog[cluster]".
They write into ARCHIVE, and what they have written becomes part of it as without one.
"""


def add_to(app: typer.Typer) -> None:
    app.command("ingest", epilog=EPILOG)(ingest)


def ingest(
    archive: str = typer.Argument(
        ..., metavar="ARCHIVE", help="A folder, or a .duckdb file; made if there is none."
    ),
    files: list[str] = inputs.Files,
    jobs: int = typer.Option(
        None, "-j", "--jobs", min=1, max=256, help="How many processes; by default as is best."
    ),
    quarantine: str = typer.Option(
        None, "--quarantine", metavar="DIR", help="Set aside here; by default in the archive."
    ),
    json: bool = typer.Option(False, "--json", help="A line of JSON for what is not in order."),
    cluster: str = inputs.Cluster,
    format: str = inputs.Format,
) -> None:
    """Add games to an archive."""
    from cardlog.cli import garbage, sharing
    from cardlog.records import formats
    from cardlog.records.errors import RecordError

    inputs.check_cluster(cluster, files, jobs)
    if quarantine is not None:
        _check_quarantine(archive, quarantine)
    format = format and formats.unpacked_name(format)
    check_inputs(archive, files)
    try:
        with contextlib.ExitStack() as stack:
            found = list(_files(files, format, stack))
            size = sum(file.size for file in found)
            pool = stack.enter_context(sharing.pool(jobs, size, cluster, sharing.STORING))
            # Not before the workers are on their way: loading these takes a while.
            from cardlog.cli.ingesting import Ingest
            from cardlog.queries.archive import writing

            held = stack.enter_context(writing(archive, make=True))
            stack.enter_context(garbage.seldom())
            job = stack.enter_context(Ingest.into(held, quarantine, format, json))
            job.run(found, pool)
    except RecordError as error:
        raise show.fail(f"{show.label(archive)}: {error.message}") from None
    except OSError as error:
        told = f"{show.label(archive)} cannot be written: {error.strerror or error}"
        if _is_there(archive):
            told += "; what was added before is in it, and the same command goes on from there"
        raise show.fail(told) from None
    show.complain(job.summary)
    raise typer.Exit(job.status.code)


def _is_there(archive: str) -> bool:
    """Whether there is an archive, now that it could not be written."""
    from cardlog.queries.archive import kinds
    from cardlog.records.errors import RecordError

    with contextlib.suppress(RecordError, OSError):
        kinds.is_folder(archive)
        return True
    return False


def _check_quarantine(archive: str, folder: str) -> None:
    """In an archive there is a place for it, and no other."""
    from cardlog.queries.archive.links import QUARANTINE

    own = os.path.realpath(os.path.join(archive, QUARANTINE))
    if not Path(os.path.realpath(folder)).is_relative_to(own):
        outputs.check("--quarantine", folder, archive)


def check_inputs(archive: str, files: list[str]) -> None:
    """An archive's own file cannot be read by who writes to it."""
    for name in show.expand(files):
        if os.path.isfile(name) and outputs.same_file(name, archive):
            raise show.fail(
                f"{show.label(name)}: this is the archive itself, and its records are in it:"
                " expected other files of records"
            )


def _files(files: list[str], format: str | None, stack: contextlib.ExitStack) -> Iterator[File]:
    """The files, each on disk, so that a record can be looked up again by its place."""
    from cardlog.cli import rewrite, sharing
    from cardlog.records.errors import RecordError

    for name in show.expand(files):
        try:
            path = stack.enter_context(rewrite.on_disk(name))
            file = sharing.file_of(path, show.label(name), format)
            yield file._replace(copied=path != name)
        except RecordError as error:  # an unknown format, or what it is packed in is damaged
            raise show.fail(str(error)) from None
        except OSError:
            yield sharing.File(name, show.label(name), None, 0)  # reading it will say why
