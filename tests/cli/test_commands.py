"""Whole commands on good input: what is printed where, and the exit status (cli/README.md)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardlog.engine import games
from cardlog.records.formats import load
from tests.cli.run import cardlog
from tests.games import GAMES

WORKED = GAMES / "worked-example.json"
FRIDAY = GAMES / "friday-cuckoo.json"


def test_replay_tells_the_worked_example() -> None:
    ran = cardlog("replay", WORKED)
    assert ran.status == 0
    assert "Bruno asks Carla, who shows K♠ and refuses" in ran.text
    assert "Bruno loses a life (CC-5.2)" in ran.text
    assert ran.err == ""


def test_replay_json_has_the_documented_shape() -> None:
    (line,) = cardlog("replay", WORKED, "--json").lines
    assert line["source"] == str(WORKED)
    assert line["index"] == 0
    assert line["id"] == load(WORKED).id
    assert line["status"] == "unfinished"
    assert (line["winners"], line["standing"]) == ([], [3, 2, 3, 3])
    assert line["rules"]["dealer_draws_king"] == "blocked"
    assert line["deals"] == [
        {
            "deal": 1,
            "dealer": 3,
            "events": [0, 9],
            "void": False,
            "changes": [0, -1, 0, 0],
            "detail": {"lowest": "2", "losers": [1]},
        }
    ]
    assert line["findings"] == []


def test_replay_of_california_jack_gives_the_points_of_each_deal() -> None:
    (line,) = cardlog("replay", GAMES / "gold-rush-california.json", "--json").lines
    assert line["winners"] == [0]
    assert line["standing"] == [11, 11]
    detail = line["deals"][-1]["detail"]
    assert detail == {"trump": "c", "high": 0, "low": 1, "jack": 0, "game": 1, "pips": [34, 46]}


def test_replay_of_pitch_gives_the_bid_of_each_deal() -> None:
    (line,) = cardlog("replay", GAMES / "grange-pitch.json", "--json").lines
    assert line["winners"] == [1]
    assert line["standing"] == [-4, 14]
    assert [deal["changes"] for deal in line["deals"]] == [[-5, 2], [0, 4], [1, 3], [0, 5]]
    assert line["deals"][0]["detail"]["bid"] == {"side": 0, "value": 5, "made": False}
    assert line["deals"][3]["detail"]["bid"] == {"side": 1, "value": 5, "made": True}
    assert line["rules"]["partners"] is True


def test_replay_of_pitch_is_told_as_players_say_it() -> None:
    text = cardlog("replay", GAMES / "grange-pitch.json").text
    for said in (
        "Edna bids smudge",
        "Clyde passes",
        "trumps are clubs ♣, and Virgil takes the trick",
        "The bid of 5 by Edna and Opal fails",
        "Points: Edna and Opal -5, Clyde and Virgil 2",
        "Clyde and Virgil win the match together.",
    ):
        assert said in text


def test_replay_of_seven_up_is_told_as_players_say_it() -> None:
    text = cardlog("replay", GAMES / "tavern-seven-up.json").text
    for said in (
        "Josiah begs\n    6  Hester gives a point, and the suit stands",
        "       Points: Abel 1, Hester 0, Josiah 1\n    7",
        "Josiah runs the cards",
        "J♦ is turned up: trumps are diamonds ♦\n       Points: Abel 2, Hester 2, Josiah 2",
        "Abel discards 7♦ 4♥ 2♦",
        "Hester stands",
    ):
        assert said in text


def test_a_run_that_turns_up_the_same_suit_is_told() -> None:
    breach = "fixtures/breaches/seven-up/REC-misdeal-3.near-miss.json"
    text = cardlog("replay", breach).text
    assert "8♠ is turned up, spades ♠ once more: the cards are run again" in text
    assert "10♠ is turned up, spades ♠ once more, and the stock cannot serve another run" in text


@pytest.mark.parametrize(
    ("name", "at", "line"),
    [
        ("grange-pitch", 5, "  Clyde           0   4♣ 10♣ J♦ K♦ 8♥ J♥   (to act)"),
        ("tavern-seven-up", 27, "  trumps: diamonds ♦"),
        ("redding-shasta", 56, "  Winnie          2   -"),
    ],
)
def test_positions_of_the_family(name: str, at: int, line: str) -> None:
    text = cardlog("replay", GAMES / f"{name}.json", "--at", str(at)).text
    assert line in text.splitlines()


@pytest.mark.parametrize(("at", "held"), [("-1", []), ("0", ["2c"]), ("1", ["9h"])])
def test_replay_at_shows_the_position(at: str, held: list[str]) -> None:
    (line,) = cardlog("replay", WORKED, "--at", at, "--json").lines
    assert line["state"]["hands"][0] == held


def test_replay_at_for_people() -> None:
    ran = cardlog("replay", WORKED, "--at", "1")
    assert "Bruno           3   2♣   (to act)" in ran.text


def test_replay_at_an_event_that_is_not_there() -> None:
    ran = cardlog("replay", WORKED, "--at", "10")
    assert ran.status == 2
    assert "no event 10: the record has events 0 to 9" in ran.err


def test_replay_at_beyond_an_illegal_event() -> None:
    ran = cardlog("replay", "fixtures/disputes/king-not-shown.json", "--at", "5")
    assert ran.status == 1
    assert "a King must be shown" in ran.err


def test_replay_stops_at_the_illegal_event() -> None:
    ran = cardlog("replay", "fixtures/disputes/king-not-shown.json")
    assert ran.status == 1
    assert "CC-3.2: Bruno exchanges with Carla, who holds K♠" in ran.text
    assert "Carla keeps" not in ran.text


def test_audit_of_several_files_and_a_pattern(tmp_path: Path) -> None:
    ran = cardlog("audit", FRIDAY, "fixtures/disputes/*.json", "--json")
    assert ran.status == 1
    assert [line["ok"] for line in ran.lines] == [True, False, False]
    assert {line["findings"][0]["code"] for line in ran.lines[1:]} == {"claim", "king-must-block"}


def test_audit_finding_has_the_documented_shape() -> None:
    (line,) = cardlog("audit", "fixtures/disputes/king-not-shown.json", "--json").lines
    assert list(line) == ["source", "index", "id", "game", "ok", "status", "findings"]
    (finding,) = line["findings"]
    assert finding["event"] == 2
    assert (finding["deal"], finding["seat"], finding["rule"]) == (1, 1, "CC-3.2")
    assert finding["code"] == "king-must-block"
    assert finding["expected"] == ["stay 1", "block 1 2"]
    assert finding["facts"]["target_holds"] == ["Ks"]


def test_a_false_claim_leaves_the_fold_as_it_was() -> None:
    (line,) = cardlog("replay", "fixtures/disputes/false-score.json", "--json").lines
    assert line["status"] == "unfinished"
    assert line["standing"] == [3, 2, 3, 3]
    assert line["findings"][0]["code"] == "claim"


def test_standard_input_and_an_overruled_format() -> None:
    data = FRIDAY.with_suffix(".msgpack").read_bytes()
    for args in (("-",), ("-", "--from", "msgpack")):
        (line,) = cardlog("audit", *args, "--json", stdin=data).lines
        assert line["ok"] is True
        assert line["source"] == "<stdin>"


def test_convert_there_and_back_keeps_the_id(tmp_path: Path) -> None:
    first, second, third = (tmp_path / f"game.{s}" for s in ("msgpack", "jsonl", "json"))
    for source, target in ((FRIDAY, first), (first, second), (second, third)):
        ran = cardlog("convert", source, target)
        assert (ran.status, ran.text, ran.err) == (0, "", "1 record written\n")
    assert load(third) == load(FRIDAY)
    assert load(third).id == load(FRIDAY).id


def test_convert_to_standard_output() -> None:
    ran = cardlog("convert", FRIDAY, "-", "--to", "jsonl")
    assert json.loads(ran.out)["players"] == ["Ana", "Bruno", "Carla", "Davi"]


def test_simulate_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    for name in ("a", "b"):
        args = ("-n", "3", "--seed", "7", "-o", tmp_path / f"{name}.msgpack")
        assert cardlog("simulate", "california-jack", *args).status == 0
    assert (tmp_path / "a.msgpack").read_bytes() == (tmp_path / "b.msgpack").read_bytes()
    assert len(cardlog("audit", tmp_path / "a.msgpack", "--json").lines) == 3


@pytest.mark.parametrize("game", games.names())
def test_simulated_games_are_in_order(game: str) -> None:
    games = cardlog("simulate", game, "-n", "5").out
    ran = cardlog("audit", "-", "--from", "jsonl", stdin=games)
    assert ran.status == 0
    assert ran.err == "5 records: 5 in order\n"


def test_simulate_takes_options_and_players() -> None:
    ran = cardlog("simulate", "chase-the-ace", "--option", "profile=compendium", "--players", "14")
    (record,) = ran.lines
    assert len(record["players"]) == 14
    assert record["rules"] == {"profile": "compendium"}


def test_rules_prints_each_clause_in_force_with_its_id() -> None:
    ran = cardlog("rules", "chase-the-ace")
    for clause in ("CC-1.1", "CC-2.4", "CC-3.2", "CC-4.3", "CC-5.2", "CC-6.2"):
        assert f"\n{clause}  " in ran.text
    assert "  lives = 3" in ran.text
    assert "A-09" not in ran.text.split("Options")[0].replace("Reading", "")


def test_rules_follow_the_options() -> None:
    ran = cardlog("rules", "chase-the-ace", "--option", "low_card_reveal=both")
    assert "\nA-09  " in ran.text
    ran = cardlog("rules", "chase-the-ace", "--option", "profile=compendium", "--json")
    (line,) = ran.lines
    assert {c["id"] for c in line["clauses"]} >= {"CP-1.1", "CP-4.4", "CP-6.2"}
    assert line["rules"]["low_card_reveal"] == "both"


def test_rules_without_a_game_lists_the_games() -> None:
    listed = [line.split()[0] for line in cardlog("rules").text.splitlines()]
    assert listed == [*games.names()]
    assert {"california-jack", "chase-the-ace", "pitch", "seven-up", "shasta-sam"} <= set(listed)


def test_schema_describes_every_kind() -> None:
    from cardlog.records.events import KINDS

    schema = json.loads(cardlog("schema").out)
    kinds = {
        d["properties"]["type"].get("enum", [None])[0] or d["properties"]["type"].get("const")
        for d in schema["$defs"].values()
        if "type" in d.get("properties", {})
    }
    assert set(KINDS) <= kinds


def test_version_and_help() -> None:
    assert cardlog("--version").text.startswith("cardlog 0.")
    for command in ("replay", "audit", "ruling", "convert", "simulate", "rules", "schema"):
        assert "Example" in cardlog(command, "--help").text
        assert f"  {command} " in cardlog("--help").text


def test_shell_completion_offers_commands_and_games() -> None:
    import os
    import subprocess
    import sys

    env = os.environ | {
        "_CARDLOG_COMPLETE": "complete_bash",
        "COMP_WORDS": "cardlog rules ch",
        "COMP_CWORD": "2",
    }
    done = subprocess.run([sys.executable, "-m", "cardlog"], env=env, capture_output=True)
    assert done.stdout.split() == [b"chase-the-ace"]


def test_convert_writes_the_notation_in_a_language(tmp_path: Path) -> None:
    path = tmp_path / "game.cardlog"
    assert cardlog("convert", FRIDAY, path, "--lang", "pt").status == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith(
        "cardlog 1: chase-the-ace\nlang: pt\njogadores: Ana, Bruno, Carla, Davi\n"
    )
    ids = [json.loads(cardlog("replay", each, "--json").out)["id"] for each in (path, FRIDAY)]
    assert ids[0] == ids[1]
    for target, lang, words in (
        (path, "xx", "expected en, pt, es, it, ru"),
        (tmp_path / "game.json", "pt", "it has none, but `cardlog` has"),
    ):
        ran = cardlog("convert", FRIDAY, target, "--lang", lang)
        assert ran.status == 2 and words in ran.err
    assert path.read_text(encoding="utf-8") == text


def test_a_mistake_in_the_notation_is_shown_with_a_caret(tmp_path: Path) -> None:
    path = tmp_path / "typed.cardlog"
    path.write_text("cardlog 1: pitch\nplayers: Ana, 李\n李: Ah 1h\n", encoding="utf-8")
    ran = cardlog("audit", path)
    assert ran.status == 2
    assert "line 3, column 7" in ran.err
    assert ran.err.splitlines()[1:3] == ["    李: Ah 1h", "           ^"]  # 李 is two wide
    error = json.loads(cardlog("audit", path, "--json").out)["error"]
    assert (error["line"], error["column"], error["byte"]) == (3, 7, 43)
    assert error["excerpt"].splitlines() == ["李: Ah 1h", "       ^"]
