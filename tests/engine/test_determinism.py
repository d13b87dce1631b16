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
        "outcomes": "0988ed72cf154c6d9ead9deb",
        "ids": "ba2d8250b491fe475e7fcf3c",
        "jsonl": "216dbd8e5497573d8cccd841",
        "msgpack": "e9a22421d24032cac92f66b7",
    },
    "california-jack, house rules": {
        "outcomes": "887c333cb49422f6316032fa",
        "ids": "222b69aa95284dd72089950e",
        "jsonl": "7351b4e21f7e24b0efb42b18",
        "msgpack": "55e85b36af01a45a93ac8619",
    },
    "shasta-sam": {
        "outcomes": "1e1cbb3c24bd2bb6f5b1a551",
        "ids": "86ba71dbfa7044e7557b86e3",
        "jsonl": "1a0de2d11c4626c1b5877321",
        "msgpack": "2bce3581054bfe03d1c5b963",
    },
    "seven-up": {
        "outcomes": "28a8f9fd38731fd9f18df18e",
        "ids": "6f66faf0d2d49d4b681aa7ea",
        "jsonl": "64eabfad62766148a18a87e8",
        "msgpack": "058589cd0fa7fd3bb04e8b75",
    },
    "seven-up, partners who keep all cards": {
        "outcomes": "61db72b28f015cd1ed2a9496",
        "ids": "0963b509eea363b440127261",
        "jsonl": "b8d430aa5be86104e70ffefc",
        "msgpack": "2a24ad1502823ffa4474b6ab",
    },
    "pitch": {
        "outcomes": "c3ee1c99fcb75d56ed27b21e",
        "ids": "b48928894cbd65994c406cc0",
        "jsonl": "5785c3d82283117f467c230e",
        "msgpack": "96056c2eba820f65316b919a",
    },
    "pitch, partners with a smudge": {
        "outcomes": "ce98c8b2904adf5fde36596c",
        "ids": "5da14f0c273c3fe66d157f55",
        "jsonl": "bb2d10375a83fc7a5655ec62",
        "msgpack": "a0c41568df78b788b32aa813",
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
