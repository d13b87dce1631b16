"""The page of the notation: its examples say what they are said to say, and its words are read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.engine.decide import add_ruling
from cardlog.records import formats, game
from cardlog.records.errors import RecordError
from cardlog.records.events import Call, Deal, Reveal, kind_of
from cardlog.records.formats import cardlog
from cardlog.records.formats._notation import words as w
from cardlog.records.formats._notation.quick import Quick
from cardlog.records.formats._notation.table import Table
from cardlog.records.formats._notation.texts import TEXTS
from cardlog.records.game import Record
from tests.games import golden_records
from tests.notation import error, items, record

PAGE = (Path(formats.__file__).parent / "NOTATION.md").read_text(encoding="utf-8")
TABLE = "cardlog 1: chase-the-ace\nplayers: Ana, Bruno, Carla, Davi\n"


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The cells of a section's first table, without its head; `\\|` is a bar in a cell."""
    lines = [line for line in section(title).splitlines() if line.startswith("| ")]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[1:]]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in cells]


def plain(cell: str) -> str:
    """What stands between the backticks of a cell."""
    return re.sub(r"^(`+) ?(.*?) ?\1$", r"\2", cell)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("line, events", rows("Events"))
def test_a_line_is_the_events_beside_it(line: str, events: str) -> None:
    expected = [
        game.event_of(msgspec.json.decode(event), n)
        for n, event in enumerate(re.findall(r"`(\{.*?\})`", events))
    ]
    (read,) = items(f"{TABLE}{plain(line)}\nend\n")
    assert isinstance(read, Record), read
    assert list(read.events) == expected


def test_every_kind_of_event_is_among_the_examples() -> None:
    for kind in w.VERBS:
        assert any(f'"{word}"' in section("Grammar") for word in w.spellings(kind, "en"))
    from cardlog.records.events import KINDS

    assert set(KINDS) <= set(re.findall(r'`\{"type": "([a-z]+)"', section("Events")))


COMMON = {"deal", "cut", "score", "misdeal", "note", "gap", "ruling"}


@pytest.mark.parametrize("name, told", rows("Games"))
def test_the_words_of_a_game_are_those_its_records_have(name: str, told: str) -> None:
    listed = set(re.findall(r"`([^`]+)`", told)) | ({"trick"} if "trick" in told else set())
    used = set()
    for played in golden_records():
        if f"`{played.game}`" == name:
            for event in played.events:
                turned = isinstance(event, Reveal) and event.seat is msgspec.UNSET
                kind = "turn" if turned else kind_of(event)
                used |= {"show" if kind == "reveal" else kind}
                used |= {event.call} if isinstance(event, Call) else set()
    assert used <= listed | COMMON
    words = listed & {*w.VERBS, *w.LINES, "trick"} - {"x"}
    assert words <= used


def test_events_and_deals_are_counted_as_the_page_says() -> None:
    lines = rows("Counting")
    text = TABLE
    deals = count = 0
    for line, events, deal in lines:
        text += f"{plain(line)}\n"
        read = record(text)
        assert [int(number) for number in events.split()] == [*range(count, len(read.events))]
        count = len(read.events)
        deals = sum(isinstance(event, Deal) for event in read.events)
        assert deal == (str(deals) if deals else "")
    whole = record(text)
    for number in (1, deals):
        assert add_ruling(whole, "x", effect="void", deal=number)
    for number in (0, deals + 1):
        with pytest.raises(RecordError):
            add_ruling(whole, "x", effect="void", deal=number)
    with pytest.raises(RecordError, match=f"events 0 to {count - 1}"):
        add_ruling(whole, "x", effect="stands", event=count)


@pytest.mark.parametrize("line, column, words", rows("Errors"))
def test_an_error_says_where_and_what_was_expected(line: str, column: str, words: str) -> None:
    fault = error(f"{TABLE}deal Davi: 2c 9h Ks 7d\n{plain(line)}\nend\n")
    assert plain(words) in fault.message
    assert (fault.line, fault.column, fault.event) == (4, int(column), 1)
    assert fault.byte == len(f"{TABLE}deal Davi: 2c 9h Ks 7d\n") + len(
        plain(line)[: int(column) - 1].encode()
    )
    assert fault.excerpt
    shown, caret = fault.excerpt.split("\n")
    assert shown == plain(line)
    assert caret == " " * (int(column) - 1) + "^"


@pytest.mark.parametrize("text", blocks("cardlog"))
def test_the_whole_examples_are_one_record(text: str) -> None:
    read = record(text)
    first = record(blocks("cardlog")[0])
    assert read.events == first.events
    assert msgspec.structs.replace(first, meta=msgspec.UNSET).id in (
        read.id,
        msgspec.structs.replace(read, meta=msgspec.UNSET).id,
    )


def test_the_first_example_is_as_it_is_written() -> None:
    text = re.sub(r" +#.*", "", blocks("cardlog")[0])
    assert cardlog.encode(record(text)).decode() == text


def test_every_name_of_the_grammar_is_defined_in_it() -> None:
    (grammar,) = blocks("ebnf")
    defined = set(re.findall(r"^([a-z-]+) += ", grammar, re.MULTILINE))
    given = {"text", "word", "quoted", "number", "card", "game", "key", "value", "json", "newline"}
    given |= {"character", "time", "other"}
    used = set(re.findall(r"[a-z][a-z-]*", re.sub(r'"[^"]*"', "", grammar)))
    assert used == defined | given


def test_every_word_of_every_language_is_on_the_page() -> None:
    for lang, words in w.LANGUAGES.items():
        for spelled in words.values():
            for word in spelled.split():
                assert f"`{word}`" in PAGE or f'"{word}"' in PAGE, (lang, word)


PIECES = (
    "Ana", "Bruno", "ana", '"Ana"', '"Bruno', "note", "0", "1", "9", "stay", "stays", ":", ",",
    "|", "-", "Ah", "2h", "10h", "K?", "cat", "deal", "stock", "show", "call", "beg", "x", "<>",
    "blocks", "score", "high", "?", ";", "#", "@auto", "turn", "+1", "{", "]", "end", "cardlog",
)  # fmt: skip
QUICK = Quick(Table(("Ana", "Bruno", "note"), "en"))


@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(("", " ", "  "))), max_size=9))
@settings(max_examples=1500, deadline=None)
def test_what_is_read_quickly_is_read_slowly_the_same(pieces: list[tuple[str, str]]) -> None:
    line = "".join(piece + space for piece, space in pieces)
    made = QUICK.read(line)
    assert made is None or made == QUICK.table.events(line)


@pytest.mark.parametrize("played", golden_records(), ids=lambda played: played.game)
def test_what_is_usual_is_read_quickly(played: Record) -> None:
    lines = cardlog.encode(played).decode().partition("\n\n")[2].splitlines()
    quick = Quick(Table(played.players, "en"))
    slow = [line for line in lines if line and quick.read(line) is None]
    assert {line.split(":")[0].split()[0] for line in slow} <= {*TEXTS, "end"}


SAID: dict[str, Any] = {
    "stay": {"type": "stay", "seat": 0},
    "swap": {"type": "swap", "seat": 0, "target": 1},
    "block": {"type": "block", "seat": 1, "target": 0, "card": "Ks"},
    "asked": {"type": "block", "seat": 0, "target": 1, "card": "Ks"},
    "cut": {"type": "cut", "seat": 0, "card": "Ks"},
    "draw": {"type": "draw", "seat": 0, "card": "Ks"},
    "show": {"type": "reveal", "seat": 0, "cards": ["Ks"]},
    "call": {"type": "call", "seat": 0, "call": "2"},
    "discard": {"type": "discard", "seat": 0, "cards": ["Ks"]},
}
WHAT = {"stay": "", "swap": "Bruno", "block": "Bruno K♠", "asked": "Bruno K♠", "call": "2"}


@pytest.mark.parametrize("lang", w.LANGUAGES)
@pytest.mark.parametrize("verb", w.VERBS)
def test_every_spelling_of_a_verb_is_read_after_a_player_and_before_several(
    verb: str, lang: str
) -> None:
    what = WHAT.get(verb, "К♠" if lang == "ru" else "K♠")
    expected = game.event_of(SAID[verb], 0)
    for word in w.spellings(verb, lang):
        head = f"lang: {lang}\nplayers: Ana, Bruno\n"
        for line in (f"Ana {word} {what}", f"{word}: Ana {what}", f"Ana {word.upper()} {what}"):
            assert record(head + line).events == (expected,), line


@pytest.mark.parametrize("lang", w.LANGUAGES)
def test_every_spelling_of_a_call_is_read(lang: str) -> None:
    for call in w.CALLS:
        for word in w.spellings(call, lang):
            read = record(f"lang: {lang}\nplayers: Ana, Bruno\nAna calls {word}")
            assert read.events == (game.event_of({"type": "call", "seat": 0, "call": call}, 0),)


@pytest.mark.parametrize("lang", w.LANGUAGES)
def test_no_word_of_a_language_has_two_meanings_in_one_place(lang: str) -> None:
    for keywords in ((*w.VERBS, *w.LINES), w.HEADERS, w.CLAUSES, w.CALLS):
        words = [word for key in keywords for word in w.spellings(key, lang)]
        assert len(set(words)) == len(words), sorted(words)
