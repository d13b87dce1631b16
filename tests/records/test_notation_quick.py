"""What is read quickly is read as the tolerant parser reads it, and what it refuses is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.formats import cardlog
from cardlog.records.formats._notation.cards import spellings_of
from cardlog.records.formats._notation.header import Header
from cardlog.records.formats._notation.quick import Quick
from cardlog.records.game import Record
from tests.games import golden_records
from tests.notation import items
from tests.records.samples import numbered

RECORDS = (*golden_records(), numbered(1))
TEXTS = {lang: [cardlog.encode(each, lang).decode() for each in RECORDS] for lang in ("en", "ru")}


def told(found: list[Record | RecordError]) -> list[Any]:
    """Records, and all that an error knows."""
    return [item if isinstance(item, Record) else vars(item) for item in found]


def slowly(data: bytes) -> list[Record | RecordError]:
    """What the tolerant parser alone makes of a text: nothing is kept, and nothing is quick."""
    with (
        mock.patch.object(Quick, "take", lambda self, lines, at, events: at),
        mock.patch.object(Quick, "read", lambda self, line: None),
        mock.patch.object(Header, "again", lambda self, lines, at: at),
    ):
        return items(data)


def a_line(change: Callable[[str, random.Random], str]) -> Callable[[str, random.Random], str]:
    """The change made to one line of a text, mostly one of the events."""

    def changed(text: str, dice: random.Random) -> str:
        lines = text.split("\n")
        at = max(dice.randrange(len(lines)), dice.randrange(len(lines)))
        lines[at] = change(lines[at], dice)
        return "\n".join(lines)

    return changed


def put(line: str, dice: random.Random, piece: str, least: int = 0) -> str:
    at = dice.randint(min(least, len(line)), len(line))
    return line[:at] + piece + line[at:]


ODD = (
    " ", "  ", "\t", ",", " , ", ":", " : ", "|", " | ", ";", "#", " # x", '"', "\\", "\\u0041",
    "-", " - ", "?", "10", "12 ", "1", "h", "K", " cat", "@auto", " @auto", "\r",
    "\u00a0", "\ufeff",
    "\udcff", "\0", "♥", "Ana", "0", '","', '"],["', "]", "}", "+", "1.0", "1e2", "stock",
    ", stock ", "end", "\n", "\nend\n", "cardlog 1: pitch\n", "Т", "К",
)  # fmt: skip

CHANGES: tuple[Callable[[str, random.Random], str], ...] = (
    a_line(lambda line, dice: put(line, dice, dice.choice(ODD))),
    a_line(lambda line, dice: put(line, dice, dice.choice(ODD), len(line) - 3)),
    a_line(lambda line, dice: line.upper()),
    a_line(lambda line, dice: line.lower()),
    a_line(lambda line, dice: line.replace(" ", "  ")),
    a_line(lambda line, dice: line.replace(": ", ":", 1)),
    a_line(lambda line, dice: line.replace(", ", ",")),
    a_line(lambda line, dice: line.replace(" ", dice.choice(("\t", "\u2003", " |", ", ")), 2)),
    a_line(lambda line, dice: line.replace("T", dice.choice(("10", "t", "1", "Т")))),
    a_line(lambda line, dice: line.replace("h", dice.choice(("♥", "♡\ufe0f", "H", "ч")))),
    a_line(lambda line, dice: line.replace("Ana", dice.choice(('"Ana"', "ana", "0", "Anna")))),
    a_line(lambda line, dice: line[: dice.randint(0, len(line))]),
    a_line(lambda line, dice: f"{line}; {line}"),
    a_line(lambda line, dice: f"{line}\n{line}"),
    a_line(lambda line, dice: "".join(dice.sample(line, len(line)))),
    a_line(lambda line, dice: " ".join(dice.sample(line.split(" "), line.count(" ") + 1))),
    lambda text, dice: text.replace("\n", "\r\n"),
    lambda text, dice: text.replace("end\n", ""),
)


@given(
    st.sampled_from(sorted(TEXTS)),
    st.integers(0, len(RECORDS) - 1),
    st.lists(st.sampled_from(CHANGES), max_size=4),
    st.randoms(use_true_random=False),
)
@settings(max_examples=600, deadline=None)
def test_quick_and_slow_are_the_same(
    lang: str,
    which: int,
    changes: list[Callable[[str, random.Random], str]],
    dice: random.Random,
) -> None:
    text = TEXTS[lang][which]
    for change in changes:
        text = change(text, dice)
    data = (TEXTS["en"][-1] + text + TEXTS[lang][-1]).encode(errors="surrogateescape")
    found = told(items(data))
    assert found == told(slowly(data))
    assert found == told(items(data))  # with what the first time has kept


@pytest.mark.parametrize("lang", TEXTS)
def test_written_records_are_read_slowly_too(lang: str) -> None:
    for record, text in zip(RECORDS, TEXTS[lang], strict=True):
        assert items(text) == slowly(text.encode()) == [record]


def test_what_is_a_card_in_json_is_the_same_card_in_english() -> None:
    cards = spellings_of("en")
    alphabet = "0123456789TJQKAtjqkacdhsCDHS?x -"
    words = [a + b + c for a in alphabet for b in ("", *alphabet) for c in ("", *alphabet)]
    words += [f(card.value) for card in Card for f in (str, str.upper, str.title)]
    for word in words:
        try:
            card = Card(word)
        except ValueError:
            continue
        assert cards[word] is card, word


NO_DEALS = (
    "deal Ana: 2c 3c, stock", "deal Ana: 2c 3c,stock 4c", "deal Ana:2c 3c",
    "deal Ana: 2c\", \"3c 4c", "deal Ana: ♣AT 2c",
    "deal Ana: 2c 3c, stock 4c\"],\"at\":\"x\",\"x\":[\"5c", "deal Ana: 2c 3c, stock \\u0034c",
    "deal Ana: - -", "deal Ana: - 2c, stock -", "deal Ana: | 2c |3c", "deal Ana: 2c 3c | -",
    "deal Ana: - | 2c 3c", "deal Ana: 12 10", "deal Ana:12 10",
    "deal Ana: 2c 3c, stock 4c, stock 5c", "deal Ana: 2c - | 3c", "deal Ana: 2c 3c 4c",
    "deal Ana:", "deal Ana: ",
    "score: 1 1.0", "score: 1e2 0", "score: 01 +1", "score: 1 1, high 0, high 1", "score: 1 1,",
    "score: 1 1, high", "score: 1 1, High 0", "score: 1 1, high  0", "score: 1 1, high ?", "score:",
    "score: 1 1, high -, low -1", "Ana: cat 12", "Ana: 10 12", "Ana: 2c  3c", "Ana:2c 3c",
    "Ana: 2c,", "Ana: 2c 3c 4c 5c 6c", "Ana: 2c 3c\t4c", "Ana: - ", "call: Ana 2, Bruno 2,",
    "draw: Ana 2c,,",
)  # fmt: skip


@pytest.mark.parametrize("line", NO_DEALS)
def test_odd_lines_are_read_the_same(line: str) -> None:
    for more in ("", " ", "\r", " # x", " @auto"):
        data = f"cardlog 1: pitch\nplayers: Ana, Bruno\n{line}{more}\nend\n".encode()
        assert told(items(data)) == told(slowly(data))


def test_what_one_record_says_does_not_leak_into_another() -> None:
    text = 'cardlog 1: pitch\nplayers: Ana, Bruno\nrules: target=7\nmeta: {"a": [1]}\nn: 1\nend\n'
    first, second = (item for item in items(text * 2) if isinstance(item, Record))
    first.rules["target"] = 8
    assert isinstance(first.meta, dict) and isinstance(second.meta, dict)
    first.meta["a"].append(2)
    first.meta["n"] = 2
    assert second.rules == {"target": 7} and second.meta == {"a": [1], "n": 1}
    (third,) = items(text)
    assert third == second
