"""What the scanner takes for granted of msgspec: where it says a value ends, and what it costs."""

from __future__ import annotations

import time

import msgspec
import pytest
from hypothesis import given, settings

from cardlog.records.formats import json, msgpack
from cardlog.records.formats._scan import Fault, Syntax
from cardlog.records.game import Record
from tests.records.samples import EXAMPLE, to_bytes
from tests.strategies import records

SYNTAXES = {"msgpack": msgpack.SYNTAX, "jsonl": json.SYNTAX}
both = pytest.mark.parametrize("format, syntax", SYNTAXES.items(), ids=SYNTAXES)


@pytest.mark.parametrize(
    "decoder, empty", ((msgspec.msgpack.Decoder, b"\x80"), (msgspec.json.Decoder, b"{}"))
)
def test_trailing_bytes_are_refused_by_their_place(decoder: type, empty: bytes) -> None:
    with pytest.raises(msgspec.DecodeError, match=r"trailing characters \(byte \d+\)$"):
        decoder(msgspec.Raw).decode(empty + empty)
    with pytest.raises(msgspec.DecodeError, match=r"^Input data was truncated$"):
        decoder(msgspec.Raw).decode(b"")


@both
@given(record=records())
@settings(max_examples=40, deadline=None)
def test_a_value_ends_where_the_next_begins(format: str, syntax: Syntax, record: Record) -> None:
    data = to_bytes(record, format)
    for after in (b"", data, b"{", b"\xc1", b"\x00", b"x"):
        assert syntax.end(memoryview(data + after)) == len(data)


@both
def test_each_part_of_a_value_is_known_to_be_incomplete(format: str, syntax: Syntax) -> None:
    meta = {"a": -1.5e-30, "b": True, "c": None, "d": 'é"\\\n\U0001f0a1', "e": [2**40]}
    data = to_bytes(msgspec.structs.replace(EXAMPLE, meta=meta), format).strip()
    for cut in range(1, len(data)):
        fault = syntax.end(memoryview(data)[:cut])
        assert isinstance(fault, Fault) and fault.incomplete, (cut, data[:cut])


@both
def test_damage_is_not_taken_for_an_incomplete_value(format: str, syntax: Syntax) -> None:
    start = b"\x81\xa1a" if format == "msgpack" else b'{"a":'
    fault = syntax.end(memoryview(start + b"\xc1" + b" " * 100))
    assert isinstance(fault, Fault)
    assert not fault.incomplete and fault.at == len(start)
    assert fault.message.startswith(f"broken {syntax.title} (invalid ")


@both
def test_finding_an_end_costs_the_value_and_not_the_buffer(format: str, syntax: Syntax) -> None:
    data = to_bytes(EXAMPLE, format)

    def cost(copies: int) -> float:
        view = memoryview(data * copies)
        best = 1.0
        for _ in range(5):
            started = time.perf_counter()
            for _ in range(200):
                syntax.end(view)
            best = min(best, time.perf_counter() - started)
        return best

    assert cost(20_000) < 5 * cost(2)
