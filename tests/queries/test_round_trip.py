"""What goes into the tables comes out of them: the same records, in the same order."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from cardlog.queries.gather import Part
from cardlog.queries.together import put_together
from cardlog.records import events as ev
from cardlog.records import formats
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.formats._look import looked_at
from cardlog.records.game import Record
from tests.queries.cuts import cut_up, starts_of
from tests.records.samples import EXAMPLE, numbered
from tests.strategies import records

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
BOTH = ("parquet", "duckdb")


@given(records(max_events=8))
@settings(max_examples=150, deadline=None)
def test_events_are_put_together_again_from_their_segments(record: Record) -> None:
    cut = [segment for _, segment in cut_up(record.events, starts_of(record.events), True)]
    assert put_together(cut) == record.events


@given(st.lists(records(max_events=8), min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_no_record_has_to_be_kept_as_text(given_: list[Record]) -> None:
    part = Part()
    for record in given_:
        part.add(record)
    assert part.raw == 0


@given(records(max_events=8))
@settings(max_examples=150, deadline=None)
def test_what_is_not_verified_comes_back_all_the_same(record: Record) -> None:
    cut = [s for _, s in cut_up(record.events, starts_of(record.events), timed=False)]
    if all(segment.extras is None for segment in cut):
        untimed = [e for e in record.events if e.at is UNSET and e.auto is UNSET]  # type: ignore[union-attr]
        if len(untimed) == len(record.events):
            assert put_together(cut) == record.events


@pytest.mark.parametrize("format", BOTH)
@given(given_=st.lists(records(), min_size=1, max_size=3))
@settings(max_examples=15, deadline=None)
def test_records_come_back_equal_and_with_the_same_id(
    format: str, given_: list[Record], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("tables") / f"night.{format}"
    assert formats.write(given_, path) == len(given_)
    back = list(formats.read(path))
    assert back == given_
    assert [each.id for each in back if isinstance(each, Record)] == [r.id for r in given_]


@pytest.mark.parametrize("format", BOTH)
def test_every_fixture_comes_back(format: str, tmp_path: Path) -> None:
    paths = sorted(FIXTURES.rglob("*.json"))
    given_ = [each for path in paths for each in formats.read(path) if isinstance(each, Record)]
    formats.write(given_, tmp_path / f"all.{format}")
    assert list(formats.read(tmp_path / f"all.{format}")) == given_
    assert len(given_) > 100


@pytest.mark.parametrize("format", BOTH)
def test_order_holds_over_many_parts(format: str, tmp_path: Path) -> None:
    count = 3_000
    path = tmp_path / f"many.{format}"
    assert formats.write(map(numbered, range(count)), path) == count
    back = list(formats.read(path))
    assert back == [numbered(n) for n in range(count)]


@pytest.mark.parametrize("format", BOTH)
def test_a_record_that_fits_no_column_is_kept_as_text(format: str, tmp_path: Path) -> None:
    seats = 300
    crowd = msgspec.structs.replace(
        EXAMPLE, players=tuple(map(str, range(seats))), events=(ev.Stay(seat=299),)
    )
    part = Part()
    part.add(crowd)
    assert part.raw == 1
    formats.write([crowd, EXAMPLE], tmp_path / f"crowd.{format}")
    assert list(formats.read(tmp_path / f"crowd.{format}")) == [crowd, EXAMPLE]


@pytest.mark.parametrize("format", BOTH)
def test_times_and_machines_come_back(format: str, tmp_path: Path) -> None:
    at = "2026-11-27T20:00:00Z"
    timed = msgspec.structs.replace(
        EXAMPLE,
        events=tuple(
            msgspec.structs.replace(each, at=at, auto=k % 2 == 0)
            for k, each in enumerate(EXAMPLE.events)
            if not isinstance(each, ev.Kept)
        ),
    )
    formats.write(timed, tmp_path / f"timed.{format}")
    assert formats.load(tmp_path / f"timed.{format}") == timed


@pytest.mark.parametrize("format", BOTH)
def test_an_empty_file_holds_no_record(format: str, tmp_path: Path) -> None:
    assert formats.write([], tmp_path / f"none.{format}") == 0
    assert list(formats.read(tmp_path / f"none.{format}")) == []


@pytest.mark.parametrize("format", BOTH)
def test_an_error_on_the_way_leaves_no_file(format: str, tmp_path: Path) -> None:
    broken = msgspec.structs.replace(EXAMPLE, meta={"text": "\ud800"})
    with pytest.raises(RecordError, match="surrogate") as caught:
        formats.write([EXAMPLE, broken], tmp_path / f"broken.{format}")
    assert caught.value.index == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format", BOTH)
@pytest.mark.parametrize("name", ("a*b", "[x]?", "it's", "é", "{a,b}"))
def test_a_name_is_no_pattern(format: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.{format}"
    formats.write(EXAMPLE, path)
    assert formats.load(path) == EXAMPLE


@pytest.mark.parametrize("format", BOTH)
def test_the_first_bytes_tell_the_format(format: str, tmp_path: Path) -> None:
    formats.write(EXAMPLE, tmp_path / "night.data", format=format)
    assert formats.load(tmp_path / "night.data") == EXAMPLE


def test_a_checksum_is_not_taken_for_another_format() -> None:
    for first in range(256):
        seen = looked_at(io.BytesIO(bytes([first]) * 8 + b"DUCK" + bytes(100)), "night.data", None)
        assert seen.format.name == "duckdb"


def test_cards_shown_together_are_kept_apart() -> None:
    ace, king = Card("As"), Card("Kd")
    shown = (
        ev.Reveal(cards=(ace, king), seat=1),
        ev.Reveal(cards=()),
        ev.Reveal(cards=(ace,)),
        ev.Discard(seat=0, cards=(king,)),
    )
    cut = [segment for _, segment in cut_up(shown, [], False)]
    assert cut[0].kinds == "ruup"
    assert cut[0].packets is not None and cut[0].packets.sizes == [2, 0, 1]
    assert put_together(cut) == shown
