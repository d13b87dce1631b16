"""Damaged files: each bad stretch is one located error, and every good record is still read."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cardlog.records import formats
from tests.records.samples import (
    BINARY_AND_TEXT,
    EXAMPLE_MAP,
    errors,
    from_bytes,
    numbered,
    outline,
    to_bytes,
)

GOOD = {f: [to_bytes(numbered(n), f) for n in range(4)] for f in BINARY_AND_TEXT}
ENCODE: dict[str, Callable[[Any], bytes]] = {
    "msgpack": msgspec.msgpack.encode,
    "json": msgspec.json.encode,
    "jsonl": lambda data: msgspec.json.encode(data) + b"\n",
}

formats_all = pytest.mark.parametrize("format", BINARY_AND_TEXT)


def changed(**keys: Any) -> dict[str, Any]:
    return EXAMPLE_MAP | keys


@formats_all
def test_every_cut_of_a_file_costs_only_the_last_record(format: str) -> None:
    first, second = GOOD[format][:2]
    for cut in range(1, len(second.rstrip())):
        items = from_bytes(first + second[:cut], format)
        assert outline(items) == ["game 0", None], cut
        assert errors(items)[0].index == 1
        assert errors(items)[0].skipped == cut
        assert len(first) <= (errors(items)[0].byte or 0) <= len(first) + cut


@formats_all
@pytest.mark.parametrize("newline", (b"", b"\n"))
def test_every_cut_in_the_middle_of_a_file_costs_only_that_record(
    format: str, newline: bytes
) -> None:
    if format == "msgpack" and newline:
        pytest.skip("0x0a is the number ten, no space")
    first, second, third, fourth = GOOD[format]
    for cut in range(1, len(second.rstrip())):
        items = from_bytes(first + second[:cut] + newline + third + fourth, format)
        assert outline(items) == ["game 0", None, "game 2", "game 3"], cut
        error = errors(items)[0]
        assert (error.index, error.skipped) == (1, cut + len(newline))


GARBAGE = {
    "a stray byte": b"\xc1",
    "text": b"hello, world",
    "high bytes": bytes(range(0x90, 0x100)),
    "a closing bracket": b"}",
    "numbers": b"1 2 3",
    "the key alone": b'\xa7cardlog "cardlog"',
    "more than a window": b"\xc1no\x00" * 600_000,
}


@formats_all
@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE.keys())
def test_garbage_is_one_error_with_its_length(format: str, garbage: bytes) -> None:
    parts = GOOD[format]
    for before in range(4):
        data = b"".join(parts[:before]) + garbage + b"".join(parts[before:])
        items = from_bytes(data, format)
        assert [i for i, item in enumerate(outline(items)) if item is None] == [before]
        (error,) = errors(items)
        assert error.index == before
        assert error.byte == len(b"".join(parts[:before]))
        assert error.skipped == len(garbage)
        assert error.line == (None if format == "msgpack" else 1 + data[: error.byte].count(b"\n"))


@formats_all
def test_garbage_at_the_end_is_one_error(format: str) -> None:
    items = from_bytes(GOOD[format][0] + b"?" * 100, format)
    assert outline(items) == ["game 0", None]
    assert errors(items)[0].skipped == 100


MALFORMED = {
    "unknown key": (changed(wind="east"), "unknown key `wind`", None),
    "no players": ({k: v for k, v in EXAMPLE_MAP.items() if k != "players"}, "`players`", None),
    "a newer schema": (changed(cardlog=2), "newer than this reader", None),
    "no map": (changed(meta=[]), "`meta`", None),
    "no such card": (
        changed(events=[{"type": "cut", "seat": 0, "card": "1x"}]),
        "'1x' is no card: expected rank then suit, like Th, or ?? for an unseen one",
        0,
    ),
    "an event without a type": (
        changed(events=[{"type": "stay", "seat": 0}, {"seat": 0}]),
        "the event has no `type`",
        1,
    ),
    "no such seat": (changed(events=[{"type": "stay", "seat": 4}]), "seat 4 does not exist", 0),
    "an empty name": (changed(players=["Ana", ""]), "player 1 is empty", None),
    "a record in `meta`": (changed(meta={"copy": EXAMPLE_MAP}, wind=1), "unknown key", None),
    "no schema version": ({"players": [], "events": []}, "no key `cardlog`", None),
    "some other map": ({"name": "Ana"}, "no key `cardlog`", None),
}


@formats_all
@pytest.mark.parametrize("data, words, event", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_record_costs_only_itself(
    format: str, data: Any, words: str, event: int | None
) -> None:
    first, *rest = GOOD[format]
    items = from_bytes(first + ENCODE[format](data) + b"".join(rest), format)
    assert outline(items) == ["game 0", None, "game 1", "game 2", "game 3"]
    (error,) = errors(items)
    assert words in error.message
    assert (error.index, error.byte, error.event) == (1, len(first), event)
    assert error.skipped is None


@formats_all
def test_without_check_seats_are_left_to_the_fold(format: str) -> None:
    data = ENCODE[format](changed(events=[{"type": "stay", "seat": 4}]))
    assert errors(from_bytes(data, format, check=None)) == []
    assert errors(from_bytes(data, format))[0].event == 0


def test_claimed_lengths_are_not_believed() -> None:
    first, second = GOOD["msgpack"][:2]
    start = b"\x82\xa7cardlog\x01\xa4meta"
    for claim in (b"\xdb\x80\x00\x00\x00", b"\xdd\x7f\xff\xff\xff", b"\xdf\xff\xff\xff\xff"):
        items = from_bytes(first + start + claim + second, "msgpack")
        assert outline(items) == ["game 0", None, "game 1"], claim
        assert errors(items)[0].skipped == len(start + claim)


@pytest.mark.parametrize("size", (b"\xde\x00\x07", b"\xdf\x00\x00\x00\x07"))
def test_records_after_damage_are_found_by_any_map_marker(size: bytes) -> None:
    record = size + GOOD["msgpack"][0][1:]
    assert outline(from_bytes(b"\xc1\xc1" + record + b"\xc1" + record, "msgpack")) == [
        None,
        "game 0",
        None,
        "game 0",
    ]


def test_a_list_of_records_is_one_error_in_json() -> None:
    data = b"[" + b",".join(part.strip() for part in GOOD["json"]) + b"]\n"
    items = from_bytes(data + GOOD["json"][0], "json")
    assert outline(items) == [None, "game 0"]
    assert "a JSON list where a record (a map) belongs" in errors(items)[0].message


@pytest.mark.parametrize(
    "value",
    (
        b"NaN", b"Infinity", b"-Infinity", b"1e999", b'"\\ud800"', b'"\\udc00 \\ud800 more"',
        b'"\xff"', b'"\xed\xa0\x80"', b"01", b"'x'", b'"a\nb"', b"[1,]", b"{1:2}", b"9" * 5000,
        b"9007199254740993", b'"\\x41"',
    ),
)  # fmt: skip
@pytest.mark.parametrize("format", ("json", "jsonl"))
def test_what_json_does_not_allow_is_an_error(format: str, value: bytes) -> None:
    first, second, third, _ = GOOD[format]
    bad = second.rstrip()[:-1] + b', "meta": {"odd": ' + value + b"}}\n"
    items = from_bytes(first + bad + third, format)
    assert outline(items) == ["game 0", None, "game 2"]
    (error,) = errors(items)
    starts = 1 + first.count(b"\n")
    stands = starts + bad[: bad.index(b'"odd"')].count(b"\n")
    # The line of the byte that the decoder names; where it names none, the record's first.
    assert error.line == (starts if error.byte == len(first) else stands)
    assert "msgspec" not in error.message and "Traceback" not in error.message


def test_a_syntax_error_says_where_in_the_file() -> None:
    first = GOOD["jsonl"][0]
    items = from_bytes(first + b'{"cardlog":1,"game":NaN}', "jsonl")
    (error,) = errors(items)
    assert error.byte == len(first) + len(b'{"cardlog":1,"game":')
    assert str(error).startswith(f"-: record 1, line 2, byte {error.byte}: broken JSON (")


def test_a_record_may_follow_damage_on_the_same_line() -> None:
    first, second = (part.strip() for part in GOOD["json"][:2])
    for spaced in (second, second.replace(b'{"cardlog"', b'{ \n "cardlog"')):
        assert outline(from_bytes(first + b"oops" + spaced, "json")) == ["game 0", None, "game 1"]


@pytest.mark.parametrize("value", (None, True, 7, "text", [EXAMPLE_MAP]))
def test_other_messagepack_values_are_errors(value: Any) -> None:
    items = from_bytes(msgspec.msgpack.encode(value) + GOOD["msgpack"][1], "msgpack")
    assert items and outline(items)[0] is None and outline(items)[-1] == "game 1"
    assert "MessagePack map" in errors(items)[0].message


@formats_all
def test_good_records_are_counted_among_many_damaged_ones(format: str) -> None:
    parts = [to_bytes(numbered(n), format) for n in range(1_000)]
    for n in range(0, 1_000, 150):
        parts[n] = parts[n][: 20 + n // 4] + (b"\n" if format != "msgpack" else b"")
    items = from_bytes(b"".join(parts), format)
    assert [e.index for e in errors(items)] == list(range(0, 1_000, 150))
    assert [item for item in outline(items) if item] == [
        f"game {n}" for n in range(1_000) if n % 150
    ]


def test_the_source_is_named(tmp_path: Any) -> None:
    path = tmp_path / "night.jsonl"
    path.write_bytes(b"{}")
    (error,) = formats.read(path)
    assert str(error).startswith(f"{path}: record 0, line 1, byte 0: no key `cardlog`")
    (error,) = formats.read(io.BytesIO(b"{}"), name="table 3")
    assert str(error).startswith("table 3: record 0")
