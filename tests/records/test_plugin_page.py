"""The plug-in that the page begins with works as the page says, once it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardlog.records import formats
from tests.cli.run import ROOT

PAGE = (Path(formats.__file__).parent / "FOREIGN.md").read_text(encoding="utf-8")
MODULE = '"""`tally`' + PAGE.partition('```python\n"""`tally`')[2].partition("\n```")[0] + "\n"
ENTRY = PAGE.partition('```toml\n[project.entry-points."cardlog.formats"]\n')[2].partition("```")[0]
NIGHT = "3: Ana 9h, Bruno 2c, Davi 7d; Bruno loses\n1: Ana 9x, Bruno 2c; Ana loses\nwhat?\n"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with the module and the metadata that an installer would write."""
    name, _, module = ENTRY.strip().partition(" = ")
    (tmp_path / f"{module.strip(chr(34))}.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "tally-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tally\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[cardlog.formats]\n{name} = {module.strip(chr(34))}\n")
    (tmp_path / "night.tally").write_text(NIGHT, encoding="utf-8")
    (tmp_path / "night").write_text(NIGHT, encoding="utf-8")
    return tmp_path


def cardlog(installed: Path, *args: str) -> subprocess.CompletedProcess[str]:
    paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "cardlog", *args]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=120)
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("name, options", (("night.tally", ()), ("night", ("--from", "tally"))))
def test_the_page_s_plug_in_is_read_by_every_command(
    installed: Path, name: str, options: tuple[str, ...]
) -> None:
    done = cardlog(installed, "audit", str(installed / name), "--json", *options)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert lines[0]["ok"] and lines[0]["game"] == "chase-the-ace"
    assert [line["error"]["line"] for line in lines[1:]] == [2, 3]
    assert "is no card" in lines[1]["error"]["message"]
    assert "expected a line like" in lines[2]["error"]["message"]


def test_its_first_line_is_enough_to_know_it(installed: Path) -> None:
    done = cardlog(installed, "convert", str(installed / "night"), "-", "--to", "jsonl")
    (record,) = map(json.loads, done.stdout.splitlines())
    assert record["events"][2] == {"type": "score", "changes": [0, -1, 0]}
    assert record["events"][0]["dealer"] == 2


def test_it_cannot_be_written(installed: Path) -> None:
    out = installed / "out.tally"
    done = cardlog(installed, "convert", str(installed / "night.tally"), str(out))
    assert done.returncode == 2 and "can only be read" in done.stderr
    assert not out.exists()


def test_without_it_the_name_means_nothing(tmp_path: Path) -> None:
    (tmp_path / "night.tally").write_text(NIGHT)
    done = cardlog(tmp_path, "audit", str(tmp_path / "night.tally"))
    assert done.returncode == 2 and "tell the format" in done.stdout + done.stderr
