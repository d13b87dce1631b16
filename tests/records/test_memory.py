"""Memory does not grow with the file: neither for good records nor for what is none."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from itertools import repeat

import msgspec
import pytest

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.game import MAX_BYTES
from tests.records.samples import ALL, BINARY_AND_TEXT, EXAMPLE, Trickle, numbered, to_bytes

MIB = 2**20
FILE = 40 * MIB


def peak_while(read: Callable[[], None]) -> int:
    """The most bytes of Python memory in use at once while `read` runs."""
    tracemalloc.start()
    try:
        read()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def items_of(parts: Iterator[bytes], format: str) -> Iterator[object]:
    return formats.read(Trickle(parts, MIB), format=format, check=None)  # type: ignore[arg-type]


@pytest.mark.parametrize("format", ALL)
def test_reading_many_records_takes_a_few_windows(format: str) -> None:
    long = msgspec.structs.replace(EXAMPLE, meta={"text": "x" * 5000})
    part = to_bytes([long] * 30, format)

    def read() -> None:
        count = sum(1 for _ in items_of(repeat(part, FILE // len(part)), format))
        assert count == 30 * (FILE // len(part))

    assert peak_while(read) < 12 * MIB


@pytest.mark.parametrize("format", BINARY_AND_TEXT)
@pytest.mark.parametrize("garbage", (b"\xc1" * MIB, b" oops" * (MIB // 5), b"7" * MIB))
def test_skipping_garbage_takes_a_few_windows(format: str, garbage: bytes) -> None:
    def parts() -> Iterator[bytes]:
        yield from repeat(garbage, FILE // MIB)
        yield to_bytes(EXAMPLE, format)

    def read() -> None:
        error, record = items_of(parts(), format)
        assert isinstance(error, RecordError) and error.skipped
        assert FILE - 120 * 5 <= error.skipped <= FILE
        assert record == EXAMPLE

    assert peak_while(read) < 12 * MIB


@pytest.mark.parametrize(
    "format, start",
    (
        ("jsonl", b'{"cardlog":1,"game":"'),
        ("msgpack", b"\x82\xa7cardlog\x01\xa4game\xdb\xff\0\0\0"),
    ),
)
def test_a_record_without_an_end_takes_two_records_at_most(format: str, start: bytes) -> None:
    def parts() -> Iterator[bytes]:
        yield start
        yield from repeat(b"x" * MIB, 200)
        yield b"\n" if format == "jsonl" else b"\xc1"
        yield to_bytes(numbered(1), format)

    def read() -> None:
        error, record = items_of(parts(), format)
        assert isinstance(error, RecordError) and "64 MiB" in error.message
        assert record == numbered(1)

    assert peak_while(read) < 2 * MAX_BYTES + 12 * MIB


@pytest.mark.parametrize("format", ("jsonl", "msgpack"))
def test_events_of_no_record_are_not_kept(format: str) -> None:
    encode = msgspec.msgpack.encode if format == "msgpack" else msgspec.json.encode
    part = encode({"type": "note", "text": "x" * 1000}) * 1000

    def read() -> None:
        (error,) = items_of(repeat(part, 20), format)
        assert isinstance(error, RecordError)

    assert peak_while(read) < 12 * MIB


@pytest.mark.parametrize("format", ALL)
def test_writing_is_one_record_at_a_time(format: str, tmp_path: object) -> None:
    long = msgspec.structs.replace(EXAMPLE, events=EXAMPLE.events * 100)

    def write() -> None:
        assert formats.write(repeat(long, 300), f"{tmp_path}/many.{format}") == 300

    assert peak_while(write) < 4 * MIB
    assert sum(1 for _ in formats.read(f"{tmp_path}/many.{format}")) == 300
