"""The conformance vectors are up to date, cover what they should, and are right by other means."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any, Final, get_args

import msgspec
import pytest

from cardlog.engine import games
from cardlog.records.canonical import encode
from cardlog.records.cards import Card
from cardlog.records.events import KINDS, CallWord
from cardlog.records.game import Record, Wire
from tests.records.samples import from_bytes
from tests.vectors.__main__ import FILES, VECTORS, path_of, text_of
from tests.vectors.texts import RFC_8785_KEYS, RFC_8785_VALUES

# RFC 8785, section 3.2.4: the canonical bytes of the example in section 3.2.2.
VALUES: Final = bytes.fromhex(
    "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b33333333"
    "33333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e6722"
    "3a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d"
)
# Section 3.2.3: the order of the keys.
KEYS: Final = ["\r", "1", "\x80", "\xf6", "\u20ac", "\U0001f600", "\ufb33"]
# Appendix B: doubles by their bits, and how they are written.
NUMBERS: Final = {
    "0000000000000000": "0",
    "8000000000000000": "0",
    "0000000000000001": "5e-324",
    "8000000000000001": "-5e-324",
    "7fefffffffffffff": "1.7976931348623157e+308",
    "ffefffffffffffff": "-1.7976931348623157e+308",
    "4340000000000000": "9007199254740992",
    "c340000000000000": "-9007199254740992",
    "4430000000000000": "295147905179352830000",
    "44b52d02c7e14af5": "9.999999999999997e+22",
    "44b52d02c7e14af6": "1e+23",
    "44b52d02c7e14af7": "1.0000000000000001e+23",
    "444b1ae4d6e2ef4e": "999999999999999700000",
    "444b1ae4d6e2ef4f": "999999999999999900000",
    "444b1ae4d6e2ef50": "1e+21",
    "3eb0c6f7a0b5ed8c": "9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d": "0.000001",
    "41b3de4355555553": "333333333.3333332",
    "41b3de4355555554": "333333333.33333325",
    "41b3de4355555555": "333333333.3333333",
    "41b3de4355555556": "333333333.3333334",
    "41b3de4355555557": "333333333.33333343",
    "becbf647612f3696": "-0.0000033333333333333333",
    "43143ff3c1cb0959": "1424953923781206.2",
}

FOUND: Final[dict[str, Any]] = {
    name: json.loads(path_of(name).read_text(encoding="utf-8")) for name in FILES
}
RECORDS: Final = [
    (f"{name}: {vector['name']}", vector)
    for name, file in FOUND.items()
    for vector in file["vectors"]
    if "json" in vector
]


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_vectors_is_as_kept(name: str) -> None:
    assert path_of(name).read_text(encoding="utf-8") == text_of(name), "python -m tests.vectors"


def test_no_file_of_vectors_is_left_over() -> None:
    assert {path.stem for path in VECTORS.glob("*.json")} == set(FILES)


def test_the_examples_of_the_standard() -> None:
    assert encode(json.loads(RFC_8785_VALUES)) == VALUES
    assert list(json.loads(encode(RFC_8785_KEYS))) == KEYS


@pytest.mark.parametrize("bits, written", NUMBERS.items())
def test_the_numbers_of_the_standard(bits: str, written: str) -> None:
    (number,) = struct.unpack(">d", bytes.fromhex(bits))
    assert encode(number) == written.encode()


def test_names_of_vectors_are_unique() -> None:
    for file in FOUND.values():
        names = [vector["name"] for vector in file["vectors"]]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("vector", [v for _, v in RECORDS], ids=[name for name, _ in RECORDS])
def test_a_vector_agrees_with_itself(vector: dict[str, Any]) -> None:
    canonical = bytes.fromhex(vector["canonical"])
    assert hashlib.sha256(canonical).hexdigest() == vector["id"]
    packed = msgspec.msgpack.decode(bytes.fromhex(vector["msgpack"]))
    del packed["cardlog"]
    told = {key: value for key, value in packed.items() if key not in ("names", "seals")}
    assert told | {"cardlog": 1} == json.loads(canonical, parse_int=_number)
    assert list(json.loads(canonical)) == sorted([*told, "cardlog"])
    (read,) = from_bytes(bytes.fromhex(vector["msgpack"]), "msgpack")
    assert isinstance(read, Record) and read.id == vector["id"]


def _number(text: str) -> float:
    """Canonical JSON writes a large double without a fraction."""
    return int(text) if abs(int(text)) < 2**53 else float(text)


def test_they_are_broad() -> None:
    maps = [msgspec.msgpack.decode(bytes.fromhex(v["msgpack"])) for _, v in RECORDS]
    events = [event for data in maps for event in data["events"]]
    assert {event["type"] for event in events} > set(KINDS)
    for kind, cls in KINDS.items():
        keys = {key for event in events if event["type"] == kind for key in event}
        fields = {field.encode_name for field in msgspec.structs.fields(cls)} | {"type"}
        assert keys >= fields - {"at", "auto"}, kind
    assert {e["call"] for e in events if e["type"] == "call"} == set(get_args(CallWord))
    assert {data["game"] for data in maps} > set(games.names())
    assert {key for data in maps for key in data} == set(Wire.__struct_fields__)
    assert set(FOUND["cards"]["spellings"].values()) == {card.value for card in Card}
    assert {True, False} == {event["auto"] for event in events if "auto" in event}


def test_every_refused_record_says_what_is_wrong() -> None:
    vectors = FOUND["refused"]["vectors"]
    assert all(vector["wrong"] and vector["message"] for vector in vectors)
    assert {vector["format"] for vector in vectors} == {"json", "msgpack"}
    assert sum("event" in vector["place"] for vector in vectors) > 30
