"""Archives to ask questions of: the same games as records, as a folder and as one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import cardlog
from cardlog.queries.run import Archive
from tests.cli.run import cardlog as command
from tests.games import GAMES

REPORTS = Path(__file__).parent / "reports"
RECORDS = [GAMES / f"{name}.json" for name in ("friday-cuckoo", "redding-shasta", "worked-example")]
KINDS = ("records", "folder", "file")


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    """By kind of archive, what `cardlog.open` is given."""
    folder = tmp_path_factory.mktemp("archives")
    made = {"folder": folder / "club", "file": folder / "club.duckdb"}
    for path in made.values():
        assert command("ingest", path, *RECORDS).status == 0
    return {"records": RECORDS} | {kind: [path] for kind, path in made.items()}


@pytest.fixture
def records() -> Iterator[Archive]:
    """Three records, folded in memory."""
    with cardlog.open(*RECORDS, queries=REPORTS) as archive:
        yield archive
