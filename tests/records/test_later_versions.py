"""What a later version might write: unknown kinds are kept, a newer schema is refused."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

import cardlog
from cardlog.records.errors import RecordError
from cardlog.records.events import Unknown
from cardlog.records.game import Record
from tests.games import golden
from tests.records.samples import ALL, errors, from_bytes, numbered, outline, to_bytes

WORKED = golden("worked-example")
KINDS: dict[str, dict[str, Any]] = {
    "bow": {"seat": 2, "depth": 0.5, "to": [{"seat": 1}, None, True]},
    "toast": {"text": "à saúde!\n=1+1", "cards": ["Th", "no card"]},
    # Words that mean something in one of the formats, and are kinds of nobody here.
    "header": {"cardlog": 1},
    "end": {},
    "event": {"more": {}},
    "Deal": {"dealer": 9},
    "tsumo": {"actor": 0, "pai": "?"},
    "dahai": {"actor": 0},
    "end_game": {},
    "cardlog": {"event": {"type": "stay", "seat": 0}},
}


def with_unknown(kind: str, at: int) -> Record:
    event = Unknown({"type": kind, **KINDS[kind]})
    return replace(WORKED, events=(*WORKED.events[:at], event, *WORKED.events[at:]))


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_kind_goes_through_every_chain_of_two(kind: str) -> None:
    record = with_unknown(kind, 3)
    for chain in itertools.permutations(ALL, 2):
        back = record
        for format in chain:
            (item,) = from_bytes(to_bytes(back, format), format)
            assert isinstance(item, Record), (format, item)
            back = item
        assert back == record and back.id == record.id, chain


@pytest.mark.parametrize("format", ALL)
def test_an_unknown_kind_is_told_and_stops_the_fold(format: str) -> None:
    (record,) = from_bytes(to_bytes(with_unknown("bow", 3), format), format)
    assert isinstance(record, Record)
    (finding,) = cardlog.audit(record).findings
    assert (finding.code, finding.event) == ("unknown-kind", 3)
    assert cardlog.outcome(record).status == "unfinished"


def newer(format: str) -> bytes:
    """A record of schema version 2, between two of this one."""
    first, record, last = (to_bytes(numbered(n), format) for n in range(3))
    marks = {
        "msgpack": (b"\xa7cardlog\x01", b"\xa7cardlog\x02"),
        "json": (b'"cardlog": 1', b'"cardlog": 2'),
        "jsonl": (b'"cardlog":1', b'"cardlog":2'),
        "mjai": (b'"cardlog":1', b'"cardlog":2'),
        "csv": (b",1,chase-the-ace", b",2,chase-the-ace"),
        "cardlog": (b"cardlog 1:", b"cardlog 2:"),
    }
    old, new = marks[format]
    assert record.count(old) == 1
    return first + record.replace(old, new) + last


@pytest.mark.parametrize("format", ALL)
def test_a_newer_schema_is_refused_in_words_and_costs_no_other_record(format: str) -> None:
    items = from_bytes(newer(format), format)
    assert outline(items) == ["game 0", None, "game 2"]
    (error,) = errors(items)
    assert isinstance(error, RecordError)
    assert "schema version 2 is newer than this reader" in error.message
    assert "install a newer cardlog" in error.message
    assert error.index == 1
