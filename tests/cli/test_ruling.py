"""`cardlog ruling`: the file afterwards, what is said, and the exit status."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cardlog.records import formats
from cardlog.records.cards import Card
from cardlog.records.errors import RecordError
from cardlog.records.events import Reveal, Ruling
from cardlog.records.game import Record, event_of, from_map
from tests.cli.run import ROOT, cardlog

KING = ROOT / "fixtures" / "disputes" / "king-not-shown.json"
STANDS = ("--text", "The King was seen.", "--event", "2", "--effect", "stands")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return Path(shutil.copy(KING, tmp_path / "game.json"))


def maps(*paths: Path) -> list[Any]:
    return [json.loads(path.read_text("utf-8")) for path in paths]


def test_the_file_has_the_ruling_and_is_in_order(game: Path) -> None:
    ran = cardlog("ruling", game, *STANDS, "--by", "Íris")
    assert ran.status == 0 and ran.text == ""
    assert f"{game} record 0: the ruling is event 10" in ran.err
    assert "  before: illegal; up to there Ana 3, Bruno 3, Carla 3, Davi 3\n" in ran.err
    assert "  now: unfinished; Ana 3, Bruno 3, Carla 2, Davi 3\n" in ran.err
    assert "(ruled on at event 10)" in ran.err
    before, after = maps(KING, game)
    ruling = after["events"].pop()
    assert ruling == {
        "type": "ruling", "text": "The King was seen.", "by": "Íris", "event": 2,
        "effect": "stands",
    }  # fmt: skip
    assert after == before
    audit = cardlog("audit", game)
    assert audit.status == 0
    assert "    as ruled: unfinished; Ana 3, Bruno 3, Carla 2, Davi 3" in audit.text
    assert "    without it: illegal; up to there Ana 3, Bruno 3, Carla 3, Davi 3" in audit.text


def test_json_has_the_documented_shape(game: Path) -> None:
    ran = cardlog("ruling", game, *STANDS, "--json")
    (line,) = ran.lines
    assert ran.err == ""
    assert list(line) == ["source", "index", "ruling", "before", "after"]
    assert (line["index"], line["ruling"]) == (0, 10)
    keys = ["id", "ok", "status", "winners", "standing", "findings"]
    assert list(line["before"]) == list(line["after"]) == keys
    assert line["before"]["id"] == formats.load(KING).id
    assert line["after"]["id"] == formats.load(game).id
    assert (line["before"]["status"], line["after"]["status"]) == ("illegal", "unfinished")
    (found,) = line["after"]["findings"]
    assert found["ruled"] == 10
    assert found["without"] == {"status": "illegal", "winners": [], "standing": [3, 3, 3, 3]}
    (audit,) = cardlog("audit", game, "--json").lines
    assert audit["findings"] == line["after"]["findings"]
    assert audit["result"] == {"status": "unfinished", "winners": [], "standing": [3, 3, 2, 3]}


def test_what_is_still_wrong_makes_the_status_1(game: Path) -> None:
    ran = cardlog("ruling", game, "--text", "Noted.")
    assert ran.status == 1
    assert isinstance(formats.load(game).events[-1], Ruling)


@pytest.mark.parametrize("format", ("json", "jsonl", "msgpack"))
def test_the_rest_of_a_file_stays_as_it_is(tmp_path: Path, format: str) -> None:
    chosen = formats.FORMATS[format]
    pieces = [tmp_path / f"{n}.{format}" for n in range(2)]
    formats.write(formats.load(ROOT / "fixtures" / "games" / "le-her.json"), pieces[0])
    formats.write(formats.load(KING), pieces[1])
    other, mine = (path.read_bytes() for path in pieces)
    damage = other[: len(other) // 2]
    night = tmp_path / f"night.{format}"
    night.write_bytes(damage + other + mine + other + damage)
    with night.open("rb") as file:
        bad = sum(isinstance(item, RecordError) for item in chosen.read(file, check=None))
    ran = cardlog("ruling", night, *STANDS, "--index", "2")
    assert ran.status == 0, ran.err
    data = night.read_bytes()
    assert data.startswith(damage + other) and data.endswith(other + damage)
    items = list(formats.read(night))
    assert len(items) == 5 and sum(isinstance(item, RecordError) for item in items) == bad == 2
    assert isinstance(items[2], Record) and isinstance(items[2].events[-1], Ruling)


def test_the_stream_form_stays_one(tmp_path: Path) -> None:
    (head,) = maps(KING)
    events = head.pop("events")
    path = tmp_path / "live.jsonl"
    path.write_text("\n".join(map(json.dumps, (head, *events))), "utf-8")
    assert cardlog("ruling", path, *STANDS).status == 0
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert lines[:-1] == [head, *events]
    assert lines[-1]["type"] == "ruling"


def test_pipes_and_other_outputs(game: Path, tmp_path: Path) -> None:
    data = game.read_bytes()
    piped = cardlog("ruling", "-", *STANDS, stdin=data)
    assert piped.status == 0
    assert json.loads(piped.out)["events"][-1]["type"] == "ruling"
    out = tmp_path / "ruled.msgpack"
    assert cardlog("ruling", game, *STANDS, "-o", out).status == 0
    assert game.read_bytes() == data
    assert formats.load(out) == next(formats.read(_file(piped.out, tmp_path)))
    refused = cardlog("ruling", "-", *STANDS, "--json", stdin=data)
    assert refused.status == 2 and refused.out == b""


def _file(data: bytes, folder: Path) -> Path:
    path = folder / "piped.json"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--text", "x", "--effect", "stands"), "needs `event`"),
        (("--text", "x", "--effect", "stands", "--event", "11"), "no event 11"),
        (("--text", "x", "--event", "1", "--effect", "replaced", "--with", "swap 0"),
         "swap 0: expected `swap SEAT TARGET`"),
        (("--text", "x", "--event", "1", "--effect", "replaced", "--with", '{"type": 4'),
         "this is no JSON event"),
        (("--text", "x", "--event", "1", "--effect", "replaced", "--with", "fly 3"),
         "in short one of stay, swap"),
        (("--text", "x", "--effect", "adjust", "--changes", "1,x"), "expected numbers by side"),
        (("--text", "x", "--index", "3"), "there is no record 3: the file holds 1 record"),
    ],
)  # fmt: skip
def test_what_cannot_be_ruled_leaves_the_file(game: Path, args: tuple[str, ...], said: str) -> None:
    data = game.read_bytes()
    ran = cardlog("ruling", game, *args)
    assert ran.status == 2
    assert said in ran.err and "Traceback" not in ran.err
    assert game.read_bytes() == data
    assert list(game.parent.iterdir()) == [game]


def test_several_records_need_an_index(game: Path) -> None:
    game.write_bytes(game.read_bytes() * 2)
    ran = cardlog("ruling", game, *STANDS)
    assert ran.status == 2 and "say which with --index" in ran.err


def test_a_damaged_file_is_not_converted(game: Path, tmp_path: Path) -> None:
    game.write_bytes(game.read_bytes() + b'{"cardlog": 1, "game": "pit')
    out = tmp_path / "ruled.msgpack"
    ran = cardlog("ruling", game, *STANDS, "--index", "0", "-o", out)
    assert ran.status == 2 and "nothing is written" in ran.err and not out.exists()
    assert cardlog("ruling", game, *STANDS, "--index", "0").status == 0


@pytest.mark.parametrize(
    ("short", "event"),
    [
        ("stay 2", {"type": "stay", "seat": 2}),
        ("block 0 1 Kh", {"type": "block", "seat": 0, "target": 1, "card": "Kh"}),
        ("reveal 0 9h", {"type": "reveal", "seat": 0, "cards": ["9h"]}),
        ("reveal 10 9h", {"type": "reveal", "seat": 10, "cards": ["9h"]}),
        ("reveal 10h", {"type": "reveal", "cards": ["10h"]}),
        ("trick 0 Ah 2h", {"type": "trick", "leader": 0, "cards": ["Ah", "2h"]}),
        ("score 0 -1 0", {"type": "score", "changes": [0, -1, 0]}),
        ("call 1 smudge", {"type": "call", "seat": 1, "call": "smudge"}),
        ("note it rained", {"type": "note", "text": "it rained"}),
        ("misdeal", {"type": "misdeal"}),
        (' {"type": "gap"}', {"type": "gap"}),
    ],
)
def test_events_in_short(short: str, event: dict[str, Any]) -> None:
    from cardlog.cli.spelling import event_from

    assert event_from(short) == event


def named(*players: str) -> Record:
    return from_map(
        {"cardlog": 1, "game": "chase-the-ace", "rules": {}, "players": list(players), "events": []}
        | {"names": {players[-1]: "The Fourth"}}
    )


def test_players_of_an_event_in_short_go_by_name_too() -> None:
    from cardlog.cli.spelling import event_from, short

    table = named("Ana", "Old Tom", "Kh", "1", "x")
    assert event_from("swap Ana 'Old Tom'", table) == {"type": "swap", "seat": 0, "target": 1}
    assert event_from("reveal Kh", table) == {"type": "reveal", "cards": ["Kh"]}
    assert event_from("stay 1", table)["seat"] == 1  # a number is a seat
    assert event_from("stay 'The Fourth'", table) == event_from("stay x", table)
    with pytest.raises(RecordError, match=r"Zoe is no player; expected `stay SEAT`.*\(Ana, Old"):
        event_from("stay Zoe", table)
    for seat in range(5):
        for card in ("Kh", "2c"):
            event = Reveal(seat=seat, cards=(Card(card),))
            told = short(event, table.shown_names)
            assert event_of(event_from(told, table), 0) == event
    assert short(Reveal(seat=1, cards=(Card("2c"),)), table.shown_names) == "reveal 'Old Tom' 2c"
    assert short(Reveal(seat=2, cards=(Card("2c"),)), table.shown_names) == "reveal 2 2c"


def test_what_was_legal_can_be_typed(game: Path) -> None:
    """The audit tells `stay Bruno` as legal; so a ruling and another course take it."""
    assert "(legal: stay Bruno, block Bruno Carla)" in cardlog("audit", game).text
    asked = cardlog("replay", game, "--what-if", "2=stay Bruno")
    assert asked.status == 0 and "What if event 2 was: stay Bruno" in asked.text
    ruled = cardlog("ruling", game, *REFUSED[:-1], "block Bruno Carla Ks", "--follow")
    assert ruled.status == 0


def test_what_must_be_ruled_first_is_said_with_its_command(game: Path) -> None:
    ran = cardlog("ruling", game, "--text", "Late.", "--effect", "adjust", "--changes", "0,0,-1,0")
    assert ran.status == 1
    command = f"cardlog ruling {game} --text TEXT --event 2 --effect stands"
    assert (
        "the ruling has no effect yet, for event 2 before it is illegal: rule on that too, with"
        f" `{command}`" in ran.err
    )
    ran = cardlog("ruling", game, *STANDS)
    assert ran.status == 0 and "no effect yet" not in ran.err
    assert "now: unfinished; Ana 3, Bruno 3, Carla 1, Davi 3" in ran.err


def test_a_void_deal_needs_no_other_ruling(game: Path) -> None:
    ran = cardlog("ruling", game, "--text", "Deal again.", "--effect", "void", "--deal", "1")
    assert ran.status == 0 and "no effect yet" not in ran.err
    assert "now: unfinished; Ana 3, Bruno 3, Carla 3, Davi 3" in ran.err
    told = cardlog("replay", game).text
    assert (
        "    2  Misdeal: the deal is void, the same player deals again (as ruled at event 10)"
        in told
    )
    assert "    3  (does not count: the deal is void by the ruling at event 10)" in told


REFUSED = ("--text", "Refused.", "--event", "2", "--effect", "replaced", "--with", "block 1 2 Ks")


def test_what_follows_is_listed_and_ruled_on_when_asked(game: Path) -> None:
    data = game.read_bytes()
    ran = cardlog("ruling", game, *REFUSED)
    assert ran.status == 1
    assert "by the cards, these follow, and still read as they were written (--follow" in ran.err
    assert "    event 6: reveal Bruno 2c\n    event 7: reveal Carla Ks\n" in ran.err
    game.write_bytes(data)
    ran = cardlog("ruling", game, *REFUSED, "--follow", "--json")
    assert ran.status == 0
    (line,) = ran.lines
    assert [each["event"] for each in line["follows"]] == [6, 7, 9] and line["followed"] is True
    assert cardlog("audit", game).status == 0
