"""Records and files that the tests of the formats share."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import msgspec

from cardlog.records import formats, game
from cardlog.records.errors import RecordError
from cardlog.records.game import Record

EXAMPLE_MAP: dict[str, Any] = {
    "cardlog": 1,
    "game": "chase-the-ace",
    "rules": {"profile": "cuckoo", "lives": 3},
    "players": ["Ana", "Bruno", "Carla", "João"],
    "meta": {"event": "Clube de Sexta", "date": "2026-11-27"},
    "events": [
        {"type": "deal", "dealer": 3, "hands": [["2c"], ["9h"], ["Ks"], ["7d"]]},
        {"type": "swap", "seat": 0, "target": 1},
        {"type": "block", "seat": 1, "target": 2, "card": "Ks"},
        {"type": "stay", "seat": 2},
        {"type": "x-chat", "text": "ai, meu Deus"},
        {"type": "reveal", "seat": 0, "cards": ["9h"]},
        {"type": "score", "changes": [0, -1, 0, 0]},
    ],
}
EXAMPLE = game.from_map(EXAMPLE_MAP)
BINARY_AND_TEXT = ("msgpack", "json", "jsonl")
ALL = ("cardlog", "csv", "mjai", *BINARY_AND_TEXT)  # those that are read line by line too

Items = list[Record | RecordError]


def numbered(n: int) -> Record:
    """The example with a `uid` of its own, so that records of one file can be told apart."""
    return msgspec.structs.replace(EXAMPLE, uid=f"game {n}")


def to_bytes(records: Record | Iterable[Record], format: str, *, streamed: bool = False) -> bytes:
    """The records as a file's content, in the stream form where it is wanted."""
    file = io.BytesIO()
    if streamed:
        module: Any = formats.FORMATS[format]
        module.write_stream([records] if isinstance(records, Record) else records, file)
    else:
        formats.write(records, file, format=format)
    return file.getvalue()


def from_bytes(data: bytes, format: str | None = None, **options: Any) -> Items:
    """What a reader makes of a file's content."""
    return list(formats.read(io.BytesIO(data), format=format, **options))


def outline(items: Items) -> list[str | None]:
    """The `uid` of each record, None for each error."""
    return [None if isinstance(item, RecordError) else str(item.uid) for item in items]


def errors(items: Items) -> list[RecordError]:
    """The errors among what was read."""
    return [item for item in items if isinstance(item, RecordError)]


def check_places(items: Items, data: bytes) -> None:
    """Every item is a record that can be written, or an error with its place."""
    assert items
    for index, item in enumerate(items):
        if isinstance(item, RecordError):
            assert item.index == index and item.source == "-" and item.byte is not None
            assert 0 <= item.byte <= len(data)
            assert "\n" not in item.message and "msgspec" not in item.message
        else:
            assert from_bytes(to_bytes(item, "msgpack"), "msgpack") == [item]
    assert sum(error.skipped or 0 for error in errors(items)) <= len(data)


def lossless() -> list[str]:
    """The formats that hold all of any record: they can be written, and own up to no losses."""
    return [
        n for n, f in formats.FORMATS.items() if hasattr(f, "write") and not hasattr(f, "losses")
    ]


class Trickle(io.RawIOBase):
    """A stream that cannot seek and gives `step` bytes at a time; `parts` may be endless."""

    def __init__(self, parts: Iterable[bytes], step: int = 2**16) -> None:
        self._parts = iter(parts)
        self._rest = memoryview(b"")
        self._step = step

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self._rest:
            self._rest = memoryview(next(self._parts, b""))
        size = self._step if size < 0 else min(size, self._step)
        chunk, self._rest = self._rest[:size], self._rest[size:]
        return bytes(chunk)
