"""`archive forget` and `anonymise` as users run them: what they say, and what they end with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.run import ROOT, Ran, cardlog
from tests.games import GAMES

KING = ROOT / "fixtures" / "disputes" / "king-not-shown.json"
WORKED = GAMES / "worked-example.json"
NAME: Final = "Zébédée Quux"
OUTSIDE: Final = "not looked at: files outside the archive"
AGAIN: Final = "ingesting those games again brings the old names back"


@pytest.fixture(params=["archive", "night.duckdb"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


def aside(archive: Path) -> Path:
    return archive / "quarantine" if archive.is_dir() else Path(f"{archive}.quarantine")


def added(archive: Path, *games: dict[str, Any], where: Path | None = None) -> Path:
    """The file that was ingested: as Python writes JSON, with letters escaped."""
    file = archive.parent / "q1.jsonl"
    file.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="ascii")
    cardlog("ingest", archive, file, *(("--quarantine", where) if where else ()))
    return file


def game(path: Path = WORKED, **changes: Any) -> dict[str, Any]:
    return json.loads(path.read_bytes()) | changes  # type: ignore[no-any-return]


def illegal() -> dict[str, Any]:
    """With a finding about him, which shows his name."""
    players = game(KING)["players"]
    return game(KING, players=[players[0], "zebh", *players[2:]], names={"zebh": NAME})


def forget(archive: Path, *args: str | Path) -> Ran:
    return cardlog("archive", "forget", archive, *args)


def test_escaped_names_in_the_quarantine(archive: Path) -> None:
    added(archive, illegal(), game(KING))
    files = [aside(archive) / f"q1-0.{end}" for end in ("findings.json", "jsonl")]
    assert b"\\u00e9" in files[1].read_bytes() and NAME.encode() in files[0].read_bytes()
    ran = forget(archive, NAME)
    assert ran.status == 1
    assert ran.text.split("\n") == [*map(str, files), ""]
    assert "1 record changed; handles stay (--handle gives the player another one)" in ran.err
    assert "2 files set aside still hold a name, or belong to one that does" in ran.err
    ran = forget(archive, NAME, "--clear-quarantine")  # nobody is called so in the archive now
    assert ran.status == 0
    assert "0 records changed" in ran.err and "2 files set aside were deleted" in ran.err
    assert sorted(path.name for path in aside(archive).iterdir()) == [
        "q1-1.findings.json",
        "q1-1.jsonl",
    ]
    assert forget(archive, NAME).status == 2


def test_with_the_handle_what_shows_the_name_is_found_too(archive: Path) -> None:
    added(archive, illegal())
    (aside(archive) / "q1-0.jsonl").unlink()
    ran = forget(archive, "zebh", "--handle")
    assert ran.status == 1
    assert ran.text == f"{aside(archive) / 'q1-0.findings.json'}\n"
    assert "1 file set aside still holds a name: --clear-quarantine deletes it" in ran.err
    assert f"{OUTSIDE}" in ran.err and AGAIN in ran.err


def test_a_quarantine_elsewhere(archive: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    added(archive, illegal(), where=elsewhere)
    ran = forget(archive, "zebh", "--handle", "--quarantine", tmp_path / "nowhere")
    assert ran.status == 2 and "nowhere: there is no such folder" in ran.err
    ran = forget(archive, "zebh", "--handle")
    assert ran.status == 0 and OUTSIDE in ran.err
    assert "what `ingest --quarantine DIR` set aside elsewhere" in ran.err
    ran = forget(archive, NAME, "--quarantine", elsewhere, "--clear-quarantine")
    assert ran.status == 0 and not list(elsewhere.iterdir())
    (elsewhere / "folder").mkdir()
    ran = cardlog("archive", "anonymise", archive, "--quarantine", elsewhere)
    assert ran.status == 2 and "folder is no file" in ran.err
    assert "Ana" in cardlog("archive", "export", archive).text  # nothing was changed


def test_everybody_and_the_quarantine(archive: Path) -> None:
    added(archive, illegal(), game())
    ran = cardlog("archive", "anonymise", archive, "--force")
    assert ran.status == 1 and "2 files set aside still hold a name" in ran.err
    ran = cardlog("archive", "anonymise", archive, "--force", "--clear-quarantine")
    assert ran.status == 0 and not list(aside(archive).iterdir())


def test_places_are_told(archive: Path) -> None:
    players = ["zebh", *game()["players"][1:]]
    added(archive, game(players=players, uid="zebh-vs-all"), game(meta={"arbiter": "ZEBH"}))
    for ran in (forget(archive, "zebh", "--handle"), cardlog("archive", "anonymise", archive)):
        assert ran.status == 2 and len(ran.text.split()) == 2
        assert "`meta`, `uid`: texts there name the player in 2 records" in ran.err
        assert "nothing was changed; --force replaces the words" in ran.err
    ran = forget(archive, "zebh", "--handle", "--force")
    assert ran.status == 0
    assert "2 records changed, 2 of them with another id now" in ran.err
    assert "zebh" not in cardlog("archive", "export", archive).text.lower()


def test_what_stays_is_told(archive: Path) -> None:
    players = ["zebh", *game()["players"][1:]]
    words = [f"zebh{letter}" for letter in "abcdefghijkl"]
    added(archive, game(players=players, meta={"words": words}))
    ran = forget(archive, "zebh", "--handle")
    assert ran.status == 1
    assert "left as it is, and may name the player:\n  `meta`: zebha (1 record)\n" in ran.err
    assert "  and 2 more\n" in ran.err
    ran = forget(archive, "zebh", "--handle")
    assert ran.status == 2 and "  `meta`: zebha (1 record)\n" in ran.err
    assert "nothing was changed: nobody is called 'zebh' here" in ran.err


def test_names_that_nobody_has(archive: Path) -> None:
    added(archive, game(names={"Ana": "Ana Lima"}))
    for player, told in (
        ("Bruno", "'Bruno' is a handle for which no name is shown: --handle gives"),
        ("Ana Lime", "nobody is called 'Ana Lime' here (there is 'Ana Lima'"),
        ("", "the name is empty: expected a handle, or a name shown for one"),
    ):
        ran = forget(archive, player)
        assert ran.status == 2 and told in ran.err, ran.err
    assert "Ana Lima" in cardlog("archive", "export", archive).text


def test_a_game_that_comes_again_is_another_one(archive: Path) -> None:
    """As the help says."""
    file = added(archive, game(uid="room 1"))
    assert AGAIN in forget(archive, "Ana", "--handle").err
    assert "1 added" in cardlog("ingest", archive, file).err
    help = " ".join(cardlog("archive", "forget", "--help").text.split())
    assert "a game whose handles were changed is another game now" in help
    page = (ROOT / "cli" / "README.md").read_text(encoding="utf-8")
    for option in ("--clear-quarantine", "--quarantine DIR", "--force", "--handle"):
        assert option.split()[0] in help
        assert f"`{option}`" in page.split("- `archive forget")[1]
