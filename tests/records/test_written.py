"""Encoders take a record without a map in between, and write the same bytes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cardlog.records.game import Record, to_map
from cardlog.records.written import to_write
from tests.records.samples import EXAMPLE

SAMPLES: tuple[Record, ...] = (
    EXAMPLE,
    replace(EXAMPLE, events=()),
    replace(EXAMPLE, events=EXAMPLE.events[:3], meta={}, seals=[], names={}),
    replace(EXAMPLE, meta={"n": [1.5, None, {"a": -0.0}], "é": "ü"}, names={"Ana": "A."}),
    replace(EXAMPLE, meta={1: "a program's own key"}, seals=[{"by": b"bytes"}, (1, 2)]),
    replace(EXAMPLE, rules={}, standing=(1, 2), uid="", observer=2, seals=[1]),
    replace(EXAMPLE, observer="spectator", cardlog=7),
)


@pytest.mark.parametrize("record", SAMPLES)
@pytest.mark.parametrize("encode", (msgspec.json.encode, msgspec.msgpack.encode))
def test_the_bytes_are_those_of_the_map(record: Record, encode: Any) -> None:
    assert encode(to_write(record)) == encode(to_map(record))
