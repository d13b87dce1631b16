"""What is written reads back as the same record, in every format and whatever stands between."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.records import formats
from cardlog.records.game import Record
from tests.records.samples import (
    ALL,
    EXAMPLE,
    EXAMPLE_MAP,
    Trickle,
    from_bytes,
    lossless,
    numbered,
    outline,
    to_bytes,
)
from tests.strategies import records

Way = tuple[str, bool]  # a format, and whether in its stream form
# Every lossless format that there is, also one that is not of ours.
WAYS: list[Way] = [
    (name, streamed)
    for name in lossless()
    for streamed in (False, True)
    if not streamed or hasattr(formats.FORMATS[name], "write_stream")
]


@pytest.mark.parametrize("format", lossless())
@given(st.lists(records(), min_size=1, max_size=2))
@settings(max_examples=60, deadline=None)
def test_records_come_back_equal_and_with_the_same_id(format: str, given_: list[Record]) -> None:
    back = from_bytes(to_bytes(given_, format), format)
    assert back == given_
    assert [record.id for record in back if isinstance(record, Record)] == [r.id for r in given_]


@given(records(), st.lists(st.sampled_from(WAYS), min_size=2, max_size=8))
@settings(max_examples=150, deadline=None)
def test_a_record_survives_any_chain_of_lossless_formats(record: Record, chain: list[Way]) -> None:
    written, given_id = to_bytes(record, "msgpack"), record.id
    for format, streamed in chain:
        (back,) = from_bytes(to_bytes(record, format, streamed=streamed), format)
        assert isinstance(back, Record)
        record = back
    assert record.id == given_id
    assert to_bytes(record, "msgpack") == written


def test_every_format_of_ours_is_lossless_and_two_have_a_stream_form() -> None:
    assert {*ALL} <= {*lossless()}
    assert {("jsonl", True), ("msgpack", True)} <= {*WAYS}


@pytest.mark.parametrize("format", ("json", "jsonl"))
@given(records())
@settings(max_examples=40, deadline=None)
def test_what_is_written_is_json_for_other_readers_too(format: str, record: Record) -> None:
    data = json.loads(to_bytes(record, format))
    assert next(iter(data)) == "cardlog"
    assert (back := from_bytes(json.dumps(data).encode(), format)) == [record]
    assert isinstance(back[0], Record) and back[0].id == record.id


def test_keys_stand_in_the_order_of_the_contract() -> None:
    assert list(json.loads(to_bytes(EXAMPLE, "json"))) == list(EXAMPLE_MAP)


def test_json_has_a_line_for_each_key_and_each_event() -> None:
    lines = to_bytes(EXAMPLE, "json").decode().splitlines()
    assert lines[0] == '{"cardlog": 1,'
    assert lines[3] == ' "players": ["Ana", "Bruno", "Carla", "João"],'
    assert lines[6] == (
        '  {"type": "deal", "dealer": 3, "hands": [["2c"], ["9h"], ["Ks"], ["7d"]]},'
    )
    assert lines[-1] == '  {"type": "score", "changes": [0, -1, 0, 0]}]}'
    assert len(lines) == 6 + len(EXAMPLE.events)


def test_jsonl_has_a_line_for_each_record_and_no_spaces() -> None:
    lines = to_bytes([EXAMPLE, EXAMPLE], "jsonl").splitlines()
    assert lines[0] == lines[1]
    assert lines[0].startswith(b'{"cardlog":1,"game":"chase-the-ace","rules":{"profile":"cuckoo",')


SEPARATORS = (
    "",
    "\n",
    "\r\n",
    "\n\n",
    " ",
    " \t\r\n \n\n",
    "\ufeff",
    "\n\ufeff\n",
    " " * 3_000_000,
)


@pytest.mark.parametrize("separator", SEPARATORS, ids=range(len(SEPARATORS)))
@pytest.mark.parametrize("format", ("json", "jsonl"))
def test_space_between_json_records_does_not_matter(format: str, separator: str) -> None:
    parts = [to_bytes(numbered(n), format).rstrip() for n in range(3)]
    for edge in (b"", separator.encode()):
        data = edge + separator.encode().join(parts) + edge
        assert outline(from_bytes(data, format)) == ["game 0", "game 1", "game 2"]


@pytest.mark.parametrize("format", ALL)
@pytest.mark.parametrize("step", (1, 7, 1000))
def test_pieces_of_a_stream_do_not_matter(format: str, step: int) -> None:
    data = to_bytes(map(numbered, range(4)), format)
    back = list(formats.read(Trickle([data], step), format=format))  # type: ignore[arg-type]
    assert outline(back) == [f"game {n}" for n in range(4)]


@pytest.mark.parametrize("format", ("json", "jsonl"))
def test_a_byte_order_mark_may_come_in_pieces(format: str) -> None:
    data = "\ufeff".encode() + to_bytes(EXAMPLE, format) + "\ufeff".encode()
    assert list(formats.read(Trickle([data], 1), format=format)) == [EXAMPLE]  # type: ignore[arg-type]


@pytest.mark.parametrize("format", ALL)
def test_a_large_record_in_small_pieces_does_not_cost_the_square(format: str) -> None:
    large = msgspec.structs.replace(EXAMPLE, meta={"text": "x" * 2**25})
    parts = [to_bytes(large, format)]
    started = time.perf_counter()
    assert list(formats.read(Trickle(parts, 2**14), format=format)) == [large]  # type: ignore[arg-type]
    assert time.perf_counter() - started < 3


@pytest.mark.parametrize("format", ALL)
def test_a_record_is_given_out_before_the_next_one_is_there(format: str) -> None:
    data = to_bytes(numbered(0), format)

    def endless() -> Iterator[bytes]:
        yield data
        raise AssertionError("read on before giving out what it had")

    stream = formats.read(Trickle(endless()), format=format)  # type: ignore[arg-type]
    assert outline([next(stream)]) == ["game 0"]


@pytest.mark.parametrize("format", ALL)
def test_records_may_lie_across_the_end_of_a_window(format: str) -> None:
    count = 2_000  # more than two windows
    back = from_bytes(to_bytes(map(numbered, range(count)), format), format, check=None)
    assert outline(back) == [f"game {n}" for n in range(count)]


def test_readers_do_not_share_state() -> None:
    streams = [
        formats.read(Trickle([to_bytes(map(numbered, range(3)), f)], 100), format=f)  # type: ignore[arg-type]
        for f in ALL
    ]
    rows = itertools.zip_longest(*streams)
    assert [outline(list(row)) for row in rows] == [[f"game {n}"] * len(ALL) for n in range(3)]
