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
from cardlog.engine.simulate import simulate

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "cuckoo": ("chase-the-ace", 4, {}),
    "cuckoo, sudden death": ("chase-the-ace", 3, {"lives": 1, "final_tie": "sudden_death"}),
    "compendium": ("chase-the-ace", 6, {"profile": "compendium"}),
    "compendium, two packs": ("chase-the-ace", 15, {"profile": "compendium", "lives": 1}),
    "california-jack": ("california-jack", 2, {"target": 7}),
}
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
        "outcomes": "8e636778d268b8ad0d7d6278",
        "ids": "8a9fe4fdb7e32e22368b9054",
        "jsonl": "195ac5187cee4ed494feccf6",
        "msgpack": "c1a69d460f5469056ef70405",
    },
}


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
