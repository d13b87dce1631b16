"""Whatever the bytes: records and located errors come out, and soon."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.records import formats, game
from cardlog.records.errors import RecordError
from cardlog.records.formats import _scan
from cardlog.records.game import Record
from tests.records.samples import (
    ALL,
    BINARY_AND_TEXT,
    EXAMPLE_MAP,
    check_places,
    errors,
    from_bytes,
    numbered,
    outline,
    to_bytes,
)

formats_all = pytest.mark.parametrize("format", ALL)
formats_of_maps = pytest.mark.parametrize("format", BINARY_AND_TEXT)
FILES = {f: to_bytes(map(numbered, range(3)), f) for f in ALL}
STREAM = b"\n".join(
    msgspec.json.encode(part)
    for part in ({k: v for k, v in EXAMPLE_MAP.items() if k != "events"}, *EXAMPLE_MAP["events"])
)
PIECES = (
    b"\xa7cardlog", b"\x81", b"\x8f\xa7cardlog", b"\xdf\x7f\xff\xff\xff", b"\xdb", b"\xc1", b"\x91",
    b'{"cardlog"', b'{"cardlog":1,', b"{", b"}", b"[", b'"', b"\\", b"\n", b"\xef\xbb\xbf", b":",
    b'{"type":"stay","seat":0}', b'"\\ud800', b"-", b"1e", STREAM,
    b"cardlog 1: pitch\n", b"players: Ana, Bruno\n", b"end\n", b"Ana: Ah 2h", b"lang: ru", b";",
    b"record,type,seat,more\n", b"0,,,header,", b",,", b'"{""a"": ', b"'=", b"type;", b"\t",
    b'{"type":"start_game","names":["Ana","Bruno"],"game":"pitch"}\n', b'{"type":"tsumo"}\n',
    b'{"type":"start_kyoku","oya":0,"tehais":[["?"],["2c"]]}\n', b'"?"',
    b'{"type":"dahai","actor":1,"pai":"2c"}\n', b'{"type":"end_game"}\n',
    b"#", b'note: "', b"ruling [", b"@auto", b"deal 0: ", b"| ", b"\r", "\u0422\u2660 ".encode(),
    *FILES.values(),
)  # fmt: skip


@formats_all
@given(st.binary(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=8).map(b"".join))
@settings(max_examples=300, deadline=None)
def test_any_bytes(format: str, data: bytes) -> None:
    check_places(from_bytes(data, format), data)


@given(st.binary(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=8).map(b"".join))
@settings(max_examples=50, deadline=None)
def test_any_bytes_in_every_format_that_there_is(data: bytes) -> None:
    for format in formats.FORMATS:
        for item in from_bytes(data, format):
            assert isinstance(item, Record) or item.index is not None


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_of_an_unknown_format(data: bytes) -> None:
    items = from_bytes(data)
    if data.startswith(b"PAR1") or data.startswith(b"DUCK", 8):  # what is wrong there has no byte
        assert all(item.index is not None for item in items if isinstance(item, RecordError))
    else:
        check_places(items, data)


@given(st.binary(max_size=20))
@settings(max_examples=20, deadline=None)
def test_no_bytes_break_a_database_that_is_none(data: bytes) -> None:
    for mark in (b"PAR1", bytes(8) + b"DUCK"):
        (item,) = from_bytes(mark + data)
        assert isinstance(item, RecordError) and item.index == 0


@formats_all
@given(st.data())
@settings(max_examples=200, deadline=None)
def test_any_change_to_a_good_file(format: str, data: Any) -> None:
    file = bytearray(FILES[format])
    places = st.integers(0, len(file) - 1)
    for at in data.draw(st.lists(places, min_size=1, max_size=3)):
        length = data.draw(st.integers(0, 9))
        file[at : at + length] = data.draw(st.binary(max_size=3) | st.sampled_from(PIECES))
    check_places(from_bytes(bytes(file), format), bytes(file))


@formats_all
def test_any_byte_flipped_costs_no_later_record(format: str) -> None:
    first = len(to_bytes(numbered(0), format))
    # The names of the columns are those of all records; a lost line end joins two of them.
    start = FILES[format].index(b"\n") + 1 if format == "csv" else 0
    for at in range(start, first, 3):
        if format == "csv" and FILES[format][at] == ord("\n"):
            continue
        for flip in (0x01, 0x80, 0xFF):
            file = bytearray(FILES[format])
            file[at] ^= flip
            items = from_bytes(bytes(file), format)
            assert outline(items)[-2:] == ["game 1", "game 2"], (at, flip)


def nested(format: str, depth: int, closed: bool) -> bytes:
    if format == "mjai":
        end = b"]" * depth + b"}" if closed else b""
        return b'{"type": "start_game", "meta": {"a": ' + b"[" * depth + end + end[-1:] + b"\n"
    if format == "csv":
        end = b"]" * depth + b"}" if closed else b""
        header = b"record,type,cardlog,game,more\n0,header,1,pitch,"
        return header + b'"{""meta"": {""a"": ' + b"[" * depth + end + end[-1:] + b'"\n'
    if format == "cardlog":
        end = b"]" * depth + b"}" if closed else b""
        return b'cardlog 1: pitch\nmeta: {"a": ' + b"[" * depth + end + b"\n"
    if format == "msgpack":
        return b"\x82\xa7cardlog\x01\xa4meta" + b"\x91" * depth + b"\xc0" * closed
    end = b"]" * depth + b"}" if closed else b""
    return b'{"cardlog": 1, "meta": ' + b"[" * depth + end


@formats_all
@pytest.mark.parametrize("depth", (150, 250, 900, 30_000, 1_000_000))
@pytest.mark.parametrize("closed", (True, False))
def test_deep_nesting_is_an_error_of_its_record(format: str, depth: int, closed: bool) -> None:
    started = time.perf_counter()
    items = from_bytes(nested(format, depth, closed) + FILES[format], format)
    assert outline(items)[0] is None and outline(items)[-2:] == ["game 1", "game 2"]
    # An open list of MessagePack may take the next record for its content; JSON would see no end.
    assert len(items) == 4 or (format == "msgpack" and not closed and depth < 1000)
    assert time.perf_counter() - started < 2


@formats_all
@pytest.mark.parametrize(
    "unit", (b"\x91", b"\xc1", b"\x81", b"[", b'{"a":', b"\xde\x00\x01\x91", b"1 ", b"\x80", b"x")
)
def test_a_million_bytes_of_the_same_are_one_error(format: str, unit: bytes) -> None:
    started = time.perf_counter()
    (error,) = from_bytes(unit * (1_000_000 // len(unit)), format)
    assert isinstance(error, RecordError)
    assert time.perf_counter() - started < 2


@formats_all
def test_ten_megabytes_of_noise_do_not_take_long(format: str) -> None:
    state, noise = 1, bytearray()
    while len(noise) < 2**16:
        state = state * 6364136223846793005 + 1442695040888963407 & 2**64 - 1
        noise += state.to_bytes(8, "little")
    started = time.perf_counter()
    items = from_bytes(bytes(noise) * 160 + FILES[format], format)
    assert outline(items)[-3:] == ["game 0", "game 1", "game 2"]
    assert len(items) == 4
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize(
    "format, unit",
    (
        ("msgpack", b"\x81\xa7cardlog\xdd\x7f\xff\xff\xff"),
        ("msgpack", b"\x81\xa7cardlog"),
        ("msgpack", b"\x81\xa7cardlog\xdb\x7f\xff\xff\xff"),
        ("json", b'{"cardlog":['),
        ("json", b'{"cardlog":'),
        ("json", b'{"cardlog":[1,'),
    ),
)
def test_starts_that_never_end_do_not_cost_the_square(
    format: str, unit: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_scan, "ALLOWANCE", 2**24)  # the real one takes seconds to spend
    started = time.perf_counter()
    items = from_bytes(unit * 100_000 + b"1," * 500_000, format)
    assert 0 < len(errors(items)) == len(items)
    assert time.perf_counter() - started < 3


@formats_of_maps
def test_a_record_may_be_64_mebibytes_and_no_larger(format: str) -> None:
    encode = msgspec.msgpack.encode if format == "msgpack" else msgspec.json.encode

    def sized(size: int) -> bytes:
        data = game.to_map(numbered(7)) | {"meta": {"text": "x" * (size - 1000)}}
        data["meta"]["text"] += "x" * (size - len(encode(data)))
        return encode(data)

    good = sized(game.MAX_BYTES)
    (record,) = from_bytes(good, format)
    assert isinstance(record, Record) and len(good) == game.MAX_BYTES
    if format != "json":  # which adds spaces
        assert to_bytes(record, format).rstrip(b"\n") == good
    items = from_bytes(sized(game.MAX_BYTES + 2**12) + FILES[format], format)
    assert outline(items) == [None, "game 0", "game 1", "game 2"]
    assert "64 MiB" in errors(items)[0].message
