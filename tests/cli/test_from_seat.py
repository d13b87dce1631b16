"""`--from-seat` of `replay` and `convert`: whose view, what is told, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cardlog as library
from cardlog.records.formats import load
from tests.cli.run import cardlog
from tests.games import GAMES

WORKED = GAMES / "worked-example.json"
BELL = GAMES / "tavern-seven-up.json"


@pytest.mark.parametrize("name", ["Carla", "2", "Carla R."])
def test_a_player_is_named_by_handle_by_shown_name_or_by_seat(name: str, tmp_path: Path) -> None:
    data = json.loads(WORKED.read_text(encoding="utf-8")) | {"names": {"Carla": "Carla R."}}
    file = tmp_path / "named.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    ran = cardlog("replay", file, "--from-seat", name)
    assert (ran.status, ran.err) == (0, "")
    assert "Ana ??   Bruno ??   Carla R. K♠   Davi ??" in ran.text
    assert "gives ??, gets ??" in ran.text


def test_a_handle_goes_before_a_shown_name_and_a_number(tmp_path: Path) -> None:
    data = json.loads(WORKED.read_text(encoding="utf-8"))
    data |= {"players": ["Ana", "0", "Carla", "spectator"], "names": {"Carla": "Ana", "0": "X"}}
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(data), encoding="utf-8")

    def observer(name: str) -> object:
        ran = cardlog("convert", file, "-", "--to", "json", "--from-seat", name)
        return json.loads(ran.out)["observer"] if ran.status == 0 else ran.err

    assert [observer(name) for name in ("Ana", "0", "X", "2")] == [0, 1, 1, 2]
    assert (observer("spectator"), observer("3")) == ("spectator", 3)
    data["names"] = {"Ana": "Y", "Carla": "Y"}
    file.write_text(json.dumps(data), encoding="utf-8")
    assert "--from-seat Y: is more than one player; expected 0 Ana (Y), 1 0," in str(observer("Y"))


def test_a_spectator_sees_what_is_public() -> None:
    ran = cardlog("replay", WORKED, "--from-seat", "spectator")
    assert "Ana ??   Bruno ??   Carla ??   Davi ??" in ran.text
    assert "Bruno asks Carla, who shows K♠ and refuses" in ran.text


def test_a_card_from_the_stock_that_was_not_seen_may_have_been_kept_or_not() -> None:
    text = cardlog("replay", GAMES / "friday-cuckoo.json", "--from-seat", "Carla").text
    assert "Bruno draws ?? from the stock" in text
    assert "Carla turns up K♣ from the stock, which is set aside, and keeps K♦" in text


def test_positions_and_lines_of_json_are_of_the_view() -> None:
    view = library.view_of(load(BELL), 1)
    (line,) = cardlog("replay", BELL, "--from-seat", "Hester", "--json").lines
    assert line["id"] == view.id != load(BELL).id
    assert line["winners"] == list(library.outcome(load(BELL)).winners)
    (line,) = cardlog("replay", BELL, "--from-seat", "Hester", "--at", "5", "--json").lines
    assert line["id"] == view.id
    hands = line["state"]["hands"]
    assert [hand.count("??") for hand in hands] == [6, 0, 6]
    assert set(line["state"]["stock"]) == {"??"}
    text = cardlog("replay", BELL, "--from-seat", "Hester", "--at", "5").text
    assert text.count("?? ?? ?? ?? ?? ??") >= 2


@pytest.mark.parametrize("format", ["json", "jsonl", "msgpack"])
def test_convert_writes_the_view(format: str, tmp_path: Path) -> None:
    out = tmp_path / f"hester.{format}"
    ran = cardlog("convert", BELL, out, "--from-seat", "Hester")
    assert ran.status == 0
    assert ran.err == "left out: the stock of a deal (3 times)\n1 record written\n"
    assert load(out) == library.view_of(load(BELL), 1)
    assert cardlog("audit", out).status == 0
    again = cardlog("convert", out, "-", "--to", format, "--from-seat", "1")
    assert again.out == out.read_bytes()


@pytest.mark.parametrize("command", [("replay",), ("replay", "--at", "3"), ("convert",)])
def test_nobody_of_that_name(command: tuple[str, ...], tmp_path: Path) -> None:
    out = [str(tmp_path / "out.json")] if command == ("convert",) else []
    ran = cardlog(command[0], WORKED, *out, *command[1:], "--from-seat", "Zoe")
    assert ran.status == 2
    assert (
        "--from-seat Zoe: is no player; expected 0 Ana, 1 Bruno, 2 Carla, 3 Davi, or spec"
        in ran.err
    )
    assert ran.out == b"" and not list(tmp_path.iterdir())
    ran = cardlog("replay", WORKED, "--json", "--from-seat", "Zoe")
    assert ran.status == 2
    assert "is no player" in ran.lines[0]["error"]["message"]


def test_every_record_is_answered(tmp_path: Path) -> None:
    file = tmp_path / "both.jsonl"
    lines = [cardlog("convert", game, "-", "--to", "jsonl").out for game in (WORKED, BELL)]
    file.write_bytes(b"".join(lines))
    ran = cardlog("replay", file, "--json", "--from-seat", "Hester")
    assert ran.status == 2
    assert [line.get("ok", True) for line in ran.lines] == [False, True]
    out = tmp_path / "out.jsonl"
    ran = cardlog("convert", file, out, "--from-seat", "Hester")
    assert (ran.status, load(out).observer) == (2, 1)


def test_what_one_player_knew_is_not_what_another_did(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    assert cardlog("convert", WORKED, own, "--from-seat", "Ana").status == 0
    ran = cardlog("replay", own, "--from-seat", "Bruno")
    assert ran.status == 2
    assert "holds only what Ana could know" in ran.err
    assert cardlog("replay", own, "--from-seat", "spectator").status == 0
    before = own.read_bytes()
    ran = cardlog("convert", own, own, "--from-seat", "Bruno")
    assert (ran.status, own.read_bytes()) == (2, before)


def test_a_simulated_match_does_not_give_away_its_seed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    cardlog("simulate", "pitch", "-n", "2", "--seed", "7", "-o", file)
    ran = cardlog("convert", file, "-", "--to", "jsonl", "--from-seat", "0")
    assert "left out: meta `seed` (2 times), meta `number` (2 times), the stock" in ran.err
    assert b"seed" not in ran.out and b"stock" not in ran.out
