"""Playing games at random and writing them, in bare decodes of what comes out."""

from __future__ import annotations

import io

import pytest

from cardlog.records import formats
from tests.bench.measure import ratio
from tests.bench.workload import GAMES, MATCHES, decode_all, load, play

pytestmark = pytest.mark.bench

TARGET = 15


@pytest.mark.parametrize("kind", GAMES)
def test_simulate_and_write(kind: str) -> None:
    parts = load(kind).parts

    def simulate() -> bytes:
        file = io.BytesIO()
        formats.write((play(kind, n) for n in range(MATCHES)), file, format="msgpack")
        return file.getvalue()

    assert simulate() == b"".join(parts)
    found = ratio(simulate, lambda: decode_all(parts), rounds=9)
    print(f"\nsimulate and write, {kind}: {found} decodes; target {TARGET}")
    assert found.value <= TARGET
