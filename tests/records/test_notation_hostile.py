"""Lines that nobody writes by accident: they cost no more than their length."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator

import pytest

from tests.notation import items
from tests.records.samples import numbered, outline, to_bytes

GOOD = to_bytes(numbered(1), "cardlog")
FIRST = b"cardlog 1: pitch\n"
PLAYERS = b"players: Ana, Bruno\n"
N = 100_000

UNITS = (
    b'"', b'\\"', b'"\\', b"'", b"[", b"]", b"{", b"}", b"#", b" #", b"@", b"@a ", b";", b"|",
    b"| ", b", ", b": ", b"=", b"a=", b"a=b,", b'""', b'"a" ', b" ", b"\t", b"- ", b"0 ", b"9 ",
    b"Ana ", b"Ah ", b"\xff", b"\xef\xbb\xbf", "И".encode(), "u\u0308".encode(), b"1",
    b"cardlog 1: ", b'cardlog 1:"', b"cardlog 1: a ", b"cardlog 1" + b" " * 50, b"+", b"\0",
    b"cardlog 1: pitch" + b" " * 50 + b":",
)  # fmt: skip
LINES = (
    b'site: "', b"site: [", b"uid: ", b"players: ", b"players: [", b"rules: ", b"names: a=",
    b"standing: ", b"meta: {",
)  # fmt: skip
EVENTS = (
    b"", b"deal Ana: ", b"note: ", b"ruling ", b"ruling event 1 replaced [", b"show: ", b"score: ",
    b"Ana: ", b'"', b"{",
)  # fmt: skip
STARTS = (
    b"",
    FIRST,
    *(FIRST + line for line in LINES),
    *(FIRST + PLAYERS + line for line in EVENTS),
)


@pytest.fixture
def own_heap() -> Iterator[None]:
    """What the tests before have left is not looked through while time is taken."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("own_heap")
@pytest.mark.parametrize("start", STARTS, ids=range(len(STARTS)))
def test_a_long_line_takes_time_by_its_length(start: bytes) -> None:
    for unit in UNITS:
        started = time.process_time()
        found = items(start + unit * (N // len(unit)) + b"\n" + GOOD)
        assert outline(found)[-1] == "game 1"
        assert len(found) <= 3
        assert time.process_time() - started < 1, unit


@pytest.mark.parametrize("start", (b"", FIRST, FIRST + PLAYERS), ids=range(3))
def test_many_broken_lines_take_time_by_their_number(start: bytes) -> None:
    for line in (*UNITS, b"end", b"players:", FIRST.strip(), b"deal Ana: 2c", b"{}", b"x\xff"):
        started = time.process_time()
        found = items(start + (line + b"\n") * 10_000 + GOOD)
        assert outline(found)[-1] == "game 1"
        assert time.process_time() - started < 2, line
