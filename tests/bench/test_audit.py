"""Reading and fully auditing a file, in bare typed decodes of the same bytes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cardlog.engine.audit import audit
from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.game import Wire
from tests.bench.measure import ratios
from tests.bench.workload import GAMES, STOCKS, Load, audit_all, decode_all, load, mixed

pytestmark = pytest.mark.bench

TARGET = 6.5
AIM = 5
# Every game in its own decodes an event, beside the game that sets the pace.
PACE = "california-jack"
SLOWEST = 1.5


@pytest.mark.parametrize("stock", STOCKS)
@pytest.mark.parametrize("kind", GAMES)
def test_a_game(kind: str, stock: str, tmp_path: Path) -> None:
    compare(f"{kind} {stock}", load(kind, STOCKS[stock]), tmp_path)


def test_a_mixed_file(tmp_path: Path) -> None:
    compare("mixed", mixed(), tmp_path)


def compare(title: str, work: Load, folder: Path) -> None:
    path = work.save(folder / "night.msgpack")
    as_list = len(work.parts).to_bytes(4, "big").join((b"\xdd", b"".join(work.parts)))
    decode_list = msgspec.msgpack.Decoder(list[Wire]).decode
    audited, with_id, listed = ratios(
        lambda: decode_all(work.parts),
        lambda: audit_all(path),
        lambda: audit_with_id(path),
        lambda: decode_list(as_list),
    )
    print(f"\naudit, {title}: {audited} decodes; target {TARGET}, aim {AIM}")
    print(f"  with the content id: {with_id} decodes")
    print(f"  one decode of a list of all records: {listed} decodes")
    assert audited.value <= TARGET


def audit_with_id(path: Path) -> None:
    """What `cardlog audit --json` works out for every record."""
    for record in formats.read(path, check=None):
        if isinstance(record, RecordError):
            raise record
        assert audit(record).ok and record.id
