"""Files of several records, whole and in the stream form, good and damaged."""

from __future__ import annotations

from cardlog.records import game
from cardlog.records.formats import json, jsonl, msgpack
from tests.vectors.events import DEAL, STAY
from tests.vectors.make import Map, file_vector, record, stream, text_of

ONE = game.from_map(record(DEAL, STAY, uid="one"))
TWO = game.from_map(record(DEAL, {"type": "x-chat", "cardlog": 1, "events": []}, uid="two"))
NONE = game.from_map(record(uid="none"))
NEWER = record(DEAL, {"type": "bow"}, cardlog=2, hat="on", uid="newer")


def streams() -> Map:
    """The file of files."""
    a, b = jsonl.encode(ONE), jsonl.encode(TWO)
    packed = msgpack.encode(ONE), msgpack.encode(TWO)
    newer = text_of(NEWER).encode()
    header, *events = stream("jsonl", ONE).splitlines()
    vectors = [
        file_vector("two records", "jsonl", a + b"\n" + b + b"\n"),
        file_vector("two records in MessagePack", "msgpack", b"".join(packed)),
        file_vector("no newline at all", "jsonl", a + b),
        file_vector(
            "empty lines and a byte order mark", "jsonl", b"\xef\xbb\xbf\r\n" + a + b"\n\n"
        ),
        file_vector("documents laid out", "json", json.encode(ONE) + b"\n" + json.encode(TWO)),
        file_vector("the stream form", "jsonl", stream("jsonl", ONE, TWO)),
        file_vector("the stream form in MessagePack", "msgpack", stream("msgpack", ONE, TWO)),
        file_vector("headers without events", "jsonl", stream("jsonl", NONE, NONE)),
        file_vector("both forms", "jsonl", stream("jsonl", ONE) + b + b"\n" + stream("jsonl", ONE)),
        file_vector("both forms in MessagePack", "msgpack", stream("msgpack", ONE) + packed[1]),
        file_vector("a stream in a JSON document", "json", stream("jsonl", ONE) + b),
        file_vector("events first", "jsonl", b"\n".join(events) + b"\n" + a),
        file_vector("a broken event", "jsonl", header + b'\n{"type": "swap"}\n' + a),
        file_vector("a newer record between", "jsonl", a + b"\n" + newer + b"\n" + b),
        file_vector("a record cut off", "jsonl", a[:-20] + b"\n" + b),
        file_vector("a record cut off in MessagePack", "msgpack", packed[0][:-20] + packed[1]),
        file_vector("noise between", "jsonl", a + b"\n???\n" + b),
        file_vector("noise between in MessagePack", "msgpack", packed[0] + b"\xc1\xc1" + packed[1]),
    ]
    return {
        "what": "files of several records: the id of each in order, null where one must be refused;"
        " the records after it are read all the same",
        "vectors": vectors,
    }
