"""Record k of a file: the one that reading in order gives, however it is reached."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.formats import FORMATS, _index
from cardlog.records.formats._skip import _Skipper, reach
from cardlog.records.game import Record
from tests.records.samples import ALL, EXAMPLE, Trickle, numbered, to_bytes
from tests.records.test_walk import FORMAT_NAMES, KINDS, encoded, piece, whole


def outcome(source: Any, index: int, **options: Any) -> Any:
    """The record, or what is said in its place, and where."""
    try:
        return formats.at(source, index, **options)
    except RecordError as error:
        return error.message, error.index, error.byte, error.line, error.event


def in_order(data: bytes, format: str) -> list[Any]:
    items = formats.read(io.BytesIO(data), format=format)
    return [
        item
        if isinstance(item, Record)
        else (item.message, item.index, item.byte, item.line, item.event)
        for item in items
    ]


def more(format: str, kind: str, number: int) -> bytes:
    """Further pieces, which only who passes over them without decoding could take otherwise."""
    data = whole(number)
    if kind == "late":  # a record whose first key is another
        return encoded(format, {key: data[key] for key in reversed(data)})
    if kind == "header":
        return encoded(format, {key: data[key] for key in data if key != "events"})
    if kind == "wrong":  # well-formed, and no record of ours
        return encoded(format, {**data, "colour": number})
    if kind == "other":
        return encoded(format, {"said": "nothing"})
    if kind == "list":
        return encoded(format, [1, 2])
    if kind == "told":  # an event that tells of a record
        return encoded(format, {"type": "x-log", "of": whole(number)})
    if kind == "both":
        return encoded(format, {"type": "note", "text": "?", "cardlog": 1})
    return piece(format, kind, number)


MORE = (*KINDS, "late", "header", "wrong", "other", "list", "told", "both")


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(FORMAT_NAMES),
    st.lists(st.tuples(st.sampled_from(MORE), st.integers(0, 5)), max_size=12),
    st.data(),
)
def test_any_file_has_the_record_that_reading_gives(
    format: str, pieces: list[tuple[str, int]], draws: st.DataObject
) -> None:
    data = b"".join(more(format, *each) for each in pieces)
    expected = in_order(data, format)
    index = draws.draw(st.integers(0, len(expected)))
    if index < len(expected):
        assert outcome(io.BytesIO(data), index, format=format) == expected[index]
        slow: Any = Trickle([data], 100)
        found = outcome(slow, index, format=format)
        if isinstance(found, Record):
            assert found == expected[index]
        else:  # the words may quote as much as there was
            assert found[1:] == expected[index][1:]
    else:
        said = outcome(io.BytesIO(data), index, format=format)
        if data.strip():
            assert said[0].startswith(f"there is no record {index}: it holds {index} record")
        else:
            assert said == expected[0]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(("\n", "\r\n", " \n", "\n\n", "")), st.booleans()), min_size=3
    ),
    st.booleans(),
)
def test_lines_are_counted_however_records_stand_in_them(
    layout: list[tuple[str, bool]], header: bool
) -> None:
    text = ""
    for number, (end, spread) in enumerate(layout):
        record = json.dumps(whole(number))
        text += (record.replace(', "', ',\n "', 1) if spread else record) + end
    stream = {key: value for key, value in whole(9).items() if key != "events"}
    text += json.dumps(stream) + "\n" if header else ""
    data = (text + '{"type": "note", "text": 1}\n{"cardlog": 1, "game": 2}\n').encode()
    expected = in_order(data, "jsonl")
    for index in range(len(expected)):
        assert outcome(io.BytesIO(data), index, format="jsonl") == expected[index]


@pytest.mark.parametrize("format", FORMAT_NAMES)
def test_nothing_is_decoded_on_the_way(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = to_bytes(map(numbered, range(500)), format)
    stream = io.BytesIO()
    if format != "json":
        FORMATS[format].write_stream(map(numbered, range(500)), stream)  # type: ignore[attr-defined]
    for content in filter(None, (data, stream.getvalue())):
        walk = FORMATS[format].walk(io.BytesIO(content), check=None)
        assert _Skipper(walk).skip(400) == 0  # all of them without the walk
        assert next(iter(walk)) == numbered(400)
    item, before = reach(FORMATS[format].walk(io.BytesIO(data), check=None), 700)
    assert (item, before) == (None, 500)


@pytest.mark.parametrize("format", ALL)
@pytest.mark.parametrize("packing", ("", ".gz", ".zst"))
def test_every_format_has_it(format: str, packing: str, tmp_path: Path) -> None:
    path = tmp_path / f"night.{format}{packing}"
    formats.write(map(numbered, range(30)), path)
    for index in (0, 7, 29):
        assert formats.at(path, index) == numbered(index)
    with pytest.raises(RecordError, match="there is no record 30: it holds 30 records") as raised:
        formats.at(path, 30)
    assert raised.value.source == str(path)
    with pytest.raises(OSError):
        formats.at(tmp_path / "nowhere.json", 0)
    with pytest.raises(RecordError, match="unknown format"):
        formats.at(path, 0, format="xml")


def written(tmp_path: Path, format: str, stream: bool) -> Path:
    path = tmp_path / f"night.{format}"
    with path.open("wb") as file:
        chosen: Any = FORMATS[format]
        (chosen.write_stream if stream else chosen.write)(map(numbered, range(50)), file)
    return path


@pytest.mark.parametrize("format", ("msgpack", "jsonl"))
@pytest.mark.parametrize("stream", (False, True))
def test_an_index_says_where_it_is(
    format: str, stream: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, format, stream)
    assert formats.index(path) == (50, 0)
    assert sorted(os.listdir(tmp_path)) == [path.name, f"{path.name}.idx"]

    def never(*_: object) -> None:
        raise AssertionError("looked for in order")

    monkeypatch.setattr("cardlog.records.formats._skip.reach", never)
    for index in (0, 1, 25, 48, 49):
        assert formats.at(path, index, warn=never) == numbered(index)


def test_a_bad_record_is_found_where_it_stands_with_an_index_too(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    lines = [to_bytes(numbered(n), "jsonl") for n in range(4)]
    lines[1] = lines[1].replace(b'"swap"', b'"swop"').replace(b'"seat":0', b'"seat":99')
    lines[2] = lines[2][:50] + b"\n"
    path.write_bytes(b"".join(lines))
    expected = in_order(path.read_bytes(), "jsonl")
    assert formats.index(path) == (4, 1)
    said: list[str] = []
    assert [outcome(path, n, warn=said.append) for n in range(4)] == expected
    assert said == []


def rewritten(path: Path, **changes: Any) -> None:
    """The index with another first line."""
    index = path.with_name(f"{path.name}.idx")
    first, _, rest = index.read_bytes().partition(b"\n")
    index.write_bytes(msgspec.json.encode({**msgspec.json.decode(first), **changes}) + b"\n" + rest)


def moved(path: Path, number: int, start: int, end: int) -> None:
    """The index with another place for one record."""
    index = path.with_name(f"{path.name}.idx")
    first, _, rest = index.read_bytes().partition(b"\n")
    size = _index.ENTRY.size
    entry = _index.ENTRY.pack(start, end)
    rest = rest[: number * size] + entry + rest[(number + 1) * size :]
    index.write_bytes(first + b"\n" + rest)


def stale(path: Path, index: int = 7) -> str:
    """The warning with which the index is passed over; the record is right all the same."""
    said: list[str] = []
    assert formats.at(path, index, warn=said.append) == numbered(index)
    (text,) = said
    assert text.startswith(f"{path}.idx is not used: ") and "cardlog index" in text
    return text


@pytest.mark.parametrize("format", ("msgpack", "jsonl"))
def test_an_index_of_another_file_is_not_used(format: str, tmp_path: Path) -> None:
    path = written(tmp_path, format, stream=False)
    formats.index(path)
    old = os.stat(path)
    data = path.read_bytes()
    path.write_bytes(data + to_bytes(numbered(50), format))
    assert "the file has changed" in stale(path)
    # As long as before, and as old: another record comes first.
    parts = [to_bytes(numbered(n), format) for n in (9, *range(1, 9), 0, *range(10, 50))]
    path.write_bytes(b"".join(parts))
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
    assert "the file has changed" in stale(path)
    path.write_bytes(data)
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
    assert formats.at(path, 7, warn=pytest.fail) == numbered(7)
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns + 1))
    assert "the file has changed" in stale(path)


@pytest.mark.parametrize("stream", (False, True))
@pytest.mark.parametrize("format", ("msgpack", "jsonl"))
def test_a_hostile_index_gives_no_wrong_record(format: str, stream: bool, tmp_path: Path) -> None:
    path = written(tmp_path, format, stream)
    walk = FORMATS[format].walk(io.BytesIO(path.read_bytes()), check=None)
    places = [(walk.start, walk.end) for _ in walk]
    size = path.stat().st_size
    formats.index(path)
    index = path.with_name(f"{path.name}.idx")
    good = index.read_bytes()
    for start, end in (
        places[8],  # another record
        (places[7][0], places[8][1]),  # two
        (places[7][0] + 1, places[7][1]),
        (places[7][0], places[7][1] - 5),
        (places[7][0], places[7][0]),
        (places[7][1], places[7][0]),
        (size, size + 100),
        (2**62, 2**62 + 5),
        (0, 2**62),
        (0, size),
    ):
        moved(path, 7, start, end)
        assert stale(path)
        index.write_bytes(good)
    for changes in (
        {"records": 51}, {"records": 49}, {"records": 2**60}, {"size": size - 1}, {"modified": 5},
        {"sample": ""}, {"format": "json"}, {"cardlog_index": 2}, {"records": "all"}, {"more": 1},
    ):  # fmt: skip
        rewritten(path, **changes)
        assert stale(path), changes
        index.write_bytes(good)
    for content in (b"", b"\n", b"{}", good[:-1], good + b"\0", b"\xff" * 10_000, good[:60]):
        index.write_bytes(content)
        assert stale(path)


def test_what_has_no_index(tmp_path: Path) -> None:
    formats.write(EXAMPLE, tmp_path / "a.cardlog")
    formats.write(EXAMPLE, tmp_path / "a.jsonl.gz")
    with pytest.raises(RecordError, match="in cardlog: there is no index"):
        formats.index(tmp_path / "a.cardlog")
    with pytest.raises(RecordError, match="packed with gzip"):
        formats.index(tmp_path / "a.jsonl.gz")
    with pytest.raises(OSError):
        formats.index(tmp_path / "nowhere.jsonl")
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(RecordError, match="the file is empty"):
        formats.index(tmp_path / "empty.jsonl")
    assert len(os.listdir(tmp_path)) == 3
