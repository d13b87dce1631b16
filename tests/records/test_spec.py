"""The page for other languages says what the code does: its tables, its example, its packs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, get_args

import msgspec
import pytest

from cardlog.records import cards, formats
from cardlog.records.canonical import canonical
from cardlog.records.events import KINDS, CallWord
from cardlog.records.formats import msgpack
from cardlog.records.game import Record, from_map, to_map
from tests.vectors.__main__ import FILES
from tests.vectors.make import record

SPEC: Final = (Path(__file__).parents[2] / "records" / "SPEC.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"^```\w*\n(.*?)^```$", SPEC, re.MULTILINE | re.DOTALL)
EXAMPLE: Final = from_map(
    record(
        {"type": "cut", "seat": 1, "card": "10♥"},
        game="pitch",
        players=["Ana", "Bo"],
        meta={"é": 1.0},
    )
)


def rows(heading: str) -> dict[str, str]:
    """The table under a heading: its first column, and the rest of each row."""
    part = SPEC.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\S+)` \| (.*) \|$", part, re.MULTILINE))


def test_the_example() -> None:
    written, given_id, packed = BLOCKS
    assert written == canonical(EXAMPLE).decode() + "\n"
    assert given_id.strip() == EXAMPLE.id
    assert bytes.fromhex(packed) == msgpack.encode(EXAMPLE)


def test_the_keys_of_a_record() -> None:
    table = rows("The record")
    assert set(table) == set(Record.__struct_fields__)
    needed = {key for key, row in table.items() if row.split(" | ")[1].startswith("yes")}
    fields = msgspec.structs.fields(Record)
    assert needed == {field.name for field in fields if field.required} | {"cardlog"}


def test_every_kind_with_its_keys_in_order() -> None:
    table = rows("Events")
    del table["type"]  # the heading
    assert list(table) == list(KINDS)
    for kind, row in table.items():
        row = re.sub(r"\(.*?\)|: `.*", "", row)
        fields = msgspec.structs.fields(KINDS[kind])
        own = [f for f in fields if f.name not in ("at", "auto")]
        named = [f"{f.encode_name}{'' if f.required else '?'}" for f in own]
        assert [key for key in re.findall(r"`(\w+\??)`", row) if key != "score"] == named, kind
    assert re.findall(r"`(\w+)`", table["call"])[2:] == list(get_args(CallWord))


def test_the_order_of_keys_that_is_promised() -> None:
    (told,) = re.findall(r"^- a record: (.*);$", SPEC, re.MULTILINE)
    everything = from_map(
        record(meta={}, standing=[], uid="", observer=0, names={}, seals=[], rules={})
    )
    assert re.findall(r"`(\w+)`", told) == list(to_map(everything))


@pytest.mark.parametrize("pack", ("CUCU40", "GNAV42", "KILLE42"))
def test_the_special_packs(pack: str) -> None:
    assert rows("Cards")[pack.lower()] == f"`{' '.join(getattr(cards, pack))}`"


def test_the_forms_and_the_files_of_vectors() -> None:
    for name in ("json", "jsonl", "msgpack"):
        suffixes = ", ".join(f"`{suffix}`" for suffix in formats.FORMATS[name].suffixes)
        assert f"| {suffixes} |" in SPEC
    assert {*re.findall(r"`(\w+)\.json`", SPEC.partition("\n## Vectors\n")[2])} == set(FILES)
