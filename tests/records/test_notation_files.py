"""Files in the notation as people have them: what stands around records, and what breaks them."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any

import msgspec
import pytest

from cardlog.records import formats, game
from cardlog.records.errors import RecordError
from cardlog.records.events import Note
from cardlog.records.formats import cardlog
from cardlog.records.game import MAX_BYTES, Record
from tests.notation import error, items, record
from tests.records.samples import EXAMPLE, Trickle, errors, numbered, outline, to_bytes
from tests.records.test_memory import MIB, peak_while

GAMES = [to_bytes(numbered(n), "cardlog").decode() for n in range(3)]
ONE = "cardlog 1: pitch\nplayers: Ana\n"
BARE = [text.replace("end\n", "").strip() for text in GAMES]  # as written without much care
EACH = ["game 0", "game 1", "game 2"]

CHATTER = (
    "12 tricks in 3.2 seconds\n",
    "--- table closed ---\n\n{comment}\n[Pla yer \"x\"]\n",
    "On Friday Ana wrote:\n> it was a good evening\n\n-- \nSent from my phone\n",
    "Note: Bruno paid.\nScore: Ana 3, Bruno 2\nDeal 3: redealt\nTurn: 5\nCut: 2 players\n",
    "# cardlog\nthis cardlog 1.0 file: see cardlog.example\n",
    "? ? ?\n%\n;\n\"\n",
)  # fmt: skip


@pytest.mark.parametrize("chatter", CHATTER)
def test_other_text_between_records_is_passed_over(chatter: str) -> None:
    assert outline(items(chatter + chatter.join(GAMES) + chatter)) == EACH


@pytest.mark.parametrize(
    "between", ("\n", "\n\n \n\n", "", " ", "\ufeff", "\r\n", "\n# a comment\n")
)
def test_records_need_no_separator_and_no_end(between: str) -> None:
    assert outline(items(between.join(BARE))) == EACH
    assert outline(items("\ufeff" + between.join(BARE) + between)) == EACH


LAYOUTS: dict[str, Callable[[str], str]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "an empty line after each": lambda text: text.replace("\n", "\n\n"),
    "spaces around lines": lambda text: text.replace("\n", " \t \n  "),
    "no empty lines": lambda text: "".join(f"{x}\n" for x in text.splitlines() if x),
    "comments": lambda text: text.replace("\n\n", "\n# here\n\n"),
    "upper case": lambda text: text.replace("deal", "DEAL").replace("show", "Show"),
    "lower case": lambda text: text.replace("Ks", "ks").replace("Ana <>", "ana <>"),
    "spaced colons": lambda text: text.replace("deal João: 2c", "deal João :2c"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_how_it_is_laid_out_makes_no_difference(layout: str) -> None:
    text = LAYOUTS[layout]("\n".join(GAMES))
    assert text != "\n".join(GAMES)
    assert items(text) == [numbered(n) for n in range(3)]


def test_a_record_without_events_is_one_too() -> None:
    first, second, third = GAMES
    head = second.partition("\n\n")[0]
    assert outline(items(f"{first}\n{head}\n{third}")) == EACH
    assert outline(items(f"{first}\n{head}\nend\n{third}")) == EACH


BROKEN = {
    "an event": ("Carla blocks", "Carla blcks"),
    "a player": ("João", "Joao"),
    "a card": ("9h Ks", "9h Kx"),
    "a header without its key": ("date: ", ": "),
    "a header with a space": ("date: ", "da te: "),
    "a missing quote": ('"Clube de Sexta"', '"Clube de Sexta'),
    "broken JSON": ('{"type"', '{"type'),
    "a bracket": ("score: ", ") score: "),
    "a first line": ("cardlog 1: chase", "cardlog 1 chase"),
    "a first line otherwise": ("cardlog 1: chase-the-ace", "cardlog: chase-the-ace"),
    "a game": ("chase-the-ace", "chase/the/ace"),
    "text within": ("Carla stays", "-- table closed --"),
    "a byte": ("score", "sc\udcffre"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_costs_its_record_and_no_other(what: str) -> None:
    old, new = BROKEN[what]
    first, second, third = GAMES
    second = second.replace("event: Clube", 'site: "Clube de Sexta"\nevent: Clube')
    assert old in second
    bad = second.replace(old, new, 1)
    for before, after in ((first, third), (BARE[0] + "\n", BARE[2])):
        for end in (bad, bad.replace("end\n", "")):
            data = (before + end + after).encode(errors="surrogateescape")
            found = items(data)
            assert outline(found) == ["game 0", None, "game 2"]
            (fault,) = errors(found)
            assert fault.index == 1 and fault.excerpt
            whole = end.rstrip("\n") + "\n" if "end\n" in end else end
            assert fault.skipped == len(whole.encode(errors="surrogateescape"))
            assert fault.line is not None
            above = fault.line - 1 - before.count("\n")
            assert fault.message.endswith(
                f", {above} of them before this one" if above else "passed over"
            )
            assert "chase-the-ace" in fault.message or "first line" in fault.message


DAMAGE: dict[str, tuple[bytes, str]] = {
    "every byte there is": (bytes(range(256)), "a NUL"),
    "NULs": (b"\0" * 5000, "a NUL"),
    "invalid UTF-8": (b"\xff\xfe\xc0", "no UTF-8"),
    "another encoding": ("João pagou".encode("latin-1"), "no UTF-8"),
    "a record that lost its first lines": (
        GAMES[1].partition("\n\n")[2].strip().encode() + b"\n",
        "without its first line",
    ),
    "a record that was cut in a line": (GAMES[1][:225].encode(), "broken JSON"),
}


@pytest.mark.parametrize("after", (b"", b"\n", b"\n\n"))
@pytest.mark.parametrize("what", DAMAGE)
def test_after_damage_the_next_record_is_found(what: str, after: bytes) -> None:
    bad, words = DAMAGE[what]
    data = GAMES[0].encode() + bad + after + GAMES[2].encode()
    found = items(data)
    assert outline(found) == ["game 0", None, "game 2"]
    (fault,) = errors(found)
    assert words in fault.message and "passed over" in fault.message
    assert fault.line and fault.column and fault.byte is not None
    assert fault.skipped is not None and 0 <= len(bad + after) - fault.skipped <= len(after)


def test_a_malformed_header_is_one_error_that_names_the_others() -> None:
    text = (
        'cardlog 1: pitch\nplayers: Ana, Bruno\nevent: Liga\nsite: "Porto\ntable: 4\nAna: Ah 2h\n'
    )
    (fault,) = items(text)
    assert isinstance(fault, RecordError)
    assert fault.message.startswith("a quote is not closed")
    assert "(game pitch, event Liga, players Ana, Bruno)" in fault.message
    assert (fault.line, fault.column, fault.event) == (4, 7, None)


def test_nothing_of_a_record_is_read_after_what_is_wrong() -> None:
    text = (
        "cardlog 1: pitch\nplayers: Ana, Bruno\nAna: Ah 2x\nAna: Ah 2h\nplayers: Ana\nBruno: 2c\n"
    )
    (fault,) = items(text)
    assert isinstance(fault, RecordError) and fault.event == 0
    assert "6 lines passed over, 2 of them before this one" in fault.message


@pytest.mark.parametrize("cut", range(1, GAMES[1].rstrip().count("\n") + 1))
def test_a_record_that_lost_its_first_line_is_an_error(cut: int) -> None:
    first, second, third = GAMES
    lines = second.splitlines(keepends=True)
    text = first + "".join(lines[cut:]) + third
    assert outline(items(text)) == ["game 0", None, "game 2"]
    assert "without its first line" in error(text).message or "is no" in error(text).message


def test_a_file_that_ends_anywhere_costs_its_last_record_alone() -> None:
    first, second = GAMES[:2]
    whole = record(second)
    for cut in range(1, len(second)):
        found = items(first + second[:cut])
        assert outline(found[:1]) == ["game 0"]
        for item in found[1:]:
            if isinstance(item, Record):  # unfinished, as far as it goes
                assert item.events[:-1] == whole.events[: max(0, len(item.events) - 1)], cut


def test_an_empty_game_between_two_is_not_lost() -> None:
    texts = [GAMES[0], "cardlog 1: pitch\nplayers: Ana, Bruno\nuid: empty\n", GAMES[2]]
    assert outline(items("".join(texts))) == ["game 0", "empty", "game 2"]


@pytest.mark.parametrize(
    "text, words",
    (
        ("", "the file is empty"),
        (" \r\n\ufeff\n", "the file is empty"),
        ("a letter\n", "no record here: expected a line like `cardlog 1: chase-the-ace`"),
        ("cardlog 2: pitch\n", "schema version 2 is newer than this reader"),
        ("cardlog 0: pitch\n", "`cardlog` must be a schema version"),
        ("cardlog 1:\n", "expected the game after the colon"),
        ("cardlog 1: pitch\n", "the players"),
        ("cardlog 1: pitch\n0: Ah\n", "expected the players before the first event"),
        ("cardlog 1: pitch\nAna: Ah\n", "`Ana` is no word for an event and no player"),
        ("cardlog 1: pitch\nplayers: Ana, Ana\n", "two players are called 'Ana'"),
        ("cardlog 1: pitch\nplayers: Ana,,B\n", "the name of player 1 is empty"),
        (ONE + "players: B\n", "for the second time"),
        (ONE + "a: 1\na: 2\n", "`a` for the second time"),
        (ONE + "lang: xx\n", "expected one of en, pt, es, it, ru"),
        (ONE + "rules: x\n", "expected KEY=VALUE"),
        (ONE + "lives: 1\n", "`lives` is a matter of the rules: write `rules: lives=1`"),
        (ONE + "observer: Bruno\n", "expected a player (Ana)"),
        (ONE + "observer: 1\n", "seat 1 does not exist"),
        (ONE + "standing: 1 x\n", "expected a whole number, found `x`"),
        (ONE + "n: 9007199254740993\n", "beyond 53 bits"),
        (ONE + "Ana: Ah\nsite: x\n", "a line begins with a player"),
        (ONE + "Anna: Ah\n", "is no word for an event and no player"),
        (ONE + "ctu: Ana 9h\n", "is no word for an event and no player"),
        (ONE + "Ana: Ah\nend of it\n", "expected nothing after the word"),
        (ONE + "meta: {\"a\": " + "[" * 100_000, "nested too deep"),
        (ONE + "{\"type\": \"x-\", \"a\": " + "[" * 100_000, "nested too deep"),
        (ONE + "meta: {\"a\": " + "[" * 250 + "]" * 250 + "}", "nested deeper"),
        ("players: Ana\n", "lines of a record without its first line"),
    ),
)  # fmt: skip
def test_an_error_of_a_whole_file(text: str, words: str) -> None:
    (fault,) = items(text)
    assert isinstance(fault, RecordError), fault
    assert words in fault.message
    assert fault.index == 0 and fault.byte is not None


def test_utf_16_is_named() -> None:
    for codec in ("utf-16-le", "utf-16-be"):
        data = ("\ufeff" + GAMES[0]).encode(codec)
        assert all(isinstance(item, RecordError) for item in items(data))
        assert "UTF-" in error(data).message


NAMES = (
    "Ana Maria", "2", "0", "-", "stay", "End", "deal", "x", "<>", "?", "Ana, B", 'Ana "Nini"',
    "a|b", "a\nb", "a\r\nb", "#1", "@auto", "{", "[", "Ana:", "Ана", "李小龙", "עברית",
    "u\u0308ber", "👩\u200d👩\u200d👧", "\u200fא", "cardlog 1: pitch", "end", "\u2028", "a\\",
    "\\u0041", "a=b", "a;b", " Ana", "Ana ", "٣", "note", "ſtay", "spectator", "players",
    "null", "true", "1e5", "\ufeff",
    "K", "ks", "Ks", "??", "cuckoo",
)  # fmt: skip


@pytest.mark.parametrize("lang", ("en", "ru"))
def test_names_of_every_sort_come_back(lang: str) -> None:
    names = NAMES
    events: list[dict[str, Any]] = [{"type": "deal", "dealer": 3, "hands": [["2c"]] * len(names)}]
    for seat in range(len(names)):
        other = (seat + 1) % len(names)
        events += [
            {"type": "trick", "leader": seat, "cards": ["Ah", "2h"]},
            {"type": "swap", "seat": seat, "target": other},
            {"type": "block", "seat": seat, "target": other, "card": "Ks"},
            {"type": "stay", "seat": seat},
            {"type": "reveal", "seat": seat, "cards": []},
            {"type": "misdeal", "seat": seat, "reason": names[seat]},
            {"type": "ruling", "text": names[seat], "by": names[other]},
            {"type": "note", "text": names[seat]},
        ]
    data = {"cardlog": 1, "game": "pitch", "rules": {}, "players": names, "events": events}
    for seat, name in enumerate(names):
        more = {"observer": seat, "names": {name: names[seat - 1], names[seat - 1]: ""}}
        given = game.from_map({**data, **more})
        assert items(cardlog.encode(given, lang)) == [given]
    given = game.from_map({**data, "observer": "spectator"})
    assert items(cardlog.encode(given, lang)) == [given]


def test_names_are_found_however_they_are_composed() -> None:
    composed, apart = "João", unicodedata.normalize("NFD", "João")
    read = record(f"players: Ana, {composed}\nAna <> {apart}\n{apart.upper()} stays")
    assert [type(event).__name__ for event in read.events] == ["Swap", "Stay"]
    with pytest.raises(RecordError, match="expected a player"):
        record(f"players: {composed}, {apart}\n{composed.upper()} stays")  # which of the two?


META = {
    "event": "Clube", "stay": "x", "Players": "x", "Ana": "Ah", "Wetter": "schön", "n": 3,
    "s": "3", "t": True, "u": "true", "v": None, "w": "null", "list": [1, {"a": "b"}], "": "",
    "a b": "c", "#": "d", "q": '"', "e": "", "sp": " x ", "nl": "a\nb", "c": "Ah 2h", "d": "Ana 9h",
    "j": "{}", "jj": "[", "f": 1.5, "big": 2**53 - 1, "z": "-", "hash": "a # b", "lang": "pt",
    "mark": "cardlog 1: pitch", "end": "x", "note": "x", "cardlog": 1, "1": 2, "x": "cat",
    "pet": "cat", "score": 9, "lives": 3, "Игроки": "да", "игроки": "да",
}  # fmt: skip


@pytest.mark.parametrize("lang", ("en", "pt", "ru"))
def test_headers_that_are_not_known_are_kept(lang: str) -> None:
    given = msgspec.structs.replace(EXAMPLE, meta=META)
    text = cardlog.encode(given, lang)
    (read,) = items(text)
    assert read == given and isinstance(read, Record) and read.id == given.id
    assert cardlog.encode(read, lang) == text
    assert isinstance(read.meta, dict) and list(read.meta) == list(META)


def test_a_header_by_hand_is_kept_as_it_stands() -> None:
    read = record(
        'players: Ana, Bruno\nweather:  rain, later # cold\nround: 7\ntable: "7"\nscribe: Ana'
    )
    assert read.meta == {"weather": "rain, later # cold", "round": 7, "table": "7", "scribe": "Ana"}


BARE_EVENTS = (
    {"type": "misdeal"},
    {"type": "misdeal", "reason": ""},
    {"type": "gap"},
    {"type": "gap", "text": ""},
    {"type": "score", "changes": []},
    {"type": "score", "changes": [], "points": {}},
    {"type": "score", "changes": [1], "points": {"jack": None}},
    {"type": "stay", "seat": 0, "auto": False},
    {"type": "deal", "dealer": 0, "hands": [[]]},
    {"type": "deal", "dealer": 0, "hands": [[]], "stock": []},
    {"type": "deal", "dealer": 0, "hands": [["2c", "3c"]]},
    {"type": "deal", "dealer": 0, "hands": [["2c", "3c"]], "shuffle": {}},
    {"type": "reveal", "cards": []},
    {"type": "ruling", "text": ""},
    {"type": "ruling", "text": "", "changes": []},
    {"type": "ruling", "text": "", "effect": "adjust", "changes": []},
)


def test_absent_and_empty_keys_are_told_apart() -> None:
    whole = {"cardlog": 1, "game": "", "rules": {}, "players": ["Ana"], "events": BARE_EVENTS}
    empty = {"meta": {}, "standing": [], "uid": "", "names": {}, "seals": []}
    for count in range(len(empty) + 1):
        for keys in itertools.combinations(empty, count):
            given = game.from_map({**whole, **{key: empty[key] for key in keys}})
            assert items(cardlog.encode(given)) == [given]


def test_seats_that_do_not_exist_are_left_to_the_check() -> None:
    events = [{"type": "stay", "seat": 4}, {"type": "trick", "leader": 2**31 - 1, "cards": []}]
    given = game.from_map(
        {"cardlog": 1, "game": "pitch", "rules": {}, "players": ["Ana"], "events": events}
    )
    data = cardlog.encode(given)
    assert list(formats.read(Trickle([data]), format="cardlog", check=None)) == [given]  # type: ignore[arg-type]
    assert error(data).message == "seat 4 does not exist: expected 0 to 0"


def test_what_a_check_finds_is_shown_on_its_line() -> None:
    def check(given: Record) -> None:
        raise RecordError("wrong", event=len(given.events) - 1)

    text = "".join(GAMES[:2]) + BARE[2] + "\n"
    for data in (text, text.replace("\n", "\r\n")):
        for fault in formats.read(Trickle([data.encode()], MIB), format="cardlog", check=check):  # type: ignore[arg-type]
            assert isinstance(fault, RecordError) and fault.line
            assert data.splitlines()[fault.line - 1] == "score: 0 -1 0 0" == fault.excerpt
    long = GAMES[0].replace("score:", "note: x\n" * 20 + "score:").encode()
    (fault,) = formats.read(Trickle([long], 10), format="cardlog", check=check)  # type: ignore[arg-type]
    assert isinstance(fault, RecordError) and fault.line == 1  # it is no longer at hand


def test_a_long_line_of_events_comes_back_as_json() -> None:
    cards: list[dict[str, Any]] = [{"type": "reveal", "cards": ["2c"] * 40_000}]
    for count in (10_000, 32_700, 40_000):
        cards.append(
            {"type": "ruling", "text": "x" * count, "effect": "adjust", "changes": [0] * count}
        )
        cards.append({"type": "score", "changes": [0] * count})
    names = [f"player {n}" for n in range(9_000)]
    whole = {"cardlog": 1, "game": "pitch", "rules": {}, "players": names, "events": cards}
    given = game.from_map({**whole, "standing": [10] * 40_000})
    assert items(cardlog.encode(given)) == [given]


def test_a_record_may_be_64_mebibytes_and_no_larger() -> None:
    text = ONE + "note: \nend\n"
    note = "x" * (MAX_BYTES - len(text))
    good = text.replace("note: ", f"note: {note}")
    assert len(good) == MAX_BYTES
    assert isinstance(items(good)[0], Record)
    found = items(good.replace("note: ", "note: y") + GAMES[1])
    assert outline(found) == [None, "game 1"]
    assert "64 MiB" in errors(found)[0].message


@pytest.mark.parametrize("line", (b"x", b"note: x", (ONE + "note: x").encode(), b"\xff"))
def test_a_line_without_an_end_takes_little_memory(line: bytes) -> None:
    size = 70 if b"players" in line else 40

    def parts() -> Iterator[bytes]:
        yield line
        yield from repeat(b"x" * MIB, size)
        yield GAMES[1].encode()  # on the same line

    def read() -> None:
        found = list(formats.read(Trickle(parts(), MIB), format="cardlog"))  # type: ignore[arg-type]
        assert outline(found)[-1] == "game 1"
        assert len(found) == 2 and isinstance(found[0], RecordError)

    assert peak_while(read) < (2 * MAX_BYTES if size > 64 else 0) + 24 * MIB


def test_many_short_events_are_an_error_before_they_fill_memory() -> None:
    part = b"stay: " + b"0," * 30_000 + b"0\n"

    def parts() -> Iterator[bytes]:
        yield ONE.encode()
        yield from repeat(part, 1100)
        yield GAMES[1].encode()

    found = list(formats.read(Trickle(parts(), MIB), format="cardlog"))  # type: ignore[arg-type]
    assert outline(found) == [None, "game 1"]


@pytest.mark.parametrize(
    "first, name",
    (
        ("cardlog 1: Chase the Ace", "chase-the-ace"),
        ("Cardlog  1 :SEVEN-UP   # tonight", "seven-up"),
        ('cardlog 1: "Chase-the-Ace"', "Chase-the-Ace"),
        ('cardlog 1: ""', ""),
        ('cardlog 1: "cardlog 1: pitch"', "cardlog 1: pitch"),
        ('cardlog 1: "a\\nb \\" # c"  # d', 'a\nb " # c'),
    ),
)
def test_the_first_line_names_the_game(first: str, name: str) -> None:
    read = record(f"{first}\nplayers: Ana\n")
    assert read.game == name
    assert items(cardlog.encode(read)) == [read]


def test_a_text_that_reads_like_a_first_line_is_a_text() -> None:
    texts = ("cardlog 1: pitch", "see cardlog 1: pitch", "Cardlog\t1:", '"cardlog 1: pitch"')
    notes = tuple(Note(text=text) for text in texts)
    given = msgspec.structs.replace(EXAMPLE, uid=texts[1], meta=dict.fromkeys("ab", texts[0]))
    given = msgspec.structs.replace(given, events=notes, players=texts, observer=2)
    assert items(cardlog.encode(given) * 2) == [given, given]
