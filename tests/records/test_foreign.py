"""Logs of others: the page's tables say what is read, and nothing of a foreign log goes missing."""

from __future__ import annotations

import io
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import cardlog
from cardlog.records import formats, game
from cardlog.records.errors import RecordError
from cardlog.records.formats._csv.mapped import Mapped
from cardlog.records.game import Record
from tests.records.samples import EXAMPLE, errors, from_bytes, numbered, outline, to_bytes

ROOT = Path(__file__).parent.parent.parent
FOREIGN = ROOT / "fixtures" / "foreign"
PAGE = (Path(formats.__file__).parent / "FOREIGN.md").read_text(encoding="utf-8")
START = '{"type":"start_game","names":["Ana","Bruno"],"game":"california-jack"}\n'
HAND = '{"type":"start_kyoku","oya":1,"tehais":[["9h"],["?"]]}\n'


def made(events: tuple[Any, ...]) -> list[Any]:
    data = game.to_map(replace(EXAMPLE, events=events))["events"]
    return list(msgspec.json.decode(msgspec.json.encode(data)))


def maps(cell: str) -> list[Any]:
    return [msgspec.json.decode(text) for text in re.findall(r"`(\{.*?\})`", cell)]


def dialect() -> list[tuple[str, str]]:
    lines = PAGE.partition("| line | event |\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    found = [line.strip("| ").split(" | ") for line in lines]
    return [(line, event) for line, event in found]


@pytest.mark.parametrize("line, event", dialect())
def test_a_line_of_the_dialect_is_the_event_beside_it(line: str, event: str) -> None:
    lines = maps(line)
    data = START.encode() + b"\n".join(map(msgspec.json.encode, lines))
    (read,) = from_bytes(data, "mjai")
    assert isinstance(read, Record), read
    expected = maps(event)
    if not expected and "none" not in event:
        expected = [each.get("event", each) for each in lines]
    assert made(read.events) == expected
    again = [msgspec.json.decode(each) for each in to_bytes(read, "mjai").splitlines()][1:-1]
    written = [each for each in again if each != {"type": "end_kyoku"}]
    assert written == [each for each in lines if each != {"type": "end_kyoku"}]


def ginga() -> Record:
    return formats.load(FOREIGN / "ginga.mjson")


def test_a_log_of_a_server_is_read_whole() -> None:
    record = ginga()
    assert record.game == "california-jack" and record.observer == 0
    assert record.players == ("shanten", "shanten (2)")
    assert record.shown_names == ("shanten", "shanten")
    assert cardlog.audit(record).ok
    kinds = [cardlog.events.kind_of(event) for event in record.events]
    assert [kind for kind in kinds if kind != "x-mjai"] == [
        "deal", "reveal", "trick", "draw", "draw", "misdeal",
    ]  # fmt: skip


def words_of(value: Any) -> list[str]:
    """Everything that a value holds, in words, with unseen cards as the dialect has them."""
    if isinstance(value, dict):
        return [word for each in value.values() for word in words_of(each)]
    if isinstance(value, (list, tuple)):
        return [word for each in value for word in words_of(each)]
    return ["?" if value == "??" else str(value)]


def test_every_value_of_the_log_is_somewhere_in_the_record() -> None:
    kept = words_of(msgspec.to_builtins(game.to_map(ginga())))
    said_by_place = {"start_game", "start_kyoku", "tsumo", "dahai", "ryukyoku", "end_kyoku"}
    for line in (FOREIGN / "ginga.mjson").read_text().splitlines():
        for word in words_of(msgspec.json.decode(line)):
            assert word in kept or word in said_by_place, (line, word)


def test_players_who_are_called_the_same_are_told_apart() -> None:
    names = ["Ana", "Ana", "Ana (2)", "Ana"]
    start = {"type": "start_game", "names": names, "game": "pitch"}
    (record,) = from_bytes(msgspec.json.encode(start), "mjai")
    assert isinstance(record, Record)
    assert record.players == ("Ana", "Ana (3)", "Ana (2)", "Ana (4)")
    assert record.shown_names == ("Ana", "Ana", "Ana (2)", "Ana")
    many = {**start, "names": ["Ana"] * 50_000}
    (crowd,) = from_bytes(msgspec.json.encode(many), "mjai", check=None)
    assert isinstance(crowd, Record) and len(set(crowd.players)) == 50_000


def test_what_the_dialect_writes_of_it_is_read_as_the_same_record() -> None:
    (back,) = from_bytes(to_bytes(ginga(), "mjai"))
    assert back == ginga()


@pytest.mark.parametrize(
    "lines, words, line, event",
    (
        ('{"type":"tsumo","actor":0,"pai":"5mr"}', "tsumo: `pai`: '5mr' is no card", 3, 1),
        ('{"type":"tsumo","actor":0}', "`tsumo` needs `pai`", 3, 1),
        ('{"type":"tsumo","actor":7,"pai":"?"}', "seat 7 does not exist", 3, 1),
        ('{"type":"hora","actor":0}', "`hora` needs `deltas`", 3, 1),
        ('{"type":"draw","seat":0,"card":"2c"}', "expected `tsumo`", 3, 1),
        ('{"type":"trick","leader":0,"cards":[]}', "expected `dahai`", 3, 1),
        ('{"type":"dahai","actor":2,"pai":"2c"}', "`actor` must be a seat from 0 to 1", 3, 1),
        ('{"type":"dahai","actor":0,"pai":"2c"}\n{"type":"dahai","actor":0,"pai":"3c"}',
         "seat 0 plays out of turn: expected seat 1", 4, 1),
        ('{"type":"dahai","actor":0,"pai":"2c"}\n{"type":"tsumo","actor":0,"pai":"3c"}',
         "`tsumo` in the middle of a trick: expected seat 1", 4, 1),
        ('{"type":"ryukyoku","deltas":[-1,1]}', "changes nothing", 3, 1),
        ('{"type":"tsumo","actor":0,"pai":"2c"', "broken JSON", 3, 1),
        ('{"actor":0}', "expected a map with a `type`", 3, 1),
        ("[1]", "expected a map with a `type`", 3, 1),
        ('{"type":"note","text":9007199254740993}', "beyond 53 bits", 3, 1),
    ),
)  # fmt: skip
def test_what_cannot_be_mapped_is_an_error_of_its_record(
    lines: str, words: str, line: int, event: int
) -> None:
    good = to_bytes(numbered(1), "mjai").decode()
    error, record = from_bytes((START + HAND + lines + "\n" + good).encode(), "mjai")
    assert isinstance(error, RecordError) and record == numbered(1)
    assert words in error.message
    assert (error.line, error.event) == (line, event)


@pytest.mark.parametrize(
    "text, words",
    (
        ('{"type":"start_game","names":["a","b"]}', "no `game`"),
        ('{"type":"start_game","names":["a","b"],"game":"pitch","cardlog":2}', "newer than this"),
        ('{"type":"start_game","game":"pitch"}', "no key `players`"),
        (HAND, "a line outside of any game"),
        ("", "the file is empty"),
    ),
)
def test_a_game_that_does_not_begin_well(text: str, words: str) -> None:
    (error,) = from_bytes(text.encode(), "mjai")
    assert isinstance(error, RecordError) and words in error.message


def test_a_line_that_nobody_knows_stops_the_fold_and_is_told() -> None:
    pon = '{"type":"pon","actor":0,"target":1,"pai":"9h","consumed":["9h","9h"]}\n'
    (record,) = from_bytes((START + HAND + pon).encode(), "mjai")
    assert isinstance(record, Record)
    assert made(record.events)[-1] == msgspec.json.decode(pon)
    assert [finding.code for finding in cardlog.audit(record).findings] == ["unknown-kind"]


def test_the_content_tells_it_from_lines_of_our_own() -> None:
    assert formats.format_of(FOREIGN / "ginga.mjson", None).name == "mjai"
    data = (FOREIGN / "ginga.mjson").read_bytes()
    assert from_bytes(data) == [ginga()]
    assert from_bytes(to_bytes(EXAMPLE, "mjai")) == [EXAMPLE]


# Mappings.


def mapped(name: str, *changes: tuple[str, str], tmp: Path) -> Mapped:
    text = (FOREIGN / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp / "mapping.toml").write_text(text, encoding="utf-8")
    return formats.mapping(tmp / "mapping.toml")


def read(data: str | bytes, mapping: Mapped) -> list[Record | RecordError]:
    data = data if isinstance(data, bytes) else data.encode()
    return list(formats.read(io.BytesIO(data), format=mapping))


SEXTA = (FOREIGN / "sexta.csv").read_text(encoding="utf-8")
TURNI = (FOREIGN / "turni.csv").read_text(encoding="utf-8")


def test_the_mapping_of_the_page_is_the_one_that_is_tried() -> None:
    block = PAGE.partition("```toml\n[table]")[2].partition("```")[0]
    assert tomllib.loads("[table]" + block) == tomllib.loads(
        (FOREIGN / "sexta.toml").read_text(encoding="utf-8")
    )


def test_every_key_of_a_mapping_is_on_the_page() -> None:
    from cardlog.records.formats._csv.mapping import Mapping

    for field in msgspec.structs.fields(Mapping):
        part = type(field.default)
        if field.encode_name == "event" or not hasattr(part, "__struct_fields__"):
            assert f"{field.encode_name}" in PAGE
            continue
        for key in part.__struct_fields__:
            assert f"`{field.encode_name}.{key}`" in PAGE


def test_a_row_a_hand() -> None:
    mapping = formats.mapping(FOREIGN / "sexta.toml")
    first, second = read(SEXTA, mapping)
    assert isinstance(first, Record) and isinstance(second, Record)
    assert first.meta == {"date": "27/11/2026", "table": "2", "event": "Clube de Sexta"}
    assert second.players == ("Íris", "João", "Otávio")
    assert cardlog.audit(first).ok and cardlog.audit(second).ok
    events = made(first.events)
    assert [e["changes"] for e in events if e["type"] == "score"] == [
        [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, -1, 0],
    ]  # fmt: skip
    assert events[7] == {"type": "deal", "dealer": 0, "hands": [["Jc"], ["Td"], ["4h"], ["??"]]}
    kept = [event["cells"] for event in events if event["type"] == "x-row"]
    assert kept == [{"Observações": "O Davi não mostrou a carta\nno começo"}]
    assert dict(mapping.kept) == {"Observações": 2}


def test_a_row_a_turn() -> None:
    mapping = cardlog.mapping(FOREIGN / "turni.toml")
    (record,) = cardlog.read(FOREIGN / "turni.csv", format=mapping)
    assert isinstance(record, Record)
    own = formats.load(ROOT / "fixtures" / "games" / "worked-example.json")
    told = [event for event in made(record.events) if event["type"] != "x-row"]
    assert [{k: v for k, v in e.items() if k != "at"} for e in told] == made(own.events)
    assert record.uid == "7" and told[0]["at"] == "2026-11-27T21:04:00+01:00"


def test_every_filled_cell_is_in_the_record_or_in_the_mapping() -> None:
    text = SEXTA.replace("Observações", "Observações;Árbitro").replace(";Bruno;\n", ";Bruno;;Zé\n")
    items = read(text, formats.mapping(FOREIGN / "sexta.toml"))
    kept = str([game.to_map(item) for item in items if isinstance(item, Record)])
    assert "'Árbitro': 'Zé'" in kept and "trocaram o baralho" in kept


@pytest.mark.parametrize(
    "old, new, words, line, column",
    (
        (";9c;2p;Re;7o;Bruno", ";9c;2p;Re;7o;Bruna", "`Perdeu`: `Bruna` is no player", 2, 64),
        ("2p;9c;Re;7o;9c", "2p;9z;Re;7o;9c", "`Carta 2`: `9z` is no card", 2, 43),
        ("2;Davi;Ana", "2;9;Ana", "`Dá`: `9` is no player: expected a seat from 1 to 4", 2, 14),
        (";;Bruno;;", ";;Bruno;Eva;", "other players than in the first row", 5, 1),
        (";Carla;\n", ";Carla;;;x\n", "a cell beyond the last column", 5, None),
        ("27/11/2026;5", '27/11/2026;"5', "a quote is not closed", 6, 12),
        ("Mesa", "Tisch", "a column `Mesa`, which the table has not", 1, 1),
        ("Final 2", "Final 1", "a column `Final 1`, which the table has twice", 1, 1),
    ),
)
def test_a_cell_that_is_not_understood(
    old: str, new: str, words: str, line: int, column: int | None
) -> None:
    text = SEXTA[::-1].replace(old[::-1], new[::-1], 1)[::-1] if "Carla;\n" in old else SEXTA
    text = text.replace(old, new, 1) if text is SEXTA else text
    assert text != SEXTA
    found = errors(read(text, formats.mapping(FOREIGN / "sexta.toml")))
    assert len(found) == 1 and words in found[0].message, found
    assert found[0].line == line and column in (None, found[0].column)


@pytest.mark.parametrize(
    "old, new, words",
    (
        ("scambia", "ruba", "`ruba`: expected one of mazziere, dà, scambia, cucco"),
        ("scambia,Anna,Berto", "scambia,Anna,", "swap: object missing required field `target`"),
        ("cucco,Berto,Carlo,Kp", "cucco,Berto,Carlo,", "block: object missing required field"),
        ("tiene,Carlo,,", ",,Carlo,", "nothing in the mapping says what this row is"),
    ),
)
def test_a_turn_that_is_not_understood(old: str, new: str, words: str) -> None:
    mapping = formats.mapping(FOREIGN / "turni.toml")
    (error,) = read(TURNI.replace(old, new, 1), mapping)
    assert isinstance(error, RecordError) and words in error.message, error


def test_other_encodings_letters_and_numbers(tmp_path: Path) -> None:
    text = (
        "a club of chess players\n"
        "Карты;Кто\nч9 7ч ♠К -;3\nТ? x;1\n"
    )  # fmt: skip
    (tmp_path / "m.toml").write_text(
        '[table]\nencoding = "cp1251"\nskip = 1\n[record]\ngame = "pitch"\n'
        'players = [{value = "А"}, {value = "Б"}]\n'
        '[seats]\nfirst = 2\n[cards]\nlang = "ru"\nsuits = {"♠" = "s", "ч" = "h"}\n'
        'ranks = {"туз" = "A", "К" = "K"}\nsuit_first = true\n'
        '[[event]]\ntype = "reveal"\nseat = "Кто"\ncards = "Карты"\n',
        encoding="utf-8",
    )
    data = text.replace("7ч ♠К", "ч7 чК").replace("Т? x;1", "туз;2").encode("cp1251")
    (record,) = read(data, formats.mapping(tmp_path / "m.toml"))
    assert isinstance(record, Record), record
    assert made(record.events) == [
        {"type": "reveal", "seat": 1, "cards": ["9h", "7h", "Kh", "??"]},
        {"type": "reveal", "seat": 0, "cards": ["A?"]},
    ]
    (error,) = read(data.replace(b";", b";\x98", 1), formats.mapping(tmp_path / "m.toml"))
    assert isinstance(error, RecordError) and error.line == 2
    assert "no UTF-8" in error.message and error.byte is None


@pytest.mark.parametrize(
    "old, new, words",
    (
        ("[record]", "[record", "broken TOML"),
        ("losers", "winners", "`winners` is no key of `score`: expected one of at, auto, changes"),
        ('"reveal"', '"show"', "an `[[event]]` needs a `type`: one of deal, stay"),
        ('";"', '"|"', "`table.separator` must be"),
        ("first = 1", 'first = "1"', "`seats.first`: expected `int`, got `str`"),
        ("[seats]", "[chairs]", "unknown field `chairs`"),
        ('lang = "pt"', 'lang = "la"', "`cards.lang` must be one of en, pt"),
        ("separator", 'encoding = "utf-9"\nseparator', "`table.encoding` 'utf-9' is unknown"),
        ("separator", 'encoding = "hex"\nseparator', "`table.encoding` 'hex' is unknown"),
    ),
)
def test_a_file_that_is_no_mapping(old: str, new: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError) as raised:
        mapped("sexta", (old, new), tmp=tmp_path)
    assert words in raised.value.message
    assert raised.value.source == str(tmp_path / "mapping.toml")


CELLS = st.sampled_from(
    (";", ",", "\n", '"', "Data", "Mesa", "Dá", "Ana", "9c", "-", "\x98", "27/11", "é", "", "\r")
)
HEADS = SEXTA.splitlines()[0], TURNI.splitlines()[0], ""


@given(
    st.sampled_from(("sexta", "turni")),
    st.sampled_from(HEADS),
    st.binary(max_size=60)
    | st.lists(CELLS, max_size=30).map(lambda cells: "".join(cells).encode()),
)
@settings(max_examples=300, deadline=None)
def test_any_bytes_under_a_mapping(name: str, head: str, data: bytes) -> None:
    data = f"{head}\n".encode() + data
    items = read(data, formats.mapping(FOREIGN / f"{name}.toml"))
    assert items
    for index, item in enumerate(items):
        if isinstance(item, RecordError):
            assert item.index == index and item.byte is not None and item.byte <= len(data)
        else:
            assert from_bytes(to_bytes(item, "msgpack"), "msgpack") == [item]


def test_a_bad_row_costs_its_match_only() -> None:
    head, rest = SEXTA.split("\n", 1)
    nights = [rest.replace("27/11", f"{n}/12") for n in range(1, 4)]
    nights[1] = nights[1].replace("2p", "zz", 1)
    items = read(f"{head}\n{''.join(nights)}", formats.mapping(FOREIGN / "sexta.toml"))
    assert [item is None for item in outline(items)] == [False] * 2 + [True] + [False] * 3
