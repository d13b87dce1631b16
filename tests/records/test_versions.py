"""Files of every schema version open for ever, and a newer one is told apart from damage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from cardlog.records import formats, versions
from cardlog.records.errors import RecordError
from cardlog.records.events import KINDS, kind_of
from cardlog.records.game import Record
from tests.games import FIXTURES
from tests.records.samples import ALL, EXAMPLE_MAP, errors, from_bytes, numbered, outline, to_bytes

VERSIONS: Final = FIXTURES / "versions"


def kept() -> Iterator[tuple[Path, list[str]]]:
    """Each file of each version, and the ids of its records."""
    for index in sorted(VERSIONS.glob("*/ids.json")):
        for name, ids in json.loads(index.read_text(encoding="utf-8")).items():
            yield index.parent / name, ids


@pytest.mark.parametrize("path, ids", [*kept()], ids=[path.name for path, _ in kept()])
def test_a_file_opens_for_ever(path: Path, ids: list[str]) -> None:
    items = list(formats.read(path))
    assert [item.id if isinstance(item, Record) else str(item) for item in items] == ids


def test_every_version_has_its_files() -> None:
    """They are never written anew: a new version gets a folder of its own."""
    assert {int(path.name) for path in VERSIONS.iterdir()} == {*range(1, versions.CURRENT + 1)}
    files = {path for path, _ in kept()}
    assert files == {path for path in VERSIONS.glob("*/*") if path.name != "ids.json"}
    newest = {path.suffix for path in files if path.parent.name == str(versions.CURRENT)}
    assert newest == {formats.FORMATS[name].suffixes[0] for name in ALL}


def test_they_hold_every_kind_and_every_key() -> None:
    records = [item for path, _ in kept() for item in formats.read(path)]
    found = [record for record in records if isinstance(record, Record)]
    assert {kind_of(event) for record in found for event in record.events} > set(KINDS)
    for field in Record.__struct_fields__:
        assert any(getattr(record, field) is not msgspec.UNSET for record in found), field


# What a later version may have changed: no reader of this one may mind.
NEWER: Final[dict[str, dict[str, Any]]] = {
    "nothing": {},
    "a new key": {"venue": {"city": "Lisboa"}},
    "another type": {"players": {"north": "Ana"}, "rules": None},
    "no key of ours": {"game": None, "players": None, "rules": None},
    "events of another kind": {"events": [{"type": "bow", "n": 2**60}, {"kind": "stay"}, 7]},
    "events as a map": {"events": {"1": {"type": "stay"}}},
    "no events": {"events": None},
}
ENCODE: Final = {"json": msgspec.json.encode, "jsonl": msgspec.json.encode} | {
    "msgpack": msgspec.msgpack.encode
}


@pytest.mark.parametrize("format", ENCODE)
@pytest.mark.parametrize("change", NEWER.values(), ids=NEWER)
@pytest.mark.parametrize("version", (versions.CURRENT + 1, 900))
def test_a_newer_record_is_told_and_costs_itself_alone(
    format: str, change: dict[str, Any], version: int
) -> None:
    data = EXAMPLE_MAP | {"cardlog": version} | change
    newer = ENCODE[format]({key: value for key, value in data.items() if value is not None})
    first = to_bytes(numbered(0), format)
    items = from_bytes(first + newer + to_bytes(numbered(2), format), format)
    assert outline(items) == ["game 0", None, "game 2"]
    check_told(errors(items)[0], version, len(first))


@pytest.mark.parametrize("format", ("jsonl", "msgpack"))
def test_a_newer_record_in_the_stream_form_takes_its_events_with_it(format: str) -> None:
    version = versions.CURRENT + 1
    header = {key: value for key, value in EXAMPLE_MAP.items() if key != "events"}
    parts = (header | {"cardlog": version, "hat": 1}, {"type": "bow"}, {"type": "stay", "of": "A"})
    newer = b"".join(map(ENCODE[format], parts))
    first = to_bytes(numbered(0), format, streamed=True)
    items = from_bytes(first + newer + to_bytes(numbered(2), format, streamed=True), format)
    assert outline(items) == ["game 0", None, "game 2"]
    check_told(errors(items)[0], version, len(first))


def test_a_newer_record_in_the_notation_is_told() -> None:
    first, last = to_bytes(numbered(0), "cardlog"), to_bytes(numbered(2), "cardlog")
    line = b"cardlog 2: pitch\n"
    newer = line + b"hats: 3\nplayers: Ana\nAna bows\nend\n"
    items = from_bytes(first + newer + last, "cardlog")
    assert outline(items) == ["game 0", None, "game 2"]
    check_told(errors(items)[0], 2, len(first), len(line))


def check_told(error: RecordError, version: int, byte: int, line: int = 1) -> None:
    """It says that the version is newer, at this byte, or at one of the line that starts there."""
    assert error.message.startswith(f"schema version {version} is newer than this reader")
    assert "install a newer cardlog" in error.message
    assert error.index == 1 and error.byte in range(byte, byte + line)
