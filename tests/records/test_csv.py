"""Tables: the page of the layout, what spreadsheets make of one, and what is refused and where."""

from __future__ import annotations

import csv
import io
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cardlog.records import formats
from cardlog.records.errors import RecordError
from cardlog.records.events import Note, Unknown
from cardlog.records.formats._csv import columns as col
from cardlog.records.game import Record
from tests.games import golden
from tests.records.samples import EXAMPLE, errors, from_bytes, numbered, outline, to_bytes
from tests.strategies import known_events, records, texts

PAGE = (Path(formats.__file__).parent / "CSV.md").read_text(encoding="utf-8")
WORKED = golden("worked-example")
BOM = "\ufeff"


def text_of(*given: Record) -> str:
    """A table as text, without its byte order mark and with plain line ends."""
    return to_bytes(given, "csv").decode().removeprefix(BOM).replace("\r\n", "\n")


def table(text: str) -> list[Record | RecordError]:
    return from_bytes(text.encode(), "csv")


def error(text: str) -> RecordError:
    (found,) = table(text)
    assert isinstance(found, RecordError), found
    return found


def rows_of(head: str) -> list[list[str]]:
    """The cells of the table of the page that begins with this cell."""
    lines = PAGE.partition(f"\n| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in cells]


def test_the_example_is_what_is_written() -> None:
    example = PAGE.partition("```csv\n")[2].partition("```")[0]
    assert text_of(WORKED) == example
    assert table(example) == [WORKED]


def test_the_columns_are_those_of_the_page() -> None:
    assert [row[0].strip("`") for row in rows_of("column")] == list(col.COLUMNS)


def test_the_kinds_are_those_of_the_page() -> None:
    told = {row[0].strip("`"): row[1:] for row in rows_of("`type` | filled in")}
    assert set(told) == set(col.KEYS)
    for kind, (needed, optional) in told.items():
        assert set(re.findall(r"`(\w+)`", needed)) == set(col.NEEDED[kind]), kind
        rest = set(col.KEYS[kind]) - set(col.NEEDED[kind]) - {"at", "auto"}
        assert set(re.findall(r"`(\w+)`", optional)) == rest, kind


@pytest.mark.parametrize("row, column, words", rows_of("row"))
def test_an_error_says_where_and_what_was_expected(row: str, column: str, words: str) -> None:
    row = row.strip("`")
    head = "\n".join(text_of(WORKED).splitlines()[:3])
    found = error(f"{head}\n{row}\n0,1,2,stay,2\n")
    assert words in found.message
    assert (found.line, found.column, found.event) == (4, int(column), 1)
    assert found.excerpt and found.excerpt.splitlines()[0] == row
    assert found.excerpt.splitlines()[1] == " " * (int(column) - 1) + "^"
    assert found.byte == len(f"{head}\n{row[: int(column) - 1]}".encode())


def test_what_is_written_is_plain_rfc_4180() -> None:
    data = to_bytes([WORKED, numbered(1)], "csv")
    assert data.startswith(BOM.encode()) and data.endswith(b"\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    assert [row["type"] for row in rows[:3]] == ["header", "deal", "swap"]
    assert {row["record"] for row in rows} == {"0", "1"}
    assert all(None not in row and None not in row.values() for row in rows)


def spreadsheet(text: str, separator: str, end: str, order: list[int], blank: bool) -> bytes:
    """The table as a spreadsheet might save it: other columns first, other separators."""
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator=end)
    for row in rows:
        writer.writerow([row[place] for place in order] + ["", ""] * blank)
        if blank:
            writer.writerow([""] * (len(row) + 2))
            out.write(end)
    return out.getvalue().encode()


@given(
    st.lists(records(), min_size=1, max_size=2),
    st.sampled_from(",;\t"),
    st.sampled_from(("\n", "\r\n")),
    st.randoms(use_true_random=False),
    st.booleans(),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_what_a_spreadsheet_does_to_a_table_does_not_matter(
    given_: list[Record],
    separator: str,
    end: str,
    chance: random.Random,
    blank: bool,
    bom: bool,
) -> None:
    order = list(range(len(col.COLUMNS)))
    chance.shuffle(order)
    data = spreadsheet(text_of(*given_), separator, end, order, blank)
    assert from_bytes(BOM.encode() * bom + data, "csv") == given_
    assert from_bytes(BOM.encode() * bom + data) == given_  # known by its first row


@given(records())
@settings(max_examples=60, deadline=None)
def test_nothing_is_lost_exactly_where_nothing_is_said_to_be(record: Record) -> None:
    losses: Any = getattr(formats.FORMATS["csv"], "losses", lambda record: [])
    (back,) = table(text_of(record))
    assert isinstance(back, Record)
    assert (back.id == record.id and back == record) is (losses(record) == [])


NUMBERS = ("007", "3/4", "1.50", "12345678901234567", "TRUE", "1E5", "20:15", "7", ".5", "0")
FORMULAS = (
    *NUMBERS,
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    " =1",
    "'",
    "''=1",
    "＝1",
    "\n=1",
    "-",
    "' x",
)


def made_otherwise(cell: str) -> bool:
    """Whether a spreadsheet would write another text than it read."""
    if not re.fullmatch(r"[\d.,:/eE+\-%]*\d[\d.,:/eE+\-%]*", cell) or not cell.isascii():
        return cell.casefold() in ("true", "false")
    return not cell.isdecimal() or str(int(cell)) != cell or len(cell) > 15


@given(st.sampled_from(FORMULAS) | texts, st.sampled_from(FORMULAS) | texts)
@settings(max_examples=200, deadline=None)
def test_no_cell_is_a_formula_and_every_text_comes_back(text: str, more: str) -> None:
    record = replace(
        EXAMPLE,
        uid=text,
        game=more,
        players=("=Ana", "+Bruno", "-Carla", "@João"),
        rules={text: more},
        meta={"a": more},
        standing=(-1, 0, 0, 0),
        names={"=Ana": text},
        events=(*EXAMPLE.events, Note(text=text), Note(text=more), Unknown({"type": text})),
    )
    written = text_of(record)
    for row in csv.reader(io.StringIO(written, newline=""), strict=True):
        assert not any(re.match(r"\s*[=+\-@＝＋－＠]", cell) for cell in row), row
        assert not any(made_otherwise(cell) for cell in row), row
    assert table(written) == [record]


@given(st.lists(known_events(3), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_a_player_may_stand_for_the_seat(events: list[Any]) -> None:
    record = replace(EXAMPLE, players=("Ana", "Bruno", "=7"), events=tuple(events))
    rows = list(csv.reader(io.StringIO(text_of(record), newline="")))
    seat, player = col.COLUMNS.index("seat"), col.COLUMNS.index("player")
    for row in rows[1:]:
        if row[player]:
            row[seat] = ""
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    assert table(out.getvalue()) == [record]


def test_files_may_be_joined_whatever_their_columns() -> None:
    order = [3, *range(3), *range(4, len(col.COLUMNS))]
    other = spreadsheet(text_of(numbered(2)), ";", "\r\n", order, blank=False)
    joined = to_bytes([numbered(0), numbered(1)], "csv") + other + to_bytes(numbered(3), "csv")
    assert outline(from_bytes(joined, "csv")) == [f"game {n}" for n in range(4)]


def test_a_row_in_hand_is_enough() -> None:
    (read,) = table(
        "sep=;\ntype;seat;cards;text;cardlog;game;players\n"
        "header;;;;1;chase-the-ace;Ana, Bruno\n"
        "Deal;Bruno;10♥ | k?;;;;\n\n"
        ";;;;;;\n"
        'note;;;"two\nlines";;;\n'
    )
    assert isinstance(read, Record)
    assert [str(card) for hand in read.events[0].hands for card in hand] == ["Th", "K?"]  # type: ignore[union-attr]
    assert read.events[1] == Note(text="two\nlines")


@pytest.mark.parametrize("place", range(2, 11))
def test_a_bad_row_costs_its_record_only(place: int) -> None:
    lines = text_of(*map(numbered, range(3))).splitlines()
    for bad in ('0,1,?,"', "\udcff", "x" * 50, ",,,,,,,9x", '"' * 3, "0,,,deal"):
        changed = [*lines]
        changed[9 + place : 9 + place] = [bad]
        data = "\n".join(changed).encode(errors="surrogateescape")
        items = from_bytes(data, "csv")
        good = [item for item in outline(items) if item]
        assert "game 0" in good and "game 2" in good, (bad, items)
        assert len(errors(items)) == 1, (bad, items)
        assert (errors(items)[0].line or 0) in (10 + place, 9 + place)


@pytest.mark.parametrize(
    "change, words, line",
    (
        (("0,1,2,block", "0,1,3,block"), "`event` is 3, expected 2: a row is missing", 5),
        (("0,1,2,block", "0,2,2,block"), "`deal` is 2, expected 1", 5),
        (("Ana, Bruno", "Ana, Ana"), "two players are called 'Ana'", 2),
        (("header,,,,,,,,,,,,1,", "header,,,,,,,,,,,,9,"), "newer than this reader", 2),
        (("header,,,,,,,,,,,,1,", "header,,,,,,,,,,,,1.0,"), "format the column as text", 2),
        (("header,,,,,,,,,,,,1,", "header,,,,,,,,,,,,,"), "no `cardlog`", 2),
        (("record,", "Dado,record,"), "unknown column `dado`: a table has", 1),
        (("record,", "Record,Dado,"), "unknown column `dado`: a table has `record`, `deal`", 1),
        (("record,deal", "record,record"), "the column `record` for the second time", 1),
        (("0,1,3,stay,2,Carla", "0,1,3,stay,9,Carla"), "`seat` 9, but there is no such seat", 6),
        (("0,1,3,stay,2,Carla", "0,1,3,stay,9,"), "seat 9 does not exist: expected 0 to 3", 6),
        (("0,1,3,stay,2", "0,1,3,,2"), "no `type`: expected one of deal, stay", 6),
        (("0,1,3,stay", "7,1,3,stay"), "a row of another record", 6),
        (("0 | -1 | 0 | 0", "0 | -1.0 | 0"), "`-1.0` is no whole number", 12),
        (("0 | -1 | 0 | 0", "0 | -1,,"), "needs `changes`", None),
    ),
)  # fmt: skip
def test_what_is_refused(change: tuple[str, str], words: str, line: int | None) -> None:
    text = text_of(WORKED)
    assert change[0] in text
    if line is None:
        text = text.replace(change[0], "", 1)
    found = errors(table(text.replace(*change, 1)))[0]
    assert words in found.message
    assert line is None or found.line == line
    assert found.column is not None or "does not exist" in words


@pytest.mark.parametrize(
    "data, words",
    (
        (text_of(WORKED).encode("utf-16"), "the table is UTF-16: save it as CSV UTF-8"),
        (text_of(WORKED).replace("\n", "\r").encode(), "the lines end in CR alone"),
        (text_of(EXAMPLE).encode("cp1252"), "a byte that is no UTF-8: save the table as CSV UTF-8"),
        (b"Data;Mesa;Jogador\n1;2;Ana\n", "say what it means in a mapping"),
        (b"record,type,seat\n", "the file is empty"),
        (b"record,type\n0,stay\n", "expected a `header` row before the events"),
        (text_of(WORKED).encode() + b"0,1,10,stay\n", "a row after the `end` of its record"),
        (text_of(WORKED).encode() + b"\0\n", "a row after the `end` of its record"),
    ),
)
def test_files_that_are_no_table_say_so(data: bytes, words: str) -> None:
    found = errors(from_bytes(data, "csv"))
    assert len(found) == 1 and words in found[0].message, found


def test_a_table_that_stops_is_a_record_as_far_as_it_goes() -> None:
    lines = text_of(WORKED).splitlines(keepends=True)
    for count in range(2, len(lines)):
        (read,) = table("".join(lines[:count]))
        assert isinstance(read, Record) and read.events == WORKED.events[: count - 2]


@pytest.mark.parametrize("moved", (False, True))
def test_an_open_quote_does_not_take_the_next_record(moved: bool) -> None:
    order = [*range(len(col.COLUMNS))]
    data = spreadsheet(
        text_of(*map(numbered, range(3))), ",", "\n", [*order[5:], *order[:5]] if moved else order,
        blank=False,
    )  # fmt: skip
    text = data.decode()
    items = table(text.replace('"Ana, Bruno, Carla, João"', '"Ana, Bruno, Carla, João', 1))
    assert outline(items) == [None, "game 1", "game 2"]
    assert "a quote is not closed" in errors(items)[0].message and errors(items)[0].line == 2
