"""Where the items of a file lie, and files read in parts: the same items, at the same places."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.records.errors import RecordError
from cardlog.records.formats import FORMATS, Part
from cardlog.records.game import Record
from tests.records.samples import EXAMPLE

FORMAT_NAMES = ("msgpack", "jsonl", "json")


def encoded(format: str, value: Any) -> bytes:
    if format == "msgpack":
        return msgspec.msgpack.encode(value)
    return msgspec.json.encode(value) + b"\n"


def whole(number: int, **more: Any) -> dict[str, Any]:
    event = {"type": "note", "text": "said"}
    return {
        "cardlog": 1, "game": "pitch", "rules": {}, "players": [f"A{number}", "B"],
        "events": [event] * (number % 4), **more,
    }  # fmt: skip


def piece(format: str, kind: str, number: int) -> bytes:
    """A piece of a file: records of all kinds, and what damage leaves of them."""
    data = whole(number)
    if kind == "record":
        return encoded(format, data)
    if kind == "inside":  # a record inside a record: no start of one
        return encoded(format, whole(number, meta={"x": whole(number)}))
    if kind == "stream":
        events = data.pop("events")
        return b"".join(encoded(format, each) for each in (data, *events))
    if kind == "cut":
        return encoded(format, data)[: -3 - number]
    if kind == "stray":
        return b"\xc1" * (number + 1)
    if kind == "event":
        return encoded(format, {"type": "note", "text": "alone"})
    return b" \n" if format != "msgpack" else b""


KINDS = ("record", "record", "inside", "stream", "cut", "stray", "event", "space")


def items(format: str, data: bytes, part: Part = Part()) -> tuple[list[Any], Any]:  # noqa: B008
    walk = FORMATS[format].walk(io.BytesIO(data), check=None, part=part)
    found = []
    for item in walk:
        told = item if isinstance(item, Record) else (item.message, item.byte, item.event)
        line = item.line if isinstance(item, RecordError) else None
        found.append((walk.start, walk.end, told, line))
    return found, walk


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(FORMAT_NAMES),
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 5)), max_size=12),
    st.data(),
)
def test_a_file_in_parts_has_the_items_of_the_file(
    format: str, pieces: list[tuple[str, int]], draws: st.DataObject
) -> None:
    data = b"".join(piece(format, *each) for each in pieces)
    expected, _ = items(format, data)
    cuts = sorted(draws.draw(st.lists(st.integers(0, len(data)), max_size=4)))
    stops: list[int | None] = [*cuts, None]
    found: list[Any] = []
    at = lines = 0
    for first, stop in zip([0, *cuts], stops, strict=True):
        if stop is not None and at >= stop:
            continue  # an item before reaches beyond this part
        _, guess = items(format, data, Part(first, stop, found=first > 0))
        right = guess.first == at  # else it was no start of a record of this file
        part = Part(first, stop, found=first > 0) if right else Part(at, stop)
        more, walk = items(format, data, part)
        found += [(a, b, told, line and line + lines) for a, b, told, line in more]
        at, lines = walk.next, lines + walk.lines
    assert found == expected


@pytest.mark.parametrize("format", FORMAT_NAMES)
def test_every_record_lies_where_the_walk_says(format: str) -> None:
    data = b"".join(encoded(format, whole(n)) for n in range(5))
    found, walk = items(format, data)
    assert len(found) == 5 and walk.next == len(data)
    for start, end, record, _ in found:
        (again,) = FORMATS[format].read(io.BytesIO(data[start:end]), check=None)
        assert again == record


@pytest.mark.parametrize("format", ("msgpack", "jsonl"))
def test_the_stream_form_is_written_as_it_is_read(format: str) -> None:
    file = io.BytesIO()
    assert FORMATS[format].write_stream([EXAMPLE, EXAMPLE], file) == 2  # type: ignore[attr-defined]
    walk = FORMATS[format].walk(io.BytesIO(file.getvalue()), check=None)
    for item in walk:
        assert item == EXAMPLE and walk.stream
    assert walk.end == len(file.getvalue())
