"""The stream form: a header, then the events one by one, reads as the same record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.records import formats, game
from cardlog.records.game import Record
from tests.records.samples import (
    EXAMPLE_MAP,
    Trickle,
    errors,
    from_bytes,
    numbered,
    outline,
    to_bytes,
)
from tests.strategies import records

STREAMS = ("jsonl", "msgpack")
streams = pytest.mark.parametrize("format", STREAMS)


def parts_of(record: Record, format: str) -> list[bytes]:
    """The header and the events, each as a map of its own."""
    data = game.to_map(record)
    values: list[Any] = [{k: v for k, v in data.items() if k != "events"}, *data["events"]]
    if format == "msgpack":
        return [msgspec.msgpack.encode(value) for value in values]
    return [msgspec.json.encode(value) + b"\n" for value in values]


def stream(n: int, format: str, *more: bytes) -> bytes:
    return b"".join(parts_of(numbered(n), format) + list(more))


@streams
@given(st.lists(records(), min_size=1, max_size=2))
@settings(max_examples=60, deadline=None)
def test_it_reads_as_the_same_record(format: str, given_: list[Record]) -> None:
    data = b"".join(part for record in given_ for part in parts_of(record, format))
    assert from_bytes(data, format) == given_


@streams
def test_both_forms_may_stand_in_one_file(format: str) -> None:
    whole = [to_bytes(numbered(n), format) for n in range(4)]
    data = whole[0] + stream(1, format) + whole[2] + stream(3, format)
    assert outline(from_bytes(data, format)) == [f"game {n}" for n in range(4)]


@streams
def test_a_file_may_end_after_any_event(format: str) -> None:
    parts = parts_of(numbered(0), format)
    for end in range(1, len(parts) + 1):
        (record,) = from_bytes(b"".join(parts[:end]), format)
        assert isinstance(record, Record) and len(record.events) == end - 1


@streams
def test_a_record_is_given_out_when_the_next_one_begins(format: str) -> None:
    def parts() -> Iterator[bytes]:
        yield from parts_of(numbered(0), format)
        yield to_bytes(numbered(1), format)
        raise AssertionError("read on before giving out what it had")

    items = formats.read(Trickle(parts()), format=format)  # type: ignore[arg-type]
    assert outline([next(items), next(items)]) == ["game 0", "game 1"]


BROKEN_EVENTS = {
    "no such card": {"type": "cut", "seat": 0, "card": "1x"},
    "no such seat": {"type": "stay", "seat": 9},
    "no type": {"seat": 2},
    "no map": [1, 2],
    "a missing key": {"type": "swap", "seat": 0},
}


@streams
@pytest.mark.parametrize("event", BROKEN_EVENTS.values(), ids=BROKEN_EVENTS.keys())
@pytest.mark.parametrize("later", (0, 3))
def test_a_broken_event_costs_its_record_alone(format: str, event: Any, later: int) -> None:
    if format == "msgpack" and event == [1, 2]:
        pytest.skip("no map is no value of MessagePack that could be an event: see damage")
    encode = msgspec.msgpack.encode if format == "msgpack" else msgspec.json.encode
    first = stream(0, format)
    after = parts_of(numbered(9), format)[1 : 1 + later]
    data = first + stream(1, format, encode(event), *after) + stream(2, format)
    items = from_bytes(data, format)
    assert outline(items) == ["game 0", None, "game 2"]
    (error,) = errors(items)
    assert (error.index, error.byte, error.event) == (1, len(first), len(EXAMPLE_MAP["events"]))


@streams
@pytest.mark.parametrize("damage", (b"\xc1oops", b"???"))
def test_damage_among_the_events_costs_its_record_alone(format: str, damage: bytes) -> None:
    first, parts = stream(0, format), parts_of(numbered(1), format)
    data = first + b"".join(parts[:4]) + damage + b"".join(parts[4:]) + stream(2, format)
    items = from_bytes(data, format)
    assert outline(items) == ["game 0", None, "game 2"]
    (error,) = errors(items)
    assert (error.index, error.event) == (1, 3)
    assert error.byte == len(first + b"".join(parts[:4]))
    assert error.skipped == len(damage + b"".join(parts[4:]))


@streams
def test_every_cut_of_an_event_costs_its_record_alone(format: str) -> None:
    parts = parts_of(numbered(1), format)
    for cut in range(1, len(parts[3].strip())):
        data = b"".join(parts[:3]) + parts[3][:cut] + stream(2, format) + stream(3, format)
        assert outline(from_bytes(data, format)) == [None, "game 2", "game 3"], cut


@streams
def test_a_damaged_record_after_the_events_is_another_one(format: str) -> None:
    whole = to_bytes(numbered(1), format)
    for cut in range(12, len(whole) - 1, 7):
        data = stream(0, format) + whole[:cut] + stream(2, format)
        assert outline(from_bytes(data, format)) == ["game 0", None, "game 2"], cut


@streams
def test_a_malformed_header_takes_its_events_with_it(format: str) -> None:
    bad = {k: v for k, v in EXAMPLE_MAP.items() if k not in ("events", "players")}
    encode = msgspec.msgpack.encode if format == "msgpack" else msgspec.json.encode
    data = encode(bad) + b"".join(parts_of(numbered(0), format)[1:]) + stream(1, format)
    items = from_bytes(data, format)
    assert outline(items) == [None, "game 1"]
    assert "`players`" in errors(items)[0].message


@streams
def test_events_before_any_header_are_one_error(format: str) -> None:
    data = b"".join(parts_of(numbered(0), format)[1:]) + stream(1, format)
    items = from_bytes(data, format)
    assert outline(items) == [None, "game 1"]
    assert errors(items)[0].message.startswith("an event before any record")
    assert errors(items)[0].byte == 0


def test_a_json_document_without_events_is_malformed() -> None:
    items = from_bytes(stream(0, "jsonl") + to_bytes(numbered(1), "json"), "json")
    assert outline(items) == [None, "game 1"]
    assert "no key `events`" in errors(items)[0].message and "jsonl" in errors(items)[0].message


@streams
def test_an_extension_may_use_the_words_of_a_header(format: str) -> None:
    encode = msgspec.msgpack.encode if format == "msgpack" else msgspec.json.encode
    event = {"type": "x-engine", "cardlog": "2.1", "players": ["a"], "events": [1]}
    (record,) = from_bytes(stream(0, format, encode(event)), format)
    assert isinstance(record, Record) and len(record.events) == 1 + len(EXAMPLE_MAP["events"])


@streams
def test_a_stream_beyond_64_mebibytes_is_no_record(
    format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "MAX_BYTES", 200)
    items = from_bytes(stream(0, format) + to_bytes(numbered(1), format), format)
    assert outline(items) == [None, "game 1"]
    assert "64 MiB" in errors(items)[0].message
