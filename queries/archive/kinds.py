"""Which kind of archive lies somewhere, or that there is none: asked before anything is opened."""

from __future__ import annotations

import os
from typing import Final

from cardlog.queries.archive import manifest
from cardlog.queries.formats.duckdb import sniff
from cardlog.records import formats
from cardlog.records.errors import RecordError

EXPECTED: Final = (
    "expected a folder or a .duckdb file that `cardlog ingest` made"
    " (`cardlog ingest ARCHIVE FILE` puts the records of a file into one)"
)


def is_blank(path: str) -> bool:
    """Whether a path has nothing in it that an archive would take the place of: no file, or one of
    no bytes, as DuckDB takes it too."""
    return not os.path.exists(path) or (os.path.isfile(path) and not os.path.getsize(path))


def check_name(path: str) -> None:
    """Raise RecordError where an archive that is to be made has the name of a file of records."""
    try:
        format = formats.declared(path)
    except RecordError:  # a packed name, of what is no format
        return
    if format is not None:
        raise RecordError(
            "this is the name of a file of records, and an archive is a folder or a .duckdb file:"
            " name it without such an end (`cardlog ingest ARCHIVE FILE...`)"
        )


def is_folder(path: str) -> bool:
    """Whether an archive is a folder, and not one file. Raises RecordError where it is neither."""
    if os.path.isdir(path):
        if not os.path.isfile(os.path.join(path, manifest.NAME)):
            raise RecordError(
                f"this folder is no archive, there is no {manifest.NAME} in it: {EXPECTED}"
            )
        return True
    if not os.path.exists(path):
        raise RecordError(f"there is no such file or folder: {EXPECTED}")
    if not os.path.isfile(path):
        raise RecordError(f"this is no archive: {EXPECTED}")
    with open(path, "rb") as file:
        head = file.read(12)
    if not sniff(head):
        raise RecordError(f"this file is {'no' if head else 'empty, and no'} archive: {EXPECTED}")
    return False
