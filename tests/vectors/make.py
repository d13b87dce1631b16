"""From an input to a vector: what any implementation must make of it.

Bytes are written in hex and texts in ASCII, so that no editor or checkout changes them.
"""

from __future__ import annotations

import io
import json
from typing import Any, Final

from cardlog.engine.audit import outcome
from cardlog.records import formats
from cardlog.records.canonical import canonical
from cardlog.records.errors import RecordError
from cardlog.records.formats import jsonl, msgpack
from cardlog.records.game import Record

Map = dict[str, Any]
PLAYERS: Final = ("Ana", "Bruno", "Carla")


def record(*events: Map, game: str = "chase-the-ace", **more: Any) -> Map:
    """A map of a record with these events; `more` are its other keys."""
    data = {"cardlog": 1, "game": game, "rules": {}, "players": list(PLAYERS)}
    return data | more | {"events": list(events)}


def text_of(data: Map) -> str:
    """A map as JSON that holds every letter as it is."""
    return json.dumps(data, ensure_ascii=False)


def read_as(data: bytes, format: str) -> list[Record | RecordError]:
    """What the reader of a format makes of bytes."""
    return list(formats.read(io.BytesIO(data), format=format))


def vector(name: str, written: Map | str, *, exact: bool = True) -> Map:
    """A record that must be read, and what it amounts to.

    `exact` is false where a writer that keeps no order of keys, or cannot tell 1.0 from 1, gives
    other MessagePack bytes; the id is the same even so.
    """
    text = written if isinstance(written, str) else text_of(written)
    (read,) = read_as(text.encode(), "json")
    if isinstance(read, RecordError):
        raise read
    return {
        "name": name,
        "json": text,
        "canonical": canonical(read).hex(),
        "msgpack": msgpack.encode(read).hex(),
        "exact": exact,
        "id": read.id,
        "outcome": _outcome(read),
    }


def _outcome(read: Record) -> Map:
    """What the engine makes of it; a record can be well formed and yet no game can be played so."""
    try:
        result = outcome(read)
    except RecordError as error:
        return {"error": error.message, "event": error.event}
    return {
        "status": result.status,
        "winners": list(result.winners),
        "standing": list(result.standing),
        "findings": [
            {"event": each.event, "rule": each.rule, "code": each.code} for each in result.findings
        ],
    }


def file_vector(name: str, format: str, data: bytes) -> Map:
    """A file of several records: the id of each in order, null where one cannot be read."""
    items = read_as(data, format)
    ids = [None if isinstance(item, RecordError) else item.id for item in items]
    return {"name": name, "format": format, **_content(format, data), "ids": ids}


def refusal(name: str, wrong: str, written: Map | str | bytes, format: str = "json") -> Map:
    """A file of one record that must not be read: what is wrong, and where this reader says so."""
    if isinstance(written, dict):
        written = text_of(written)
    data = written.encode("utf-8") if isinstance(written, str) else written
    (error,) = read_as(data, format)
    assert isinstance(error, RecordError), name
    place = {key: getattr(error, key) for key in ("byte", "line", "event")}
    return {
        "name": name,
        "wrong": wrong,
        "format": format,
        **_content(format, data),
        "place": {key: value for key, value in place.items() if value is not None},
        "message": error.message,
    }


def _content(format: str, data: bytes) -> Map:
    if format == "msgpack":
        return {"hex": data.hex()}
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"hex": data.hex()}


def stream(format: str, *records: Record) -> bytes:
    """Records in the stream form."""
    file = io.BytesIO()
    (msgpack if format == "msgpack" else jsonl).write_stream(records, file)
    return file.getvalue()
