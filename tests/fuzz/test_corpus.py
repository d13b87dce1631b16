"""What the fuzzer starts from, and what it once found, goes through every reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlog.records.errors import RecordError
from cardlog.records.formats import FORMATS
from cardlog.records.game import Record
from tests.fuzz.__main__ import CORPUS, WORDS
from tests.fuzz.harness import check
from tests.records.samples import from_bytes

INPUTS = sorted(CORPUS.iterdir())


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.name)
def test_an_input_is_read_by_every_format(path: Path) -> None:
    check(path.read_bytes(), FORMATS)


def test_the_inputs_reach_every_reader_and_its_errors() -> None:
    for format in ("cardlog", "json", "jsonl", "msgpack"):
        items = [item for path in INPUTS for item in from_bytes(path.read_bytes(), format)]
        assert sum(isinstance(item, Record) for item in items) >= 5, format
        assert len({i.message for i in items if isinstance(i, RecordError)}) >= 5, format


def test_the_inputs_are_small() -> None:
    assert all(path.stat().st_size <= 4096 for path in INPUTS)
    assert WORDS.read_bytes().count(b"\n") > 40
