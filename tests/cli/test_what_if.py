"""`cardlog replay --what-if`: what is told, and the exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlog.records import formats
from tests.cli.run import cardlog
from tests.games import GAMES

WORKED = GAMES / "worked-example.json"
FRIDAY = GAMES / "friday-cuckoo.json"


def test_both_courses_are_told_beside_each_other() -> None:
    ran = cardlog("replay", WORKED, "--what-if", "1=stay 0")
    assert ran.status == 0 and ran.err == ""
    for line in (
        "What if event 1 was: stay Ana",
        "  as recorded: Ana exchanges with Bruno: gives 2♣, gets 9♥",
        "  Ana 3, Bruno 2, Carla 3, Davi 3                | Ana 2, Bruno 3, Carla 3, Davi 3",
        "  deal 1: Bruno -1                               | deal 1: Ana -1",
        "  event 5: reveal Ana 2c",
    ):
        assert line in ran.text.splitlines()


def test_json_has_the_documented_shape() -> None:
    args = ("--what-if", '1={"type": "stay", "seat": 0}', "--json")
    (line,) = cardlog("replay", WORKED, *args).lines
    deal = {"dealer": 3, "void": False}
    lost = {"lowest": "2", "losers": [1]}
    assert line == {
        "source": str(WORKED),
        "index": 0,
        "id": formats.load(WORKED).id,
        "game": "chase-the-ace",
        "changes": [{"kind": "replaced", "event": 1, "to": {"type": "stay", "seat": 0}}],
        "same": False,
        "before": {"status": "unfinished", "winners": [], "standing": [3, 2, 3, 3]},
        "after": {"status": "unfinished", "winners": [], "standing": [2, 3, 3, 3]},
        "deals": [
            {
                "deal": 1,
                "before": deal | {"changes": [0, -1, 0, 0], "detail": lost},
                "after": deal | {"changes": [-1, 0, 0, 0], "detail": lost | {"losers": [0]}},
            }
        ],
        "followed": [
            {"event": 5, "events": [{"type": "reveal", "seat": 0, "cards": ["2c"]}]},
            {"event": 6, "events": [{"type": "reveal", "seat": 1, "cards": ["9h"]}]},
        ],
        "end": None,
    }


@pytest.mark.parametrize("change", ["1=", "1=-", " 1 = "])
def test_a_removed_exchange_is_a_card_kept(change: str) -> None:
    (line,) = cardlog("replay", WORKED, "--what-if", change, "--json").lines
    assert line["changes"] == [{"kind": "removed", "event": 1}]
    assert line["followed"][0] == {"event": 1, "events": [{"type": "stay", "seat": 0}]}
    assert line["after"]["standing"] == [2, 3, 3, 3]


def test_where_the_record_stops_telling() -> None:
    game = GAMES / "gold-rush-california.json"
    ran = cardlog("replay", game, "--what-if", "4=trick 0 9s 8s")
    assert ran.status == 0
    assert "From event 7 on the record does not tell, for that is no longer possible." in ran.text
    assert "CJ-3.2" in ran.text
    (line,) = cardlog("replay", game, "--what-if", "4=trick 0 9s 8s", "--json").lines
    assert (line["end"]["event"], line["end"]["why"]) == (7, "no-longer")
    assert line["end"]["finding"]["code"] == "wrong-leader"
    assert line["after"] == {"status": "unfinished", "winners": [], "standing": [0, 0]}


def test_a_change_that_breaks_a_rule() -> None:
    ran = cardlog("replay", WORKED, "--what-if", "2=swap 1 2")
    assert ran.status == 1
    assert "The change itself breaks a rule.\n  CC-3.2: Bruno exchanges with Carla" in ran.text


def test_one_record_of_several_and_one_pair_of_eyes(tmp_path: Path) -> None:
    night = tmp_path / "night.jsonl"
    formats.write([formats.load(FRIDAY), formats.load(WORKED)], night)
    ran = cardlog("replay", night, "--what-if", "1=stay 0")
    assert ran.status == 2 and "say which with --index" in ran.err
    (line,) = cardlog("replay", night, "--what-if", "1=stay 0", "--index", "1", "--json").lines
    assert (line["index"], line["after"]["standing"]) == (1, [2, 3, 3, 3])
    ran = cardlog("replay", WORKED, "--what-if", "1=stay 0", "--from-seat", "Davi", "--json")
    assert ran.lines[0]["end"] is None and ran.lines[0]["after"]["standing"] == [2, 3, 3, 3]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--what-if", "stay 0"), "expected K=EVENT"),
        (("--what-if", "+3="), "which event is to be put in?"),
        (("--what-if", "-1=stay 0"), "expected K=EVENT"),
        (("--what-if", "99="), "no event 99 to change: the record has events 0 to 9"),
        (("--what-if", "1=stay"), "expected `stay SEAT`"),
        (("--what-if", '1={"type": "stay", "seat": "x"}'), "expected `int`"),
        (("--what-if", "1=", "--at", "3"), "one question at a time"),
        (("--index", "0"), "--index goes with --what-if"),
    ],
)
def test_what_cannot_be_asked(args: tuple[str, ...], said: str) -> None:
    ran = cardlog("replay", WORKED, *args)
    assert ran.status == 2 and said in ran.err
    assert ran.out == b""
