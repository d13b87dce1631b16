"""The same seed and version give the same bytes: in every process, and as they were before.

`KEPT` holds digests of what is simulated and what it comes to. Where one changes, users' files
and answers change too: look at the difference, then keep what this prints:

    python -m tests.engine.test_determinism
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import cardlog
from cardlog.cli.simulate import SeededDice
from cardlog.engine import games
from cardlog.engine.simulate import simulate

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "cuckoo": ("chase-the-ace", 4, {}),
    "cuckoo, sudden death": ("chase-the-ace", 3, {"lives": 1, "final_tie": "sudden_death"}),
    "compendium": ("chase-the-ace", 6, {"profile": "compendium"}),
    "compendium, two packs": ("chase-the-ace", 15, {"profile": "compendium", "lives": 1}),
    "california-jack": ("california-jack", 2, {"target": 7}),
    "california-jack, house rules": (
        "california-jack", 2, {"target": 7, "strict_follow": True, "void_must_trump": True}
    ),
    "shasta-sam": ("shasta-sam", 3, {"target": 7, "shasta_point": True}),
    "seven-up": ("seven-up", 3, {}),
    "seven-up, partners who keep all cards": ("seven-up", 4, {"after_run": "keep"}),
    "pitch": ("pitch", 5, {}),
    "pitch, partners with a smudge": ("pitch", 4, {"partners": True, "smudge": "bid5"}),
}  # fmt: skip
MATCHES = 10
COMMAND = ("simulate", "chase-the-ace", "-n", "5", "--seed", "7", "--option", "profile=compendium")
COMMAND_KEPT = "6789490c9bae77483f8023af"
KEPT: dict[str, dict[str, str]] = {
    "cuckoo": {
        "outcomes": "49b5b9c3eb6b3bea4b352921",
        "ids": "67e3114c1518dff17cc064a8",
        "jsonl": "b9b1b636e927cec4e7264c49",
        "msgpack": "509286f30e00bbad26543fe6",
    },
    "cuckoo, sudden death": {
        "outcomes": "1559ae534cec3914779abdb6",
        "ids": "ac7534a535bcb6dfd0cefef8",
        "jsonl": "1b01ff3190fbdfa130203e8e",
        "msgpack": "1a68e651d8034ef732305967",
    },
    "compendium": {
        "outcomes": "93fa51760944b9170396c96e",
        "ids": "db5114c7da29c0a80c714063",
        "jsonl": "86e920a769fd6c2ece35278e",
        "msgpack": "c9adb9aa68763aead0bdf92c",
    },
    "compendium, two packs": {
        "outcomes": "a4b86521ea229aec11b76121",
        "ids": "8199a286afea14ad6774c089",
        "jsonl": "2f6fe466c1c8d5c984aaeb34",
        "msgpack": "24d89a8142d8e964b08b40e2",
    },
    "california-jack": {
        "outcomes": "6c497e0ed196dfbe208e82a4",
        "ids": "f10a61e8e261774610e05b2a",
        "jsonl": "b8534dca72038d9b23cb4675",
        "msgpack": "561a10ae3cb11316273b79b2",
    },
    "california-jack, house rules": {
        "outcomes": "a05aa949c8aee6e978db273c",
        "ids": "2692e1d626ca890a59aab7c5",
        "jsonl": "e37dc3620d01f5b73de9b341",
        "msgpack": "56673bbf53f42899dff17450",
    },
    "shasta-sam": {
        "outcomes": "b4a3469b023e0ab8ece71f63",
        "ids": "99197773d22fb74ec7e3374e",
        "jsonl": "613d8ddc28b3f59fdd73e029",
        "msgpack": "1fbba926be8a350ceb099235",
    },
    "seven-up": {
        "outcomes": "a9af70ad8a5a037d8671b8d3",
        "ids": "a5a3060a26c415e0b51b4406",
        "jsonl": "644dc43f7c4b36563e7b40a3",
        "msgpack": "322adb38d32079ce4389e850",
    },
    "seven-up, partners who keep all cards": {
        "outcomes": "a5a6baf93486ae3100ff3fc2",
        "ids": "f3eefd28817a3d6186748b27",
        "jsonl": "48410b39db4c68e6a122746d",
        "msgpack": "246368fabbfa6db4fe4d3479",
    },
    "pitch": {
        "outcomes": "7c45bb6154eec13e897b1558",
        "ids": "674405a9fd0d174a46dd27c5",
        "jsonl": "ebe5d73cb58e0f75f4790761",
        "msgpack": "5bf4aeadb79018e10e739d45",
    },
    "pitch, partners with a smudge": {
        "outcomes": "861fc24944cc306ef3eab02e",
        "ids": "418137e291a149fcebf493df",
        "jsonl": "64bbcfcdbb77becbb2c48128",
        "msgpack": "74a82d93eeb893c46a208910",
    },
}


def test_every_game_is_kept() -> None:
    assert {game for game, _, _ in TABLES.values()} == set(games.names())
    assert set(KEPT) == set(TABLES)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def digests() -> dict[str, dict[str, str]]:
    """What is written, what it comes to, and under which ids."""
    found = {}
    for name, (game, players, rules) in TABLES.items():
        records = [
            simulate(game, rules, players, SeededDice(f"7/{number}"), {"number": number})
            for number in range(MATCHES)
        ]
        outcomes = [msgspec.json.encode(cardlog.outcome(record)) for record in records]
        found[name] = {
            "outcomes": digest(b"\n".join(outcomes)),
            "ids": digest(" ".join(record.id for record in records).encode()),
        }
        for suffix in ("jsonl", "msgpack"):
            file = io.BytesIO()
            cardlog.write(records, file, format=suffix)
            found[name][suffix] = digest(file.getvalue())
    return found


def run(*arguments: str, hash_seed: str) -> bytes:
    """What another Python process prints, with a hash seed of its own."""
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=root, capture_output=True, check=True
    )
    return done.stdout


@cache
def findings() -> list[str]:
    """Findings too, with their sentences and suggestions, though those may be put better."""
    found = []
    for game, players, rules in TABLES.values():
        record = simulate(game, rules, players, SeededDice("7/0"), {})
        for k in range(4, len(record.events), 9 if players < 10 else 90):
            events = (*record.events[:k], *record.events[k + 1 :])
            found.append(cardlog.audit(msgspec.structs.replace(record, events=events)).findings)
    return [msgspec.json.encode(each).decode() for each in found]


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_every_process_gives_the_same(hash_seed: str) -> None:
    printed = run("-m", "tests.engine.test_determinism", hash_seed=hash_seed)
    assert json.loads(printed) == {"kept": KEPT, "findings": findings()}


def test_this_process_gives_the_same_twice() -> None:
    assert digests() == digests() == KEPT


def test_the_command_writes_what_it_wrote_before() -> None:
    written = [run("-m", "cardlog", *COMMAND, hash_seed=seed) for seed in ("0", "random")]
    assert [digest(data) for data in written] == [COMMAND_KEPT] * 2


if __name__ == "__main__":
    print(json.dumps({"kept": digests(), "findings": findings()}, indent=4))
